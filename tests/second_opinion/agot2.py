"""throneteki's tables on the pack agot2: how a game begins, where it stands, what differs, how ours is corrected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ledger.events import (
    Attached,
    Component,
    ControlChanged,
    Corrected,
    Counted,
    FrameOpened,
    GameStarted,
    Introduced,
    Marked,
    Moved,
    Occurrence,
    Seat,
    SeatChanged,
    Shuffled,
)
from ledger.table import Table
from replays.meaning.corrections import corrected_at
from rules.catalogue import load
from rules.packs.agot2 import board, values
from rules.packs.agot2.zones import barred, copy_in_play, leave
from tests.second_opinion.files import Game, State
from tests.second_opinion.reading import Place
from tests.second_opinion.tables import Fields, card_text
from tests.second_opinion.watched import WatchedPosition

LETTERS = "ABCDEFGH"
PHASES = ("setup", "plot", "draw", "marshaling", "challenges", "dominance", "standing", "taxation")
THEIR_PHASES = {"marshal": "marshaling", "challenge": "challenges"}
FACTIONS = {"thenightswatch": "nightswatch"}
FILLER = 5
"""Unknown cards under a deck that the situation leaves (nearly) empty."""
_NUMBERS = ("power", "str")
_TYPES = ("character", "location", "attachment", "event", "plot", "agenda", "title")


class Unplayable(Exception):
    """A game cannot be begun on our engine, such as one with a card the pack does not know."""


def card_ids(game: Game) -> dict[str, str]:
    """Return the ids of all cards by name; raises Unplayable if the game has one the pack lacks."""
    ids = {card.name: card.id for card in load("agot2").cards.values() if not card.training and card.type in _TYPES}
    for deck in game.decks.values():
        for name in [*deck.get("plots", {}), *deck.get("draw", {}), *([deck["agenda"]] if deck.get("agenda") else [])]:
            if name not in ids:
                raise Unplayable(f"{name} is no card of agot2")
    return ids


def begin(game: Game) -> WatchedPosition:
    """Return a new game with these decks, before set-up."""
    pack, ids = load("agot2"), card_ids(game)
    factions = {card.faction: card.id for card in pack.cards.values() if card.type == "faction"}
    seats, parts = [], []
    form = "melee" if len(game.players) > 2 else "joust"
    for letter, player in zip(LETTERS, game.players, strict=False):
        deck = game.decks[player]
        faction = str(deck.get("faction") or "")
        house = faction if faction in factions else FACTIONS.get(faction, next(iter(factions)))
        seats.append(Seat(letter, player, house))
        listed = [(factions[house], "faction")]
        listed += [(ids[deck["agenda"]], "agenda")] if deck.get("agenda") else []
        listed += [(ids[name], "plots") for name, count in deck.get("plots", {}).items() for _ in range(count)]
        draw = [(ids[name], "deck") for name, count in deck.get("draw", {}).items() for _ in range(count)]
        listed += draw + [("", "deck")] * (FILLER if len(draw) < 60 else 0)
        parts += [(card, letter, f"{letter}.{zone}") for card, zone in listed]
    if form == "melee":
        parts += [(card.id, "", "titles") for card in pack.cards.values() if card.type == "title"]
    components = tuple(Component(at + 1, *part) for at, part in enumerate(parts))
    pos = WatchedPosition(pack, Table())
    pos.emit(GameStarted(pack.id, pack.version, form, tuple(seats), pack.zones(tuple(seats), form), {}))
    pos.emit(Introduced(components))
    pos.emit(FrameOpened("game"))
    return pos


def place(pos: WatchedPosition, rounds: int, contests: int) -> Place:
    """Return how far our game has come: round, phase, turn, challenge, stage."""
    phase = next((frame for frame in reversed(pos.table.frames) if frame.kind in PHASES), None)
    if phase is None:
        return (rounds, 0, 0, 0, 0)
    turn = len(phase.data.get("active done") or ())  # type: ignore[arg-type]
    turn = turn - 1 if turn and pos.table.role("active") else turn
    challenge = board.challenge(pos)
    stage = 3 if contests else 0
    if challenge is not None:
        steps = pos.pack.procedures["challenge"]
        at = challenge.step
        stage = 0 if at <= steps.step("defenders") else 2 if at <= steps.step("compare") else 3
    return (rounds, PHASES.index(phase.kind), turn, contests, stage)


# --- tables -----------------------------------------------------------------------------------------------------------


def our_table(pos: WatchedPosition, whole: bool) -> Fields:
    """Return our table in the shape of theirs; `whole` adds what only their last state tells."""
    fields: Fields = {"first": pos.table.seats[pos.first].name if pos.first else ""}
    for letter, seat in pos.table.seats.items():
        name, faction = seat.name, board.faction_card(pos, letter)
        fields |= {
            f"{name}.gold": pos.table.count(letter, "gold"),
            f"{name}.power": board.power_of(pos, letter),
            f"{name}.factionPower": pos.table.count(faction, "power"),
            f"{name}.factionKneeling": board.kneeling(pos, faction),
            f"{name}.plot": _names(pos, pos.zone(letter, "plot"))[0] if pos.zone(letter, "plot") else "",
            f"{name}.deck": len(_names(pos, pos.zone(letter, "deck"))),
            f"{name}.title": "".join(_names(pos, pos.zone(letter, "title"))),
            f"{name}.play": [
                card_text(_card(pos, entity.id), _NUMBERS)
                for entity in board.in_play(pos)
                if entity.controller == letter and not entity.host
            ],
        }
        for theirs, zone in (("hand", "hand"), ("dead", "dead"), ("discard", "discard"), ("usedPlots", "used")):
            lying = [one for one in pos.zone(letter, zone) if zone != "hand" or one not in pos.playing]
            fields[f"{name}.{theirs}"] = sorted(_names(pos, lying))
        fields[f"{name}.outOfGame"] = sorted(_names(pos, pos.zone(letter, "out")))
        if whole:
            fields[f"{name}.plotDeck"] = sorted(_names(pos, [*pos.zone(letter, "plots"), *pos.zone(letter, "chosen")]))
    return fields


def their_table(game: Game, state: State, whole: bool) -> Fields:
    """Return one of their states as fields."""
    fields: Fields = {}
    for name in game.players:
        one = state.get("players", {}).get(name, {})
        if one.get("first"):
            fields["first"] = name  # in their set-up nobody is it yet
        deck = one.get("deck", 0)
        fields |= {
            **{f"{name}.{key}": one.get(key, 0) for key in ("gold", "power", "factionPower", "factionKneeling")},
            f"{name}.plot": one.get("plot", ""),
            f"{name}.title": one.get("title", ""),
            f"{name}.deck": deck if isinstance(deck, int) else len(deck),
            f"{name}.play": [card_text(_shown(card), _NUMBERS) for card in one.get("play", [])],
        }
        for key in ("hand", "dead", "discard", "usedPlots", "outOfGame", *(["plotDeck"] if whole else [])):
            fields[f"{name}.{key}"] = sorted(one.get(key, []))
    return fields


def _shown(card: State) -> State:
    """Return a card of theirs with its attachments as dictionaries of their own."""
    shown = dict(card)
    shown["attachments"] = [_shown(one) for one in card.get("attachments", [])]
    return shown


def _names(pos: WatchedPosition, numbers: list[int]) -> list[str]:
    return [pos.card(number).name for number in numbers if pos.entity(number).card]


def _card(pos: WatchedPosition, number: int, host: str = "") -> State:
    entity = pos.entity(number)
    holder = host or entity.controller
    card: dict[str, Any] = {"n": pos.card(number).name, "kneeling": board.kneeling(pos, number)}
    if entity.owner != holder:
        card["owner"] = pos.table.seats[entity.owner].name
    parts = [(part, board.is_duplicate(pos.entity(part))) for part in entity.attached]
    card["duplicates"] = [pos.card(part).name for part, duplicate in parts if duplicate]
    card["attachments"] = [_card(pos, part, holder) for part, duplicate in parts if not duplicate]
    card["power"] = entity.counters.get("power", 0)
    card["tokens"] = {what: count for what, count in entity.counters.items() if what != "power" and count}
    if board.is_character(pos, number):
        card["str"] = values.strength(pos, number)
    return card


def deck_left(game: Game, state: State, player: str) -> Counter[str] | None:
    """Return which cards are left in a player's deck in one of their states: all but those seen elsewhere."""
    if not state.get("players"):
        return None
    left = Counter({name: int(count) for name, count in game.decks[player].get("draw", {}).items()})
    for holder, one in state["players"].items():
        if holder == player:
            for zone in ("hand", "dead", "discard", "outOfGame", "beingPlayed", "shadows"):
                left.subtract(one.get(zone, []))
        for card, owner in _in_play(one, holder):
            if owner == player:
                left[card] -= 1
    return Counter({name: count for name, count in left.items() if count > 0})


