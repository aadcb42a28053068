"""A table and its events in words for any game, from the ledger alone: what `state` and `tail` print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ledger.entries import Envelope, Origin
from ledger.events import Fact
from ledger.table import Entity, Frame, Table

_WORD_BORDER = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LONG = 12
"""The most cards of a zone, or values of a list, that are listed one by one."""


def table_lines(table: Table) -> Iterator[str]:
    """Yield the lines that show a table: players and their zones, common zones, frames, effects, winners.

    Empty zones are left out. Of a zone with more than 12 cards, or with only unknown ones, just the number is shown.
    """
    title = " ".join(word for word in (table.pack, table.version, table.format) if word)
    yield f"after event {table.seq}{f': {title}' if title else ''}{_tournament(table)}"
    for player in table.seats:
        yield from _player(table, player)
    common = [name for name, spec in table.specs.items() if not spec.owner]
    if any(table.zones[name] for name in common):
        yield ""
        yield "common"
        yield from _zones(table, common)
    yield from _resolving(table)
    if table.winners is not None:
        yield ""
        yield f"over: {' and '.join(table.winners) or 'nobody'} won{f' ({table.reason})' if table.reason else ''}"


def _tournament(table: Table) -> str:
    """Return where the game was played, behind a dot; "" if the record does not say."""
    parts = [table.settings.get("tournament", "")]
    parts += [
        f"{word} {table.settings[key]}"
        for word in ("round", "table")
        if (key := f"tournament {word}") in table.settings
    ]
    return f" · {', '.join(parts)}" if parts[0] else ""


def _player(table: Table, player: str) -> Iterator[str]:
    """Return the lines of one player: the seat with its roles and tokens, then the zones."""
    seat = table.seats[player]
    roles = [role for role, holders in table.roles.items() if player in holders and role != "players"]
    counters = [f"{what} {amount}" for what, amount in sorted(table.counters[player].items())]
    yield ""
    yield " · ".join([f"{player} {seat.name}", *([seat.faction] if seat.faction else []), *roles, *counters])
    yield from _zones(table, [name for name, spec in table.specs.items() if spec.owner == player])


def _zones(table: Table, names: list[str]) -> Iterator[str]:
    """Return a line for each of some zones that holds cards; long zones and those of unknown cards are only counted."""
    for name in names:
        held = [table.entities[number] for number in table.zones[name]]
        if not held:
            continue
        unknown = sum(1 for entity in held if not entity.card)
        if unknown == len(held) or len(held) > _LONG:
            yield f"  {name}: {len(held)} cards{f', {unknown} of them unknown' if 0 < unknown < len(held) else ''}"
        else:
            yield f"  {name}: {', '.join(entity_words(entity) for entity in held)}"


def entity_words(entity: Entity) -> str:
    """Return a component with its marks, tokens, host and (if not its owner) controller: `#12 ned (kneeling, power 2)`.

    A card that nobody has identified is `unknown`, without its number.
    """
    on_it = [*sorted(entity.marks), *(f"{what} {amount}" for what, amount in sorted(entity.counters.items()))]
    if entity.host:
        on_it.append(f"on #{entity.host}")
    if entity.controller and entity.controller != entity.owner:
        on_it.append(f"controlled by {entity.controller}")
    name = f"#{entity.id} {entity.card}" if entity.card else "unknown"
    return f"{name} ({', '.join(on_it)})" if on_it else name


def _resolving(table: Table) -> Iterator[str]:
    """Return the lines for the open frames and for the effects in force."""
    if table.frames:
        yield ""
        yield "being resolved, the outermost first"
        for depth, frame in enumerate(table.frames, 1):
            yield f"  {depth}. {frame_words(frame)}"
    if table.effects:
        yield ""
        yield "in force"
        for effect in table.effects.values():
            yield f"  {effect.ability} of #{effect.source} ({effect.player})"


def frame_words(frame: Frame) -> str:
    """Return a frame in one line: its kind and number, the index of its step, and the occurrences in it."""
    happening = [f"{item.kind}{f' #{item.subject}' if item.subject else ''} {item.state}" for item in frame.occurrences]
    return f"{frame.kind} @{frame.id}, step {frame.step}{': ' + ', '.join(happening) if happening else ''}"


def envelope_line(item: Envelope) -> str:
    """Return an event as `tail` prints it: its number, `?` if it is uncertain, the event, and who claims it.

    Events that the rules derived are indented.
    """
    doubt = "?" if item.uncertain else ""
    said = f" (says {item.by})" if item.by else " (claimed)" if item.origin is Origin.ASSERTED else ""
    indent = "" if item.origin is not Origin.DERIVED else "  "
    return f"{item.seq:>6}{doubt or ' '} {indent}{event_words(item.event)}{said}"


def event_words(event: Fact) -> str:
    """Return an event as the words of its type and its fields.

    Fields at their defaults are left out, and long lists are cut.
    """
    words = _WORD_BORDER.sub(" ", type(event).__name__).lower()
    names = event.__struct_fields__
    values = event.__struct_defaults__
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    fields = []
    for name in names:
        value = getattr(event, name)
        if name not in defaults or (value != defaults[name] and value != {}):
            fields.append(f"{name} {_value(value)}")
    return f"{words}: {', '.join(fields)}" if fields else words


def named(value: object) -> Any:
    """Return a value of the ledger as dictionaries and lists with every field named: what `--json` prints.

    An envelope also gets the `type` of its event.
    """
    if isinstance(value, Envelope):
        return {
            **{name: named(getattr(value, name)) for name in value.__struct_fields__},
            "type": type(value.event).__name__,
        }
    if isinstance(value, Struct):
        return {name: named(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: named(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [named(item) for item in value]
    return value


def _value(value: object) -> str:
    """Return a field of an event as text; long lists are cut short."""
    if isinstance(value, Fact):
        return f"[{event_words(value)}]"
    if isinstance(value, tuple | list):
        shown = [_value(item) for item in value[:_LONG]]
        return " ".join(shown) + (f" … {len(value)} in all" if len(value) > _LONG else "")
    return str(value)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is 1: `1 window`, `2,400 windows`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
