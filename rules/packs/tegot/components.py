"""The components of a game: every house's pieces, the plot deck, castles and dice.

`deal` gives them to a random game. `bring_missing` adds those that a transcript's set-up lines do not mention. `wrong`
and `misplaced` find what no table of this game can have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from ledger.events import Component, Introduced, Seat
from ledger.table import Entity
from rules.kernel.asks import Pick
from rules.kernel.names import listed, place
from rules.kernel.position import Position
from rules.language.cards import Card
from rules.packs.tegot import board
from rules.packs.tegot.worldmap import HOUSES

ANY = "any"
"""The faction of hero cards that the text gives no house; each may go with any house's hero."""
_DICE = 5


def hero_cards(cards: Mapping[str, Card], house: str) -> list[str]:
    """Return the ids of the hero cards that may go with a house's hero."""
    return sorted(card.id for card in cards.values() if card.type == "hero-card" and card.faction in (house, ANY))


def box(cards: Mapping[str, Card], chosen: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the pieces a game begins with, as pairs of a card's id and the zone it starts in.

    `chosen` gives the hero card of each house; the other hero cards are left out.
    Keeps `tegot/power-token#1`, `tegot/setup-5a#1`, `tegot/setup-6a#1`, `tegot/setup-6d#1`, `tegot/setup-8#1`,
    `tegot/setup-9#1`, `tegot/house-arryn#2`.
    """
    found: list[tuple[str, str]] = []
    for house in HOUSES:
        mat = board.mat(house)
        found += [(f"{house}-power", mat)] * board.TOKENS + [(f"shield-{house}", mat)]
        if f"hero-{house}" in cards:
            found += [(f"hero-{house}", mat), (chosen[house], mat)]
    found += [(card.id, "castles") for card in cards.values() if card.type == "castle"]
    found += [("iron-throne", "throne"), ("vengeance-token", "vengeance"), ("vengeance-token", "vengeance")]
    found += [("action-die", "dice")] * _DICE
    return found + [
        (card.id, "deck") for card in sorted(cards.values(), key=lambda card: card.id) if card.type == "plot"
    ]


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Return the seats, each with a house, and the pieces of a game, with a random hero card for every house.

    A seat keeps the house it has, unless an earlier seat was dealt the same; every other seat gets a random one. Nobody
    leads Arryn.
    """
    houses = [house for house in HOUSES if house != "arryn"]
    dealt = []
    for seat in seats:
        house = seat.faction if seat.faction in houses else houses[pick(len(houses))]
        houses.remove(house)
        dealt.append(Seat(seat.player, seat.name, house))
    chosen: dict[str, str] = {}
    for house in HOUSES:
        found = [card for card in hero_cards(cards, house) if card not in chosen.values()]
        chosen[house] = found[pick(len(found))] if found else ""
    parts = tuple(Component(at + 1, card, "", zone) for at, (card, zone) in enumerate(box(cards, chosen)))
    return tuple(dealt), parts


def bring_missing(pos: Position, open_hands: bool = False) -> None:
    """Bring the pieces that are not on the table yet to where the box puts them.

    A house's hero card is one of its cards that is on the table, else its first. If the deck has cards, it is taken as
    complete: the other plot cards go into the box. Which plot cards they are is unknown if unknown cards lie elsewhere,
    or if a player's hand is not stated (`open_hands`): any of the missing cards may be one of those.
    """
    cards = pos.pack.cards
    present = Counter(entity.card for entity in pos.table.entities.values())
    chosen: dict[str, str] = {}
    for house in HOUSES:
        own = [card for card in hero_cards(cards, house) if cards[card].faction == house]
        stated = _stated(pos, house) or [card for card in own if present[card]]
        chosen[house] = next(iter(stated or own), "")
    missing: list[tuple[str, str]] = []
    for card, zone in box(cards, chosen):
        if present[card] > 0:
            present[card] -= 1
        else:
            missing.append((card, zone))
    plots = [card for card, zone in missing if zone == "deck"]
    if present[""] or open_hands:
        plots = [""] * max(0, len(plots) - present[""])
    spare = "box" if pos.table.zones["deck"] else "deck"
    brought = [(card, zone) for card, zone in missing if zone != "deck"]
    brought += [(card, spare) for card in plots]
    first = max(pos.table.entities, default=0) + 1
    if brought:
        pos.emit(Introduced(tuple(Component(first + at, card, "", zone) for at, (card, zone) in enumerate(brought))))


def wrong(pos: Position) -> str:
    """Return a sentence on the first thing that no table of this game can have, or an empty string.

    A player leads no house or Arryn, two lead the same, there are more copies of a piece than the box has, or something
    other than a unit stands on the map.
    Keeps `tegot/setup-4#1`, `tegot/setup-4#2`, `tegot/houses#1`.
    """
    taken: dict[str, str] = {}
    for seat in pos.table.seats.values():
        if seat.faction not in HOUSES[:-1]:
            return f'{seat.player} leads no house; a player is written like `{seat.player} "Name" stark`'
        if seat.faction in taken:
            return f"{taken[seat.faction]} and {seat.player} both lead House {seat.faction}"
        taken[seat.faction] = seat.player
    return _too_many(pos)


def _too_many(pos: Position) -> str:
    """Return a sentence on pieces the box does not have, or on what is no unit on the map; else an empty string."""
    there = Counter(card for card, _ in box(pos.pack.cards, dict.fromkeys(HOUSES, "")))
    lying: dict[str, Counter[str]] = {}
    for number, entity in pos.table.entities.items():
        if entity.card:
            lying.setdefault(entity.card, Counter())[place(pos, number)] += 1
    for card, places in lying.items():
        most = there.get(card, 1)
        if places.total() > most:
            found = listed([f"{count} {where}" for where, count in places.items()])
            name = pos.pack.cards[card].name
            return f"the game has {most} of {name}, and the set-up lines have {places.total()}: {found}"
    for domain in board.world(pos).domains:
        for number in pos.table.zones[domain]:
            if pos.card(number).type not in ("token", "hero"):
                return f"{pos.card(number).name} is no unit and cannot stand in {pos.pack.cards[domain].name}"
    return ""


def stated_houses(pos: Position) -> list[str]:
    """Return the houses that no player leads and that have a piece on the table, Arryn aside, in the order of `HOUSES`.

    Pieces in the box do not count. Call it before `bring_missing`, which puts the pieces of every house on its mat.
    A non-player house always has a unit on the map (`tegot/last-unit#1`), so a complete table shows all of them.
    """
    there = {pos.card(entity.id).faction for entity in pos.table.entities.values() if _is_house_piece(pos, entity)}
    led = {board.house_of(pos, player) for player in pos.table.seats}
    return [house for house in HOUSES[:-1] if house in there and house not in led]


def _is_house_piece(pos: Position, entity: Entity) -> bool:
    """Whether a component shows that its house is in play: a piece of the house that does not lie in the box."""
    return entity.zone != "box" and pos.card(entity.id).type in ("token", "hero", "shield")


def misplaced(pos: Position) -> str:
    """Return a sentence on the first pieces that cannot lie where they do between two actions, or an empty string.

    A domain holds units of two sides, more than three units of a house, or units of two non-player houses; or a player
    has a token or shield of a house that is not one of this game's non-player houses.
    Keeps `tegot/domain-unit-limit#1`, `tegot/domain-unit-limit#3`, `tegot/battle#1`.
    """
    for domain, there in board.world(pos).domains.items():
        units = pos.table.zones[domain]
        sides = sorted({board.side(pos, board.faction(pos, number)) for number in units})
        if len(sides) > 1:
            return f"{there.name} holds units of {' and '.join(sides)}, who would have fought for it (`tegot/battle#1`)"
        if board.over_unit_limit(pos, units):
            return f"{there.name} holds more than {board.UNIT_LIMIT} units of a house (`tegot/domain-unit-limit#1`)"
        if board.mixes_allies(pos, units):
            return f"{there.name} holds units of two allied houses (`tegot/domain-unit-limit#3`)"
    return _not_allies(pos)


def _not_allies(pos: Position) -> str:
    """Return a sentence on tokens or shields of a house nobody can be allied with, or an empty string.

    Keeps `tegot/ally-pool#1`, `tegot/alliance#1`.
    """
    for player in pos.table.seats:
        for number in (*board.pool(pos, player), *pos.zone(player, "shields")):
            if board.faction(pos, number) not in board.neutral_houses(pos):
                house = board.faction(pos, number)
                return (
                    f"{player} has {pos.card(number).name}, and {house} is no non-player house here; "
                    f"`houses {house}` may make it one"
                )
    return ""


def _stated(pos: Position, house: str) -> list[str]:
    """Return the hero cards of no house that the player of this house has on the table."""
    player = board.player_of(pos, house)
    held = [pos.entity(n).card for kind in ("hand", "played") for n in pos.zone(player, kind)] if player else []
    return [card for card in held if card in pos.pack.cards and pos.pack.cards[card].faction == ANY]