def cards_lost(game: Game, state: State) -> tuple[str, ...]:
    """Return a sentence for each player whose cards in a state are not as many as the deck has."""
    found = []
    for player in game.players:
        total = sum(game.decks[player].get("draw", {}).values())
        one = state["players"].get(player, {})
        deck = one.get("deck", 0)
        seen = deck if isinstance(deck, int) else len(deck)
        seen += sum(
            len(one.get(zone, [])) for zone in ("hand", "dead", "discard", "outOfGame", "beingPlayed", "shadows")
        )
        for holder, other in state["players"].items():
            seen += sum(owner == player for _, owner in _in_play(other, holder))
        if seen != total:
            found.append(f"record: {player} has {seen} of {total} cards")
    return tuple(found)


def _in_play(one: State, holder: str) -> Iterator[tuple[str, str]]:
    """Yield each card in a player's play area with its owner, duplicates and attachments included."""
    for card in one.get("play", []):
        yield from _with_parts(card, holder)


def _with_parts(card: State, holder: str) -> Iterator[tuple[str, str]]:
    owner = str(card.get("owner", holder))
    yield card["n"], owner
    for name in card.get("duplicates", []):
        yield name, owner
    for part in card.get("attachments", []):
        yield from _with_parts(part, holder)


# --- corrections ------------------------------------------------------------------------------------------------------


