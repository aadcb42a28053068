"""The addresses of the rules screens."""

from __future__ import annotations

from starlette.routing import Route

from replays.desk.rules import cards, entry, examples, keeping, search, whole_book

RULES_ROUTES = [
    Route("/rules", search.search),
    Route("/rules.json", search.search_data),
    Route("/rules/found", search.search_part),
    Route("/rules/compare", entry.compare_screen),
    Route("/rules/compare.json", entry.compare_data),
    Route("/rules/{game}.json", whole_book.book_data),
    Route("/rules/{game}", whole_book.book_screen),
    Route("/rules/{game}/{entry}/history.json", entry.history_data),
    Route("/rules/{game}/{entry}/history", entry.history_screen),
    Route("/rules/{game}/{entry}.json", entry.entry_as_data),
    Route("/rules/{game}/{entry}", entry.entry_screen),
    Route("/books/{game}", keeping.keeping_screen),
    Route("/books/{game}/attach", keeping.attach, methods=["POST"]),
    Route("/books/{game}/revise", keeping.revise, methods=["POST"]),
    Route("/books/{game}/book.html", keeping.book_page),
    Route("/books/{game}/book.md", keeping.book_text),
    Route("/cards/{game}/{card}.json", cards.card_as_data),
    Route("/cards/{game}/{card}", cards.card_screen),
    Route("/examples/{game}/{name}", examples.example_screen),
]
"""Every address of a rule or a card. Names of packs never look like `compare` or `found`."""
