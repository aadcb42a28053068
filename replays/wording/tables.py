"""A table and its events in words for any game: what `state` and `tail` print."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import asdict

from ledger.entries import Envelope, Origin
from ledger.events import Event
from ledger.table import Frame, Table
from replays.meaning.steps import step_at
from replays.records.views import Onlooker
from replays.tables.laid_out import of_position
from replays.tables.shown import ContestLane, Pile, ShownRow, ShownSide, ShownTable, Tile, TileQuality
from replays.wording.events import Describer
from replays.wording.naming import counted
from rules.kernel.layout import Place
from rules.kernel.names import listed
from rules.kernel.pack import Pack
from rules.kernel.position import Position

_LONG = 12
"""The most cards of a zone that are listed one by one."""


def table_lines(pack: Pack, table: Table, viewer: str = "") -> Iterator[str]:
    """Yield the lines that show a table: players with their zones, the contest, the map, frames, effects, winners.

    Cards are named and have their values as they count now. Empty zones are left out. Of a zone with more than 12
    cards, or with only unknown ones, just the number is shown. `viewer` is a player; without one everything is shown.
    """
    pos = Onlooker(pack, viewer).position(table)
    shown = of_position(pos, viewer)
    names = player_names(shown)
    rules = f"rules {table.version}" if table.version else ""
    title = ", ".join(word for word in (pack.title or table.pack, table.format, rules) if word and table.pack)
    yield f"{title}{', ' if title else ''}after event {table.seq}{_tournament(table)}"
    for side in shown.sides:
        yield ""
        yield _side_line(side)
        yield from _zone_lines(side.rows, (side.hand, *side.piles), side.player, names)
    common = [*_place_lines(shown), *_zone_lines(shown.rows, shown.piles, "", names)]
    yield from ["", "common", *common] if common else []
    if shown.lane is not None:
        yield ""
        yield from lane_lines(shown.lane)
    yield from _resolving(pos)
    if shown.winners is not None:
        yield ""
        winners = listed([pos.player_name(player) for player in shown.winners], "nobody")
        yield f"over: {winners} won{f' ({shown.reason})' if shown.reason else ''}"


class TableData(Table, kw_only=True):
    """A table, as `state --json` prints it: the ledger's own fields, and under `shown` the table laid out for people.

    `shown` has values as they count now; its field `version` is the version of its format.
    """

    shown: ShownTable


def table_data(pack: Pack, table: Table, viewer: str = "") -> TableData:
    """Return a table for `state --json`, as `viewer` knows it if one is named."""
    pos = Onlooker(pack, viewer).position(table)
    return TableData(**asdict(pos.table), shown=of_position(pos, viewer))


class EventData(Struct, frozen=True):
    """An event, as `tail --json` prints it on a line of its own: the fields of its envelope, its type, and its words.

    `event` has the fields of the event's type. `frame` is the innermost frame open before it (0: none), `cause` the
    event that caused it (0: it was not derived). `uncertain` says that its entry is marked as doubtful.
    """

    seq: int
    frame: int
    cause: int
    origin: Origin
    by: str
    uncertain: bool
    event: Event
    type: str
    says: str


def event_data(item: Envelope, words: str) -> EventData:
    """Return an event with its envelope and its words, for `tail --json`."""
    return EventData(**asdict(item), type=type(item.event).__name__, says=words)


def _tournament(table: Table) -> str:
    """Return where the game was played, behind a dot; "" if the record does not say."""
    parts = [table.settings.get("tournament", "")]
    parts += [
        f"{word} {table.settings[key]}"
        for word in ("round", "table")
        if (key := f"tournament {word}") in table.settings
    ]
    return f" · {', '.join(parts)}" if parts[0] else ""


def _side_line(side: ShownSide) -> str:
    """Return one player in a line: `A Anna · stark · first · gold 3`."""
    counts = [f"{count.word} {count.amount}" for count in side.counts]
    name = f"{side.player} {side.name}" if side.name != side.player else side.player
    return " · ".join([name, *([side.faction] if side.faction else []), *side.roles, *counts])


def _zone_lines(rows: Iterable[ShownRow], piles: Iterable[Pile], side: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each zone that holds cards."""
    for row in rows:
        for column in row.columns:
            if column.tiles:
                yield f"  {column.word}: {row_words(column.tiles, side, names)}"
    for pile in piles:
        if pile.count:
            yield f"  {pile.word}: {pile_words(pile)}"


