"""Every plot card and every hero power is played in a playthrough of its own, whole, with nothing left to assume."""

from __future__ import annotations

import pytest

from ledger.events import FrameClosed, FrameOpened, Outcome
from replays.notation.parser import read
from replays.reading.reader import run
from rules.catalogue import load, playthroughs

FILES = dict(playthroughs("tegot"))
CARDS = {card.id: card for card in load("tegot").cards.values() if card.type in ("plot", "hero-card")}


def test_there_are_62_plots_and_17_heroes() -> None:
    kinds = [card.type for card in CARDS.values()]
    assert (kinds.count("plot"), kinds.count("hero-card")) == (62, 17)


@pytest.mark.parametrize("card", CARDS)
def test_the_card_does_what_its_playthrough_says(card: str) -> None:
    name = f"{'event' if CARDS[card].type == 'plot' else 'hero'}-{card}.lw"
    done = run(read(FILES[name], name))
    assert [item.text for item in done.expected if not item.held] == []
    assert len(done.expected) >= 1
    assert not done.assumed
    assert not done.violations
    assert _resolved(done.entries, f"{card}#1")


def _resolved(entries: object, ability: str) -> bool:
    """Whether the card's ability was initiated and carried out to its end."""
    opened: set[int] = set()
    for entry in entries:  # type: ignore[attr-defined]
        for at, event in enumerate(entry.events):
            if (
                isinstance(event, FrameOpened)
                and event.kind == "ability"
                and (event.data or {}).get("ability") == ability
            ):
                opened.add(entry.seq + at)
            if isinstance(event, FrameClosed) and event.frame in opened and event.outcome is Outcome.RESOLVED:
                return True
    return False
