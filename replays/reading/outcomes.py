"""Lines for random outcomes: what chance picked, the order a shuffle left, and where each is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ledger.events import Move
from ledger.folding import fold
from replays.errors import NotationError
from replays.meaning.names import Names
from replays.notation.lines import OutcomeLine, Ref
from replays.reading.assumptions import matters, may_pass, outcome
from replays.records.results import Confirmed
from rules.engine import legal
from rules.kernel.asks import CHANCE, PASS, Ask
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position

if TYPE_CHECKING:
    from replays.reading.runner import Runner

FARTHEST = 200
"""The most decisions that are looked at for the one that a line is the outcome of."""


def record_outcome(runner: Runner, line: OutcomeLine) -> None:
    """Record an outcome line at the next decision of chance that it may be of.

    On the way everybody passes; other random outcomes and orders of forced abilities are assumed. Any other choice ends
    the search. After `passes written`, nobody passes and nothing is assumed. A line `random …` for which chance had
    nothing to decide is kept as confirmed. A line that fits nothing, or an impossible outcome, raises NotationError.
    """
    start, other = len(runner.recording), ""
    for _ in range(FARTHEST):
        ask, pos = runner.recording.ask(), runner.recording.pos
        if ask is None or (ask.player != CHANCE and (runner.strict or not _step_over(runner, ask))):
            break
        if ask.player != CHANCE:
            continue
        if not is_of(ask, line):
            other = other or ask.says
            if runner.strict:
                break
            _assume(runner, ask)
            continue
        move = outcome_move(pos, ask, line, runner.names)
        if not legal(ask.checks(pos, CHANCE, move)):
            raise NotationError(
                f"this cannot be the outcome of: {ask.says}", line.number, line.source, 1, len(line.source)
            )
        runner.drop_anchor()
        runner.recording.decide(CHANCE, move, line=line.number)
        return
    runner.back(start)
    idle = "" if other or line.shuffle else _idle(runner, line)
    if idle:
        runner.confirmed.append(Confirmed(line.number, line.source.split("#")[0].strip(), idle))
        return
    says = f"what chance decides here is something else: {other}" if other else "nothing is random at this point"
    raise NotationError(says, line.number, line.source, 1, len(line.source) if other else len(line.source.split()[0]))


def _step_over(runner: Runner, ask: Ask) -> bool:
    """Go past a decision before the outcome, by a pass or by an assumed order of forced abilities.

    Returns whether that could be done.
    """
    pos = runner.recording.pos
    if may_pass(pos, ask):
        runner.recording.decide(ask.player, PASS)
        return True
    if ask.verb not in ("use", "delayed") or runner.coming.answers(ask, runner.line, pos):
        return False
    move = next(iter(ask.moves(pos)))
    runner.assume(ask, move)
    runner.recording.decide(ask.player, move)
    return True


def _idle(runner: Runner, line: OutcomeLine) -> str:
    """Return why chance had nothing to decide for a line; empty if no reason is found.

    The move before was ignored, or only one outcome was possible and has happened.
    """
    before = next((said for said in reversed(runner.coming.moves) if said.number < line.number), None)
    if any(before is not None and bad.line == before.number and not bad.applied for bad in runner.violations):
        return "it belongs to a move that was ignored"
    recording, place = runner.recording, max(1, runner.anchor.place)
    then = fold(event for entry in recording.entries[:place] for event in entry.events).entities
    named = [runner.names.components(recording.table, ref) for ref in line.items]
    moved = [any(then[number].zone != recording.table.entities[number].zone for number in found) for found in named]
    return "it happened by itself" if moved and all(moved) else ""


def _assume(runner: Runner, ask: Ask) -> None:
    """Decide a random outcome that nobody wrote, and report it if it makes a difference."""
    assert isinstance(ask, Chance | Shuffle)
    move = outcome(runner.recording.pos, ask)
    if matters(runner.recording.pos, ask):
        runner.assume(ask, move)
    runner.recording.decide(CHANCE, move)


def is_of(ask: Ask, line: OutcomeLine) -> bool:
    """Whether a line may record the random outcome decided here; a shuffle must be one of the zone it names."""
    return (
        line.what == ask.zone
        if isinstance(ask, Shuffle) and line.shuffle
        else isinstance(ask, Chance) and not line.shuffle
    )


def outcome_move(pos: Position, ask: Ask, line: OutcomeLine, names: Names) -> Move:
    """Return the move that records an outcome line at a decision of chance; whether it is possible is not checked.

    A shuffle without a list leaves the order as it is. A name that is not among the candidates raises NotationError.
    """
    if isinstance(ask, Shuffle):
        left = list(pos.table.zones[ask.zone])
        return Move("shuffle", picks=_numbers(pos, line, names, left) if line.items else tuple(left))
    assert isinstance(ask, Chance)
    words = tuple(ref.text for ref in line.items if ref.text in ask.candidates)
    if words:
        return Move("chance", words=words)
    left = [part for part in ask.candidates if isinstance(part, int)]
    return Move("chance", picks=_numbers(pos, line, names, left))


def _numbers(pos: Position, line: OutcomeLine, names: Names, left: list[int]) -> tuple[int, ...]:
    """Return the components that the list of an outcome names, out of those in `left`.

    A number stands for itself, `5-9` for all in between, a title for a known card of that name or else for an unknown
    card.
    """
    found: list[int] = []
    for ref in line.items:
        numbers = _plain(ref)
        if not numbers:
            known = [number for number in names.components(pos.table, ref) if number in left and number not in found]
            unknown = [number for number in left if not pos.entity(number).card and number not in found]
            if not known and not ((unknown and names.cards(ref.text)) or (unknown and ref.text == "unknown")):
                raise NotationError(
                    f"`{ref.text}` is not among what chance could pick", line.number, line.source, ref.column, ref.width
                )
            numbers = (known or unknown)[:1]
        found += numbers
    return tuple(found)


def _plain(ref: Ref) -> list[int]:
    """Return the numbers that a word of digits stands for, such as `12`, `#12` or `5-9`; empty if it is none."""
    first, dash, last = ref.text.removeprefix("#").partition("-")
    if ref.quoted or not first.isdecimal() or (dash and not last.isdecimal()) or len(first) > 6 or len(last) > 6:
        return []
    start, stop = int(first), int(last) if dash else int(first)
    if abs(start - stop) > 10_000:
        return []
    return list(range(start, stop + 1)) if start <= stop else list(range(start, stop - 1, -1))
