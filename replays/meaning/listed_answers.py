"""What a line leaves out of its move, taken from the possible answers at the decision it is compared with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from weakref import WeakKeyDictionary

import msgspec

from ledger.events import Move
from rules.kernel.asks import Ask, Choose
from rules.kernel.position import Position

LISTED = 500
"""The most answers of a decision that a written move is compared with, to complete what it leaves open."""


class ListedAnswers:
    """The first `LISTED` possible answers at a decision, listed once for all lines and cards compared with it."""

    def __init__(self, pos: Position, ask: Ask) -> None:
        self.pos, self.ask = pos, ask

    @cached_property
    def by_subject(self) -> dict[int, list[Move]]:
        """The answers about each component; all answers for 0."""
        state = self.pos.table.seq, self.ask.player
        kept = _LISTED.get(self.ask)
        if kept is not None and kept[0] == state:
            return kept[1]
        found: dict[int, list[Move]] = {0: []}
        for answer in islice(self.ask.moves(self.pos), LISTED):
            found[0].append(answer)
            if answer.subject:
                found.setdefault(answer.subject, []).append(answer)
        _LISTED[self.ask] = state, found
        return found

    def about(self, subject: int) -> Sequence[Move]:
        """Return the answers about a component; all of them for 0, which stands for none."""
        return self.by_subject.get(subject, ())


_LISTED: WeakKeyDictionary[Ask, tuple[tuple[int, str], dict[int, list[Move]]]] = WeakKeyDictionary()
"""The answers at decisions that are still about, each with the state and the player they were listed for."""


def with_ability(offered: ListedAnswers, move: Move) -> Move:
    """Return a move with the ability that its answer must name and the line does not.

    The order of delayed effects is such an answer: `A resolve CARD` names the card alone.
    """
    ask = offered.ask
    if not move.subject or not ask.player or move.verb != ask.verb:
        return move
    same = (
        answer
        for answer in offered.about(move.subject)
        if answer.ability and answer == msgspec.structs.replace(move, ability=answer.ability)
    )
    return next(same, move)


def completed(offered: ListedAnswers, move: Move, missing: list[str]) -> Iterator[Move]:
    """Return a move with the missing fields taken from each possible answer that agrees with it.

    If no answer agrees, the move is returned as it is.
    """
    found: list[Move] = []
    ask = offered.ask
    if ask.player:
        # A verb alone, as an answer to a question for cards, means the cards it can be about and not nobody.
        most_first = isinstance(ask, Choose) and "picks" in missing
        answers = offered.about(move.subject)
        for answer in sorted(answers, key=lambda answer: -len(answer.picks)) if most_first else answers:
            if answer.verb == move.verb and _agrees(answer, move, missing):
                merged = {name: getattr(answer, name) for name in missing if name != "words"}
                words = answer.words if "words" in missing else move.words
                whole = msgspec.structs.replace(move, words=words, **merged)
                if whole not in found:
                    found.append(whole)
                    yield whole
    if not found:
        yield move


def _agrees(answer: Move, move: Move, missing: list[str]) -> bool:
    """Whether a possible answer about the subject of a move has its words, as far as those were written."""
    if "words" in missing:
        return set(move.words) <= set(answer.words)
    return move.words == answer.words or not answer.words
