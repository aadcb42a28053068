"""The abilities of the pack's cards that playthroughs show; run as a module, this lists those that none shows.

A triggered ability or action is shown where it is used, a constant one where it gives something to somebody.
"""

from __future__ import annotations

from ledger.events import FrameOpened, Moved
from replays.records.results import Run
from rules.catalogue import load, playthroughs
from rules.language.cards import Ability
from tests.played import Played, playthrough

PACK = load("agot2")


def shown() -> set[str]:
    """Return the keys of all abilities that any playthrough shows."""
    return {key for name, _ in playthroughs(PACK.id) for key in shown_in(playthrough(PACK.id, name))}


def shown_in(played: Played) -> set[str]:
    """Return the keys of the abilities one playthrough shows."""
    return played.gave | _used(played.run) | _entered(played.run)


def _used(done: Run) -> set[str]:
    """Return the keys of abilities that were used or resolved by themselves in a run."""
    opened = [event for entry in done.entries for event in entry.events if isinstance(event, FrameOpened)]
    return {str(event.data["ability"]) for event in opened if event.kind in ("ability", "delayed")}


def _entered(done: Run) -> set[str]:
    """Return the keys of abilities that say how their own card enters play, of the cards that entered in a run."""
    entities = done.table.entities
    moved = [event for entry in done.entries for event in entry.events if isinstance(event, Moved)]
    cards = {entities[event.entity].card for event in moved if event.zone.endswith(".play")}
    abilities = [ability for card in cards if card in PACK.cards for ability in PACK.cards[card].abilities]
    return {ability.key for ability in abilities if any(grant.word == "enters" for grant in ability.grants)}


def every() -> list[Ability]:
    """Return every ability of the pack's own cards."""
    return [ability for card in PACK.cards.values() for ability in card.abilities]


if __name__ == "__main__":
    seen = shown()
    for ability in every():
        if ability.key not in seen:
            print(f"{ability.key}: {ability.says}")
