"""`case export`: write the report of a case in the format the file's name asks for, or the case as a ledger export."""

from __future__ import annotations

from pathlib import Path

from replays.cases.acts import Cases
from replays.cases.case import Case
from replays.cases.exporting import export_case
from replays.cli._common import note
from replays.cli._outputs import write_output
from replays.errors import ReplayError
from replays.reports.contents import gather
from replays.reports.html_page import as_html
from replays.reports.markdown import as_markdown
from replays.reports.pdf import HOW, browser, print_pdf

ENDINGS = (".html", ".md", ".pdf", ".jsonl")


def write_report(cases: Cases, case: Case, output: Path) -> Path:
    """Write the report of a case as HTML, Markdown or PDF, by the ending of the name, and return the file written.

    Where a PDF is asked for and no browser is installed that can print one, an HTML file is written instead. A file
    that should end in `.jsonl` is written by `write_streams`.
    """
    if output.suffix not in ENDINGS:
        raise ReplayError(f"{output} should end in one of {', '.join(ENDINGS)}")
    if not case.acts:
        raise ReplayError(f"{case.name} was not open yet then")
    report = gather(cases, case)
    if output.suffix == ".md":
        write_output(output, as_markdown(report))
        return output
    page = as_html(report)
    if output.suffix == ".pdf":
        return _write_pdf(page, output)
    write_output(output, page)
    return output


def _write_pdf(page: str, output: Path) -> Path:
    tool = browser()
    if tool:
        write_output(output, print_pdf(page, tool))
        return output
    instead = output.with_suffix(".html")
    write_output(instead, page)
    note(f"no Chromium, Chrome or Edge was found to print with, so {instead} was written instead: {HOW}")
    return instead


def write_streams(cases: Cases, case: Case, output: Path) -> Path:
    """Write a case, its game and the lines of its claims as a ledger export, and return the file."""
    write_output(output, export_case(cases, case))
    return output
