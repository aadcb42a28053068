"""What is taken to have been decided where nobody wrote it: a pass, an outcome, a choice; and which of these is worth
telling.
"""

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
    """For questions that keep nothing."""


def may_pass(pos: Position, ask: Ask) -> bool:
    """Whether passing is an answer."""
    return ask.player != CHANCE and legal(ask.checks(pos, ask.player, PASS))


def outcome(pos: Position, ask: Chance | Shuffle) -> Move:
    """A random outcome nobody recorded: the order as it is, or cards nobody knows before those that are known."""
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
    """A choice nobody wrote, among cards: as few as allowed, and those nobody knows before those that are known."""
    if not isinstance(ask, Choose):
        return None
    chosen = sorted(ask.candidates, key=lambda number: bool(pos.entity(number).card))[: ask.least]
    move = Move(ask.verb, picks=tuple(chosen))
    return move if legal(ask.checks(pos, ask.player, move)) else None


def matters(pos: Position, ask: Chance | Shuffle) -> bool:
    """Whether another outcome would have been a different one: among unknown cards it would not."""
    parts = pos.table.zones[ask.zone] if isinstance(ask, Shuffle) else ask.candidates
    return any(isinstance(part, str) or pos.entity(part).card for part in parts)


def note_open(runner: Runner, wording: WrittenMove, move: Move) -> None:
    """Keep that a line about to be made leaves out something that could be more than one thing."""
    pos, ask, said = runner.recording.pos, runner.recording.ask(), wording.said
    if ask is None or isinstance(ask, Order):
        return
    rivals = (other for other in wording.moves(pos, ask) if _told_apart(pos, move, other))
    if any(legal(ask.checks(pos, said.player, other)) for other in rivals):
        says = f"`{said.words()}` leaves a choice open; assumed: {runner.writer.answer(pos, ask, move)}"
        runner.assumed.append(Assumption(pos.table.seq + 1, said.number, said.player, says))


def _told_apart(pos: Position, move: Move, other: Move) -> bool:
    """Whether two meanings of one line about the same thing differ by more than which of several pieces that are alike
    is meant.

    One that names less, or nothing, is no rival: who leaves out what need not be named has not left it open.
    """
    about = (move.verb, move.subject, move.ability) == (other.verb, other.subject, other.ability)
    if not about or _size(move) != _size(other) or move.picks == (move.subject,):
        return False  # a card that is told to do something does it to itself where nothing else is named
    if move.verb == "use":  # of several things that happen at once, which one is answered: an ability may not care
        ability = pos.pack.ability(move.ability)
        return move.amount != other.amount and ability is not None and bool(_ABOUT & ability.words)
    if (move.words, move.amount) != (other.words, other.amount):
        return True
    return _kinds(pos, move.picks) != _kinds(pos, other.picks) or _kinds(pos, move.pairs) != _kinds(pos, other.pairs)


_ABOUT = {"it", "cancel"}
"""Words of a card that does something to what it answers."""


def _size(move: Move) -> tuple[int, int, int, bool]:
    return len(move.picks), len(move.words), len(move.pairs), move.verb != "use" and move.amount > 0


def _kinds(pos: Position, numbers: tuple[int, ...]) -> list[str]:
    """What can be seen of pieces, whichever of those that are alike they are."""
    found = [pos.entity(number) for number in numbers if number in pos.table.entities]
    return sorted(str((one.card, one.zone, one.host, sorted(one.marks), sorted(one.counters.items()))) for one in found)
