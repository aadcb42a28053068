"""The games of the ledger as a list: searched by name, game or file, a page at a time, the latest first."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from ledger.codec import GAME
from ledger.errors import LedgerError
from ledger.events import GameEnded, GameStarted
from ledger.queries import LedgerReader
from ledger.streams import Head
from replays.desk.addresses import desk_address, game_address
from replays.desk.numbers import number_in
from replays.desk.replies import data, desk_of, page
from replays.wording.ledgers import searched_text, stream_data

ON_A_PAGE = 50
"""The games on one page of the list."""


class ListedGame(msgspec.Struct, frozen=True):
    """A game in the list.

    `players` are the names at the table, `result` who won (empty: it goes on), and `origin` where the record is from:
    a file, or the game it branches from.
    """

    name: str
    pack: str
    events: int
    created: str
    origin: str
    sealed: bool
    address: str
    desk: str
    players: str = ""
    result: str = ""


class GamePage(msgspec.Struct, frozen=True):
    """A page of the list: its games, its number, how many pages and games there are, and links to its neighbours."""

    games: tuple[ListedGame, ...]
    number: int
    pages: int
    found: int
    all: int
    words: str
    before: str
    after: str


def games(request: Request) -> Response:
    """Show the games of the ledger; `q` searches, `page` turns the pages."""
    heads, unreadable = desk_of(request).ledger.readable_heads(GAME.name)
    words = request.query_params.get("q", "").strip()
    asked = request.query_params.get("page", "1")
    listed = game_page(desk_of(request).ledger, heads, words, number_in(asked) or 1)
    return page(request, "desk/games/listing.html", "games", "Games", listed=listed, unreadable=unreadable)


def games_data(request: Request) -> Response:
    """Answer with what `lastword list --json` prints."""
    return data([stream_data(head) for head in desk_of(request).ledger.readable_heads(GAME.name)[0]])


def game_page(ledger: LedgerReader, heads: list[Head], words: str = "", number: int = 1) -> GamePage:
    """Return one page of the games that a search finds, those opened last first.

    Only the games of that page are read, and of each only its first and its last action.
    """
    wanted = words.casefold().split()
    found = [head for head in reversed(heads) if all(word in searched_text(head) for word in wanted)]
    pages = max(1, -(-len(found) // ON_A_PAGE))
    number = min(max(1, number), pages)
    names = {head.id: head.name for head in heads}
    shown = found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]
    return GamePage(
        tuple(_listed(ledger, head, names) for head in shown),
        number,
        pages,
        len(found),
        len(heads),
        words,
        _address(words, number - 1) if number > 1 else "",
        _address(words, number + 1) if number < pages else "",
    )


def _address(words: str, number: int) -> str:
    return f"/games?{urlencode({**({'q': words} if words else {}), 'page': number})}"


def _listed(ledger: LedgerReader, head: Head, names: dict[str, str]) -> ListedGame:
    about = head.about
    origin = (
        f"branch of {names.get(about.parent, about.parent)}@{about.at}"
        if about.parent
        else about.note.removeprefix("from ")
    )
    plain = ListedGame(
        head.name,
        about.pack,
        head.last,
        about.created,
        origin,
        bool(head.seals),
        game_address(head.name),
        desk_address(head.name),
    )
    try:
        return _with_players(ledger, head, plain)
    except LedgerError:  # the row is listed all the same; the game's own page says what is wrong with it
        return plain


def _with_players(ledger: LedgerReader, head: Head, listed: ListedGame) -> ListedGame:
    """Return a listed game with its players and its result, read from its first and its last action."""
    first = next(iter(ledger.entries(head, 1, 1)), None)
    last = next(iter(ledger.entries(head, head.last, head.last)), None)
    start = first.events[0] if first is not None and first.events else None
    seats = {seat.player: seat.name or seat.player for seat in start.seats} if isinstance(start, GameStarted) else {}
    ended = next((event for event in (last.events if last else ()) if isinstance(event, GameEnded)), None)
    result = "" if ended is None else f"{' and '.join(seats.get(who, who) for who in ended.winners) or 'nobody'} won"
    return msgspec.structs.replace(listed, players=", ".join(seats.values()), result=result)
