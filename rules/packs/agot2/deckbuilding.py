"""Whether a deck is legal: faction, agenda, plots, copies, loyalty and what an agenda allows and demands (`agot2/deckbuilding`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.cards import Card
from rules.decks import Deck, DeckCheck, Portion

DRAWN = ("character", "location", "attachment", "event")
HEADINGS = {"faction": ("faction",), "agenda": ("agenda",), "plots": ("plot",), "cards": DRAWN}
PLOTS, LEAST, COPIES = 7, 60, 3


def checks(deck: Deck) -> list[DeckCheck]:
    """Every condition of a legal deck, whether it holds or not."""
    return [*_types(deck), *_sizes(deck), *_plots(deck), *_copies(deck), *_factions(deck), *_agenda(deck)]


def _types(deck: Deck) -> Iterator[DeckCheck]:
    """Each card is under the heading of its type, and is a real one."""
    for heading, types in HEADINGS.items():
        for portion in deck.under(heading):
            card = portion.card
            rule = "agot2/deckbuilding#3" if heading == "plots" else "agot2/deckbuilding#4"
            if card.type not in types:
                yield DeckCheck(rule, f"{card.name} is a {card.type} and does not belong under {heading}", False, portion.line)
            elif card.training:
                yield DeckCheck("agot2/deckbuilding#5", f"{card.name} is a training card", False, portion.line)


def _sizes(deck: Deck) -> Iterator[DeckCheck]:
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
    """One plot may be there twice, unless it says otherwise (`agot2/plot-deck-limit`)."""
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
                rule, f"{portion.card.name} may be there {_times(limit)}; it is {_times(count)}", count <= limit, portion.line
            )


def _copies(deck: Deck) -> Iterator[DeckCheck]:
    for portion, count in _titles(deck, "cards"):
        limit = int(portion.card.facts.get("deck_limit", COPIES))
        rule = "agot2/deck-limits#1" if limit == COPIES else "agot2/deck-limits#2"
        if count > limit:
            yield DeckCheck(rule, f"at most {limit} of {portion.card.name}; there are {count}", False, portion.line)


def _factions(deck: Deck) -> Iterator[DeckCheck]:
    """Cards are in-faction or neutral; a Banner allows others that are not loyal (`agot2/loyal`)."""
    own = next((portion.card.faction for portion in deck.under("faction")), "")
    banners = {str(portion.card.facts["banner"]) for portion in deck.under("agenda") if "banner" in portion.card.facts}
    for portion in (*deck.under("plots"), *deck.under("cards")):
        card = portion.card
        if not own or _neutral(card) or card.faction == own:
            continue
        if card.loyal:
            yield DeckCheck("agot2/loyal#1", f"{card.name} is loyal to {card.faction}; the deck is {own}", False, portion.line)
        elif card.faction not in banners:
            says = f"{card.name} is {card.faction}, neither {own} nor neutral, and no agenda allows it"
            yield DeckCheck("agot2/deckbuilding#5", says, False, portion.line)


def _agenda(deck: Deck) -> Iterator[DeckCheck]:
    """What the agenda demands of the deck (`agot2/agenda-cards#1`)."""
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
    """Each title once, with its number of copies: copies are counted by title, not by card (`agot2/copy#1`)."""
    counts: Counter[str] = Counter()
    first: dict[str, Portion] = {}
    for portion in deck.under(heading):
        counts[portion.card.name] += portion.count
        first.setdefault(portion.card.name, portion)
    return [(portion, counts[name]) for name, portion in first.items()]


def _neutral(card: Card) -> bool:
    return card.faction in ("", "neutral")


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
