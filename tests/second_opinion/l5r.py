"""Tables of ringteki and jigoku on the pack l5r: how a game begins, where it stands, how ours is corrected."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ledger.events import (
    Attached,
    Component,
    ControlChanged,
    Counted,
    FrameAdvanced,
    FrameOpened,
    GameStarted,
    Introduced,
    Marked,
    Moved,
    Seat,
    SeatChanged,
)
from ledger.table import Table
from rules.catalogue import load
from rules.kernel.notation import open_at
from rules.packs.l5r import board, values
from rules.packs.l5r.setup import bring_pools
from tests.second_opinion.agot2 import Unplayable
from tests.second_opinion.files import Game, State
from tests.second_opinion.reading import Place
from tests.second_opinion.tables import Difference, Fields, card_text
from tests.second_opinion.watched import WatchedPosition

LETTERS = "AB"
PHASES = ("dynasty", "draw", "conflicts", "fate", "regroup")
THEIR_PHASES = {"conflict": "conflicts"}
PLACES = {f"province {number}": f"province{number}" for number in range(1, 5)} | {"stronghold province": "stronghold"}
SIDES = ("conflict", "dynasty")
_NUMBERS = ("fate", "mil", "pol")
_MARKS = ("bowed", "honored", "dishonored")
_LATE = 10


def card_ids(game: Game) -> dict[str, str]:
    """Return the ids of all cards by name; raises Unplayable if a deck has one the pack lacks. A role without a card in
    the pack is left out: it has no text here.
    """
    ids = {card.name: card.id for card in load("l5r").cards.values() if not card.training and card.type != "attached"}
    for deck in game.decks.values():
        for part in ("stronghold", "provinces", "dynasty", "conflict"):
            for name in deck.get(part, {}):
                if name not in ids:
                    raise Unplayable(f"{name} is no card of l5r")
    return ids


def start_state(game: Game) -> tuple[int, State]:
    """Return the table a game is played from, and the line of the chat at which it stood so: the start of the first
    dynasty phase, in situations the table right after they were set up. A situation about set-up has none.
    """
    if game.setup:
        return int(game.setup[-1]["line"]), game.setup[-1]["state"]
    for state in game.snapshots:
        if phase_key(state) is not None:
            return int(state["line"]), state
    return 0, {}


def begin(game: Game) -> WatchedPosition:
    """Return a game that stands at its first table."""
    pack, ids = load("l5r"), card_ids(game)
    _, state = start_state(game)
    seats = tuple(
        Seat(letter, name, str(game.decks[name].get("clan") or ""))
        for letter, name in zip(LETTERS, game.players, strict=True)
    )
    parts: list[tuple[str, str, str]] = []
    for letter, name in zip(LETTERS, game.players, strict=True):
        deck = game.decks[name]
        for part, zone in (
            ("stronghold", "stronghold"),
            ("role", "role"),
            ("provinces", "provinces"),
            ("dynasty", "dynasty_deck"),
            ("conflict", "conflict_deck"),
        ):
            listed = deck.get(part) or {}
            names = (
                [one for one, count in listed.items() for _ in range(count)] if isinstance(listed, dict) else [listed]
            )
            parts += [(ids[one], letter, f"{letter}.{zone}") for one in names if one in ids]
    pos = WatchedPosition(pack, Table())
    form = next(iter(pack.formats))
    pos.emit(GameStarted(pack.id, pack.version, form, seats, pack.zones(seats, form), {}))
    pos.emit(Introduced(tuple(Component(at + 1, *part) for at, part in enumerate(parts))))
    if not state:
        pos.emit(FrameOpened("game"))
        return pos
    bring_pools(pos)
    correct(pos, game, state)
    number, phase = int(state.get("round", 1)), str(THEIR_PHASES.get(state["phase"], state["phase"]))
    open_at(pos, "game", "rounds", {"round": number})
    open_at(pos, "round", phase, {"round": number})
    outer = pos.table.top
    pos.emit(FrameAdvanced(outer.id, outer.step + 1))
    _fill_missing(pos)
    open_at(pos, phase, "actions" if phase == "dynasty" and game.setup else "begin")
    return pos


def _fill_missing(pos: WatchedPosition) -> None:
    """Lay the card left in a province deck where theirs has none: their set-up leaves one out now and then."""
    missing = set()
    for letter in pos.table.seats:
        for slot in (*board.SLOTS, board.KEEP):
            if any(board.is_province(pos, number) for number in pos.zone(letter, slot)):
                continue
            missing.add(f"{letter}.{slot}")
            for number in pos.zone(letter, "provinces")[:1]:
                pos.emit(Moved(number, f"{letter}.{slot}", 0, "down"))
    pos.missing = frozenset(missing)


def _facedown(held: Any) -> bool:
    return isinstance(held, dict) and bool(held.get("facedown"))


def place(pos: WatchedPosition, rounds: int, contests: int) -> Place:
    """Return how far our game has come: round, phase, conflict, stage."""
    phase = next((frame for frame in reversed(pos.table.frames) if frame.kind in PHASES), None)
    if phase is None:
        return (rounds, 0, 0, 0, 0)
    number = min(PHASES.index(phase.kind) + 1, 4)
    conflict = board.conflict(pos)
    stage = 3 if contests and number == 3 else 0
    if conflict is not None:
        steps, at = pos.pack.procedures["conflict"], conflict.step
        stage = 0 if at <= steps.step("defenders") else 2 if at <= steps.step("compare") else 3
    return (rounds, number, 0, contests if number == 3 else 0, stage)


# --- tables -----------------------------------------------------------------------------------------------------------


def our_table(pos: WatchedPosition, whole: bool) -> Fields:
    """Return our table in the shape of theirs."""
    fields: Fields = {"first": pos.table.seats[pos.first].name if pos.first else ""}
    fields["rings"] = [_ring(pos, one) for one in board.ELEMENTS if board.ring_of(pos, one)]
    for letter, seat in pos.table.seats.items():
        name = seat.name
        fields |= {
            f"{name}.honor": pos.table.count(letter, "honor"),
            f"{name}.fate": pos.table.count(letter, "fate"),
            f"{name}.bid": pos.table.count(letter, "dial"),
            f"{name}.favor": board.favor_side(pos, letter),
            f"{name}.strongholdBowed": board.bowed(pos, board.stronghold(pos, letter)),
            f"{name}.hand": sorted(_names(pos, [one for one in pos.zone(letter, "hand") if one not in pos.playing])),
            f"{name}.provinces": [_province(pos, letter, there, here) for there, here in PLACES.items()],
            f"{name}.play": [
                card_text(_card(pos, entity.id), _NUMBERS)
                for entity in board.in_areas(pos)
                if entity.controller == letter and not entity.host
            ],
        }
        for side in SIDES:
            fields[f"{name}.{side}Discard"] = sorted(_names(pos, pos.zone(letter, f"{side}_discard")))
            fields[f"{name}.{side}Deck"] = len(_names(pos, pos.zone(letter, f"{side}_deck")))
    return fields


def their_table(game: Game, state: State, whole: bool) -> Fields:
    """Return one of their states as fields."""
    fields: Fields = {"rings": [_their_ring(name, ring) for name, ring in state.get("rings", {}).items()]}
    for name in game.players:
        one = state.get("players", {}).get(name, {})
        if one.get("first"):
            fields["first"] = name
        fields |= {f"{name}.{key}": one.get(key, 0) for key in ("honor", "fate", "bid", "favor", "strongholdBowed")}
        fields[f"{name}.hand"] = sorted(one.get("hand", []))
        if not (
            state.get("phase") == "setup" and one.get("provinceDeck")
        ):  # else still to be laid, each for themselves
            fields[f"{name}.provinces"] = [
                _their_province(where, one.get("provinces", {}).get(where, {})) for where in PLACES
            ]
        fields[f"{name}.play"] = [card_text(_shown(card, name), _NUMBERS) for card in one.get("play", [])]
        for side in SIDES:
            fields[f"{name}.{side}Discard"] = sorted(one.get(f"{side}Discard", []))
            deck = one.get(f"{side}Deck", 0)
            fields[f"{name}.{side}Deck"] = deck if isinstance(deck, int) else len(deck)
    return fields


def _shown(card: State, name: str) -> State:
    shown = {key: value for key, value in card.items() if key not in ("owner", "controller")}
    if card.get("owner", name) != name:
        shown["owner"] = card["owner"]
        if card.get("controller", name) == name:
            shown["taken"] = True
    shown["attachments"] = [_shown(one, name) for one in card.get("attachments", [])]
    return shown


def _ring(pos: WatchedPosition, element: str) -> str:
    number = board.ring_of(pos, element)
    entity = pos.entity(number)
    ring = {"n": element, "fate": entity.counters.get("fate", 0), "contested": entity.zone == "contested"}
    if entity.zone.endswith(".rings"):
        ring["claimedBy"] = pos.table.seats[entity.zone[0]].name
    return card_text(ring, _NUMBERS)


def _their_ring(name: str, ring: State) -> str:
    return card_text({"n": name, **{key: value for key, value in ring.items() if key != "type"}}, _NUMBERS)


def _names(pos: WatchedPosition, numbers: list[int]) -> list[str]:
    return [pos.card(number).name for number in numbers if pos.entity(number).card]


def _province(pos: WatchedPosition, letter: str, where: str, zone: str) -> str:
    numbers = pos.zone(letter, zone)
    province = next((number for number in numbers if board.is_province(pos, number)), 0)
    held = [number for number in numbers if number != province and pos.card(number).type != "stronghold"]
    lying = [(pos.card(number).name, not pos.entity(number).up) for number in held]
    entity = pos.entity(province) if province else None
    if f"{letter}.{zone}" in pos.missing:
        return _written(where, "", False, False, lying)
    return _written(
        where,
        pos.card(province).name if province else "",
        bool(entity and not entity.up),
        bool(province and board.broken(pos, province)),
        lying,
    )


def held_in(state: State, player: str, zone: str) -> list[tuple[str, bool]]:
    """Return the dynasty cards in one of a player's places in one of their states, and whether each is facedown."""
    where = next(there for there, here in PLACES.items() if here == zone)
    return _held(state.get("players", {}).get(player, {}).get("provinces", {}).get(where, {}))


