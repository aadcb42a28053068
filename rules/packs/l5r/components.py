"""Deckbuilding: the conditions of legal decks and provinces, and random legal ones (`l5r/deckbuilding`)."""

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
"""For each format the least and the most cards of a dynasty deck and of a conflict deck."""
COPIES = 3
"""How many copies of a card both decks may have together, unless the card says otherwise."""
CONFLICT_CHARACTERS = 10
"""The most characters in a conflict deck."""
KEEPER_INFLUENCE = 3
"""The influence a Keeper role adds to that of the stronghold."""


class Decks(msgspec.Struct, frozen=True):
    """The decks, provinces, stronghold and role a player brings to the table, as card ids."""

    stronghold: str
    provinces: tuple[str, ...]
    dynasty: tuple[str, ...]
    conflict: tuple[str, ...]
    role: str = ""


def listed(deck: Deck) -> Decks | None:
    """Return the decks a deck list names, or None if it has not exactly one stronghold or has several roles."""
    ids = {name: tuple(part.card.id for part in deck.under(name) for _ in range(part.count)) for name in deck.parts}
    if len(ids.get("stronghold", ())) != 1 or len(ids.get("role", ())) > 1:
        return None
    role = ids.get("role", ("",))[0]
    return Decks(ids["stronghold"][0], ids.get("provinces", ()), ids.get("dynasty", ()), ids.get("conflict", ()), role)


def check(cards: Mapping[str, Card], decks: Decks, format: str = "standard") -> list[Check]:
    """Return the conditions of deckbuilding, each with whether these decks keep it.

    `cards` are all cards of the game by id; `format` sets how large a deck may be.
    """
    stronghold = cards[decks.stronghold]
    dynasty, conflict = [cards[name] for name in decks.dynasty], [cards[name] for name in decks.conflict]
    names = Counter(card.name for card in (*dynasty, *conflict))
    limits = all(count <= _copies_allowed(cards, name) for name, count in names.items())
    return [
        Check("stronghold", "l5r/deckbuilding#1", "exactly one stronghold", stronghold.type == "stronghold"),
        Check("role", "l5r/deckbuilding#2", "at most one role", not decks.role or cards[decks.role].type == "role"),
        *_dynasty_checks(dynasty, stronghold.faction, format),
        *_conflict_checks(conflict, format),
        Check(
            "role cards",
            "l5r/role-cards#4",
            "cards for one kind of role are used with it",
            all(_for_role(cards, decks.role, card) for card in (*dynasty, *conflict)),
        ),
        Check("copies", "l5r/deck-limits#1", "no card more often than allowed", limits),
        *_influence_checks(cards, decks, conflict),
        *_province_checks(cards, decks),
    ]


def _dynasty_checks(dynasty: list[Card], clan: str, format: str) -> list[Check]:
    """Judge the size of a dynasty deck, and the clan and the deck its cards are of."""
    least, most = SIZES[format]
    says = f"the dynasty deck has {least} to {most} cards"
    own = all(card.faction in (clan, "neutral") for card in dynasty)
    side = all(card.facts.get("side") == "dynasty" for card in dynasty)
    return [
        Check("dynasty size", "l5r/deckbuilding#3", says, least <= len(dynasty) <= most),
        Check("dynasty clan", "l5r/deckbuilding#3", "every dynasty card is in-clan or neutral", own),
        Check("dynasty side", "l5r/deckbuilding#3", "every one is a dynasty card", side),
    ]


def _conflict_checks(conflict: list[Card], format: str) -> list[Check]:
    """Judge the size of a conflict deck, the deck its cards are of, and how many characters are in it."""
    least, most = SIZES[format]
    says = f"the conflict deck has {least} to {most} cards"
    side = all(card.facts.get("side") == "conflict" for card in conflict)
    few = sum(card.type == "character" for card in conflict) <= CONFLICT_CHARACTERS
    return [
        Check("conflict size", "l5r/deckbuilding#4", says, least <= len(conflict) <= most),
        Check("conflict side", "l5r/deckbuilding#4", "every one is a conflict card", side),
        Check("characters", "l5r/deckbuilding#5", "at most 10 conflict characters", few),
    ]


def _influence_checks(cards: Mapping[str, Card], decks: Decks, conflict: list[Card]) -> list[Check]:
    """Judge the conflict cards bought from another clan with influence; a Keeper has 3 more of it."""
    stronghold = cards[decks.stronghold]
    bought = [card for card in conflict if card.faction not in (stronghold.faction, "neutral")]
    spent = sum(card.number("influence_cost") for card in bought)
    pool = stronghold.number("influence") + (KEEPER_INFLUENCE if _has_trait(cards, decks.role, "Keeper") else 0)
    one_clan = len({card.faction for card in bought}) <= 1
    buyable = all(card.numbers.get("influence_cost") is not None for card in bought)
    return [
        Check("one clan", "l5r/influence#2", "bought cards come from one other clan", one_clan),
        Check("buyable", "l5r/influence#4", "every bought card has an influence cost", buyable),
        Check("influence", "l5r/influence#2", f"{spent} of {pool} influence is spent", spent <= pool),
    ]


