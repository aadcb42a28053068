"""Corrections of the table by hand: what a line `correct …, by WHO` changes, and a correction written back as a line.

A correction sets one thing: tokens, a mark, the side a card lies on, its zone, or the card it is attached to. What
cannot stay as it was goes along, as the pack says (`Pack.put_by_hand`). Everything else stays.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ledger.events import Attached, Change, Corrected, Counted, Event, FrameAdvanced, Marked, Moved
from ledger.table import Entity, clone
from replays.errors import NotationError, ReplayError
from replays.meaning.names import Names
from replays.meaning.statements import area_of
from replays.meaning.writer import Writer
from replays.notation.lines import Correction, Ref
from rules.errors import nearest
from rules.kernel.pack import Pack
from rules.kernel.position import Position
from rules.shared import unstated
from rules.shared.totals import stated_total
from rules.shared.unknown_plots import stated_pool

FACES = {"faceup": "up", "facedown": "down"}
"""The words for the side a card lies on."""
OTHER_FACE = {"up": "down", "down": "up"}


class CannotCorrect(ReplayError):
    """A correction that is impossible at this table; the message says why, and what could be written."""


def correction_of(names: Names, pos: Position, line: Correction) -> Corrected | None:
    """Return what a line `correct …` changes at a position; None if the table is so already. Nothing is changed yet.

    A name that stands for nothing or for several components, and a correction that is impossible, raise NotationError.
    """
    ref = line.value if isinstance(line.value, Ref) and line.aspect != "place" else line.holder
    try:
        said = _stated(names, pos, line)
        made = corrected_at(pos, said)
    except CannotCorrect as error:
        raise NotationError(str(error), line.number, line.source, ref.column, ref.width) from None
    return made if made.old != made.new else None


def corrected_at(pos: Position, said: Corrected) -> Corrected:
    """Return a correction as it is at a position: with what is so there now, and the changes it takes.

    `said` needs only its holder, aspect, `what` and `new`; so a recorded correction can be made at another table. Raise
    `CannotCorrect` if it is impossible there.
    """
    if said.holder not in (pos.table.entities if isinstance(said.holder, int) else pos.table.seats):
        raise CannotCorrect(f"there is no {said.holder} at this table")
    old, changes = _ASPECTS[said.aspect](pos, said)
    return replace(said, old=old, changes=changes if old != said.new else ())


def written(writer: Writer, pos: Position, event: Corrected) -> str:
    """Return a correction as a line of a transcript: `correct A power 3, by the judge`. `pos` stands before it."""
    holder = event.holder if isinstance(event.holder, str) else writer.component(pos, event.holder)
    if event.aspect in ("tokens", "total"):
        says = f"{event.what} {event.new}"
    elif event.aspect == "mark":
        says = event.what if event.new else f"not {event.what}"
    elif event.aspect == "face":
        says = f"face{event.new}"
    elif event.aspect == "place":
        says = f"in {event.new}"
    else:
        says = f"on {writer.component(pos, int(event.new))}"
    return f"correct {holder} {says}, by {event.by}"


# --- what a line says -------------------------------------------------------------------------------------------------


def _stated(names: Names, pos: Position, line: Correction) -> Corrected:
    """Return what a line says, without what was so before and without the changes."""
    notation = pos.pack.notation
    if line.aspect == "tokens" and not line.holder.quoted and line.holder.text in pos.table.seats:
        aspect = "total" if notation.contest is not None and line.what == notation.contest.word else "tokens"
        return Corrected(line.holder.text, aspect, line.what, 0, _number(line), line.by, line.number)
    number = _component(names, pos, line, line.holder)
    aspect, what, new = line.aspect, line.what, line.value
    if aspect == "place":
        assert isinstance(new, Ref)
        return Corrected(number, aspect, "", "", _zone(pos, number, new.text), line.by, line.number)
    if aspect == "host":
        assert isinstance(new, Ref)
        return Corrected(number, aspect, "", 0, _component(names, pos, line, new), line.by, line.number)
    if aspect == "mark" and what in FACES:
        side = FACES[what] if new else OTHER_FACE[FACES[what]]
        return Corrected(number, "face", "", "", side, line.by, line.number)
    if aspect == "mark" and what in notation.plain:
        return Corrected(number, "mark", notation.plain[what], 0, 0 if new else 1, line.by, line.number)
    return Corrected(number, aspect, what, 0, _number(line), line.by, line.number)


def _number(line: Correction) -> int:
    assert isinstance(line.value, int)
    return line.value


def _component(names: Names, pos: Position, line: Correction, ref: Ref) -> int:
    """Return the one component that a name stands for; of several with the same title, the only one in play."""
    if not ref.quoted and ref.text in pos.table.seats:
        what = "a mark" if line.aspect == "mark" else "a place"
        raise CannotCorrect(f"{ref.text} is a player, and {what} is a card's; a player has tokens, as in `A gold 3`")
    found = names.components(pos.table, ref)
    if not found and _is_turned_round(pos, line):
        raise CannotCorrect(f"write the player or the card first: `correct {line.what} {ref.text} {line.value}, by …`")
    if not found and names.cards(ref.text):
        raise CannotCorrect(
            f"no component is known to be `{ref.text}`; write its number, such as `#12` (`lastword state` shows them)"
        )
    if not found:
        raise CannotCorrect(f"nothing here is called `{ref.text}`{names.hint(ref.text)}")
    if len(found) > 1:
        found = [number for number in found if pos.in_play(number)] or found
    if len(found) > 1:
        places = ", ".join(f"#{number} in {area_of(pos, number)}" for number in found)
        raise CannotCorrect(f"`{ref.text}` may be any of these: {places}; write the number")
    return found[0]


def _is_turned_round(pos: Position, line: Correction) -> bool:
    """Whether a line has the kind of token before the player: `power A 3`."""
    return line.aspect == "tokens" and line.what in pos.table.seats


def _zone(pos: Position, number: int, text: str) -> str:
    """Return the zone that is written for a component: `A.discard`, a shared zone, or `discard` for its owner's."""
    zones, spelled = pos.table.zones, pos.pack.notation.zones
    player, dot, kind = text.partition(".")
    owner = pos.entity(number).owner
    tried = [text, f"{player}.{spelled.get(kind, kind)}" if dot else f"{owner}.{spelled.get(text, text)}"]
    found = next((zone for zone in tried if zone in zones), None)
    if found is None:
        known = sorted(
            {name.partition(".")[2] or name if name.partition(".")[0] in pos.table.seats else name for name in zones}
        )
        raise CannotCorrect(f"there is no zone `{text}`; there are {', '.join(known)}{nearest(text, sorted(zones))}")
    return found


