"""Play random legal games and check each one: a stress test of the rules."""

from __future__ import annotations

from pathlib import Path

import click

from ledger.entries import Entry
from replays.cli._common import Number, json_option, note, opened, print_json, print_lines, progress
from replays.cli._completion import complete_pack
from replays.cli._dates import scribe, today
from replays.cli._outputs import write_output
from replays.errors import ReplayError
from replays.records.engine import stamped
from replays.records.random_games import Simulation, examine
from replays.wording.records import SimulatedGame, simulated_lines
from rules.catalogue import load
from rules.kernel.pack import Pack


@click.command("simulate")
@click.argument("pack", metavar="PACK", shell_complete=complete_pack)
@click.option("--games", default=1, type=Number(1), help="Number of games (unless given: 1).")
@click.option(
    "--seed",
    metavar="N",
    type=int,
    default=0,
    help="Seed of the first game (unless given: 0); each further game takes the next number.",
)
@click.option("--players", type=Number(1, 8), help="Number of players (unless given: the format's smallest).")
@click.option("--format", "format_", help="The format, such as joust or melee (unless given: the pack's first).")
@click.option("--keep", is_flag=True, help="Store the games in the ledger.")
@click.option(
    "--write", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write each game as a transcript."
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    pack: str,
    games: int,
    seed: int,
    players: int | None,
    format_: str | None,
    keep: bool,
    write: Path | None,
    as_json: bool,
) -> None:
    """Play complete games by random legal moves, from setup to a winner, and check every one of them.

    No card may appear or vanish, no count of tokens may be negative, no round may end with anything unresolved, every
    decision must be legal when it is judged again, and replaying the events must give the same table byte for byte.
    Exit 1 if a game has a fault.

    \b
    Examples:
      lastword simulate agot2 --games 20 --seed 7
      lastword simulate agot2 --format melee --players 4 --json
      lastword simulate agot2 --write games && lastword verify games/agot2-joust-2-0.lw
    """
    found = load(pack)
    chosen = _format(found, format_, players)
    played = []
    with progress("games", games) as advance:
        for number in range(seed, seed + games):
            simulation = Simulation(found, players or found.formats[chosen][0], chosen, number)
            entries, faults = examine(simulation)
            table = simulation.position.table
            played.append(SimulatedGame(number, table.seq, table.winners or [], table.reason, faults))
            name = f"{found.id}-{chosen}-{len(simulation.seats)}-{number}"
            if keep:
                _keep(ctx, name, found, entries)
            if write is not None:
                _write(write / f"{name}.lw", found, entries)
            advance(1)
    if as_json:
        print_json(played)
    else:
        print_lines(simulated_lines(found.id, chosen, played))
    if any(game.faults for game in played):
        ctx.exit(1)


def _format(pack: Pack, wanted: str | None, players: int | None) -> str:
    """Return the format asked for, or the first that so many players can play; refuse if there is none."""
    if wanted and wanted not in pack.formats:
        raise ReplayError(f"{pack.id} has no format {wanted!r}; it has {', '.join(pack.formats)}")
    for name, (least, most) in pack.formats.items():
        if wanted in (None, name) and (players is None or least <= players <= most):
            return name
    asked = f" as {wanted}" if wanted else ""
    raise ReplayError(f"{pack.id} is not played by {players}{asked}; {_sizes(pack)}")


def _sizes(pack: Pack) -> str:
    sizes = {name: str(most) if least == most else f"{least} to {most}" for name, (least, most) in pack.formats.items()}
    return ", ".join(f"{name}: {size} players" for name, size in sizes.items())


def _write(path: Path, pack: Pack, entries: list[Entry]) -> None:
    from replays.records.transcript import transcribe

    path.parent.mkdir(parents=True, exist_ok=True)
    write_output(path, "".join(f"{line}\n" for line in transcribe(pack, entries)))
    note(f"wrote {path}")


def _keep(ctx: click.Context, name: str, pack: Pack, entries: list[Entry]) -> None:
    with opened(ctx, create=True) as ledger:
        kept = stamped(entries, pack.id, scribe())
        ledger.start(
            name,
            pack=pack.id,
            pack_version=pack.version,
            note="random legal moves",
            created=today(),
            entries=kept,
        )
    note(f"stored {name}")
