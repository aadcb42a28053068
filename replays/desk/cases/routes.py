"""The addresses of the cases."""

from __future__ import annotations

from starlette.routing import Route

from replays.desk.cases import acts, exports, listing, opening, ruling_page

CASES_ROUTES = [
    Route("/desk/case", opening.open_from_the_desk, methods=["POST"]),
    Route("/cases", listing.cases_screen),
    Route("/cases.json", listing.cases_data),
    Route("/cases/new", opening.opening_screen),
    Route("/cases/new", opening.open_case, methods=["POST"]),
    Route("/cases/{case}.json", ruling_page.case_as_data),
    Route("/cases/{case}", ruling_page.case_screen),
    Route("/cases/{case}/claim", acts.claim, methods=["POST"]),
    Route("/cases/{case}/remark", acts.remark, methods=["POST"]),
    Route("/cases/{case}/rule", acts.rule, methods=["POST"]),
    Route("/cases/{case}/appeal", acts.appeal, methods=["POST"]),
    Route("/cases/{case}/uphold", acts.uphold, methods=["POST"]),
    Route("/cases/{case}/overturn", acts.overturn, methods=["POST"]),
    Route("/cases/{case}/seal", acts.seal, methods=["POST"]),
    Route("/cases/{case}/ruling.html", exports.as_page),
    Route("/cases/{case}/ruling.md", exports.as_text),
    Route("/cases/{case}/ruling.pdf", exports.as_paper),
    Route("/cases/{case}/case.jsonl", exports.as_streams),
]
"""Every address of a case. CASE is a name, an id or the beginning of one; no case is called `new`."""
