"""Decks for random games: a faction, an agenda or none, seven plots and sixty cards, legal by the rules of deckbuilding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ledger.events import Component, Seat
from rules.asking import Pick
from rules.cards import Card
from rules.packs.agot2.deckbuilding import COPIES, DRAWN, LEAST, PLOTS


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], format: str, pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Everyone's components, and the titles in a melee."""
    parts: list[Component] = []
    dealt = []
    for seat in seats:
        names = build(cards, pick)
        dealt.append(Seat(seat.player, seat.name, cards[names[0][0]].faction))
        parts += [
            Component(len(parts) + at + 1, card, seat.player, f"{seat.player}.{zone}") for at, (card, zone) in enumerate(names)
        ]
    if format == "melee":
        titles = sorted(card.id for card in cards.values() if card.type == "title")
        parts += [Component(len(parts) + at + 1, card, "", "titles") for at, card in enumerate(titles)]
    return tuple(dealt), tuple(parts)


def build(cards: Mapping[str, Card], pick: Pick) -> list[tuple[str, str]]:
    """The cards of one player with their zones, the faction card first."""
    playable = sorted((card for card in cards.values() if not card.unwritten and not card.training), key=lambda card: card.id)
    factions = [card for card in playable if card.type == "faction"]
    faction = factions[pick(len(factions))]
    agenda = _agenda(playable, faction.faction, pick)
    names = [(faction.id, "faction")]
    if agenda is not None:
        names.append((agenda.id, "agenda"))
    names += [(card, "plots") for card in _draw([card.id for card in playable if card.type == "plot"], PLOTS, pick)]
    return names + [(card, "deck") for card in _deck(playable, faction.faction, agenda, pick)]


def _agenda(playable: Sequence[Card], faction: str, pick: Pick) -> Card | None:
    """An agenda in every other deck; nobody raises the banner of their own house."""
    agendas = [card for card in playable if card.type == "agenda" and card.facts.get("banner") != faction]
    return agendas[pick(len(agendas))] if agendas and pick(2) else None


def _deck(playable: Sequence[Card], faction: str, agenda: Card | None, pick: Pick) -> list[str]:
    """What the agenda demands first, then cards of the faction and neutral ones, as many neutral as the agenda allows."""
    facts = agenda.facts if agenda is not None else {}
    drawn = [card for card in playable if card.type in DRAWN]
    guests = [card.id for card in drawn if card.faction == facts.get("banner") and not card.loyal for _ in range(COPIES)]
    own = [card.id for card in drawn if card.faction == faction for _ in range(COPIES)]
    neutral = [card.id for card in drawn if card.faction in ("", "neutral") for _ in range(COPIES)]
    deck = _draw(guests, int(facts.get("least", 0)), pick)
    pool = own + _draw(neutral, int(facts.get("most_neutral", len(neutral))), pick)
    return deck + _draw(pool, LEAST - len(deck), pick)


def _draw(pool: Sequence[str], count: int, pick: Pick) -> list[str]:
    left = list(pool)
    return [left.pop(pick(len(left))) for _ in range(min(count, len(left)))]
