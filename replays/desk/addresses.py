"""Addresses of the desk: of a game, of an event in it, of a clause."""

from __future__ import annotations

from urllib.parse import quote, urlencode


def game_address(game: str, seq: int | None = None) -> str:
    """Return the address of a game, or of the game after an event: `/games/table-4@81`."""
    return f"/games/{quote(game, safe='')}{'' if seq is None else f'@{seq}'}"


def desk_address(game: str) -> str:
    """Return the address of a stored game at the desk."""
    return f"/desk/{quote(game, safe='')}"


def rule_address(rule: str) -> str:
    """Return the address of a clause or an entry: `agot2/duplicates#5` is at `/rules/agot2/duplicates#5`.

    A version behind the number (`#5@1.0`) is left out: a page shows the versions of a clause itself.
    """
    entry, sign, clause = rule.partition("#")
    number = clause.partition("@")[0]
    return f"/rules/{quote(entry)}{f'#{quote(number)}' if sign else ''}"


def inside(address: str) -> str:
    """Return an address that a form gave to go back to, or the first page if it would lead off the desk."""
    own = address.startswith("/") and not address.startswith("//") and "\\" not in address and address.isprintable()
    return address if own else "/"


def card_address(game: str, card: str) -> str:
    """Return the address of a card's page: `/cards/agot2/eddard-stark`."""
    return f"/cards/{quote(game, safe='')}/{quote(card, safe='')}"


def case_address(case: str) -> str:
    """Return the address of a case: `/cases/case-dispute-1`."""
    return f"/cases/{quote(case, safe='')}"


def example_address(game: str, name: str) -> str:
    """Return the address of a playthrough that comes with a game's rules."""
    return f"/examples/{quote(game, safe='')}/{quote(name, safe='')}"


def with_query(address: str, **fields: str) -> str:
    """Return an address with the fields that are not empty: `/rules/agot2/cancel?q=save#2`."""
    page, sign, place = address.partition("#")
    given = {name: value for name, value in fields.items() if value}
    return f"{page}{f'?{urlencode(given)}' if given else ''}{sign}{place}"