def _province_checks(cards: Mapping[str, Card], decks: Decks) -> list[Check]:
    """Judge the five provinces. A Seeker may have two of the role's element in place of one of another."""
    clan = cards[decks.stronghold].faction
    provinces = [cards[name] for name in decks.provinces]
    names = {card.name for card in provinces}
    each = len(provinces) == len(ELEMENTS) and _elements_fit(cards, decks.role, provinces)
    own = all(card.faction in (clan, "neutral") for card in provinces)
    return [
        Check("provinces", "l5r/deckbuilding#6", "five provinces, one of each element", each),
        Check("province clan", "l5r/deckbuilding#6", "every province is in-clan or neutral", own),
        Check("province names", "l5r/deckbuilding#7", "no two provinces with one name", len(names) == len(provinces)),
    ]


def _elements_fit(cards: Mapping[str, Card], role: str, provinces: list[Card]) -> bool:
    """Whether each element is there once, or a Seeker's own element twice and one other not at all."""
    elements = Counter(element for card in provinces for element in card.facts.get("elements", ()))
    missing = [word for word in ELEMENTS if not elements[word]]
    extra = [word for word in ELEMENTS if elements[word] > 1]
    if not extra:
        return not missing
    seeker = _has_trait(cards, role, "Seeker")
    spare = next((word for word in ELEMENTS if seeker and word.title() in cards[role].traits), "")
    return extra == [spare] and elements[spare] == 2 and len(missing) == 1


def _has_trait(cards: Mapping[str, Card], role: str, trait: str) -> bool:
    """Whether there is a role and it has a trait, such as Keeper."""
    return bool(role) and trait in cards[role].traits


def _for_role(cards: Mapping[str, Card], role: str, card: Card) -> bool:
    """Whether a card may be in a deck with this role: some cards are for Keepers or for Seekers only."""
    return not card.facts.get("role") or _has_trait(cards, role, str(card.facts["role"]))


def _copies_allowed(cards: Mapping[str, Card], name: str) -> int:
    """Return how many copies of the card with this name are allowed: 3, or what it says (`l5r/deck-limits#2`)."""
    return next((card.number("deck_limit") or COPIES for card in cards.values() if card.name == name), COPIES)


# --- random games -----------------------------------------------------------------------------------------------------


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], format: str, pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Return the seats with random clans, and the components of random decks for everyone (`random_decks`).

    A clan that a seat had is replaced. `pick` supplies the randomness. The rings and the favor come to the table later,
    when the game is set up.
    """
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
    """Return random decks for a stronghold, of in-clan and neutral cards; nothing is bought with influence.

    `keep` is the stronghold; `pick` supplies the randomness. Cards whose abilities are not written are left out. The
    decks are legal with the shipped cards; a deck limit that another card states is not looked at.
    """
    written = sorted(
        (card for card in cards.values() if not card.unwritten and not card.training), key=lambda card: card.id
    )
    roles = [card.id for card in written if card.type == "role"]
    role = roles[pick(len(roles))] if roles and pick(2) else ""
    own = [card for card in written if card.faction in (keep.faction, "neutral") and _for_role(cards, role, card)]
    provinces = tuple(_province_of(own, element, pick) for element in ELEMENTS)
    size = SIZES[format][0]
    dynasty = _deck([card for card in own if card.facts.get("side") == "dynasty"], size, pick)
    conflict = _deck([card for card in own if card.facts.get("side") == "conflict"], size, pick)
    return Decks(keep.id, provinces, dynasty, conflict, role)


def _province_of(own: list[Card], element: str, pick: Pick) -> str:
    """Pick one of the provinces with this element."""
    options = [card.id for card in own if card.type == "province" and element in card.facts.get("elements", ())]
    return options[pick(len(options))]


def _deck(pool: list[Card], size: int, pick: Pick) -> tuple[str, ...]:
    """Pick a deck of this size, with at most 3 copies of a card and 10 conflict characters."""
    copies = [card.id for card in pool for _ in range(COPIES)]
    characters = 0
    deck: list[str] = []
    by_id = {card.id: card for card in pool}
    while copies and len(deck) < size:
        name = copies.pop(pick(len(copies)))
        conflict_character = by_id[name].type == "character" and by_id[name].facts.get("side") == "conflict"
        if conflict_character and characters >= CONFLICT_CHARACTERS:
            continue
        characters += conflict_character
        deck.append(name)
    return tuple(deck)


def deck_checks(cards: Mapping[str, Card], deck: Deck) -> list[DeckCheck]:
    """Judge a deck list by the conditions of legal decks and provinces in the standard format (`l5r/deckbuilding`).

    Without exactly one stronghold, or with several roles, only the condition on the stronghold is returned, as failed.
    """
    decks = listed(deck)
    if decks is None:
        return [DeckCheck("l5r/deckbuilding#1", "exactly one stronghold is named", False)]
    return [DeckCheck(item.rule, item.needed, bool(item.holds)) for item in check(cards, decks)]


DECKBUILDING = Deckbuilding(
    {"stronghold": False, "role": False, "provinces": False, "dynasty": True, "conflict": True}, deck_checks
)
"""How a deck list is written, and the conditions of a legal deck."""