def alike_names(tiles: Iterable[Tile]) -> frozenset[str]:
    """Return the names that several different components in one place have; these are told apart by their numbers.

    Components that are the same in all that is shown need not be told apart.
    """
    words: dict[str, set[str]] = {}
    for tile in tiles:
        words.setdefault(tile.name, set()).add(tile_words(tile))
    return frozenset(name for name, different in words.items() if len(different) > 1)


def row_words(tiles: Sequence[Tile], side: str = "", names: Mapping[str, str] | None = None) -> str:
    """Return the components in one place, the same ones together: `The Hound (kneeling, STR 6), Action die × 3`.

    `side` is the player on whose side they lie, and `names` are the players' names.
    """
    alike = alike_names(tiles)
    return _counted_words(tile_words(tile, alike, side, names) for tile in tiles)


def player_names(shown: ShownTable) -> dict[str, str]:
    """Return the players' names by their letters."""
    return {side.player: side.name for side in shown.sides}


def _counted_words(words: Iterable[str]) -> str:
    """Return words between commas, the same ones once with how many they are."""
    return ", ".join(f"{word} × {count}" if count > 1 else word for word, count in Counter(words).items())


def pile_words(pile: Pile) -> str:
    """Return a hand or pile: the names of its cards and how many are unknown; of a long or unknown one the number."""
    if not pile.tiles or len(pile.tiles) > _LONG:
        return counted(pile.count, "card")
    known = _counted_words(_plain_words(tile) for tile in pile.tiles)
    return f"{known}, {pile.unknown} unknown" if pile.unknown else known


def _plain_words(tile: Tile) -> str:
    """Return a card in a hand or pile: its name and the tokens on it."""
    tokens = ", ".join(f"{token.word} {token.amount}" for token in tile.tokens)
    return f"{tile.name or 'unknown'}{f' ({tokens})' if tokens else ''}"


def _name_words(tile: Tile, alike: Collection[str]) -> str:
    """Return a component's name, with its number if another has the same name; `unknown` for an unknown card."""
    if not tile.name:
        return "unknown"
    return f"{tile.name} #{tile.number}" if tile.name in alike and tile.number > 0 else tile.name


def _place_lines(shown: ShownTable) -> Iterator[str]:
    """Yield a line for each place of the map on which something stands."""
    for place in shown.places:
        if place.tokens:
            tokens = place_words(shown, place)
            facts = f" ({', '.join(place.facts)})" if place.facts else ""
            yield f"  {place.name}: {tokens}{facts}"


def place_words(shown: ShownTable, place: Place) -> str:
    """Return what stands on a place of the map, with whose it is: "Ada power 3, Gus's Herald, Kingdom's Favour"."""
    names = player_names(shown)
    found = []
    for token in place.tokens:
        whose, named = names.get(token.player, token.player.capitalize()), token.what[:1].isupper()
        if token.amount == 1 and named:  # the only one of its name
            found.append(f"{whose}'s {token.what}" if whose else token.what)
        else:
            found.append(f"{whose} {token.what} {token.amount}".strip())
    return ", ".join(found)


def tile_words(tile: Tile, alike: Collection[str] = (), side: str = "", names: Mapping[str, str] | None = None) -> str:
    """Return a component in words: `Eddard Stark (kneeling, STR 5, military power, power 2)`.

    A number that differs from the printed one is followed by that. A name in `alike`, which several components have, is
    followed by the component's number. An unknown card is `unknown`, without its number. Of a component that its owner
    does not control, it is told who controls it, and on the side of that player (`side`) whose it is instead.
    """
    on_it = [tile.turned] if tile.turned else []
    on_it += [f"{n.word} {n.text}{f' (printed {n.printed})' if n.differs else ''}" for n in tile.numbers]
    on_it += [
        _quality_words(quality) for quality in tile.qualities if quality.on_tile or quality.now != quality.printed
    ]
    on_it += [*tile.marks, *(f"{token.word} {token.amount}" for token in tile.tokens)]
    on_it += [tile.does] if tile.does else []
    on_it += ["facedown"] if tile.facedown else []
    on_it += [f"with {tile_words(part, alike, side, names)}" for part in tile.attached]
    if tile.owner and tile.controller not in ("", tile.owner):
        called = names or {}
        own = called.get(tile.owner, tile.owner)
        by = called.get(tile.controller, tile.controller)
        on_it.append(f"{own}'s card" if tile.controller == side else f"controlled by {by}")
    name = _name_words(tile, alike)
    shown = [part for part in on_it if part]
    return f"{name} ({', '.join(shown)})" if shown else name


