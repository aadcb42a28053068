"""Whole random games survive being written as transcripts, and long ones are judged fast."""

from __future__ import annotations

import time

import msgspec
import pytest

from replays.notation.layout import formatted
from replays.notation.parser import read
from replays.reading.reader import run
from replays.records.random_games import Simulation
from replays.records.record import of_entries, of_run
from replays.records.transcript import transcribe
from replays.reference.shelf import Shelf
from replays.verdicts.on_date import Rules, dated
from replays.verdicts.verdict_data import as_data
from replays.verdicts.verification import verify
from rules.catalogue import load, pack_ids

GAMES = [
    (game, format_, sizes[0])
    for game in pack_ids()
    for format_, sizes in load(game).formats.items()
    if load(game).notation.phrases
]


@pytest.mark.parametrize(("game", "format_", "players"), GAMES)
def test_a_random_game_reads_back_as_the_same_moves(game: str, format_: str, players: int, full: bool) -> None:
    pack = load(game)
    for seed in range(12 if full else 2):
        entries = list(Simulation(pack, players, format_, seed).entries())
        text = "".join(f"{line}\n" for line in transcribe(pack, entries))
        document = read(text)
        assert document.text() == text
        done = run(document)
        assert done.violations == ()
        assert done.assumed == ()
        assert [entry.events for entry in done.entries[1:]] == [entry.events for entry in entries[1:]]
        tidy = formatted(document)
        assert [entry.events for entry in run(read(tidy)).entries] == [entry.events for entry in done.entries]


def test_a_stored_game_is_judged_again_within_half_a_second() -> None:
    pack = load("agot2")
    entries = next(
        found
        for found in (list(Simulation(pack, 2, "joust", seed).entries()) for seed in range(40))
        if _events(found) >= 5000
    )
    while _events(entries) > 5400:
        entries.pop()
    best = min(_seconds(lambda: verify(of_entries("game", entries))) for _ in range(3))
    assert verify(of_entries("game", entries)).clean
    assert best < 0.5


def _events(entries: list) -> int:  # type: ignore[type-arg]
    return sum(len(entry.events) for entry in entries)


def _seconds(call) -> float:  # type: ignore[no-untyped-def]
    began = time.process_time()
    call()
    return time.process_time() - began


def test_the_report_has_the_shape_that_was_promised() -> None:
    text = (
        'lastword 1 agot2 joust\nplayers A "Anna" stark, B "Borys" lannister\n'
        'position round 1, challenges, active B\nB play hound = "The Hound" (kneeling)\n\n'
        "B challenge military with hound\n"
    )
    rules = Rules(Shelf(None, "2026-11-18"), asked=False)
    data = as_data(dated(verify(of_run(run(read(text)), "game")), rules))
    assert list(msgspec.to_builtins(data)) == ["events", "decisions", "windows", "violations", "assumed"]
    (violation,) = data.violations
    assert list(msgspec.to_builtins(violation)) == ["seq", "line", "player", "rule", "reasons"]
    assert (violation.line, violation.rule) == (6, "agot2/4.2#7")
