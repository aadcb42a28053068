"""The sections of a report's page from the ruling on: its chain of authority, precedents, the rules named, and the record."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from replays.cases.case import Ruling, Standing
from replays.cases.citing import remedy_words
from replays.cases.telling import act_title
from replays.reports.gathering import Report
from replays.reports.pictures import rule_anchor, rule_link


def ruling(report: Report) -> Iterator[str]:
    """The ruling in force, and how it came to be that."""
    standing = report.case.standing
    yield "<section><h2>The ruling</h2>"
    if standing is None:
        yield "<p>No ruling yet.</p></section>"
        return
    yield from _decided(report, standing)
    if len(report.case.rulings) > 1 or standing.appeals:
        yield '<h3>Chain of authority</h3><ol class="chain">'
        yield from (f"<li>{item}</li>" for item in _chain(report))
        yield "</ol>"
    yield "</section>"


def _decided(report: Report, ruling: Ruling) -> Iterator[str]:
    event = ruling.event
    yield f"<h3>Finding</h3><p>{escape(event.finding)}</p>"
    yield "<h3>Citations</h3><dl>"
    for citation in event.citations:
        yield f"<dt>{rule_link(citation.rule.partition('@')[0], citation.rule)}</dt><dd>{escape(citation.says)}</dd>"
    yield f"</dl><h3>Remedy</h3><p>{escape(remedy_words(event.remedy, report.players))}</p>"
    judge = f" by {escape(event.judge)}" if event.judge else ""
    yield f'<p class="small">Ruling {ruling.seq}{judge} on {escape(event.recorded[:10])}: {escape(ruling.standing)}.</p>'


def _chain(report: Report) -> Iterator[str]:
    for ruled in report.case.rulings:
        title = escape(act_title(ruled.event, report.players))
        struck = ruled.standing is Standing.OVERTURNED
        finding = f"<s>{escape(ruled.event.finding)}</s>" if struck else escape(ruled.event.finding)
        yield f"<b>{title}</b> ({ruled.seq}, {ruled.event.recorded[:10]}, {escape(ruled.standing)}): {finding}"
        for appeal in ruled.appeals:
            yield f"<b>{escape(act_title(appeal, report.players))}</b> ({appeal.recorded[:10]}): {escape(appeal.grounds)}"
        if ruled.answer is not None:
            answer = ruled.answer
            yield f"<b>{escape(act_title(answer, report.players))}</b> ({answer.recorded[:10]}): {escape(answer.because)}"


def precedents(report: Report) -> Iterator[str]:
    """Other cases like it, and what was found in them."""
    yield "<section><h2>Precedents</h2>"
    if not report.precedents:
        yield "<p>No other case in this ledger is like it.</p></section>"
        return
    yield "<ol>"
    for item in report.precedents:
        standing = item.case.standing
        found = f" {escape(standing.event.finding)}" if standing else " No ruling yet."
        yield f"<li><b>{escape(item.case.name)}</b> ({item.score:.0%} alike): {escape(item.case.opened.question)}{found}"
        yield f'<br><span class="small">{escape("; ".join(item.why))}</span></li>'
    yield "</ol></section>"


def rules(report: Report) -> Iterator[str]:
    """The words of every rule the page names: its links lead here."""
    yield '<section><h2>The rules named here</h2><dl class="rules">'
    for rule, words in report.rules.items():
        yield f'<div id="{rule_anchor(rule)}"><dt><code>{escape(rule)}</code></dt><dd>{escape(words)}</dd></div>'
    yield "</dl></section>"


def record(report: Report) -> Iterator[str]:
    """The record the ruling is pinned to, and who sealed the case."""
    case = report.case
    pin = case.standing.event.pin if case.standing else case.opened.pin
    yield "<section><h2>The record</h2><dl>"
    rows = [("Game", f"{pin.name} ({pin.game})"), ("Ruled on", f"events 1 to {pin.last}"), ("Its digest", pin.digest)]
    if case.standing:
        rows.append(("Rules", f"{case.standing.event.rules}, in force on {case.standing.event.in_force}"))
    rows += [("Case", f"{case.name} ({case.head.id}), {case.head.last} events"), ("Its digest", case.head.digest.hex())]
    rows.append(("The game now", "is the record that was ruled on" if report.holds else "IS NOT the record that was ruled on"))
    for name, value in rows:
        yield f"<dt>{name}</dt><dd>{escape(value)}</dd>"
    for seal in report.seals:
        yield f"<dt>Seal</dt><dd>{escape(seal.by)} on {escape(seal.when)}, up to event {seal.last}; key {escape(seal.fingerprint)};"
        yield f" signature <code>{escape(seal.signature)}</code></dd>"
    yield "</dl>"
    if not report.seals:
        yield "<p>Not sealed.</p>"
    yield f'<p class="small"><code>lastword ledger check {escape(pin.name)} {escape(case.name)}</code> proves it.</p></section>'