# --- what is changed on the table -------------------------------------------------------------------------------------

Aspect = Callable[[Position, Corrected], tuple[int | str, tuple[Change, ...]]]
"""Returns what is so now, and the changes that make it so as a correction says."""


def _tokens(pos: Position, said: Corrected) -> tuple[int, tuple[Change, ...]]:
    """Correct the tokens of a player or on a card."""
    new = int(said.new)
    if isinstance(said.holder, int):
        _check_tokens(pos, pos.entity(said.holder), said.what)
        old = pos.table.count(said.holder, said.what)
        return old, (Counted(said.holder, said.what, new - old),)
    player = said.holder
    _check_counter(pos, player, said.what)
    kind = pos.pack.notation.counters.get(said.what)
    if kind:
        return _carried(pos, said, player, kind)
    holder, what = pos.pack.notation.kept_as(pos, player, said.what) or (player, said.what)
    old = pos.table.count(holder, what)
    changes = (Counted(holder, what, new - old),)
    known = (*stated_pool(pos, holder, what), *unstated.exact(pos, holder, what))
    _check_numbers(pos, player, changes)
    return old, (*changes, *known)


def _check_numbers(pos: Position, player: str, changes: tuple[Counted, ...]) -> None:
    """Raise an error if a player cannot have so many tokens, and could before."""
    complaint = pos.pack.notation.complaint
    there = Position(pos.pack, clone(pos.table))
    for change in changes:
        there.emit(change)
    wrong = complaint(there, player)
    if wrong and not complaint(pos, player):
        raise CannotCorrect(f"with this correction {wrong}; take some away first, or write fewer")


