"""Words near a misspelt one, found by deletion: two words one slip apart become equal when a letter or two is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

_HEAD = 8  # only the beginning of a word is put in the table; the rest is compared when a word is looked up
_READ_AS = (("rn", "m"), ("vv", "w"), ("ri", "n"), ("ii", "n"), ("cl", "d"))  # letters a machine reads as others


class Speller:
    """A vocabulary that can be asked for the words near another."""

    def __init__(self, vocabulary: Iterable[str]) -> None:
        self.words = frozenset(word for word in vocabulary if len(word) > 2 and word.isalpha())
        self._near: dict[str, list[str]] = {}
        for word in self.words:
            for shorter in _shorter(word[:_HEAD], allowed_slips(word)):
                self._near.setdefault(shorter, []).append(word)

    def near(self, word: str) -> list[tuple[str, int]]:
        """Known words within the slips allowed for a word this long, with their distance, nearest first."""
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
        """Two known words run together, if that is what this one is; the cut that leaves the longest short half."""
        cuts = [
            (word[:at], word[at:])
            for at in range(3, len(word) - 2)
            if word[:at] in self.words and word[at:] in self.words
        ]
        return max(cuts, key=lambda pair: min(len(pair[0]), len(pair[1]))) if cuts else None


def allowed_slips(word: str) -> int:
    """How many letters may be wrong: none in a very short word, one in a short one, two in a long one."""
    return 0 if len(word) < 4 else 1 if len(word) < 6 else 2


def distance(a: str, b: str, most: int) -> int:
    """Letters to add, drop, change or swap with a neighbour to make one word the other; gives up beyond `most`."""
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
    """The word, and what is left of it when up to `slips` letters are taken out."""
    yield word
    for count in range(1, min(slips, len(word) - 1) + 1):
        for kept in combinations(word, len(word) - count):
            yield "".join(kept)


def _reread(word: str) -> Iterator[str]:
    for seen, meant in _READ_AS:
        if seen in word:
            yield word.replace(seen, meant)
