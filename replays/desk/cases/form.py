"""What the forms beside a case are filled with: clauses to cite, remedies, earlier remedies, and what was sent."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from replays.cases.acts import Cases
from replays.cases.case import Act, Case
from replays.cases.citable import CitableClause, broken_clauses, found_clauses, picked_clauses
from replays.cases.claimed_line import leaving_event
from replays.cases.earlier_remedies import EarlierRemedy, earlier_remedies
from replays.desk.settings import Desk, today
from replays.reports.contents import CaseReport

CITE = "cite:"
"""The beginning of the name of a box that picks a clause: `cite:agot2/cancel#1`."""
DECIDING = (Act.RULE, Act.OVERTURN)
"""The acts whose forms pick clauses."""
KINDS = {
    "none": "None: play goes on",
    "warning": "A warning",
    "rewind": "Back up the game",
    "adjust": "Adjust the table as the finding says",
    "loss": "Loss of the game",
}
"""The remedies that a form offers, each with its word."""


class CaseForm(msgspec.Struct, frozen=True):
    """What stands beside a case.

    `acts` can be done now, `clauses` can be cited and `picked` are those that are. `back_to` is the event before the
    disputed action, and `whom` the player whose move was not legal. `can_seal` says that the desk has a key. After a
    form was refused, `act` is what it was to do, `problem` why it was not done, and `since` the acts on the case that
    came in after the form was filled in. `searched` is what clauses were looked for with.
    """

    act: str = ""
    problem: str = ""
    since: tuple[str, ...] = ()
    searched: str = ""
    acts: tuple[Act, ...] = ()
    clauses: tuple[CitableClause, ...] = ()
    picked: frozenset[str] = frozenset()
    remedies: tuple[EarlierRemedy, ...] = ()
    players: dict[str, str] = {}
    whom: str = ""
    back_to: int = 1
    judge: str = ""
    date: str = ""
    can_seal: bool = False
    seen: str = ""


def case_form(
    desk: Desk, cases: Cases, found: CaseReport, sent: Mapping[str, str], form: CaseForm, judge: str
) -> CaseForm:
    """Return a form with everything filled in: from the dispute, and from the fields that were sent before.

    `judge` is the person at the desk.
    """
    case = found.case
    date = _date(sent)
    shelf = desk.shelf(date)
    broken = broken_clauses(case, found.violations, found.players, shelf)
    picked = tuple(name.removeprefix(CITE) for name in sent if name.startswith(CITE))
    searched = found_clauses(shelf, case.head.about.pack, form.searched) if form.searched else ()
    clauses = {clause.rule: clause for clause in (*searched, *picked_clauses(shelf, picked), *broken)}
    ordered = [*(clause.rule for clause in broken), *picked, *(clause.rule for clause in searched)]
    at = case.opened.pin.at
    whom = next((one.player for one in found.violations if one.seq == at), next(iter(found.players), ""))
    _, record = cases.game(case)
    return msgspec.structs.replace(
        form,
        acts=case.possible_acts,
        clauses=tuple(clauses[rule] for rule in dict.fromkeys(ordered) if rule in clauses),
        picked=frozenset(picked) if form.act in DECIDING else _at_the_event(case, found),
        remedies=earlier_remedies(cases, case, cases.readable_cases()[0]),
        players=found.players,
        whom=whom,
        back_to=leaving_event(record, at),
        judge=judge,
        date=date,
        can_seal=bool(desk.settings.key),
        seen=case.seen,
    )


def _at_the_event(case: Case, found: CaseReport) -> frozenset[str]:
    """Return the rules that the disputed move broke: a new form has them picked."""
    at = case.opened.pin.at
    return frozenset(rule for one in found.violations if one.seq == at for rule in one.rules)


def _date(sent: Mapping[str, str]) -> str:
    return sent.get("in_force", "") or today()


def remedy_of(sent: Mapping[str, str]) -> str:
    """Return the remedy that a form asks for, as it is recorded: `warning:B`, `rewind:64`, `none`."""
    kind = sent.get("remedy", "none")
    if kind == "rewind":
        return f"rewind:{sent.get('back_to', '').strip().removeprefix('@')}"
    whom = sent.get("whom", "")
    return f"{kind}:{whom}" if kind in ("warning", "loss") and whom else kind
