"""How two lines differ, or two points of one line: in the table, the windows, the violations and the result.

Open frames, kept uses and what players know are not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Any

import msgspec

from ledger.events import Event
from ledger.table import Effect, Entity, Table
from replays.records.record import Record
from replays.verdicts.verification import verify
from replays.watching.window_audit import Opened, audit
from rules.kernel.names import zone_words
from rules.kernel.position import Position


class Change(msgspec.Struct, frozen=True):
    """One difference between two tables: in which part of what, and how it is on table `a` and on `b`.

    `what` is a component, a player, a zone, "roles", "effects" or "result".
    """

    what: str
    part: str
    a: str
    b: str


class LineDifference(msgspec.Struct, frozen=True):
    """The differences between two lines in what `differ` compares.

    `a` and `b` are their addresses, `common` is the last event they share (0: none), and `events` are the events up to
    which they were compared. `windows` and `violations` list those that only the one line has, and those that only the
    other has. `result` says for each line who has won, or that the game goes on.
    """

    a: str
    b: str
    common: int
    events: tuple[int, int]
    table: tuple[Change, ...]
    windows: tuple[tuple[str, ...], tuple[str, ...]]
    violations: tuple[tuple[str, ...], tuple[str, ...]]
    result: tuple[str, str]

    @property
    def names(self) -> tuple[str, str]:
        """The names of the two lines: their addresses, or "left" and "right" if those are the same."""
        return (self.a, self.b) if self.a != self.b else ("left", "right")

    @property
    def same(self) -> bool:
        """Whether no difference was found."""
        return (
            not self.table and not any(self.windows) and not any(self.violations) and self.result[0] == self.result[1]
        )


def differ(a: Record, b: Record) -> LineDifference:
    """Return how two records of one pack differ, each up to the event its address names, or up to its end.

    Tables and results are compared right after that event, windows and violations up to the end of its action. Only
    windows that closed after the common part, and that somebody could use, are compared.
    """
    ends = [record.last if record.at is None else record.at for record in (a, b)]
    left, right = a.up_to(a.at), b.up_to(b.at)
    tables = left.table(min(ends[0], left.last)), right.table(min(ends[1], right.last))
    common = shared(left, right)
    return LineDifference(
        _address(a),
        _address(b),
        min(common, *ends),
        (ends[0], ends[1]),
        tuple(table_changes(left, *tables)),
        _only(_windows(left, common), _windows(right, common)),
        _only(_violations(left), _violations(right)),
        (_result(tables[0]), _result(tables[1])),
    )


def _address(record: Record) -> str:
    return record.name if record.at is None else f"{record.name}@{record.at}"


def shared(a: Record, b: Record) -> int:
    """Return the last event up to which two lines are the same, or 0 if their first events differ."""
    count = 0
    for one, other in zip(_events(a), _events(b), strict=False):
        if one != other:
            break
        count += 1
    return count


def _events(record: Record) -> Iterator[Event]:
    return (event for entry in record.entries for event in entry.events)


def _only(a: list[str], b: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the items that only the one list has, and those that only the other has, compared as `diff` does."""
    left, right = [], []
    for tag, start, stop, first, last in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            left += a[start:stop]
            right += b[first:last]
    return tuple(left), tuple(right)


def _windows(record: Record, common: int) -> list[str]:
    """Return the windows after the common part that anybody could use, each in words with what became of it."""
    return [
        _window(record, found)
        for found in audit(record.entries, record.pack)
        if not found.quiet and (found.closed or record.last) > common
    ]


def _window(record: Record, found: Opened) -> str:
    """Return a window in words: what became of it for each player."""
    table = record.table(min(1, record.last))
    turns = [
        f"{_player(table, turn.player)} {turn.status}{': ' + ', '.join(turn.used) if turn.used else ''}"
        for turn in found.turns
    ]
    forced = [f"resolved {', '.join(found.resolved)}"] if found.resolved else []
    return f"{found.label} ({found.because}): {'; '.join([*forced, *turns])}"


def _violations(record: Record) -> list[str]:
    """Return the violations of a record in words, each with its rules."""
    return [
        f"{violation.text} ({', '.join(reason.rule for reason in violation.reasons)})"
        for violation in verify(record).violations
    ]


def _result(table: Table) -> str:
    """Return who won and why, in words."""
    if table.winners is None:
        return "the game goes on"
    winners = " and ".join(_player(table, player) for player in table.winners)
    return f"{winners or 'nobody'} won{f': {table.reason}' if table.reason else ''}"


# --- the table -------------------------------------------------------------------------------------------------------


