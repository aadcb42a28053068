"""The table as one player knows it: cards they do not know and secret choices of others are blanked.

A player knows a card that lies face up, that they were shown, or that is in a zone they may look into. Any other card
loses its name. In decks, hands and the like it also loses its number, by which a card once seen could be followed
through a shuffle: zones, attachments, occurrences and effects get a stand-in, a negative number. A slot of a frame that
ends with a player's letter (`bid A`) is that player's secret choice until the frame closes. Other slots are common
knowledge and keep their numbers, as do counted uses, random outcomes and the settings.
"""

from __future__ import annotations

from msgspec.structs import replace

from ledger.errors import LedgerError
from ledger.facts import Occurrence
from ledger.table import Table, clone
from ledger.table import knows as knows

HIDDEN = ""
"""The card of a component that the player does not know."""


def view(table: Table, player: str) -> Table:
    """Return a copy of the table as this player knows it; raises `LedgerError` for a stranger.

    The module's docstring says what is blanked and what is not.
    """
    if player not in table.seats:
        raise LedgerError(f"nobody at this table is {player!r}; at it sit {', '.join(table.seats) or 'no players yet'}")
    seen = clone(table)
    hidden: set[int] = set()
    stand_ins: dict[int, int] = {}
    for name, order in seen.zones.items():
        for number in order:
            entity = seen.entities[number]
            if knows(table, player, entity):
                continue
            entity.card = HIDDEN
            hidden.add(number)
            if seen.specs[name].seen != "all":
                stand_ins[number] = -1 - len(stand_ins)
    _forget_last_known(seen, hidden)
    _remove_secrets(seen, set(seen.seats) - {player})
    _renumber(seen, stand_ins)
    return seen


def _forget_last_known(table: Table, hidden: set[int]) -> None:
    """Remove what occurrences remember of hidden cards: it would give them away."""
    for frame in table.frames:
        frame.occurrences = [replace(item, last=None) if item.subject in hidden else item for item in frame.occurrences]


def _remove_secrets(table: Table, others: set[str]) -> None:
    """Remove what the other players have chosen in secret and not yet shown."""
    for frame in table.frames:
        frame.data = {name: value for name, value in frame.data.items() if name.rpartition(" ")[2] not in others}


def _renumber(table: Table, stand_ins: dict[int, int]) -> None:
    """Replace the numbers of hidden components by their stand-ins, wherever the table refers to them."""
    entities = []
    for entity in table.entities.values():
        if entity.id in stand_ins:
            entity.id, entity.since = stand_ins[entity.id], 0
        entity.host = stand_ins.get(entity.host, entity.host)
        entity.attached = _renumbered(entity.attached, stand_ins)
        entities.append(entity)
    # Sorted anew: the order in which they were brought to the table is that of a decklist.
    table.entities = {
        entity.id: entity for entity in sorted(entities, key=lambda entity: (entity.id < 0, abs(entity.id)))
    }
    table.zones = {name: _renumbered(order, stand_ins) for name, order in table.zones.items()}
    for frame in table.frames:
        frame.occurrences = [_renumbered_occurrence(item, stand_ins) for item in frame.occurrences]
    for effect in table.effects.values():
        effect.source = stand_ins.get(effect.source, effect.source)
        effect.affects = _renumbered(effect.affects, stand_ins)


def _renumbered(numbers: list[int], stand_ins: dict[int, int]) -> list[int]:
    return [stand_ins.get(number, number) for number in numbers]


def _renumbered_occurrence(item: Occurrence, stand_ins: dict[int, int]) -> Occurrence:
    return replace(
        item,
        subject=stand_ins.get(item.subject, item.subject),
        source=stand_ins.get(item.source, item.source),
        other=stand_ins.get(item.other, item.other),
    )
