"""Records in words: the legal moves at a decision, and how random games came out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from replays.wording.naming import counted
from rules.kernel.asks import CHANCE
from rules.kernel.names import place

if TYPE_CHECKING:
    from replays.records.explanations import Options
    from replays.records.inside_action import InsideAction
    from rules.kernel.position import Position

FAULTS = 3
"""The most faults that are named of one game."""


def lettered(player: str, names: Mapping[str, str]) -> str:
    """Return a player's name with the letter that moves are written with: "Anna (A)"."""
    name = names.get(player, player)
    return f"{name} ({player})" if name != player else player


def options_lines(found: Options, viewer: str, names: Mapping[str, str], numbered: Iterable[str]) -> Iterator[str]:
    """Yield who decides what, then the listed legal moves as a transcript writes them, and whether there are more.

    `viewer` is the player as whom they were asked for; "" for somebody who sees everything. `names` has the players'
    names by letter. `numbered` says what the moves call by a number, as `numbered_cards` does.
    """
    player = f"{lettered(found.player, names)} decides: " if found.player else ""
    yield f"after event {found.seq}: {player}{found.where} [{found.rule}]"
    if found.by_itself:
        yield "  this decision made itself: " + ("only this was legal" if found.moves else "nothing was to be decided")
    if found.hidden:
        yield f"  {hidden_answers(found.player, viewer, names)}"
    for move in found.moves:
        yield f"  {move}"
    if found.more:
        yield "  … and more; those listed come first"
    yield from numbered


def hidden_answers(player: str, viewer: str, names: Mapping[str, str]) -> str:
    """Return why a viewer sees no moves: they are another player's, or rest on cards the viewer does not know.

    `player` is whoever decides: a player's letter, or "" or `chance` for chance. `names` has names by letter.
    """
    if player in ("", CHANCE):
        return "chance decides: what may come up is not listed for a player"
    reader = names.get(viewer, viewer)
    if player != viewer:
        return f"the moves are not listed: they would tell {reader} what {names.get(player, player)} holds"
    return f"the moves are not listed: they depend on cards that {reader} does not know"


def numbered_cards(pos: Position, moves: Iterable[str]) -> tuple[str, ...]:
    """Return what each component is that moves call by its number alone, and where it lies.

    #11 is Captain in Ada's hand
    #104 lies in Ben's province 2, if nobody has identified it
    """
    numbers = sorted({int(number) for move in moves for number in re.findall(r"#(-?\d+)", move)})
    return tuple(_numbered_card(pos, number) for number in numbers if number in pos.table.entities)


def _numbered_card(pos: Position, number: int) -> str:
    where = place(pos, number)
    if not pos.entity(number).card:
        return f"#{number} lies {where}"
    name = pos.pack.name(pos, number)
    return f"#{number} is {name if name.endswith(where) else f'{name} {where}'}"


def inside_action_note(found: InsideAction, then: str) -> str:
    """Return the hint that an event lies inside an action, and what was tried there; `then` says what follows from it.

    Event 81 lies inside a longer action, `A use duplicate of ned` (events 69 to 253). There `B play tears` was tried.
    """
    by = f", `{found.move}`" if found.move else ""
    tried = f" There `{found.tried}` was tried." if found.tried else ""
    return f"event {found.seq} lies inside a longer action{by} (events {found.first} to {found.last}).{tried} {then}"


def decision_place(found: InsideAction, seq: int) -> str:
    """Return for `inside_action_note` at which event the decision shown is: at the event itself or after the action."""
    if seq == found.seq:
        return f"This is the decision at event {seq}"
    return f"Nobody decided anything there; this is the decision after the action, at event {seq}"


def leaving_words(found: InsideAction) -> str:
    """Return from where a branch goes on, and which event would leave before the action (the opening has none)."""
    before = f"; event {found.first - 1} is before the action" if found.first > 1 else ""
    return f"The branch goes on from the end of the action, event {found.last}{before}"


def meant_words(found: InsideAction) -> str:
    """Return which of two moves is meant: the one of the action, and by which event the one tried inside it is."""
    return f"Event {found.seq} means the move of the action; event {found.noted} means the one that was tried"


class SimulatedGame(msgspec.Struct, frozen=True):
    """The outcome of one random game; its fields are those of `simulate --json`. `winners` is empty if nobody won.

    `events` is the number of events, `reason` why the game ended, `faults` a sentence for each fault.
    """

    seed: int
    events: int
    winners: list[str]
    reason: str
    faults: list[str]


def simulated_lines(pack: str, format_: str, games: Sequence[SimulatedGame]) -> Iterator[str]:
    """Yield each game with faults by its seed and first faults, then a summary of all the games."""
    faulty = [game for game in games if game.faults]
    for game in faulty:
        yield f"seed {game.seed}: {'; '.join(game.faults[:FAULTS])}"
    events = counted(sum(game.events for game in games), "event")
    yield f"{counted(len(games), 'game')} of {pack} ({format_}), {events}, {len(faulty)} with faults"