def _carried(pos: Position, said: Corrected, player: str, kind: str) -> tuple[int, tuple[Change, ...]]:
    """Correct tokens of a player that lie on cards: the card in the zone `kind` gets more or fewer of them."""
    new = int(said.new)
    lying = {
        entity.id: entity.counters[said.what]
        for entity in pos.table.entities.values()
        if entity.controller == player and entity.counters.get(said.what)
    }
    carrier = next(iter(pos.zone(player, kind)), 0)
    old = sum(lying.values())
    left = new - (old - lying.get(carrier, 0))
    if not carrier and new != old:
        raise CannotCorrect(f"{player} has no {kind} card to put {said.what} on; correct it on a card")
    if left < 0:
        others = ", ".join(f"{pos.pack.name(pos, one)} {count}" for one, count in lying.items() if one != carrier)
        raise CannotCorrect(
            f"{player} cannot have {new} {said.what}: more lies on cards ({others}); correct those first"
        )
    return old, (Counted(carrier, said.what, new - old),)


def _check_counter(pos: Position, player: str, what: str) -> None:
    """Raise an error if players do not have such tokens."""
    notation = pos.pack.notation
    if what in notation.counters or what in pos.table.counters[player]:
        return
    if f"{player}.{notation.zones.get(what, what)}" in pos.table.zones:
        raise CannotCorrect(f"say which card lies there, as in `correct ned in {player}.{what}`; cards are not counted")
    known = sorted(notation.counters)
    raise CannotCorrect(f"players have no `{what}`; they have {', '.join(known)}{nearest(what, known)}")


def _check_tokens(pos: Position, entity: Entity, what: str) -> None:
    """Raise an error if a card cannot bear such tokens, or not where it lies."""
    notation = pos.pack.notation
    known = {*notation.tokens, *(name for name, carrier in notation.counters.items() if carrier)}
    if what not in known and what not in entity.counters:
        which = f"; they bear {', '.join(sorted(known)) or 'none'}{nearest(what, sorted(known))}"
        raise CannotCorrect(f"cards bear no tokens called `{what}` in this game{which}")
    _check_open(pos, entity, "tokens")


def _check_open(pos: Position, entity: Entity, what: str) -> None:
    """Raise an error if a card lies in a hand, a deck or the like, where it bears no tokens and marks."""
    if pos.table.specs[entity.zone].seen != "all":
        raise CannotCorrect(f"{pos.pack.name(pos, entity.id)} lies in {entity.zone}, where cards bear no {what}")


def _total(pos: Position, said: Corrected) -> tuple[int, tuple[Change, ...]]:
    """Correct a player's running total in the challenge or conflict that is being resolved."""
    contest, player = pos.pack.notation.contest, str(said.holder)
    frame = pos.enclosing(contest.kind) if contest is not None else None
    sides = {frame.text("attacker"): "attackers", frame.text("defender"): "defenders"} if frame is not None else {}
    if contest is None or frame is None or player not in sides:
        raise CannotCorrect(
            f"{player} has no {said.what} to correct: no challenge or conflict with {player} is going on"
        )
    if "attack" in frame.data:
        raise CannotCorrect(f"the totals of this {contest.kind} have been compared; correct them before that")
    side = sides[player]
    old = contest.total(pos, frame, side)
    patch = stated_total(frame, side, old, int(said.new), contest.known(pos, frame, side))
    return old, (FrameAdvanced(frame.id, frame.step, patch),)


def _mark(pos: Position, said: Corrected) -> tuple[int, tuple[Change, ...]]:
    """Correct a mark of a card."""
    entity, notation = pos.entity(int(said.holder)), pos.pack.notation
    if said.what in notation.under:
        raise CannotCorrect(f"a {said.what} lies under another card: write it as `correct CARD on ned`")
    if said.what not in notation.marks and said.what not in entity.marks:
        known = sorted({*notation.marks, *notation.plain, "facedown", "faceup"})
        raise CannotCorrect(f"cards are not `{said.what}`; they are {', '.join(known)}{nearest(said.what, known)}")
    _check_open(pos, entity, "marks")
    others = {mark for marks in notation.either if said.what in marks and said.new for mark in marks} - {said.what}
    lost = tuple(Marked(entity.id, mark, False) for mark in entity.marks if mark in others)
    return int(said.what in entity.marks), (*lost, Marked(entity.id, said.what, bool(said.new)))


def _face(pos: Position, said: Corrected) -> tuple[str, tuple[Change, ...]]:
    """Turn a card to its other side where it lies."""
    entity = pos.entity(int(said.holder))
    if "facedown" not in pos.pack.notation.marks:
        raise CannotCorrect("cards are not turned facedown in this game")
    _check_open(pos, entity, "side of their own")
    at = pos.table.zones[entity.zone].index(entity.id)
    return "up" if entity.up else "down", (Moved(entity.id, entity.zone, at, str(said.new)),)