def correct(pos: WatchedPosition, game: Game, state: State) -> None:
    """Set our table to one of theirs, as a judge corrects a table, so that the game can go on."""
    letters = {seat.name: letter for letter, seat in pos.table.seats.items()}
    wanted: list[tuple[str, str, str, State | None, str]] = []  # owner, name, zone, card in play, controller
    for name in game.players:
        one, letter = state["players"].get(name, {}), letters[name]
        for theirs, zone in (("hand", "hand"), ("dead", "dead"), ("discard", "discard"), ("outOfGame", "out")):
            wanted += [(letter, card, zone, None, letter) for card in one.get(theirs, [])]
        wanted += [(letter, card, "used", None, letter) for card in one.get("usedPlots", [])]
        wanted += [(letter, one["plot"], "plot", None, letter)] if one.get("plot") else []
        for card in one.get("play", []):
            wanted.append((letters[card.get("owner", name)], card["n"], "play", card, letter))
    free = {number for number, entity in pos.table.entities.items() if entity.card and entity.owner}
    free -= {
        number for letter in letters.values() for zone in ("faction", "agenda") for number in pos.zone(letter, zone)
    }
    placed: list[tuple[int, State, str]] = []
    for owner, card, zone, shown, controller in sorted(wanted, key=lambda one: one[3] is None):
        number = _take(pos, free, owner, card, zone, shown, controller)
        if number and shown is not None:
            _set_in_play(pos, free, number, shown, controller, letters)
            placed.append((number, shown, controller))
        elif number and pos.entity(number).zone != f"{owner}.{zone}":
            _move(pos, number, zone)
    for number in sorted(free):
        entity = pos.entity(number)
        zone = "plots" if pos.card(number).type == "plot" else "deck"
        if entity.zone != f"{entity.owner}.{zone}":
            _move(pos, number, zone)
    _set_players(pos, game, state, letters)


def _take(
    pos: WatchedPosition, free: set[int], owner: str, name: str, zone: str, shown: State | None, controller: str
) -> int:
    """Take the component that is most like the wanted card: the very same, in the same zone, or anywhere."""
    best, rank = 0, -1
    for number in sorted(free):
        entity = pos.entity(number)
        if entity.owner != owner or pos.card(number).name != name:
            continue
        same = entity.zone.endswith(f".{zone}") and not entity.host
        score = int(same)
        if same and shown is not None:
            score += 1 + (card_text(_card(pos, number), _NUMBERS) == card_text(shown, _NUMBERS))
        if score > rank:
            best, rank = number, score
    free.discard(best)
    return best


def _move(pos: WatchedPosition, number: int, zone: str) -> None:
    if pos.in_play(number) and pos.entity(number).zone.endswith(".play"):
        leave(pos, number, zone)
    else:
        pos.emit(Moved(number, f"{pos.entity(number).owner}.{zone}", face="" if zone == "deck" else "up"))


def _set_in_play(
    pos: WatchedPosition, free: set[int], number: int, shown: State, controller: str, letters: dict[str, str]
) -> None:
    entity = pos.entity(number)
    if not entity.zone.endswith(".play"):
        pos.emit(Moved(number, f"{entity.owner}.play", face="up"))
    if entity.controller != controller:
        pos.emit(ControlChanged(number, controller))
    if bool(shown.get("kneeling")) != board.kneeling(pos, number):
        pos.emit(Marked(number, "kneeling", bool(shown.get("kneeling"))))
    tokens = {**shown.get("tokens", {}), "power": shown.get("power", 0)}
    for what in {*tokens, *entity.counters}:
        change = tokens.get(what, 0) - entity.counters.get(what, 0)
        if change:
            pos.emit(Counted(number, what, change))
    for part in [{"n": name, "duplicate": True} for name in shown.get("duplicates", [])] + shown.get("attachments", []):
        owner = letters.get(str(part.get("owner", "")), controller)
        under = next(
            (
                one
                for one in sorted(free, key=lambda one: (pos.entity(one).host != number, one))
                if pos.card(one).name == part["n"] and pos.entity(one).owner in (owner, entity.owner)
            ),
            0,
        )
        if not under:
            continue
        free.discard(under)
        if part.get("duplicate") and not board.is_duplicate(pos.entity(under)):
            _set_in_play(pos, free, under, {"n": part["n"]}, controller, letters)
            pos.emit(Marked(under, "duplicate"))
        elif not part.get("duplicate"):
            _set_in_play(pos, free, under, part, owner, letters)
        if pos.entity(under).host != number:
            pos.emit(Attached(under, number))