def _held(place: State) -> list[tuple[str, bool]]:
    return [(one["n"], _facedown(one)) if isinstance(one, dict) else (one, False) for one in place.get("holds", [])]


def _their_province(where: str, one: State) -> str:
    lying = _held(one)
    return _written(where, one.get("card", ""), bool(one.get("facedown")), bool(one.get("broken")), lying)


def _written(where: str, name: str, facedown: bool, broken: bool, lying: list[tuple[str, bool]]) -> str:
    held = " & ".join(sorted(f"{one}{' facedown' if hidden else ''}" for one, hidden in lying))
    return f"{where}: {name}{' facedown' if facedown else ''}{' broken' if broken else ''}" + (
        f" with {held}" if held else ""
    )


def _card(pos: WatchedPosition, number: int, holder: str = "") -> State:
    entity = pos.entity(number)
    holder = holder or entity.controller
    card: dict[str, Any] = {"n": pos.card(number).name, **{mark: mark in entity.marks for mark in _MARKS}}
    if entity.owner != holder:
        card["owner"] = pos.table.seats[entity.owner].name
        card["taken"] = entity.controller == holder
    card["attachments"] = [_card(pos, part, holder) for part in entity.attached]
    card["fate"] = entity.counters.get("fate", 0)
    if board.is_character(pos, number):
        card["mil"], card["pol"] = (values.skill(pos, number, kind) for kind in board.KINDS)
        conflict = board.conflict(pos)
        card["inConflict"] = conflict is not None and number in board.participants(conflict)
    return card


