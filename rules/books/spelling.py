"""Finding the words that a misspelt one may mean.

Known words are kept in a table by what is left of them when letters are taken out. Two words a slip or two apart have
some of these remainders in common.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

_HEAD = 8  # letters of a word that go into the table; the rest is compared when a word is looked up
_MISREAD = (("rn", "m"), ("vv", "w"), ("ri", "n"), ("ii", "n"), ("cl", "d"))  # what a machine read, what was printed


class Speller:
    """A vocabulary that finds its words near a misspelt one. It leaves out numbers and words under three letters."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.words = frozenset(word for word in vocabulary if len(word) > 2 and word.isalpha())
        self._near: dict[str, list[str]] = {}
        for word in self.words:
            for shorter in _shorter(word[:_HEAD], allowed_slips(word)):
                self._near.setdefault(shorter, []).append(word)

    def near(self, word: str) -> list[tuple[str, int]]:
        """Return the nearest known words with their distance, all at the same one; none if all are too far away.

        If a machine may have misread known words as this one, only those are returned, with a distance of 1.
        """
        reread = [(known, 1) for known in _reread(word) if known in self.words]
        if reread:
            return reread
        most = allowed_slips(word)
        candidates: set[str] = set()
        for shorter in _shorter(word[:_HEAD], most):
            candidates.update(self._near.get(shorter, ()))
        found = [(known, slips) for known in candidates if (slips := distance(word, known, most)) <= most]
        least = min((slips for _, slips in found), default=0)
        return sorted(((known, slips) for known, slips in found if slips == least), key=lambda pair: (pair[1], pair[0]))

    def cut(self, word: str) -> tuple[str, str] | None:
        """Return the two known words that are run together in this one, or None.

        Each has three letters or more. Of several cuts the most even one is returned.
        """
        cuts = [
            (word[:at], word[at:])
            for at in range(3, len(word) - 2)
            if word[:at] in self.words and word[at:] in self.words
        ]
        return max(cuts, key=lambda pair: min(len(pair[0]), len(pair[1]))) if cuts else None


def allowed_slips(word: str) -> int:
    """Return how many slips a word may have: none under 4 letters, one under 6, two in a longer word."""
    return 0 if len(word) < 4 else 1 if len(word) < 6 else 2


def distance(a: str, b: str, most: int) -> int:
    """Return the fewest slips between two words; if there are more than `most`, only some number above `most`.

    A slip adds, drops or changes a letter, or swaps it with its neighbour.
    """
    if abs(len(a) - len(b)) > most:
        return most + 1
    before, row = [0] * (len(b) + 1), list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def _shorter(word: str, slips: int) -> Iterator[str]:
    """Yield the word, and everything that is left of it when up to `slips` letters are taken out."""
    yield word
    for count in range(1, min(slips, len(word) - 1) + 1):
        for kept in combinations(word, len(word) - count):
            yield "".join(kept)


def _reread(word: str) -> Iterator[str]:
    """Yield the words that may have been printed where a machine read this one."""
    for seen, meant in _MISREAD:
        if seen in word:
            yield word.replace(seen, meant)