def _set_players(pos: WatchedPosition, game: Game, state: State, letters: dict[str, str]) -> None:
    for name in game.players:
        one, letter = state["players"].get(name, {}), letters[name]
        faction = board.faction_card(pos, letter)
        for holder, what, wanted in (
            (letter, "gold", one.get("gold", 0)),
            (faction, "power", one.get("factionPower", 0)),
        ):
            change = wanted - pos.table.count(holder, what)
            if change:
                pos.emit(Counted(holder, what, change))
        if bool(one.get("factionKneeling")) != board.kneeling(pos, faction):
            pos.emit(Marked(faction, "kneeling", bool(one.get("factionKneeling"))))
        if one.get("first") and pos.first != letter:
            pos.emit(SeatChanged("first", (letter,)))


def set_deck(pos: WatchedPosition, letter: str, order: list[int]) -> None:
    """Lay a deck in an order that is known only now, as if it had lain so all the time."""
    zone = f"{letter}.deck"
    if order != pos.table.zones[zone]:
        pos.emit(Shuffled(zone, tuple(order)))


def drag(pos: WatchedPosition, letter: str, name: str, source: str, target: str) -> None:
    """Move a card as a player drags it: into play it enters, out of play it is killed, discarded or returned.

    Where the rules know no such move, it is a correction by that player.
    """
    number = next((one for one in pos.zone(letter, source) if pos.card(one).name == name), 0)
    kinds = {"dead": "killed", "discard": "discarded", "hand": "returned"}
    if not number:
        return
    if source == "play" and target in kinds:
        pos.open("moment", None, (Occurrence(kinds[target], number, letter, note="by hand"),))
    elif target == "play":
        copy = copy_in_play(pos, letter, number)
        if barred(pos, letter, number):
            _correct_by_hand(pos, letter, number, "place", "", f"{letter}.play")
            return
        pos.open(
            "moment", None, (Occurrence("entered", number, letter, other=copy, note="duplicate" if copy else "put"),)
        )
    else:
        _correct_by_hand(pos, letter, number, "place", "", f"{letter}.{target}")


def _correct_by_hand(pos: WatchedPosition, letter: str, number: int, aspect: str, what: str, new: int | str) -> None:
    said = Corrected(number, aspect, what, "" if isinstance(new, str) else 0, new, letter, 0)
    pos.emit(corrected_at(pos, said))


def looks(pos: WatchedPosition, number: int) -> str:
    """Return what tells a card from another copy of it: where it lies and what is on it."""
    entity = pos.entity(number)
    shown = card_text(_card(pos, number), _NUMBERS) if entity.zone.endswith(".play") else ""
    return f"{entity.zone} {entity.controller} {entity.host} {shown}"


def pay(pos: WatchedPosition, letter: str, number: int) -> None:
    """Pay the price of a card that then stays in hand."""
    price = min(values.price(pos, letter, number), pos.table.count(letter, "gold"))
    if price:
        pos.emit(Counted(letter, "gold", -price))


def kneel(pos: WatchedPosition, letter: str, name: str, kneeling: bool) -> bool:
    """Kneel or stand a card as a player does by a click on it; return whether there is such a card."""
    for number in pos.zone(letter, "play"):
        if pos.card(number).name == name and board.kneeling(pos, number) != kneeling:
            _correct_by_hand(pos, letter, number, "mark", "kneeling", int(kneeling))
            return True
    return False


def phase_key(state: State) -> tuple[int, str] | None:
    """Return the round and our name of the phase a state was taken at the start of, or None for another state. At the
    end of a round the name is `round`.
    """
    ended = re.fullmatch(r"endofround (\d+)", str(state.get("at", "")))
    if ended:
        return int(ended[1]), "round"
    found = re.fullmatch(r"phasestart (\w+)", str(state.get("at", "")))
    if not found or found[1] == "setup":
        return None
    return int(state.get("round", 0)), THEIR_PHASES.get(found[1], found[1])
