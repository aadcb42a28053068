"""A card's page: what is printed on it, the rules it falls under, and the rulings, cases and examples that touch it."""

from __future__ import annotations

from difflib import get_close_matches

from starlette.requests import Request
from starlette.responses import Response

from replays.cards.lookup import listed
from replays.cards.shown_card import ShownCard, show_card
from replays.cards.words import ability_words, shown_data, value_words
from replays.cases.acts import Cases
from replays.cases.touching import cases_with_card, dispute_of
from replays.desk.addresses import card_address
from replays.desk.faults import NotThere
from replays.desk.replies import data, desk_of
from replays.desk.rules.entry import NEAREST, book_of
from replays.desk.rules.layout import asked_of, rules_page, shelf_of
from replays.reference.shelf import Shelf
from rules.catalogue import load


def card_screen(request: Request) -> Response:
    """Show a card."""
    asked = asked_of(request)
    shelf = shelf_of(request, asked)
    shown = _shown(request, shelf)
    card = shown.card
    return rules_page(
        request,
        shelf,
        asked,
        "desk/rules/card.html",
        f"{card.name} · {shown.game}",
        f"cards/{shown.game}/{card.id}",
        shown=shown,
        card=card,
        ability_words=ability_words,
        value_words=value_words,
    )


def card_as_data(request: Request) -> Response:
    """Answer with what `lastword cards show --json` prints of one card."""
    return data([shown_data(_shown(request, shelf_of(request, asked_of(request))))])


def cards_screen(request: Request) -> Response:
    """Show every card of a game by title, as `lastword cards list` does."""
    asked = asked_of(request)
    shelf = shelf_of(request, asked)
    game = request.path_params["game"]
    book_of(shelf, game)
    kind = request.query_params.get("type", "")
    cards = [one.card for one in listed(game, kind)]
    title = f"Cards · {game}"
    return rules_page(request, shelf, asked, "desk/rules/card_list.html", title, "", game=game, cards=cards)


def _shown(request: Request, shelf: Shelf) -> ShownCard:
    game, name = request.path_params["game"], request.path_params["card"]
    book = book_of(shelf, game)
    cards = load(game).cards
    if name not in cards:
        near = [cards[other] for other in get_close_matches(name, cards, NEAREST, 0.4)]
        links = [(card_address(game, card.id), card.name) for card in near]
        raise NotThere(f"{game} has no card {name}.", links)
    ledger = desk_of(request).ledger
    cases, _ = Cases(ledger, "").readable_cases()
    disputes = [dispute_of(ledger, case) for case in cases if case.head.about.pack == game]
    return show_card(cards[name], book, cases_with_card(disputes, game, cards[name]))
