"""The record of a game itself: checked, sealed with the desk's key, exported, and played again by this version."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ledger.exchange import export
from ledger.ledger_check import check, refuse_changed
from ledger.pseudonyms import export_with_pseudonyms
from ledger.seals import read_receipt
from replays.branches.upgrade import of_another_version, upgrade
from replays.desk.addresses import game_address
from replays.desk.faults import NotThere
from replays.desk.games.replay import OpenedGame, opened_game
from replays.desk.games.tools import Fields, Told, scribe_of, stored_tool, tool_page
from replays.desk.judging.judged import stored_record
from replays.desk.replies import data, desk_of, file, login_of
from replays.desk.settings import Desk, today
from replays.wording.ledgers import seal_note, unchanged_line
from replays.wording.tables import named


def record_screen(request: Request) -> Response:
    """Show what `ledger check GAME` says of a game, with its seals; `receipt=` is a seal that was kept elsewhere."""
    can_seal, judge = bool(desk_of(request).settings.key), login_of(request).name
    return tool_page(request, "record", _checked, can_seal=can_seal, judge=judge, of_another_version=of_another_version)


def _checked(desk: Desk, game: OpenedGame, asked: Fields) -> Told:
    receipt = asked.get("receipt", "").strip()
    receipts = [read_receipt(receipt.encode("utf-8", "replace"))] if receipt else []
    with desk.ledger.at_one_moment() as ledger:
        report = check(ledger, {game.head.id}, receipts=receipts)
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


def receipt_of_game(request: Request) -> Response:
    """Answer with the last seal of a game as a receipt to keep elsewhere: what `ledger seal --json` prints."""
    game = opened_game(request, whole=True)
    if isinstance(game, RedirectResponse):
        return game
    seals = desk_of(request).ledger.seals(game.head)
    if not seals:
        record = (game.address(view="/record"), "Its record")
        raise NotThere(f"{game.head.name} has no seal yet, and so no receipt.", [record])
    return file(bytes(data(named(seals[-1])).body), f"{game.head.name}.seal", "application/json")


async def checkpoint(request: Request) -> Response:
    """Note in the register where every game stands, as `ledger checkpoint` does, and lead back to the record."""
    return await stored_tool(request, _checkpoint)


def _checkpoint(desk: Desk, game: OpenedGame, _: Fields, __: str) -> str:
    desk.ledger.checkpoint()
    return game.address(view="/record")


async def upgrade_game(request: Request) -> Response:
    """Play a game of another version again by this one, into a new game, and lead to that."""
    return await stored_tool(request, _upgrade)


def _upgrade(desk: Desk, game: OpenedGame, sent: Fields, by: str) -> str:
    record = stored_record(desk, game.head.id)
    return game_address(upgrade(desk.ledger, game.head, record, sent.get("name", "").strip(), scribe_of(by)).name)


def export_game(request: Request) -> Response:
    """Answer with the game as `ledger export` writes it; with `pseudonyms`, without people's names."""
    game = opened_game(request, whole=True)
    if isinstance(game, RedirectResponse):
        return game
    export_as = export_with_pseudonyms if "pseudonyms" in request.query_params else export
    with desk_of(request).ledger.at_one_moment() as ledger:
        content = b"".join(export_as(ledger, [game.head]))
    called = "game" if "pseudonyms" in request.query_params else game.head.name
    return file(content, f"{called}.jsonl", "application/x-ndjson")