def _quality_words(quality: TileQuality) -> str:
    """Return icons or keywords between spaces; where they differ from the printed ones, these are named too."""
    now = " ".join(quality.now) or f"no {quality.name}"
    return now if quality.now == quality.printed else f"{now} (printed {' '.join(quality.printed) or 'none'})"


def lane_words(lane: ContestLane) -> str:
    """Return the contest in a line: `Military challenge, STR: Anna 5, Borys 3; Anna won`."""
    totals = ", ".join(f"{side.name} {side.total}" for side in lane.sides)
    title = ", ".join((lane.title, *lane.facts))
    return f"{title}, {lane.measure}: {totals}{f'; {lane.result}' if lane.result else ''}"


def lane_lines(lane: ContestLane) -> Iterator[str]:
    """Yield the contest in a line, then what each side does with which cards: `  Borys attacks: The Hound`."""
    yield lane_words(lane)
    for side in lane.sides:
        names = (f"{tile.name or 'unknown'}{' (by an illegal move)' if tile.wrongly else ''}" for tile in side.tiles)
        yield f"  {side.name} {side.does}: {_counted_words(names) or 'nobody'}"


def _resolving(pos: Position) -> Iterator[str]:
    """Yield the lines for the open frames and for the effects in force."""
    table = pos.table
    if table.frames:
        yield ""
        yield "being resolved, the outermost first"
        for depth, frame in enumerate(table.frames, 1):
            # A frame with another inside it has moved on already: only the innermost stands at its step.
            step = step_at(pos.pack, frame.kind, frame.step) if frame is table.top else None
            yield f"  {depth}. {frame_title(pos, frame)} (since event {frame.id}){f': {step.label}' if step else ''}"
    if table.effects:
        yield ""
        yield "in force"
        for effect in table.effects.values():
            ability = pos.pack.ability(effect.ability)
            source = pos.table.entities.get(effect.source)
            name = pos.pack.name(pos, effect.source) if source is not None and source.card else "an unknown card"
            says = f": {ability.says}" if ability and ability.says else ""
            yield f"  {name} ({Describer(pos).player(effect.player)}){says}"


def frame_title(pos: Position, frame: Frame) -> str:
    """Return what a frame is: its occurrences in words, else the title of its procedure, of a round with its number."""
    describer = Describer(pos)
    parts = "; ".join(dict.fromkeys(describer.occurrence(part) for part in frame.occurrences))
    procedure = pos.pack.procedures.get(frame.kind)
    title = parts or (procedure.title if procedure else frame.kind)
    if frame.number("round") and frame.kind == pos.pack.dialect.periods.get("round", "round"):
        return f"{title} {frame.number('round')}"
    return title


def envelope_line(item: Envelope, words: str) -> str:
    """Return an event as `tail` prints it: its number, `?` if it is uncertain, its words, and who claims it.

    Events that the rules derived are indented. What was written of a position, and never played, is `as written`.
    """
    doubt = "?" if item.uncertain else ""
    said = f" (says {item.by})" if item.by else " (as written)" if item.origin is Origin.ASSERTED else ""
    indent = "" if item.origin is not Origin.DERIVED else "  "
    return f"{item.seq:>6}{doubt or ' '} {indent}{words}{said}"


def named(value: object) -> Any:
    """Return a value of the ledger as dictionaries and lists with every field named: what `--json` prints.

    A field that is unset is left out.
    """
    if isinstance(value, Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        fields = ((name, getattr(value, field)) for name, field in names)
        return {name: named(item) for name, item in fields if item is not UNSET}
    if isinstance(value, dict):
        return {key: named(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [named(item) for item in value]
    return value