def _place(pos: Position, said: Corrected) -> tuple[str, tuple[Change, ...]]:
    """Put a card into another zone; a card in play lies in its owner's zone, under the control of whose area it is."""
    number, zone = int(said.holder), str(said.new)
    entity, spec, old = pos.entity(number), pos.table.specs[zone], area_of(pos, number)
    if old == zone:
        return old, ()
    _check_home(pos, entity, zone)
    controller = entity.owner if entity.owner else entity.controller
    if entity.owner and spec.owner:
        theirs = f"{entity.owner}.{zone.partition('.')[2]}"
        if theirs.endswith(".play"):
            zone, controller = theirs, spec.owner
        elif zone != theirs:
            raise CannotCorrect(f"{pos.pack.name(pos, number)} is {entity.owner}'s card: it can lie in {theirs}")
    return old, _collected(pos, lambda there: there.pack.put_by_hand(there, number, zone, controller))


def _check_home(pos: Position, entity: Entity, zone: str) -> None:
    """Raise an error if such a card never lies in a zone of this kind; nobody may know which card it is."""
    homes = pos.pack.zone_table.homes
    here, there = (_kinds(pos, name) for name in (entity.zone, zone))
    card = pos.pack.cards.get(entity.card)
    types = [type_ for type_, kinds in homes.items() if not here.isdisjoint(kinds.split())]
    if card is not None:
        types = [card.type] if card.type in homes else []
    known = {kind for type_ in types for kind in homes[type_].split()}
    if known and known.isdisjoint(there):
        name = pos.pack.name(pos, entity.id) if card is not None else "this card"
        spelled = ", ".join(sorted("the map" if kind == "*" else kind for kind in known))
        raise CannotCorrect(f"{name} cannot lie in {zone}; where it can lie: {spelled}")


def _kinds(pos: Position, zone: str) -> set[str]:
    """Return the words that `ZoneTable.homes` may name a zone by."""
    spec = pos.table.specs[zone]
    return {zone.partition(".")[2]} if spec.owner else {zone, *("*" if spec.inplay else "")}


def _host(pos: Position, said: Corrected) -> tuple[int, tuple[Change, ...]]:
    """Attach a card to another one in play; a copy of that card lies under it."""
    number, host = int(said.holder), int(said.new)
    entity, bearer = pos.entity(number), pos.table.entities.get(host)
    if bearer is None or number in (host, bearer.host):
        raise CannotCorrect("a card is attached to another card that is not attached to it")
    if not pos.in_play(host):
        raise CannotCorrect(f"{pos.pack.name(pos, host)} is not in play: it lies in {bearer.zone}")
    copy = bool(entity.card) and entity.card == bearer.card and bool(pos.pack.notation.under)
    if not copy and pos.card(number).type != "attachment":
        raise CannotCorrect(
            f"{pos.pack.name(pos, number)} is neither an attachment nor a copy of {pos.pack.name(pos, host)}"
        )
    if entity.host == host:
        return host, ()

    def attach(there: Position) -> None:
        zone = f"{entity.owner}.{bearer.zone.partition('.')[2]}" if entity.owner else entity.zone
        if entity.zone != zone:
            there.pack.put_by_hand(there, number, zone, entity.owner)
        for mark in pos.pack.notation.under:
            if copy != (mark in there.entity(number).marks):
                there.emit(Marked(number, mark, copy))
        there.emit(Attached(number, host))

    return entity.host, _collected(pos, attach)


def _collected(pos: Position, put: Callable[[Position], None]) -> tuple[Change, ...]:
    """Return the events that a function emits at a copy of a position."""
    there = Position(pos.pack, clone(pos.table))
    put(there)
    return tuple(_change(event, pos.pack) for event in there.log)


def _change(event: Event, pack: Pack) -> Change:
    if not isinstance(event, Change):
        raise CannotCorrect(f"{pack.id} would do more than change the table here: {type(event).__name__}")
    return event


_ASPECTS: dict[str, Aspect] = {
    "tokens": _tokens,
    "total": _total,
    "mark": _mark,
    "face": _face,
    "place": _place,
    "host": _host,
}
"""For each aspect of a correction, the function that finds its changes."""
