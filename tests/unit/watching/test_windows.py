"""The window audit: what each player made of every window, and what a record left out."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from ledger.entries import Entry
from ledger.events import Event, FrameAdvanced, FrameClosed, FrameOpened, Passed
from replays.records.random_games import Simulation
from replays.watching.opportunities import count_windows
from replays.watching.window_audit import Opened, Status, audit
from replays.watching.words import audit_counts
from rules.catalogue import load, pack_ids
from rules.kernel.pack import Pack
from tests.sequences import SAVE, mourning, nest, record


@cache
def mourned(forced: bool = True) -> tuple[Pack, tuple[Entry, ...]]:
    return record(mourning(forced))


def of(windows: list[Opened], step: str, about: str) -> Opened:
    return next(window for window in windows if window.step == step and about in window.because)


def statuses(window: Opened) -> dict[str, Status]:
    return {turn.player: turn.status for turn in window.turns}


def test_the_disputed_save_offered_everything_it_had_to() -> None:
    windows = audit(record(SAVE)[1], record(SAVE)[0])
    save = of(windows, "would", "Eddard Stark is killed")
    assert save.order == ["A", "B"], "the first player first"
    assert statuses(save) == {"A": Status.USED, "B": Status.NOTHING}
    assert save.turns[0].used == ["duplicate of Eddard Stark"]
    assert save.because == "Eddard Stark is killed (4.2.4 Apply claim)"
    assert save.rule == "agot2/triggering-condition#5"
    assert not any(window.wrong for window in windows)


def test_used_passed_and_forced() -> None:
    pack, entries = mourned()
    windows = audit(entries, pack)
    reactions = of(windows, "reactions", "Catelyn Stark is killed")
    assert statuses(reactions) == {"A": Status.PASSED, "B": Status.USED}
    forced = of(windows, "forced reactions", "Catelyn Stark is killed")
    assert forced.forced
    assert forced.resolved == ["Mourner"]
    assert not forced.missed


def test_opportunities_are_told_in_the_order_they_were_held_with_passes_nobody_wrote() -> None:
    """The defender acts first in a conflict: her pass was implied when the attacker used something, and she acts after
    all.
    """
    pack, entries = record("""lastword 1 l5r standard
players      A "Aiko" lion, B "Botan" crane
position     round 3, conflict declare, first A, active A
A play       brawler = "Lion's Pride Brawler", toturi = "Akodo Toturi"
A hand       nothing
B play       challenger = "Doji Challenger"
B hand       nothing
B province1  garden = "Manicured Garden" (facedown)

A conflict military for air against garden with brawler
B defend with challenger
A use brawler targeting challenger
B use garden
""")
    window = next(found for found in audit(entries, pack) if found.label.startswith("3.2.2"))
    told = [(item.player, item.status, item.used, item.implied) for item in window.in_time]
    assert told == [
        ("B", Status.PASSED, "", True),
        ("A", Status.USED, "Lion's Pride Brawler", False),
        ("B", Status.USED, "Manicured Garden", False),
        ("A", Status.OPEN, "", False),
    ]
    held = [item.seq for item in window.in_time if item.status is not Status.OPEN]
    assert held == sorted(held)


def test_every_nested_initiation_is_a_window_of_its_own() -> None:
    pack, entries = record(nest(10))
    windows = [window for window in audit(entries, pack) if window.step == "attempt would"]
    assert len(windows) == 10
    assert sum(any(turn.used for turn in window.turns) for window in windows) == 9


def test_a_forced_ability_that_a_log_omits_is_found() -> None:
    _, without = mourned(forced=False)
    pack, _ = mourned(forced=True)
    windows = audit(without, pack)
    missed = [(window.step, window.missed) for window in windows if window.missed]
    assert missed == [("forced reactions", ["Mourner"])]


def test_a_player_who_was_not_asked_is_found() -> None:
    """The same log without Anna's passes: her opportunities are gone from the record."""
    pack, entries = mourned()
    windows = audit(_without(entries, lambda event: isinstance(event, Passed) and event.player == "A"), pack)
    denied = [window for window in windows if window.wrong]
    assert [window.step for window in denied] == ["reactions"]
    turn = next(turn for turn in denied[0].turns if turn.player == "A")
    assert turn.status is Status.NEVER_OFFERED
    assert turn.could == ["Watcher"]


def test_windows_that_are_not_in_the_record_at_all_are_found() -> None:
    """A log that goes from the killing straight to its end has no windows after it."""
    pack, entries = mourned()
    killed = next(window.frame for window in audit(entries, pack) if "Catelyn Stark is killed" in window.because)
    cut = _cut_after_happening(entries, killed)
    skipped = [window for window in audit(cut, pack) if window.skipped]
    assert [(window.step, window.missed) for window in skipped] == [
        ("forced reactions", ["Mourner"]),
        ("reactions", []),
    ]
    assert statuses(skipped[1]) == {"A": Status.NEVER_OFFERED, "B": Status.NEVER_OFFERED}
    counts = audit_counts(audit(cut, pack))
    assert (counts["windows"], counts["not in the record"]) == (count_windows(pack, cut), 2)


@pytest.mark.parametrize("pack", pack_ids())
def test_a_game_played_by_the_rules_denies_nobody_anything(pack: str, full: bool) -> None:
    found = load(pack)
    for kind, (players, _) in found.formats.items():
        for seed in range(20 if full else 2):
            entries = list(Simulation(found, players, kind, seed).entries())
            wrong = [window for window in audit(entries, found) if window.wrong]
            assert not wrong, (kind, seed, wrong[0])


def _without(entries: tuple[Entry, ...], drop) -> list[Entry]:  # type: ignore[no-untyped-def]
    """A log without some events. Frames are known by the numbers of their events, so what follows is renumbered."""
    kept: list[list[Event]] = []
    numbers: dict[int, int] = {}
    seq = 0
    for entry in entries:
        events = []
        for old, event in enumerate(entry.events, entry.seq):
            if drop(event):
                continue
            seq += 1
            numbers[old] = seq
            events.append(_renumbered(event, numbers))
        kept.append(events)
    found, at = [], 1
    for events in kept:
        if events:
            found.append(Entry(at, tuple(events)))
            at += len(events)
    return found


def _renumbered(event: Event, numbers: dict[int, int]) -> Event:
    if hasattr(event, "frame"):
        event = replace(event, frame=numbers[event.frame])
    if hasattr(event, "scope"):
        event = replace(event, scope=numbers.get(event.scope, event.scope))
    if isinstance(event, FrameOpened) and event.data and isinstance(event.data.get("moment"), int):
        moment = event.data["moment"]
        event = replace(event, data={**event.data, "moment": numbers[moment]})  # type: ignore[index]
    return event


def _cut_after_happening(entries: tuple[Entry, ...], frame: int) -> list[Entry]:
    """The log up to the happening in a frame, which then closes at once."""
    found = []
    for entry in entries:
        events: list[Event] = []
        for event in entry.events:
            if isinstance(event, FrameAdvanced) and event.frame == frame and event.step == 4:
                return [*found, Entry(entry.seq, (*events, FrameClosed(frame)))]
            events.append(event)
        found.append(Entry(entry.seq, tuple(events)))
    raise AssertionError("the frame never came to its happening")
