"""A table and its events in plain words, for any game: what `state` and `tail` print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ledger.entries import Envelope, Origin
from ledger.events import Fact
from ledger.table import Entity, Frame, Table

_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LONG = 12


def table_lines(table: Table) -> Iterator[str]:
    """The whole table, a line a thing."""
    title = " ".join(word for word in (table.pack, table.version, table.format) if word)
    yield f"after event {table.seq}{f': {title}' if title else ''}"
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


def _player(table: Table, player: str) -> Iterator[str]:
    seat = table.seats[player]
    roles = [role for role, holders in table.roles.items() if player in holders and role != "players"]
    counters = [f"{what} {amount}" for what, amount in sorted(table.counters[player].items())]
    yield ""
    yield " · ".join([f"{player} {seat.name}", *([seat.faction] if seat.faction else []), *roles, *counters])
    yield from _zones(table, [name for name, spec in table.specs.items() if spec.owner == player])


def _zones(table: Table, names: list[str]) -> Iterator[str]:
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
    """A card with everything on it, such as `#12 ned (kneeling, power 2)`."""
    on_it = [*sorted(entity.marks), *(f"{what} {amount}" for what, amount in sorted(entity.counters.items()))]
    if entity.host:
        on_it.append(f"on #{entity.host}")
    if entity.controller and entity.controller != entity.owner:
        on_it.append(f"controlled by {entity.controller}")
    name = f"#{entity.id} {entity.card}" if entity.card else "unknown"
    return f"{name} ({', '.join(on_it)})" if on_it else name


def _resolving(table: Table) -> Iterator[str]:
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
    """A frame, its step, and what is happening in it."""
    happening = [f"{item.kind}{f' #{item.subject}' if item.subject else ''} {item.state}" for item in frame.occurrences]
    return f"{frame.kind} @{frame.id}, step {frame.step}{': ' + ', '.join(happening) if happening else ''}"


def envelope_line(item: Envelope) -> str:
    """One event on one line: number, depth mark, what, and who claims it."""
    doubt = "?" if item.uncertain else ""
    said = f" (says {item.by})" if item.by else " (claimed)" if item.origin is Origin.ASSERTED else ""
    indent = "" if item.origin is not Origin.DERIVED else "  "
    return f"{item.seq:>6}{doubt or ' '} {indent}{event_words(item.event)}{said}"


def event_words(event: Fact) -> str:
    """An event's type in words and its fields, those left at their defaults omitted."""
    words = _WORDS.sub(" ", type(event).__name__).lower()
    config = event.__struct_fields__
    defaults = event.__struct_defaults__
    plain = dict(zip(config[len(config) - len(defaults) :], defaults, strict=True))
    fields = []
    for name in config:
        value = getattr(event, name)
        if name not in plain or (value != plain[name] and value != {}):
            fields.append(f"{name} {_value(value)}")
    return f"{words}: {', '.join(fields)}" if fields else words


def named(value: object) -> Any:
    """Anything of the ledger with its fields named: what `--json` prints."""
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
    if isinstance(value, Fact):
        return f"[{event_words(value)}]"
    if isinstance(value, tuple | list):
        shown = [_value(item) for item in value[:_LONG]]
        return " ".join(shown) + (f" … {len(value)} in all" if len(value) > _LONG else "")
    return str(value)


def counted(number: int, noun: str) -> str:
    """A number of things, as it is said."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
