"""Lines that leave open which of several things they mean: the report says which was taken."""

from __future__ import annotations

from itertools import islice

from ledger.events import Move
from replays.meaning.unknown_participants import ONLY_A_TOTAL, has_unknown
from replays.meaning.writer import Writer
from replays.meaning.written_moves import WrittenMove
from rules.kernel.asks import Ask
from rules.kernel.position import Position
from rules.resolution.moments import Order

MEANINGS = 2
"""The most meanings of a line, besides the first, that are followed."""


def left_open(pos: Position, ask: Ask, wording: WrittenMove, move: Move, several: bool, writer: Writer) -> str:
    """Return the sentence for a line that leaves open which of `several` legal moves it means here, or an empty text.

    With two characters to attach to, `A marshal fetters` is reported: "leaves a choice open; assumed: A marshal fetters
    on ned". The order of forced abilities is not reported.
    """
    if has_unknown(pos.pack.notation, move):
        return f"`{wording.said.words()}` does not say who they are: {ONLY_A_TOTAL}"
    if move.verb == "use" and wording.names_what_it_answers(pos, ask, move):
        return ""
    if several:
        return f"`{wording.said.words()}` leaves a choice open; assumed: {writer.answer(pos, ask, move)}"
    return ""


def other_meanings(pos: Position, ask: Ask, wording: WrittenMove, move: Move) -> list[Move]:
    """Return the first other legal moves that a line may mean at a decision, where it leaves open which."""
    if isinstance(ask, Order) or has_unknown(pos.pack.notation, move):
        return []
    rivals = dict.fromkeys(other for other in wording.moves(pos, ask) if _told_apart(pos, move, other))
    return list(islice((other for other in rivals if ask.allows(pos, wording.said.player, other)), MEANINGS))


def _told_apart(pos: Position, move: Move, other: Move) -> bool:
    """Whether two meanings of one line differ in something a reader would notice.

    They must be about the same card and verb and name equally much; which of several equal pieces is meant makes no
    difference. A meaning that names less is no rival: what need not be named was not left open.
    """
    about = (move.verb, move.subject, move.ability) == (other.verb, other.subject, other.ability)
    if not about or _size(move) != _size(other) or move.picks == (move.subject,):
        return False  # a card that is named alone does it to itself
    if move.verb == "use":  # they differ in which of several occurrences is answered, and not every ability cares
        ability = pos.pack.ability(move.ability)
        return move.amount != other.amount and ability is not None and bool(_ABOUT & ability.words)
    if (move.words, move.amount) != (other.words, other.amount):
        return True
    return _kinds(pos, move.picks) != _kinds(pos, other.picks) or _kinds(pos, move.pairs) != _kinds(pos, other.pairs)


_ABOUT = {"it", "cancel"}
"""Words in a card's text that act on the occurrence it answers: for these, which occurrence is answered matters."""


def _size(move: Move) -> tuple[int, int, int, bool]:
    """Return how much a move names: the numbers of picks, words and pairs, and whether it has an amount."""
    return len(move.picks), len(move.words), len(move.pairs), move.verb != "use" and move.amount > 0


def _kinds(pos: Position, numbers: tuple[int, ...]) -> list[str]:
    """Return what can be seen of some components, sorted: equal pieces give the same text."""
    found = [pos.entity(number) for number in numbers if number in pos.table.entities]
    return sorted(str((one.card, one.zone, one.host, sorted(one.marks), sorted(one.counters.items()))) for one in found)
