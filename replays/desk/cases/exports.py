"""What a case is exported as: the ruling as a page, as text and as a PDF, and the case itself with its game."""

from __future__ import annotations

from threading import Lock

from starlette.requests import Request
from starlette.responses import Response

from replays.cases.exporting import export_case
from replays.desk.cases.ruling_page import case_of
from replays.desk.faults import NotThere
from replays.desk.replies import file
from replays.reports.contents import gather
from replays.reports.html_page import as_html
from replays.reports.markdown import as_markdown
from replays.reports.pdf import HOW, browser, print_pdf

ONE_AT_A_TIME = Lock()
"""A browser takes much memory: one PDF is printed at a time."""


def as_page(request: Request) -> Response:
    """Answer with the page that `lastword case export -o ruling.html` writes."""
    cases, case = case_of(request)
    return file(as_html(gather(cases, case)), f"{case.name}.html", "text/html; charset=utf-8")


def as_text(request: Request) -> Response:
    """Answer with the text that `lastword case export -o ruling.md` writes."""
    cases, case = case_of(request)
    return file(as_markdown(gather(cases, case)), f"{case.name}.md", "text/plain; charset=utf-8")


def as_paper(request: Request) -> Response:
    """Answer with the PDF that `lastword case export -o ruling.pdf` writes, if there is a browser to print it."""
    cases, case = case_of(request)
    tool = browser()
    if not tool:
        raise NotThere(f"No Chromium, Chrome or Edge was found to print with. Take the page instead: {HOW}.")
    page = as_html(gather(cases, case))
    with ONE_AT_A_TIME:
        printed = print_pdf(page, tool)
    return file(printed, f"{case.name}.pdf", "application/pdf")


def as_streams(request: Request) -> Response:
    """Answer with the case, its game and the lines of its claims, for `lastword ledger import`."""
    cases, case = case_of(request)
    return file(export_case(cases, case), f"{case.name}.jsonl", "application/x-ndjson")
