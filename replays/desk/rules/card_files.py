"""Checking what people wrote about cards: a card file, a deck, or a public list that is made into a card file.

It does what `lastword cards check`, `cards deck` and `cards import` do with a file. Nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from ledger.errors import LedgerError
from replays.cards.checks import check
from replays.cards.decks import judge_deck, read_deck
from replays.cards.public_lists import card_file
from replays.cards.words import card_file_line, deck_lines, imported_note
from replays.desk.replies import form, page
from replays.errors import ReplayError
from rules.books.shelf import title_of
from rules.catalogue import load, pack_ids
from rules.errors import RulesError

Fields = Mapping[str, str]


class Checked(msgspec.Struct, frozen=True):
    """What came of a text: whether it is good (None: nothing was judged), lines about it, and a file made from it."""

    good: bool | None = None
    lines: tuple[str, ...] = ()
    made: str = ""


def _card_file(text: str, game: str) -> Checked:
    report = check(text, "your file", game)
    problems = tuple(str(problem) for problem in report.problems)
    return Checked(not problems, (card_file_line("your file", report), *problems))


def _deck(text: str, game: str) -> Checked:
    pack = load(game or "agot2")
    checks = judge_deck(pack, read_deck(pack, text, "your deck"))
    return Checked(all(item.holds for item in checks), tuple(deck_lines("your deck", checks)))


def _list(text: str, game: str) -> Checked:
    pack = load(game or "agot2")
    made, count = card_file(pack, text, "your list")
    return Checked(None, (imported_note(count, pack.id, None),), made)


KINDS: dict[str, tuple[str, Callable[[str, str], Checked]]] = {
    "cards": ("A card file (TOML): find its errors", _card_file),
    "deck": ("A deck: is it legal?", _deck),
    "list": ("A public list of cards (JSON): make a card file of it", _list),
}
"""What can be checked, with the words of the choice."""


def check_screen(request: Request) -> Response:
    """Show the form that takes a card file, a deck or a list."""
    return _page(request, request.query_params)


async def check_cards(request: Request) -> Response:
    """Check what was sent, and show what came of it."""
    sent = await form(request)
    return await run_in_threadpool(_checked, request, sent)


def _checked(request: Request, sent: Fields) -> Response:
    text = sent.get("text", "").replace("\r\n", "\n")
    _, work = KINDS.get(sent.get("kind", ""), KINDS["cards"])
    try:
        if not text.strip():
            raise ReplayError("choose a file, or put its text into the field")
        return _page(request, sent, work(text, sent.get("game", "")))
    except (ReplayError, RulesError, LedgerError) as error:
        return _page(request, sent, problem=str(error))


def _page(request: Request, sent: Fields, checked: Checked | None = None, problem: str = "") -> Response:
    return page(
        request,
        "desk/rules/card_files.html",
        "rules",
        "Check cards and decks",
        400 if problem else 200,
        sent=sent,
        checked=checked,
        problem=problem,
        kinds={name: words for name, (words, _) in KINDS.items()},
        games={game: title_of(game) for game in pack_ids()},
    )
