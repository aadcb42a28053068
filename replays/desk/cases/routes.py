"""The addresses of the cases."""

from __future__ import annotations

from replays.desk.access.roles import DeskRoute, Role
from replays.desk.cases import acts, call_acts, exports, listing, opening, ruling_page

CASES_ROUTES = [
    DeskRoute("/desk/case", opening.open_from_the_desk, Role.SCRIBE, "POST"),
    DeskRoute("/cases", listing.cases_screen, Role.READER),
    DeskRoute("/cases.json", listing.cases_data, Role.READER),
    DeskRoute("/cases/new", opening.opening_screen, Role.READER),
    DeskRoute("/cases/new", opening.open_case, Role.SCRIBE, "POST"),
    DeskRoute("/cases/{case}.json", ruling_page.case_as_data, Role.READER),
    DeskRoute("/cases/{case}", ruling_page.case_screen, Role.READER),
    DeskRoute("/cases/{case}/claim", acts.claim, Role.SCRIBE, "POST"),
    DeskRoute("/cases/{case}/remark", acts.remark, Role.SCRIBE, "POST"),
    DeskRoute("/cases/{case}/rule", acts.rule, Role.JUDGE, "POST"),
    DeskRoute("/cases/{case}/appeal", acts.appeal, Role.SCRIBE, "POST"),
    DeskRoute("/cases/{case}/uphold", acts.uphold, Role.HEAD_JUDGE, "POST"),
    DeskRoute("/cases/{case}/overturn", acts.overturn, Role.HEAD_JUDGE, "POST"),
    DeskRoute("/cases/{case}/seal", acts.seal, Role.JUDGE, "POST"),
    DeskRoute("/cases/{case}/take", call_acts.take, Role.JUDGE, "POST"),
    DeskRoute("/cases/{case}/give-back", call_acts.give_back, Role.JUDGE, "POST"),
    DeskRoute("/cases/{case}/end-call", call_acts.end, Role.JUDGE, "POST"),
    DeskRoute("/cases/{case}/ruling.html", exports.as_page, Role.READER),
    DeskRoute("/cases/{case}/ruling.md", exports.as_text, Role.READER),
    DeskRoute("/cases/{case}/ruling.pdf", exports.as_paper, Role.READER),
    DeskRoute("/cases/{case}/case.jsonl", exports.as_streams, Role.READER),
]
"""Every address of a case. CASE is a name, an id or the beginning of one; no case is called `new`."""