def table_changes(record: Record, a: Table, b: Table) -> Iterator[Change]:
    """Yield the differences between two tables: components, then tokens, roles, orders of zones, effects and winners.

    Effects are compared by their source and whom they affect. Open frames, kept uses and what players know are not
    compared.
    """
    for number in sorted({*a.entities, *b.entities}):
        yield from _entity_changes(record, a, b, number)
    for player in dict.fromkeys([*a.counters, *b.counters]):
        yield from _mapping(_player(b, player), a.counters.get(player, {}), b.counters.get(player, {}))
    for role in dict.fromkeys([*a.roles, *b.roles]):
        if a.roles.get(role) != b.roles.get(role):
            yield Change("roles", role, _players(a, a.roles.get(role)), _players(b, b.roles.get(role)))
    for zone in dict.fromkeys([*a.zones, *b.zones]):
        left, right = a.zones.get(zone, []), b.zones.get(zone, [])
        if left != right and sorted(left) == sorted(right):
            order = (_words(_name(record, a, b, number) for number in numbers) for numbers in (left, right))
            yield Change(_place(record, b, zone), "order", *order)
    yield from _effect_changes(record, a, b)
    if a.winners != b.winners:
        yield Change("result", "winners", _players(a, a.winners), _players(b, b.winners))


def _name(record: Record, a: Table, b: Table, number: int) -> str:
    """Return a component's short name in the record, or its card's name with its number."""
    alias = record.names.alias_of(number)
    entity = b.entities.get(number) or a.entities[number]
    card = record.pack.cards.get(entity.card)
    return alias or (f"{card.name} #{number}" if card else f"unknown #{number}")


_PARTS = {"card": "card", "zone": "place", "controller": "controller", "up": "side", "host": "attached to"}
"""The parts of a component that can differ, as they are stored, and as they are called."""


def _entity_changes(record: Record, a: Table, b: Table, number: int) -> Iterator[Change]:
    """Yield every difference of one component."""
    name = _name(record, a, b, number)
    left, right = a.entities.get(number), b.entities.get(number)
    if left is None or right is None:
        yield Change(name, "on the table", "yes" if left else "no", "yes" if right else "no")
        return
    for part, called in _PARTS.items():
        one, other = getattr(left, part), getattr(right, part)
        if one != other:
            yield Change(name, called, _shown(record, a, part, one), _shown(record, b, part, other))
    yield from _mapping(name, left.counters, right.counters)
    yield from _marks(name, left, right)


def _shown(record: Record, table: Table, part: str, value: Any) -> str:
    """Return the value of a part of a component in words: "Anna's discard pile", "nothing", "Borys"."""
    if part == "up":
        return "face up" if value else "face down"
    if part == "host":
        return _name(record, table, table, value) if value else "nothing"
    if part == "zone":
        return _place(record, table, value)
    if part == "controller":
        return _player(table, value) or "nobody"
    card = record.pack.cards.get(value)
    return card.name if card is not None else "unknown"


def _place(record: Record, table: Table, zone: str) -> str:
    """Return a zone in words: "Anna's discard pile"."""
    return zone_words(Position(record.pack, table), zone) if zone in table.specs else zone or "nowhere"


def _player(table: Table, player: str) -> str:
    """Return the name of a player, or what is no player, such as a house that nobody plays, as it is."""
    seat = table.seats.get(player)
    return seat.name or player if seat is not None else player


def _players(table: Table, players: Iterable[str] | None) -> str:
    return ", ".join(_player(table, player) for player in players or ())


def _marks(name: str, left: Entity, right: Entity) -> Iterator[Change]:
    """Yield the marks that only one of two components has."""
    for mark in sorted({*left.marks} ^ {*right.marks}):
        yield Change(name, mark, "yes" if mark in left.marks else "no", "yes" if mark in right.marks else "no")


def _mapping(name: str, left: dict[str, int], right: dict[str, int]) -> Iterator[Change]:
    """Yield the counters that differ."""
    for what in sorted({*left, *right}):
        if left.get(what, 0) != right.get(what, 0):
            yield Change(name, what, str(left.get(what, 0)), str(right.get(what, 0)))


def _effect_changes(record: Record, a: Table, b: Table) -> Iterator[Change]:
    """Yield the effects that are in force on one table only."""
    left, right = sorted(_effects(record, a)), sorted(_effects(record, b))
    for only in _only(left, right)[0]:
        yield Change("effects", only, "in force", "not in force")
    for only in _only(left, right)[1]:
        yield Change("effects", only, "not in force", "in force")


def _effects(record: Record, table: Table) -> Iterator[str]:
    """Yield each effect in force: its source, and whom it affects."""
    for effect in table.effects.values():
        affected = _words([_name(record, table, table, number) for number in effect.affects])
        yield f"{_source(record, table, effect)} on {affected or _player(table, effect.player)}"


def _source(record: Record, table: Table, effect: Effect) -> str:
    """Return the name of the card an effect comes from, or its ability."""
    return _name(record, table, table, effect.source) if effect.source in table.entities else effect.ability


def _words(values: Any) -> str:
    return ", ".join(str(value) for value in values or ())
