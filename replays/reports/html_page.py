"""The report of a case as one HTML page: its style is inside it, and it fetches and runs nothing."""

from __future__ import annotations

import re

from replays.pages.single_file import page_foot, single_file
from replays.reports.contents import CaseReport


def rule_anchor(rule: str) -> str:
    """Return the id of the place where a page quotes a rule: `r-agot2-cancel-1` for `agot2/cancel#1`."""
    return "r-" + re.sub(r"[^a-z0-9.]+", "-", rule.partition("@")[0].lower())


class PlacesOfTheFile:
    """The addresses on the page of a report that is one file: every rule is quoted on it, and nothing else is there."""

    anchor = staticmethod(rule_anchor)

    def rule(self, rule: str) -> str:
        """Return the address of a rule's words on the page."""
        return f"#{rule_anchor(rule)}"

    def book(self, rule: str) -> str:
        """Return the address of a rule in the books: there are none beside the file."""
        return ""

    def event(self, seq: int) -> str:
        """Return the address of an event of the game: the game is not beside the file."""
        return ""

    def case(self, name: str) -> str:
        """Return the address of another case: it is not beside the file."""
        return ""


def as_html(report: CaseReport) -> str:
    """Return the page of a report."""
    case = report.case
    digest = case.head.digest.hex()
    foot = page_foot(f"{case.name} · digest {digest[:8]}…{digest[-8:]}")
    title = f"{case.name}: {case.opened.question}"
    return single_file(
        "reports/ruling.html", title, "sequence", "ruling", more=foot, found=report, at=PlacesOfTheFile()
    )
