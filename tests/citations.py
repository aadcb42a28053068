"""Illegal moves with the table they were tried at and the reasons told: `python -m tests.citations --help`.

Somebody who knows the rulebook and not the code reads them, and says whether the first reason names the clause that
forbids the move.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import click

from ledger.events import Move
from replays.meaning.fit import where_of
from replays.records.reasons import as_reason, sentence, telling
from replays.wording.events import Describer
from replays.wording.tables import table_lines
from rules.books.addresses import parse_address
from rules.books.shelf import find
from rules.catalogue import load, pack_ids
from rules.kernel.asks import Ask, Check
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from tests.reasons import refused_moves

GAMES = 40
"""The games that illegal moves are drawn from."""
MOST_ALIKE = 2
"""The most moves drawn that are refused by the same clause."""


def drawn(pack: Pack, seed: int, count: int) -> list[str]:
    """Return illegal moves of random games as texts to read, of each first clause at most a few."""
    texts: dict[str, list[str]] = {}
    generator = random.Random(f"citations {pack.id} {seed}")
    for pos, player, move, checks in refused_moves(pack, range(seed * 1000, seed * 1000 + GAMES), each=1):
        told = telling(checks)
        if told and generator.random() < 0.2:
            texts.setdefault(told[0].rule, []).append("\n".join(_told(pos, player, move, told)))
    rules = sorted(texts)
    generator.shuffle(rules)
    found: list[str] = []
    for take in range(MOST_ALIKE + count):
        for rule in rules:
            if take < len(texts[rule]) and len(found) < count:
                found.append(generator.choice(texts[rule]) if take == 0 else texts[rule][take])
    return found


def _told(pos: Position, player: str, move: Move, told: list[Check]) -> Iterator[str]:
    ask = pos.ask
    assert isinstance(ask, Ask)
    words = Describer(pos)
    yield "THE TABLE"
    yield from (f"  {line}" for line in table_lines(pos.pack, pos.table, ""))
    yield ""
    yield f"ASKED: {ask.says} ({where_of(pos, ask)}), decided by {pos.player_name(ask.player)}"
    yield f"TRIED by {pos.player_name(player)}: {words.move(player, move)}   ({move})"
    yield "TOLD:"
    for check in told:
        yield f"  {check.rule}: {sentence(as_reason(check))}"
        entry, clause = find(parse_address(check.rule))
        yield f"      the clause ({entry.title}): {clause.says if clause is not None else entry.title}"


@click.command()
@click.option("--pack", "game", type=click.Choice(list(pack_ids())), required=True)
@click.option("--seed", default=1)
@click.option("--count", default=60)
@click.option("--into", type=click.Path(path_type=Path), required=True, help="The folder for one text a move.")
def main(game: str, seed: int, count: int, into: Path) -> None:
    """Draw illegal moves of random games and write each with its table and the reasons told."""
    into.mkdir(parents=True, exist_ok=True)
    for number, text in enumerate(drawn(load(game), seed, count), start=1):
        (into / f"{number:02}.txt").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
