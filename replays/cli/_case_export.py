"""Writing what a case is exported as: its report by the ending of the file's name, or the streams it is made of."""

from __future__ import annotations

from pathlib import Path

from ledger.exchange import export
from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.cli._common import note
from replays.errors import ReplayError
from replays.reports.contents import CaseReport, gather
from replays.reports.html_page import as_html
from replays.reports.markdown import as_markdown
from replays.reports.pdf import HOW, browser, print_pdf
from replays.reports.pictures import pictures

ENDINGS = (".html", ".md", ".pdf", ".jsonl")


def write_report(cases: Cases, case: Case, output: Path) -> Path:
    """Write the report of a case; gives the file, which is HTML where a PDF was asked for and nothing can print one."""
    if output.suffix not in ENDINGS:
        raise ReplayError(f"{output} should end in one of {', '.join(ENDINGS)}")
    if not case.acts:
        raise ReplayError(f"{case.name} was not open yet then")
    report = gather(cases, case)
    if output.suffix == ".md":
        output.write_text(as_markdown(report), encoding="utf-8")
        return output
    page = html_page(report)
    if output.suffix == ".pdf":
        return _write_pdf(page, output)
    output.write_text(page, encoding="utf-8")
    return output


def html_page(report: CaseReport) -> str:
    """The page, with its pictures if they can be drawn here."""
    label = f"Stack diagram of {report.case.address}: {report.story.title}; the same as a table is below"
    return as_html(report, pictures(report.story, label))


def _write_pdf(page: str, output: Path) -> Path:
    tool = browser()
    if tool:
        output.write_bytes(print_pdf(page, tool))
        return output
    instead = output.with_suffix(".html")
    instead.write_text(page, encoding="utf-8")
    note(f"no Chromium, Chrome or Edge was found to print with, so {instead} was written instead: {HOW}")
    return instead


def write_streams(cases: Cases, case: Case, output: Path) -> Path:
    """Write the case, its game and its lines as a ledger export."""
    game, _ = cases.game(case)
    lines = [cases.ledger.head(claim.line.stream) for claim in case.claims if claim.line]
    data = b"".join(export(cases.ledger, [case.head, game, *lines]))
    output.write_bytes(data)
    return output
