"""The addresses of the rules screens."""

from __future__ import annotations

from replays.desk.access.roles import DeskRoute, Role
from replays.desk.rules import card_files, cards, entry, examples, keeping, search, whole_book

RULES_ROUTES = [
    DeskRoute("/rules", search.search, Role.READER),
    DeskRoute("/rules.json", search.search_data, Role.READER),
    DeskRoute("/rules/found", search.search_part, Role.READER),
    DeskRoute("/rules/compare", entry.compare_screen, Role.READER),
    DeskRoute("/rules/compare.json", entry.compare_data, Role.READER),
    DeskRoute("/rules/{game}.json", whole_book.book_data, Role.READER),
    DeskRoute("/rules/{game}", whole_book.book_screen, Role.READER),
    DeskRoute("/rules/{game}/{entry}/history.json", entry.history_data, Role.READER),
    DeskRoute("/rules/{game}/{entry}/history", entry.history_screen, Role.READER),
    DeskRoute("/rules/{game}/{entry}.json", entry.entry_as_data, Role.READER),
    DeskRoute("/rules/{game}/{entry}", entry.entry_screen, Role.READER),
    DeskRoute("/books/{game}", keeping.keeping_screen, Role.READER),
    DeskRoute("/books/{game}/attach", keeping.attach, Role.HEAD_JUDGE, "POST"),
    DeskRoute("/books/{game}/revise", keeping.revise, Role.HEAD_JUDGE, "POST"),
    DeskRoute("/books/{game}/book.html", keeping.book_page, Role.READER),
    DeskRoute("/books/{game}/book.md", keeping.book_text, Role.READER),
    DeskRoute("/cards/check", card_files.check_screen, Role.READER),
    DeskRoute("/cards/check", card_files.check_cards, Role.READER, "POST"),
    DeskRoute("/cards/{game}", cards.cards_screen, Role.READER),
    DeskRoute("/cards/{game}/{card}.json", cards.card_as_data, Role.READER),
    DeskRoute("/cards/{game}/{card}", cards.card_screen, Role.READER),
    DeskRoute("/examples/{game}/{name}", examples.example_screen, Role.READER),
]
"""Every address of a rule or a card. Names of packs never look like `compare`, `found` or `check`."""
