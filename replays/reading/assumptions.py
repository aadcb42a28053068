"""The answers that are assumed where nobody wrote one: a pass, a random outcome, a choice; and which are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events import Move
from replays.records.results import Assumption
from rules.engine import legal
from rules.kernel.asks import CHANCE, PASS, Ask, Choose
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position
from rules.resolution.moments import Order

if TYPE_CHECKING:
    from replays.meaning.written_moves import WrittenMove
    from replays.reading.runner import Runner


def assume_nothing(ask: Ask, move: Move) -> None:
    """Do nothing: the `assume` of a search whose assumptions nobody wants to know."""


def may_pass(pos: Position, ask: Ask) -> bool:
    """Whether the player who is asked may pass here; never if chance decides."""
    return ask.player != CHANCE and legal(ask.checks(pos, ask.player, PASS))


def outcome(pos: Position, ask: Chance | Shuffle) -> Move:
    """Return the random outcome that is assumed where nobody recorded one.

    A shuffle leaves the order as it is. Otherwise unknown cards are picked before known ones.
    """
    if isinstance(ask, Shuffle):
        return Move("shuffle", picks=tuple(pos.table.zones[ask.zone]))
    unknown = [part for part in ask.candidates if isinstance(part, int) and not pos.entity(part).card]
    chosen = [*unknown, *(part for part in ask.candidates if part not in unknown)][: ask.count]
    return Move(
        "chance",
        picks=tuple(part for part in chosen if isinstance(part, int)),
        words=tuple(part for part in chosen if isinstance(part, str)),
    )


def likely(pos: Position, ask: Ask) -> Move | None:
    """Return the choice of cards that is assumed where nobody wrote one, or None if this asks for no cards.

    As few cards as allowed are chosen, unknown ones before known ones; None, too, if that choice is not legal.
    """
    if not isinstance(ask, Choose):
        return None
    chosen = sorted(ask.candidates, key=lambda number: bool(pos.entity(number).card))[: ask.least]
    move = Move(ask.verb, picks=tuple(chosen))
    return move if legal(ask.checks(pos, ask.player, move)) else None


def matters(pos: Position, ask: Chance | Shuffle) -> bool:
    """Whether another random outcome could make a difference; False if all that chance picks from is unknown cards."""
    parts = pos.table.zones[ask.zone] if isinstance(ask, Shuffle) else ask.candidates
    return any(isinstance(part, str) or pos.entity(part).card for part in parts)


def note_open(runner: Runner, wording: WrittenMove, move: Move) -> None:
    """Report an assumption if a line that is about to be made leaves out something that could be several things.

    With two characters to attach to, `A marshal fetters` is reported: "leaves a choice open; assumed: A marshal fetters
    on ned". The runner must stand at the decision that `move` answers. The order of forced abilities is not reported.
    """
    pos, ask, said = runner.recording.pos, runner.recording.ask(), wording.said
    if ask is None or isinstance(ask, Order):
        return
    rivals = (other for other in wording.moves(pos, ask) if _told_apart(pos, move, other))
    if any(legal(ask.checks(pos, said.player, other)) for other in rivals):
        says = f"`{said.words()}` leaves a choice open; assumed: {runner.writer.answer(pos, ask, move)}"
        runner.assumed.append(Assumption(pos.table.seq + 1, said.number, said.player, says))


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
