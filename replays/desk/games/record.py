"""The record of a game itself: checked, sealed with the desk's key, and exported."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.exchange import export
from ledger.ledger_check import check, refuse_changed
from replays.desk.games.replay import OpenedGame, opened_game
from replays.desk.games.tools import Fields, Told, stored_tool, tool_page
from replays.desk.replies import desk_of, file, login_of
from replays.desk.settings import Desk, today
from replays.wording.ledgers import seal_note, unchanged_line


def record_screen(request: Request) -> Response:
    """Show what `ledger check GAME` says of a game, with its seals, and offer to seal and to export it."""
    settings = desk_of(request).settings
    return tool_page(request, "record", _checked, can_seal=bool(settings.key), judge=login_of(request).name)


def _checked(desk: Desk, game: OpenedGame, _: Fields) -> Told:
    with desk.ledger.at_one_moment() as ledger:
        report = check(ledger, {game.head.id})
    seals = tuple(seal_note(seal) for seal in report.seals)
    if report.findings:
        return Told((*(str(finding) for finding in report.findings), *seals), good=False)
    return Told((unchanged_line(report.streams, report.events), *seals), good=True)


async def seal_game(request: Request) -> Response:
    """Seal a game as it stands with the desk's key, and lead back to its record."""
    return await stored_tool(request, _seal)


def _seal(desk: Desk, game: OpenedGame, sent: Fields, _: str) -> str:
    from ledger.signing import sign

    key = desk.key()
    refuse_changed(desk.ledger, game.head)
    desk.ledger.put_seal(game.head, sign(game.head, key, sent.get("by", "").strip(), today()))
    return game.address(view="/record")


def export_game(request: Request) -> Response:
    """Answer with the game as `ledger export` writes it."""
    game = opened_game(request)
    if isinstance(game, RedirectResponse):
        return game
    with desk_of(request).ledger.at_one_moment() as ledger:
        content = b"".join(export(ledger, [game.head]))
    return file(content, f"{game.head.name}.jsonl", "application/x-ndjson")
