"""Deckbuilding: what a legal set of decks and provinces is, and legal random ones for simulated games
(`l5r/deckbuilding`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from ledger.events import Component, Seat
from rules.kernel.asks import Check, Pick
from rules.kernel.pack import Deckbuilding
from rules.language.cards import Card, Deck, DeckCheck
from rules.packs.l5r.board import ELEMENTS

SIZES = {"standard": (40, 45), "core": (30, 45)}
COPIES = 3
CONFLICT_CHARACTERS = 10
KEEPER_INFLUENCE = 3


class Decks(msgspec.Struct, frozen=True):
    """What a player brings to the table, as card ids."""

    stronghold: str
    provinces: tuple[str, ...]
    dynasty: tuple[str, ...]
    conflict: tuple[str, ...]
    role: str = ""


def listed(deck: Deck) -> Decks | None:
    """What a deck list says; None without exactly one stronghold."""
    ids = {name: tuple(part.card.id for part in deck.under(name) for _ in range(part.count)) for name in deck.parts}
    if len(ids.get("stronghold", ())) != 1 or len(ids.get("role", ())) > 1:
        return None
    role = ids.get("role", ("",))[0]
    return Decks(ids["stronghold"][0], ids.get("provinces", ()), ids.get("dynasty", ()), ids.get("conflict", ()), role)


def check(cards: Mapping[str, Card], decks: Decks, format: str = "standard") -> list[Check]:
    """Every rule of deckbuilding, and whether these decks keep it."""
    least, most = SIZES[format]
    clan = cards[decks.stronghold].faction
    dynasty, conflict = [cards[name] for name in decks.dynasty], [cards[name] for name in decks.conflict]
    names = Counter(card.name for card in (*dynasty, *conflict))
    limits = all(count <= _limit(cards, name) for name, count in names.items())
    foreign = [card for card in conflict if card.faction not in (clan, "neutral")]
    spent = sum(card.number("influence_cost") for card in foreign)
    pool = cards[decks.stronghold].number("influence") + (KEEPER_INFLUENCE if _is(cards, decks.role, "Keeper") else 0)
    buyable = all(card.numbers.get("influence_cost") is not None for card in foreign)
    size = f"{least} to {most} cards"
    return [
        Check(
            "stronghold", "l5r/deckbuilding#1", "exactly one stronghold", cards[decks.stronghold].type == "stronghold"
        ),
        Check("role", "l5r/deckbuilding#2", "at most one role", not decks.role or cards[decks.role].type == "role"),
        Check("dynasty size", "l5r/deckbuilding#3", f"the dynasty deck has {size}", least <= len(dynasty) <= most),
        Check(
            "dynasty clan",
            "l5r/deckbuilding#3",
            "every dynasty card is in-clan or neutral",
            all(c.faction in (clan, "neutral") for c in dynasty),
        ),
        Check(
            "dynasty side",
            "l5r/deckbuilding#3",
            "every one is a dynasty card",
            all(c.facts.get("side") == "dynasty" for c in dynasty),
        ),
        Check("conflict size", "l5r/deckbuilding#4", f"the conflict deck has {size}", least <= len(conflict) <= most),
        Check(
            "conflict side",
            "l5r/deckbuilding#4",
            "every one is a conflict card",
            all(c.facts.get("side") == "conflict" for c in conflict),
        ),
        Check(
            "characters",
            "l5r/deckbuilding#5",
            "at most 10 conflict characters",
            sum(c.type == "character" for c in conflict) <= CONFLICT_CHARACTERS,
        ),
        Check(
            "role cards",
            "l5r/role-cards#4",
            "cards for one kind of role are used with it",
            all(_for_role(cards, decks.role, card) for card in (*dynasty, *conflict)),
        ),
        Check("copies", "l5r/deck-limits#1", "no card more often than allowed", limits),
        Check(
            "one clan",
            "l5r/influence#2",
            "bought cards come from one other clan",
            len({card.faction for card in foreign}) <= 1,
        ),
        Check("buyable", "l5r/influence#4", "every bought card has an influence cost", buyable),
        Check("influence", "l5r/influence#2", f"{spent} of {pool} influence is spent", spent <= pool),
        *_province_checks(cards, decks, clan),
    ]


def _province_checks(cards: Mapping[str, Card], decks: Decks, clan: str) -> list[Check]:
    provinces = [cards[name] for name in decks.provinces]
    elements = Counter(element for card in provinces for element in card.facts.get("elements", ()))
    spare = next(
        (word for word in ELEMENTS if _is(cards, decks.role, "Seeker") and word.title() in cards[decks.role].traits), ""
    )
    missing = [word for word in ELEMENTS if not elements[word]]
    extra = [word for word in ELEMENTS if elements[word] > 1]
    fits = not missing if not extra else extra == [spare] and elements[spare] == 2 and len(missing) == 1
    names = {card.name for card in provinces}
    return [
        Check(
            "provinces",
            "l5r/deckbuilding#6",
            "five provinces, one of each element",
            len(provinces) == len(ELEMENTS) and fits,
        ),
        Check(
            "province clan",
            "l5r/deckbuilding#6",
            "every province is in-clan or neutral",
            all(c.faction in (clan, "neutral") for c in provinces),
        ),
        Check("province names", "l5r/deckbuilding#7", "no two provinces with one name", len(names) == len(provinces)),
    ]


def _is(cards: Mapping[str, Card], role: str, trait: str) -> bool:
    return bool(role) and trait in cards[role].traits


def _for_role(cards: Mapping[str, Card], role: str, card: Card) -> bool:
    """Whether a card may be used with this role: some are for Keepers or for Seekers only."""
    return not card.facts.get("role") or _is(cards, role, str(card.facts["role"]))


def _limit(cards: Mapping[str, Card], name: str) -> int:
    """How often a card may be included: 3, or what it states itself (`l5r/deck-limits#2`)."""
    return next((card.number("deck_limit") or COPIES for card in cards.values() if card.name == name), COPIES)


# --- random games -----------------------------------------------------------------------------------------------------


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], format: str, pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Everyone's components; the rings and the favor come to the table with the setup."""
    strongholds = sorted((card for card in cards.values() if card.type == "stronghold"), key=lambda card: card.id)
    parts: list[Component] = []
    dealt = []
    for seat in seats:
        keep = strongholds[pick(len(strongholds))]
        decks = random_decks(cards, keep, format, pick)
        dealt.append(Seat(seat.player, seat.name, keep.faction))
        placed = [(decks.stronghold, "stronghold"), *((name, "provinces") for name in decks.provinces)]
        placed += [(name, "dynasty_deck") for name in decks.dynasty] + [
            (name, "conflict_deck") for name in decks.conflict
        ]
        placed += [(decks.role, "role")] if decks.role else []
        parts += [
            Component(len(parts) + at + 1, name, seat.player, f"{seat.player}.{zone}")
            for at, (name, zone) in enumerate(placed)
        ]
    return tuple(dealt), tuple(parts)