def put_in_province(
    pos: WatchedPosition, letter: str, name: str, zone: str, facedown: bool = False, to_deck: bool = False
) -> bool:
    """Exchange what lies in a province for another dynasty card of its player, and return whether it could be done.

    With `to_deck` what lay there goes under the deck instead. A province that the card comes from is filled facedown.
    """
    here = list(board.in_slot(pos, letter, zone))
    places = ("dynasty_discard", "dynasty_deck", *board.SLOTS)
    others = [number for place in places for number in pos.zone(letter, place) if pos.card(number).name == name]
    number = next((one for one in others if one not in here), 0)
    if not number:
        return False
    there = pos.entity(number).zone
    pos.emit(Moved(number, f"{letter}.{zone}", face="down" if facedown else "up"))
    for old in here[:1]:
        if to_deck and not there.endswith(board.SLOTS):
            there = f"{letter}.dynasty_deck"
        pos.emit(Moved(old, there, face="down" if there.endswith(board.SLOTS) else ""))
    return True


_MOVED = r"(plays?|puts?|discards?|sacrificing|discarding|shuffling|reveals?|returns?|returning|moves?|with) {name}"


def given_at_end(game: Game, line: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield each card in a place of a situation's last table that the situation is given by name, unless the chat tells
    how it came there: its player, the place, its name, and what it is (`province`, `up` or `down`).
    """
    chat = "\n".join(game.lines[line:])
    for player in game.players:
        given = _slugs(game.setup[-1].get("given", {}).get(player, {})) if game.setup else set()
        for where, at in game.final["players"].get(player, {}).get("provinces", {}).items():
            lying = [(name, "down" if hidden else "up") for name, hidden in _held(at)]
            if at.get("card") and not at.get("facedown"):
                lying.append((at["card"], "province"))
            for name, what in lying:
                told = name in chat if what == "province" else re.search(_MOVED.format(name=re.escape(name)), chat)
                if _slug(name) in given and not told:
                    yield player, where, name, what


def _slugs(given: Any) -> set[str]:
    """Return every name in what a situation is given, however it is nested."""
    if isinstance(given, str):
        return {_slug(given)}
    parts = given.values() if isinstance(given, dict) else given if isinstance(given, list) else ()
    return {name for part in parts for name in _slugs(part)}


def _slug(name: str) -> str:
    """Return a card's name as situations write it: plain small letters, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


class Part(msgspec.Struct, frozen=True):
    """One thing of an arrangement: the field it stands in, and its value there."""

    kind: str
    value: tuple[Any, ...]


class Arrangement(msgspec.Struct, frozen=True):
    """What a situation seems to have set on the table without a click: players' tokens, and marks and fate of cards."""

    tokens: tuple[tuple[str, str, int], ...] = ()
    marks: tuple[tuple[str, str, str], ...] = ()
    fates: tuple[tuple[str, str, int], ...] = ()
    holds: tuple[tuple[str, str, str, bool], ...] = ()
    rings: tuple[tuple[str, int], ...] = ()
    faces: tuple[tuple[str, str], ...] = ()
    to_deck: bool = False

    def __bool__(self) -> bool:
        return any(True for _ in self.parts())

    def parts(self) -> Iterator[Part]:
        """Yield everything it sets."""
        for kind in ("tokens", "marks", "fates", "holds", "rings", "faces"):
            yield from (Part(kind, value) for value in getattr(self, kind))

    def without(self, part: Part) -> Arrangement:
        """Return it without one of its parts."""
        rest = tuple(value for value in getattr(self, part.kind) if value != part.value)
        return msgspec.structs.replace(self, **{part.kind: rest})

    def only(self, part: Part) -> Arrangement:
        """Return one of its parts alone."""
        return msgspec.structs.replace(Arrangement(to_deck=self.to_deck), **{part.kind: (part.value,)})

    def __str__(self) -> str:
        parts = [f"{player} {change:+d} {what}" for player, what, change in self.tokens]
        parts += [f"{player}'s {name} {mark}" for player, name, mark in self.marks]
        parts += [f"{count} fate on {player}'s {name}" for player, name, count in self.fates]
        parts += [f"{name} in {player}'s {where}" for player, where, name, _ in self.holds]
        parts += [f"{player}'s {where} faceup" for player, where in self.faces]
        return ", ".join(parts + [f"{count} fate on the {ring} ring" for ring, count in self.rings])


def apply(pos: WatchedPosition, arrangement: Arrangement) -> None:
    """Set an arrangement on a table."""
    letters = {seat.name: letter for letter, seat in pos.table.seats.items()}
    for player, what, change in arrangement.tokens:
        pos.emit(Counted(letters[player], what, change))
    for player, name, mark in arrangement.marks:
        for number in board.characters(pos, letters[player]):
            if pos.card(number).name == name and mark not in pos.entity(number).marks:
                pos.emit(Marked(number, mark))
                break
    _apply_rest(pos, arrangement, letters)


def _apply_rest(pos: WatchedPosition, arrangement: Arrangement, letters: dict[str, str]) -> None:
    for player, name, count in arrangement.fates:
        for number in board.characters(pos, letters[player]):
            if pos.card(number).name == name:
                pos.emit(Counted(number, "fate", count - pos.table.count(number, "fate")))
                break
    for player, where, name, facedown in arrangement.holds:
        lying = list(board.in_slot(pos, letters[player], PLACES[where]))
        if not any(pos.card(number).name == name and pos.entity(number).up != facedown for number in lying):
            put_in_province(pos, letters[player], name, PLACES[where], facedown, arrangement.to_deck)
    for player, where in arrangement.faces:
        for number in pos.zone(letters[player], PLACES[where]):
            if board.is_province(pos, number) and not pos.entity(number).up:
                pos.emit(Moved(number, pos.entity(number).zone, 0, "up"))
    for ring, count in arrangement.rings:
        pos.emit(Counted(board.ring_of(pos, ring), "fate", count))


def suspected(differences: Sequence[Difference], refused: Sequence[str]) -> list[Arrangement]:
    """Return what a situation may have set without a click, by what differs at its end and what our rules refused:
    tokens that differ, cards that are bowed or have a status only on their table, and a bowed card that readies itself.
    Several guesses are returned, the likeliest first.
    """
    tokens, marks, fates, holds, faces = [], [], [], [], []
    for one in differences:
        if one.field == "provinces":
            faces += _turned(one)
            for text in re.split(r", (?=province|stronghold)", one.theirs):
                found = re.fullmatch(r"(province \d): .*? with (.+?)( facedown)?", text)
                if found:
                    holds.append((one.player, found[1], found[2], bool(found[3])))
        if one.field in ("honor", "fate"):
            tokens.append((one.player, one.field, int(one.theirs or 0) - int(one.ours or 0)))
        if one.field == "play":
            ours = dict(_split(text) for text in parts_of(one.ours))
            for name, on in (_split(text) for text in parts_of(one.theirs)):
                if name in ours:
                    marks += [(one.player, name, mark) for mark in _MARKS if mark in on and mark not in ours[name]]
                    fates += [(one.player, name, int(part[5:])) for part in on if part.startswith("fate ")]
    readied = [
        (found[1], found[2], "bowed")
        for act in refused
        if (found := re.match(r"(.+?): card “(.+)” \(play area\)", act))
        and not any(found[2] == one[1] for one in marks)
    ]
    plain = Arrangement(tuple(tokens), tuple(marks), tuple(fates), tuple(holds), (), tuple(faces))
    return [plain, msgspec.structs.replace(plain, marks=(*marks, *readied))]


def _turned(one: Difference) -> list[tuple[str, str]]:
    """Return the provinces that are faceup on their table and facedown on ours."""
    ours = dict(text.split(": ", 1) for text in re.split(r", (?=province|stronghold)", one.ours) if ": " in text)
    theirs = dict(text.split(": ", 1) for text in re.split(r", (?=province|stronghold)", one.theirs) if ": " in text)
    return [
        (one.player, where)
        for where, text in theirs.items()
        if " facedown" in ours.get(where, "").partition(" with ")[0] and " facedown" not in text.partition(" with ")[0]
    ]


def parts_of(text: str) -> list[str]:
    """Return the parts of a list at its outermost commas."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _split(text: str) -> tuple[str, tuple[str, ...]]:
    name, _, rest = text.partition(" (")
    return name, tuple(parts_of(rest.removesuffix(")")))


def looks(pos: WatchedPosition, number: int) -> str:
    """Return what tells a card from another copy of it."""
    entity = pos.entity(number)
    shown = card_text(_card(pos, number), _NUMBERS) if entity.zone.endswith(".play") else ""
    return f"{entity.zone} {entity.controller} {entity.host} {entity.up} {shown}"


def deck_left(game: Game, state: State, player: str, side: str) -> Counter[str] | None:
    """Return which cards are left in one of a player's decks in one of their states."""
    if not state.get("players"):
        return None
    listed = game.decks[player].get(side, {})
    left = Counter({name: int(count) for name, count in listed.items()})
    left.subtract(_shown_of(game, state, player, side))
    return Counter({name: count for name, count in left.items() if count > 0})


def cards_left(game: Game, side: str, state: State, player: str) -> Counter[str] | None:
    """Return what `deck_left` does, with the deck named first."""
    return deck_left(game, state, player, side)


def _shown_of(game: Game, state: State, player: str, side: str) -> list[str]:
    """Return the cards of one of a player's decks that a state shows outside of it, each as often as it is listed."""
    listed = game.decks[player].get(side, {})
    mine = state["players"].get(player, {})
    shown = [*mine.get(f"{side}Discard", []), *(mine.get("hand", []) if side == "conflict" else ())]
    if side == "dynasty":
        held = [item for at in mine.get("provinces", {}).values() for item in at.get("holds", [])]
        shown += [item["n"] if isinstance(item, dict) else item for item in held]
    for holder, one in state["players"].items():
        for card in one.get("play", []):
            parts = [card, *card.get("attachments", [])]
            shown += [part["n"] for part in parts if part.get("owner", holder) == player]
    return [name for name in shown if name in listed]


def without_doubles(game: Game, state: State) -> State:
    """Return one of their states in which no card lies twice in a province, with a sentence for each that did.

    Theirs now and then lists one card two times (`twice`); only as many are taken out as there are cards too many.
    """
    if not state.get("players"):
        return state
    players, twice = {}, []
    for name, one in state["players"].items():
        provinces = dict(one.get("provinces", {}))
        for where, at in provinces.items():
            held = [item["n"] if isinstance(item, dict) else item for item in at.get("holds", [])]
            double = next((card for card, count in Counter(held).items() if count > 1), "")
            if double and _too_many(game, state, name):
                provinces[where] = {**at, "holds": _without_one(at["holds"], double)}
                twice.append(f"record: {double} lies twice in {where} of {name}")
        players[name] = {**one, "provinces": provinces}
    return {**state, "players": players, "twice": twice}


def _without_one(held: list[Any], name: str) -> list[Any]:
    at = max(at for at, item in enumerate(held) if (item["n"] if isinstance(item, dict) else item) == name)
    return [*held[:at], *held[at + 1 :]]


def _too_many(game: Game, state: State, player: str) -> bool:
    """Whether a state shows more dynasty cards of a player than the deck has."""
    deck = state["players"][player].get("dynastyDeck", 0)
    inside = deck if isinstance(deck, int) else len(deck)
    return bool(inside + len(_shown_of(game, state, player, "dynasty")) > sum(game.decks[player]["dynasty"].values()))


# --- corrections ------------------------------------------------------------------------------------------------------


def correct(pos: WatchedPosition, game: Game, state: State) -> None:
    """Set our table to one of theirs, as a judge corrects a table."""
    letters = {seat.name: letter for letter, seat in pos.table.seats.items()}
    free = {
        number
        for number, entity in pos.table.entities.items()
        if entity.card and entity.owner and pos.card(number).type not in ("stronghold", "role")
    }
    for name in game.players:
        _set_board(pos, free, state["players"].get(name, {}), letters[name], letters)
    for number in sorted(free):
        kind = pos.card(number).type
        if kind == "province" and pos.entity(number).zone in pos.missing:
            continue
        zone = "provinces" if kind == "province" else f"{pos.card(number).facts.get('side') or 'conflict'}_deck"
        _move(pos, number, f"{pos.entity(number).owner}.{zone}", "")
    for name in game.players:
        _set_player(pos, state["players"].get(name, {}), letters[name])
    for element, ring in state.get("rings", {}).items():
        _set_ring(pos, element, ring, letters)


def _set_board(pos: WatchedPosition, free: set[int], one: State, letter: str, letters: dict[str, str]) -> None:
    for card in one.get("play", []):
        number = _take(pos, free, letters.get(card.get("owner", ""), letter), card["n"], f"{letter}.play", card)
        if number:
            _set_in_play(pos, free, number, card, letter, letters)
    for where, zone in PLACES.items():
        at = one.get("provinces", {}).get(where, {})
        if at.get("card"):
            number = _take(pos, free, letter, at["card"], f"{letter}.{zone}")
            if number:
                _move(pos, number, f"{letter}.{zone}", "down" if at.get("facedown") else "up")
                _mark(pos, number, "broken", bool(at.get("broken")))
        for name, hidden in _held(at):
            number = _take(pos, free, letter, name, f"{letter}.{zone}")
            if number:
                _move(pos, number, f"{letter}.{zone}", "down" if hidden else "up")
    for key, zone in (
        ("hand", "hand"),
        ("conflictDiscard", "conflict_discard"),
        ("dynastyDiscard", "dynasty_discard"),
    ):
        for name in one.get(key, []):
            number = _take(pos, free, letter, name, f"{letter}.{zone}")
            if number:
                _move(pos, number, f"{letter}.{zone}", "")


def _take(pos: WatchedPosition, free: set[int], owner: str, name: str, zone: str, shown: State | None = None) -> int:
    best, rank = 0, -1
    for number in sorted(free):
        entity = pos.entity(number)
        if entity.owner != owner or pos.card(number).name != name:
            continue
        score = 2 * (entity.zone == zone and not entity.host)
        if score and shown is not None:
            score += card_text(_card(pos, number), _NUMBERS) == card_text(shown, _NUMBERS)
        if score > rank:
            best, rank = number, score
    free.discard(best)
    return best


def _move(pos: WatchedPosition, number: int, zone: str, face: str) -> None:
    entity = pos.entity(number)
    if entity.zone.endswith(".play") and not zone.endswith(".play"):
        _strip(pos, number)
    if entity.zone != zone or (face and entity.up != (face == "up")):
        pos.emit(Moved(number, zone, face=face))


def _strip(pos: WatchedPosition, number: int) -> None:
    """Take everything off a card that a correction moves out of play."""
    entity = pos.entity(number)
    for part in list(entity.attached):
        pos.emit(Attached(part, 0))
    for what, amount in list(entity.counters.items()):
        pos.emit(Counted(number, what, -amount))
    if entity.host:
        pos.emit(Attached(number, 0))
    for mark in list(entity.marks):
        pos.emit(Marked(number, mark, False))
    if entity.controller != entity.owner:
        pos.emit(ControlChanged(number, entity.owner))


def _mark(pos: WatchedPosition, number: int, mark: str, on: bool) -> None:
    if on != (mark in pos.entity(number).marks):
        pos.emit(Marked(number, mark, on))


def _set_in_play(
    pos: WatchedPosition, free: set[int], number: int, shown: State, controller: str, letters: dict[str, str]
) -> None:
    entity = pos.entity(number)
    if not entity.zone.endswith(".play"):
        pos.emit(Moved(number, f"{entity.owner}.play", face="up"))
    if entity.controller != controller:
        pos.emit(ControlChanged(number, controller))
    for mark in _MARKS:
        _mark(pos, number, mark, bool(shown.get(mark)))
    change = shown.get("fate", 0) - entity.counters.get("fate", 0)
    if change:
        pos.emit(Counted(number, "fate", change))
    for part in shown.get("attachments", []):
        owner = letters.get(part.get("owner", ""), controller)
        under = next(
            (
                one
                for one in sorted(free, key=lambda one: (pos.entity(one).host != number, one))
                if pos.card(one).name == part["n"] and pos.entity(one).owner == owner
            ),
            0,
        )
        if not under:
            continue
        free.discard(under)
        _set_in_play(pos, free, under, part, letters.get(part.get("controller", ""), controller), letters)
        if pos.card(under).type == "character":
            _mark(pos, under, "attachment", True)
        if pos.entity(under).host != number:
            pos.emit(Attached(under, number))


def _set_player(pos: WatchedPosition, one: State, letter: str) -> None:
    for what, wanted in (("honor", one.get("honor", 0)), ("fate", one.get("fate", 0)), ("dial", one.get("bid", 0))):
        change = wanted - pos.table.count(letter, what)
        if change:
            pos.emit(Counted(letter, what, change))
    _mark(pos, board.stronghold(pos, letter), "bowed", bool(one.get("strongholdBowed")))
    if one.get("first") and pos.table.role("first") != letter:
        pos.emit(SeatChanged("first", (letter,)))
    places = [*pos.table.zones["favor"], *(number for seat in pos.table.seats for number in pos.zone(seat, "favor"))]
    side = one.get("favor", "")
    if places and side:
        if pos.entity(places[0]).zone != f"{letter}.favor":
            pos.emit(Moved(places[0], f"{letter}.favor"))
        for kind in board.KINDS:
            _mark(pos, places[0], kind, kind == side)


def _set_ring(pos: WatchedPosition, element: str, ring: State, letters: dict[str, str]) -> None:
    number = board.ring_of(pos, element)
    zone = f"{letters[ring['claimedBy']]}.rings" if ring.get("claimedBy") else "rings"
    if pos.entity(number).zone != zone and not ring.get("contested"):
        pos.emit(Moved(number, zone))
    change = ring.get("fate", 0) - pos.entity(number).counters.get("fate", 0)
    if change:
        pos.emit(Counted(number, "fate", change))


def identify_hidden(pos: WatchedPosition, game: Game, state: State) -> None:
    """Let facedown dynasty cards be those of their state, and cards discarded facedown those in their discard piles:
    which one a refill brought was hidden until now.
    """
    letters = {seat.name: letter for letter, seat in pos.table.seats.items()}
    for name in game.players:
        _identify_unseen(pos, letters[name], Counter(state["players"].get(name, {}).get("dynastyDiscard", [])))
    pos.unseen.clear()
    for name in game.players:
        letter = letters[name]
        for zone in PLACES.values():
            if f"{letter}.{zone}" in pos.missing:
                continue
            wanted = [card for card, hidden in held_in(state, name, zone) if hidden]
            ours = [number for number in board.in_slot(pos, letter, zone) if not pos.entity(number).up]
            if len(wanted) == len(ours) == 1 and pos.card(ours[0]).name != wanted[0]:
                _swap(pos, letter, ours[0], wanted[0])


def _identify_unseen(pos: WatchedPosition, letter: str, theirs: Counter[str]) -> None:
    """Let cards discarded facedown be those that their discard pile has and ours lacks."""
    pile = pos.zone(letter, "dynasty_discard")
    ours = Counter(pos.card(number).name for number in pile)
    for number in sorted(pos.unseen.intersection(pile)):
        name, lacking = pos.card(number).name, theirs - ours
        if ours[name] > theirs[name] and lacking:
            wanted = next(iter(lacking))
            _swap(pos, letter, number, wanted)
            ours = Counter(pos.card(one).name for one in pile)


def _swap(pos: WatchedPosition, letter: str, number: int, name: str) -> None:
    hidden = [
        *(one for slot in board.SLOTS for one in board.in_slot(pos, letter, slot) if not pos.entity(one).up),
        *pos.zone(letter, "dynasty_deck"),
    ]
    exchange(pos, number, name, hidden)


def exchange(pos: WatchedPosition, number: int, name: str, among: Sequence[int]) -> bool:
    """Let a hidden card be the card of this name, by exchanging it with one of several others; return whether there
    was one.
    """
    other = next((one for one in among if pos.card(one).name == name), 0)
    if other:
        here, there = pos.entity(number), pos.entity(other)
        here.card, there.card = there.card, here.card
        pos.index.touch(number)
        pos.index.touch(other)
    return bool(other)


def identify(pos: WatchedPosition, name: str, among: Sequence[int]) -> int:
    """Let one of several hidden cards be the card of this name, by exchanging it with one in the same player's decks;
    return it, or 0 if there is none.
    """
    for number in among:
        entity = pos.entity(number)
        if entity.up and not entity.zone.endswith("_deck"):
            continue
        hidden = [
            *(one for slot in board.SLOTS for one in board.in_slot(pos, entity.owner, slot) if not pos.entity(one).up),
            *pos.zone(entity.owner, "dynasty_deck"),
            *pos.zone(entity.owner, "conflict_deck"),
        ]
        side = pos.card(number).facts.get("side")
        others = [one for one in hidden if one != number and pos.card(one).facts.get("side") == side]
        if exchange(pos, number, name, others):
            return number
    return 0


def phase_key(state: State) -> tuple[int, str] | None:
    """Return the round and our name of the phase a state was taken at the start of, or None."""
    found = re.fullmatch(r"(?:turn: |Round )(\d+) - (\w+) phase", str(state.get("at", "")))
    return (int(found[1]), THEIR_PHASES.get(found[2], found[2])) if found else None


__all__ = ["FrameOpened", "begin", "correct", "our_table", "their_table"]
