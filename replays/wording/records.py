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


def inside_action_note(event: str, end: int) -> str:
    """Return the hint that an event lies inside an action that ends at event `end`, where the decision is.

    `event` names the event asked about: `event 61`, or `the event asked for`.
    """
    return f"{event} is inside an action; this is the decision after it, at event {end}"


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