def random_decks(cards: Mapping[str, Card], keep: Card, format: str, pick: Pick) -> Decks:
    """Legal decks for a stronghold: in-clan and neutral cards, bought ones where the pool allows."""
    written = sorted(
        (card for card in cards.values() if not card.unwritten and not card.training), key=lambda card: card.id
    )
    roles = [card.id for card in written if card.type == "role"]
    role = roles[pick(len(roles))] if roles and pick(2) else ""
    own = [card for card in written if card.faction in (keep.faction, "neutral") and _for_role(cards, role, card)]
    provinces = tuple(_one_of(own, element, pick) for element in ELEMENTS)
    size = SIZES[format][0]
    dynasty = _deck([card for card in own if card.facts.get("side") == "dynasty"], size, pick)
    conflict = _deck([card for card in own if card.facts.get("side") == "conflict"], size, pick)
    return Decks(keep.id, provinces, dynasty, conflict, role)


def _one_of(own: list[Card], element: str, pick: Pick) -> str:
    options = [card.id for card in own if card.type == "province" and element in card.facts.get("elements", ())]
    return options[pick(len(options))]


def _deck(pool: list[Card], size: int, pick: Pick) -> tuple[str, ...]:
    copies = [card.id for card in pool for _ in range(COPIES)]
    characters = 0
    deck: list[str] = []
    kinds = {card.id: card for card in pool}
    while copies and len(deck) < size:
        name = copies.pop(pick(len(copies)))
        conflict_character = kinds[name].type == "character" and kinds[name].facts.get("side") == "conflict"
        if conflict_character and characters >= CONFLICT_CHARACTERS:
            continue
        characters += conflict_character
        deck.append(name)
    return tuple(deck)


def deck_checks(cards: Mapping[str, Card], deck: Deck) -> list[DeckCheck]:
    """Judge a deck list by every condition of legal decks and provinces (`l5r/deckbuilding`)."""
    decks = listed(deck)
    if decks is None:
        return [DeckCheck("l5r/deckbuilding#1", "exactly one stronghold is named", False)]
    return [DeckCheck(item.rule, item.says, bool(item.holds)) for item in check(cards, decks)]


DECKBUILDING = Deckbuilding(
    {"stronghold": False, "role": False, "provinces": False, "dynasty": True, "conflict": True}, deck_checks
)
"""How a deck list is written, and the conditions of a legal deck."""
