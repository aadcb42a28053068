"""The calls of the board: the disputes that wait for a judge, with who is on each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec

from ledger.errors import LedgerError
from replays.cases.case import Call, Case
from replays.cases.citations import pin_rules
from replays.desk.access.logins import Login
from replays.desk.access.roles import Role
from replays.desk.addresses import case_address
from replays.desk.settings import Desk
from replays.errors import ReplayError
from replays.records.record import of_entries
from replays.records.walk import violations
from rules.errors import RulesError

APPEAL = "under appeal"
"""How a case stands that waits for a head judge."""


class BoardCall(msgspec.Struct, frozen=True):
    """A dispute that waits for a judge, as the board announces it.

    `status` is `judge called` until a judge takes the call, then `case open`; for an appeal it is `under appeal`. `by`
    is who asks, in name; `rule` and `says` are the first clause that was broken at the event, if one was. `since` is
    when people began to wait, `taken` whether a judge is on it, and `judge` that judge's name, which may be empty.
    `seen` is the state of the case, so that a call that is taken again is not taken for a double click.
    """

    case: str
    address: str
    status: str
    question: str
    by: str
    game: str
    at: int
    since: str
    taken: bool = False
    judge: str = ""
    table: str = ""
    rule: str = ""
    says: str = ""
    seen: str = ""


def open_cases(desk: Desk) -> dict[str, Case]:
    """Return the case about each game, by the game's id, that waits for a judge; of several, the first one opened."""
    waiting = [case for case in desk.cases() if case.status in ("open", APPEAL)]
    return {case.opened.pin.game: case for case in reversed(waiting)}


def board_calls(desk: Desk, tables: Mapping[str, str]) -> list[BoardCall]:
    """Return the calls that have not ended: those that no judge took, then the others, each the oldest first.

    `tables` are the numbers of the tables by their games.
    """
    cases = [case for case in desk.cases() if case.call is not None]
    calls = [desk.tables.of(("call", case.head.id, case.head.digest), partial(_call, desk, case)) for case in cases]
    calls.sort(key=lambda call: (call.taken, call.since))
    return [msgspec.structs.replace(call, table=tables.get(call.game, "")) for call in calls]


def possible_call_acts(call: BoardCall | Call | None, status: str, login: Login) -> tuple[str, ...]:
    """Return what a person may do with a call, by the last part of the address that does it.

    An appeal is for a head judge. A call that a judge took is ended or given back by that judge or by a head judge.
    """
    if call is None or login.role < (Role.HEAD_JUDGE if status == APPEAL else Role.JUDGE):
        return ()
    if not call.taken:
        return ("take",)
    return ("end-call", "give-back") if login.role is Role.HEAD_JUDGE or call.judge == login.name else ()


def call_status(case: Case) -> str:
    """Return where a case stands, as the board says it."""
    waits = case.status == "open" and case.call is not None and not case.call.taken
    return "judge called" if waits else "case open" if case.status == "open" else case.status


def _call(desk: Desk, case: Case) -> BoardCall:
    """Return one call; a game that cannot be read, or is not here, names no player and no clause."""
    opened, game, waiting = case.opened, case.game or case.opened.pin.name, case.call
    assert waiting is not None
    call = BoardCall(
        *(case.name, case_address(case.name), call_status(case), opened.question, opened.by, game, opened.pin.at),
        since=waiting.since,
        taken=waiting.taken,
        judge=waiting.judge,
        seen=case.seen,
    )
    if not case.game:
        return call
    try:
        entries = list(desk.ledger.entries(desk.ledger.head(case.game)))
        broken = [rule for _, event in violations(entries).get(opened.pin.at, ()) for rule in event.rules]
        cited = pin_rules(desk.shelf(), broken[:1]) if broken else ()
        seat = of_entries(game, entries).table(1).seats.get(opened.by)
    except (LedgerError, ReplayError, RulesError):
        return call
    rule, says = (broken[0], cited[0].says) if cited else ("", "")
    return msgspec.structs.replace(call, by=(seat.name if seat else "") or opened.by, rule=rule, says=says)
