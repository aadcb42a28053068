"""The components of a game: each faction's, the shared board, and what a written position leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ledger.events import Component, Counted, Introduced, Seat
from rules.kernel.asks import Pick
from rules.kernel.context import Context
from rules.kernel.position import Position
from rules.language.cards import Ability, Card
from rules.packs.okc.board import LOCATIONS, ROAD

Part = tuple[str, str, str]
"""A component to be put on the table: its card, its owner and its zone. Empty card ids are unknown cards."""


def seat_factions(cards: Mapping[str, Card], seats: Sequence[Seat], pick: Pick) -> tuple[Seat, ...]:
    """Return the seats, those without a faction given one at random that no other player has (`okc/setup-h#1`)."""
    taken = {seat.faction for seat in seats}
    free = sorted(card.faction for card in cards.values() if card.type == "faction" and card.faction not in taken)
    return tuple(Seat(seat.player, seat.name, seat.faction or free.pop(pick(len(free)))) for seat in seats)


def faction_conflict(seats: Iterable[Seat]) -> str:
    """Return a complaint if two players have the same faction, otherwise an empty string.

    There is one set of components for each faction (`okc/setup-h#1`).
    """
    leaders: dict[str, str] = {}
    for seat in seats:
        other = leaders.setdefault(seat.faction, seat.player)
        if seat.faction and other != seat.player:
            return f"{other} and {seat.player} have the same faction; each is one player's"
    return ""


def bring(pos: Position, parts: Iterable[Part]) -> None:
    """Put components on the table, numbered after those already there."""
    first = max(pos.table.entities, default=0) + 1
    found = tuple(Component(first + at, card, owner, zone) for at, (card, owner, zone) in enumerate(parts))
    if found:
        pos.emit(Introduced(found))


def whole_game(pos: Position) -> list[Part]:
    """Return everything a game begins with: each player's faction, then the board.

    The Kingdom deck comes last, so that another set of Kingdom cards leaves all other numbers as they are.
    `okc/setup-a#1` to `okc/setup-m#1`
    """
    cards = pos.pack.cards
    parts: list[Part] = []
    for seat in pos.table.seats.values():
        parts += player_parts(cards, seat)
        for card in cards.values():
            if card.type == "basic":
                parts += [(card.id, seat.player, f"{seat.player}.deck")] * card.number("copies")
            elif card.type in ("advanced", "seat") and card.faction == seat.faction:
                parts.append((card.id, seat.player, f"{seat.player}.deck"))
    return parts + shared_parts(cards)


def player_parts(cards: Mapping[str, Card], seat: Seat) -> list[Part]:
    """Return a player's board, Herald and first four tactics."""
    player = seat.player
    mine = [card for card in cards.values() if card.faction == seat.faction]
    parts = [(card.id, player, f"{player}.faction") for card in mine if card.type == "faction"]
    parts.append(("herald", player, f"{player}.herald"))
    return parts + [(card.id, player, f"{player}.tactics") for card in mine if card.type == "tactic"][:4]


def shared_parts(cards: Mapping[str, Card]) -> list[Part]:
    """Return the map, the Favour on the Farmlands, and the Kingdom deck."""
    parts = [(location, "", "map") for location in LOCATIONS]
    parts.append(("kingdoms-favour", "", "farmlands"))
    kingdom = sorted(card.id for card in cards.values() if card.type == "kingdom")
    return parts + [(card, "", "kingdom") for card in kingdom]


def what_is_missing(pos: Position, named: frozenset[tuple[str, str]]) -> list[Part]:
    """Return what a written position does not state but the table needs.

    That is the map, the Favour, boards, Heralds and tactics, and unknown cards for the Great Road and the Kingdom deck.
    `named` are the zones its lines name, as pairs of player (empty if shared) and kind. A player's zone gets nothing if
    it is named or holds something, the Kingdom deck nothing if it is named. The Great Road is filled up to four cards
    in any case.
    """
    table = pos.table
    stated = {entity.card for entity in table.entities.values()}
    parts = [part for part in shared_parts(pos.pack.cards) if part[2] != "kingdom" and part[0] not in stated]
    for seat in table.seats.values():
        for part in player_parts(pos.pack.cards, seat):
            if not table.zones[part[2]] and tuple(part[2].split(".")) not in named:
                parts.append(part)
    parts += [("", "", "road")] * max(0, ROAD - len(table.zones["road"]))
    return parts + [("", "", "kingdom")] * (0 if ("", "kingdom") in named else 12)


def lay_markers_on_tactics(pos: Position) -> None:
    """Put on each tactic of a written position the markers that its setup instruction says (`okc/setup-k#2`).

    A tactic whose markers the position states keeps those, and an exhausted one has none left: what is not said to be
    used up has all its uses (`okc/exhausted#1`).
    """
    for player in pos.table.seats:
        for number in pos.zone(player, "tactics"):
            entity = pos.entity(number)
            if entity.counters.get("markers") or "exhausted" in entity.marks:
                continue
            for ability in pos.card(number).abilities:
                if ability.kind == "setup":
                    _put_tokens(pos, Context(pos, number, player, ability), ability)


def _put_tokens(pos: Position, context: Context, ability: Ability) -> None:
    """Put the tokens on cards that an instruction says, without asking anybody and without a step of its own."""
    for sentence in ability.sentences:
        for effect in sentence.effects:
            for part in effect.make(context):
                if part.kind == "token":
                    pos.emit(Counted(part.subject, part.note, part.amount))
