"""The components a game begins with: the conditions of a legal deck, and legal random decks for random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ledger.events import Component, Seat
from rules.kernel.asks import Pick
from rules.kernel.pack import Deckbuilding
from rules.language.cards import Card, Deck, DeckCheck, Portion

DRAWN = ("character", "location", "attachment", "event")
"""The types of cards in a draw deck."""
HEADINGS = {"faction": ("faction",), "agenda": ("agenda",), "plots": ("plot",), "cards": DRAWN}
"""The headings of a deck list, each with the types of cards that belong under it."""
PLOTS, LEAST, COPIES = 7, 60, 3
"""The number of plots, the least number of cards in a draw deck, and how many copies of a card usually fit in it."""

# --- legal decks ------------------------------------------------------------------------------------------------------


def checks(deck: Deck) -> list[DeckCheck]:
    """Return the conditions of a legal deck, met or not.

    Conditions on a whole heading and those of the agenda are always among them. A condition on a single card is among
    them only if it fails, or for a plot that is there more than once.
    """
    return [*_types(deck), *_sizes(deck), *_plots(deck), *_copies(deck), *_factions(deck), *_agenda(deck)]


def _types(deck: Deck) -> Iterator[DeckCheck]:
    """Yield a failed condition for each card under the heading of another type, and for each training card."""
    for heading, types in HEADINGS.items():
        for portion in deck.under(heading):
            card = portion.card
            rule = "agot2/deckbuilding#3" if heading == "plots" else "agot2/deckbuilding#4"
            if card.type not in types:
                yield DeckCheck(
                    rule, f"{card.name} is a {card.type} and does not belong under {heading}", False, portion.line
                )
            elif card.training:
                yield DeckCheck("agot2/deckbuilding#5", f"{card.name} is a training card", False, portion.line)


def _sizes(deck: Deck) -> Iterator[DeckCheck]:
    """Yield the conditions on the number of cards under each heading."""
    for rule, heading, least, most, says in (
        ("agot2/deckbuilding#1", "faction", 1, 1, "exactly 1 faction card"),
        ("agot2/deckbuilding#2", "agenda", 0, 1, "1 agenda or none"),
        ("agot2/deckbuilding#3", "plots", PLOTS, PLOTS, f"exactly {PLOTS} plots"),
        ("agot2/deckbuilding#4", "cards", LEAST, None, f"at least {LEAST} cards"),
    ):
        count = deck.size(heading)
        holds = count >= least and (most is None or count <= most)
        yield DeckCheck(rule, f"{says}; there {'is' if count == 1 else 'are'} {count}", holds)


def _plots(deck: Deck) -> Iterator[DeckCheck]:
    """Yield the conditions on repeated plots: one plot may be there twice, unless a card says otherwise.

    A plot may limit itself (`agot2/plot-deck-limit`).
    """
    titles = _titles(deck, "plots")
    repeated = [portion for portion, count in titles if count > 1]
    says = "at most one plot is there more than once"
    line = repeated[1].line if len(repeated) > 1 else 0
    yield DeckCheck("agot2/deckbuilding#3", says, len(repeated) <= 1, line)
    for portion, count in titles:
        limit = int(portion.card.facts.get("plot_deck_limit", 2))
        rule = "agot2/plot-deck-limit#2" if limit == 1 else "agot2/deckbuilding#3"
        if count > 1:
            yield DeckCheck(
                rule,
                f"{portion.card.name} may be there {_times(limit)}; it is {_times(count)}",
                count <= limit,
                portion.line,
            )


def _copies(deck: Deck) -> Iterator[DeckCheck]:
    """Yield a failed condition for each title of which the draw deck holds too many copies."""
    for portion, count in _titles(deck, "cards"):
        limit = int(portion.card.facts.get("deck_limit", COPIES))
        rule = "agot2/deck-limits#1" if limit == COPIES else "agot2/deck-limits#2"
        if count > limit:
            yield DeckCheck(rule, f"at most {limit} of {portion.card.name}; there are {count}", False, portion.line)


def _factions(deck: Deck) -> Iterator[DeckCheck]:
    """Yield a failed condition for each card of another faction that the deck may not hold.

    A Banner agenda allows cards of its house that are not loyal (`agot2/loyal`).
    """
    own = next((portion.card.faction for portion in deck.under("faction")), "")
    banners = {str(portion.card.facts["banner"]) for portion in deck.under("agenda") if "banner" in portion.card.facts}
    for portion in (*deck.under("plots"), *deck.under("cards")):
        card = portion.card
        if not own or _neutral(card) or card.faction == own:
            continue
        if card.loyal:
            yield DeckCheck(
                "agot2/loyal#1", f"{card.name} is loyal to {card.faction}; the deck is {own}", False, portion.line
            )
        elif card.faction not in banners:
            says = f"{card.name} is {card.faction}, neither {own} nor neutral, and no agenda allows it"
            yield DeckCheck("agot2/deckbuilding#5", says, False, portion.line)


def _agenda(deck: Deck) -> Iterator[DeckCheck]:
    """Yield the conditions the agenda sets for the deck (`agot2/agenda-cards#1`)."""
    for portion in deck.under("agenda"):
        facts = portion.card.facts
        if "banner" in facts:
            least, house = int(facts["least"]), str(facts["banner"])
            count = sum(part.count for part in deck.under("cards") if part.card.faction == house)
            says = f"{portion.card.name} asks for at least {least} {house} cards; there are {count}"
            yield DeckCheck("agot2/agenda-cards#1", says, count >= least, portion.line)
        if "most_neutral" in facts:
            most = int(facts["most_neutral"])
            count = sum(part.count for part in deck.under("cards") if _neutral(part.card))
            says = f"{portion.card.name} allows at most {most} neutral cards; there are {count}"
            yield DeckCheck("agot2/agenda-cards#1", says, count <= most, portion.line)


def _titles(deck: Deck, heading: str) -> list[tuple[Portion, int]]:
    """Return each title under a heading once, as its first line and its number of copies in all.

    Copies are counted by title, not by card (`agot2/copy#1`).
    """
    counts: Counter[str] = Counter()
    first: dict[str, Portion] = {}
    for portion in deck.under(heading):
        counts[portion.card.name] += portion.count
        first.setdefault(portion.card.name, portion)
    return [(portion, counts[name]) for name, portion in first.items()]


def _neutral(card: Card) -> bool:
    """Whether a card belongs to no faction."""
    return card.faction in ("", "neutral")


def _times(count: int) -> str:
    """Return a number of times in words, such as `twice` or `3 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


# --- random decks -----------------------------------------------------------------------------------------------------


def deal(
    cards: Mapping[str, Card], seats: Sequence[Seat], format: str, pick: Pick
) -> tuple[tuple[Seat, ...], tuple[Component, ...]]:
    """Return the seats with their factions, and the components of a random game, numbered from 1.

    Each player has a random legal deck (`build`); in a melee the titles are there, too. `pick` supplies the randomness.
    """
    parts: list[Component] = []
    dealt = []
    for seat in seats:
        names = build(cards, pick)
        dealt.append(Seat(seat.player, seat.name, cards[names[0][0]].faction))
        parts += [
            Component(len(parts) + at + 1, card, seat.player, f"{seat.player}.{zone}")
            for at, (card, zone) in enumerate(names)
        ]
    if format == "melee":
        titles = sorted(card.id for card in cards.values() if card.type == "title")
        parts += [Component(len(parts) + at + 1, card, "", "titles") for at, card in enumerate(titles)]
    return tuple(dealt), tuple(parts)


def build(cards: Mapping[str, Card], pick: Pick) -> list[tuple[str, str]]:
    """Return a random legal deck as pairs of card id and zone, the faction card first.

    It is a faction, an agenda or none, seven plots and sixty cards. Training cards and cards whose text is not written
    yet are never among them.
    """
    playable = sorted(
        (card for card in cards.values() if not card.unwritten and not card.training), key=lambda card: card.id
    )
    factions = [card for card in playable if card.type == "faction"]
    faction = factions[pick(len(factions))]
    agenda = _pick_agenda(playable, faction.faction, pick)
    names = [(faction.id, "faction")]
    if agenda is not None:
        names.append((agenda.id, "agenda"))
    names += [(card, "plots") for card in _draw([card.id for card in playable if card.type == "plot"], PLOTS, pick)]
    return names + [(card, "deck") for card in _draw_deck(playable, faction.faction, agenda, pick)]


def _pick_agenda(playable: Sequence[Card], faction: str, pick: Pick) -> Card | None:
    """Return a random agenda in half of the cases, else None; never the banner of the deck's own house."""
    agendas = [card for card in playable if card.type == "agenda" and card.facts.get("banner") != faction]
    return agendas[pick(len(agendas))] if agendas and pick(2) else None


def _draw_deck(playable: Sequence[Card], faction: str, agenda: Card | None, pick: Pick) -> list[str]:
    """Return the ids of a random draw deck that fits a faction and its agenda.

    The cards the agenda demands come first, then cards of the faction and as many neutral ones as the agenda allows.
    """
    facts = agenda.facts if agenda is not None else {}
    drawn = [card for card in playable if card.type in DRAWN]
    guests = [
        card.id for card in drawn if card.faction == facts.get("banner") and not card.loyal for _ in range(COPIES)
    ]
    own = [card.id for card in drawn if card.faction == faction for _ in range(COPIES)]
    neutral = [card.id for card in drawn if _neutral(card) for _ in range(COPIES)]
    deck = _draw(guests, int(facts.get("least", 0)), pick)
    pool = own + _draw(neutral, int(facts.get("most_neutral", len(neutral))), pick)
    return deck + _draw(pool, LEAST - len(deck), pick)


def _draw(pool: Sequence[str], count: int, pick: Pick) -> list[str]:
    """Return up to `count` random members of a pool, without putting any back."""
    left = list(pool)
    return [left.pop(pick(len(left))) for _ in range(min(count, len(left)))]


def _checks(cards: Mapping[str, Card], deck: Deck) -> list[DeckCheck]:
    return checks(deck)


DECKBUILDING = Deckbuilding({"faction": False, "agenda": False, "plots": True, "cards": True}, _checks)
"""How a deck list is written, and the conditions of a legal deck (`agot2/deckbuilding`)."""
