"""The report of a case as one HTML page: style and pictures are inside it, and it fetches and runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from ledger.rulings import Claimed
from replays.cases.case import Ruling, RulingStanding
from replays.cases.words import act_title, remedy_words
from replays.diagrams.row_kinds import GLYPHS, Kind
from replays.diagrams.sequences.story import Row, Story
from replays.page import page
from replays.records.results import Violation
from replays.reports.contents import CaseReport
from replays.reports.pictures import Picture, pictures, rule_anchor, rule_link
from replays.reports.style import STYLE
from replays.reports.table_view import SmallCard, TableSide, Zone

WIDE = 720
"""Points. A wider picture is printed on landscape pages, with the violations that belong to it."""


def drawn_page(report: CaseReport) -> str:
    """Return the page of a report with its pictures, which are left out where no Graphviz is installed."""
    label = f"Stack diagram of {report.case.address}: {report.story.title}; the same as a table is below"
    return as_html(report, pictures(report.story, label))


def as_html(report: CaseReport, drawn: list[Picture]) -> str:
    """Return the page of a report with these pictures of its sequence; without any, the sequence is only a table."""
    parts = (
        *_header(report),
        "<main>",
        *_position_section(report),
        *_claims_section(report),
        '<div class="wide">' if any(picture.width > WIDE for picture in drawn) else "<div>",
        *_sequence_section(report, drawn),
        *_violations_section(report),
        "</div>",
        *_ruling_section(report),
        *_precedents_section(report),
        *_rules_section(report),
        *_record_section(report),
        "</main>",
        _footer(report),
    )
    return page(f"{report.case.name}: {report.case.opened.question}", STYLE, "\n".join(parts))


def _footer(report: CaseReport) -> str:
    written = f"Written by Last Word on {escape(report.printed[:10])}."
    return f"<footer><p>{written} Sequences resolve last in, first out.</p></footer>"


def _header(report: CaseReport) -> Iterator[str]:
    case, standing = report.case, report.case.standing
    players = " and ".join(report.players.values())
    about = f"Case <code>{escape(case.name)}</code> · {escape(report.game)} · {escape(players)}"
    yield f'<header><p class="over">{about}</p>'
    yield f"<h1>{escape(case.opened.question)}</h1>"
    asked = f", asked by {escape(report.players.get(case.opened.by, case.opened.by))}" if case.opened.by else ""
    opened = f"opened on {escape(case.opened.recorded[:10])}"
    yield f'<p class="over">About event <code>{escape(case.address)}</code>{asked}, {opened}</p>'
    if standing is None:
        yield '<div class="short"><p><b>No ruling yet.</b></p></div></header>'
        return
    cited = ", ".join(rule_link(citation.rule.partition("@")[0]) for citation in standing.event.citations)
    yield f'<div class="short"><p><b>Ruling:</b> {escape(standing.event.finding)}</p>'
    yield f"<p><b>Remedy:</b> {escape(remedy_words(standing.event.remedy, report.players))}</p>"
    yield f"<p><b>Rules:</b> {cited} · <b>Status:</b> {escape(case.status)}</p></div></header>"


# --- the position ---------------------------------------------------------------------------------------------------


def _position_section(report: CaseReport) -> Iterator[str]:
    yield f"<section><h2>The position</h2><p>The table after event {report.case.opened.pin.at}.</p>"
    yield '<div class="sides">'
    for side in report.sides:
        yield from _side(side)
    yield "</div><details><summary>The same as text</summary>"
    yield f"<pre>{escape(chr(10).join(report.table_text))}</pre></details></section>"


def _side(side: TableSide) -> Iterator[str]:
    letter = f" ({escape(side.player)})" if side.player else ""
    yield f'<div class="side"><h3>{escape(side.name)}{letter}</h3>'
    if side.facts:
        yield f'<p class="facts">{escape(" · ".join(side.facts))}</p>'
    for zone in side.zones:
        yield from _zone(zone)
    yield "</div>"


def _zone(zone: Zone) -> Iterator[str]:
    yield f'<div class="zone"><p>{escape(zone.name)}</p><ul class="cards">'
    yield from (_card(card) for card in zone.cards)
    if zone.unknown:
        what = "unknown" if zone.cards else "cards" if zone.unknown > 1 else "card"
        yield f'<li class="pile">{zone.unknown} {what}</li>'
    yield "</ul></div>"


def _card(card: SmallCard) -> str:
    notes = f'<span class="on">{escape(", ".join(card.notes))}</span>' if card.notes else ""
    under = "".join(
        f'<span class="on">with {escape(", ".join((held.name, *held.notes)))}</span>' for held in card.attached
    )
    return f'<li><b>{escape(card.name)}</b><span class="kind">{escape(card.type)}</span>{notes}{under}</li>'


# --- claims ---------------------------------------------------------------------------------------------------------


def _claims_section(report: CaseReport) -> Iterator[str]:
    yield "<section><h2>The claims</h2>"
    if not report.case.claims:
        yield "<p>Nobody claimed anything.</p>"
    yield '<div class="claims">'
    for claim in report.case.claims:
        name = escape(report.players.get(claim.by, claim.by))
        yield f'<div class="claim"><h3>{name}</h3><blockquote>{escape(claim.says)}</blockquote>'
        yield from _claimed_line(claim)
        yield "</div>"
    yield "</div></section>"


def _claimed_line(claim: Claimed) -> Iterator[str]:
    line = claim.line
    if line is None:
        return
    where = f"leaves the game after event {line.leaves}" if line.leaves else "a game of its own"
    yield f'<p class="small">Line <code>{escape(line.name)}</code>, {where}:</p><pre>{escape(line.text.strip())}</pre>'
    if line.verdict.legal:
        yield '<p><span class="yes">✓</span> It can be played as written.</p>'
    for broken in line.verdict.broken:
        rules = ", ".join(rule_link(rule) for rule in broken.rules)
        yield f'<p><span class="no">✗ not legal:</span> <code>{escape(broken.move)}</code> ({rules})</p>'
    for text in line.verdict.unmet:
        yield f'<p><span class="no">✗ expected, but not so:</span> {escape(text)}</p>'
    for text in line.verdict.assumed:
        yield f'<p class="small">? {escape(text)}</p>'


# --- what happened --------------------------------------------------------------------------------------------------


def _sequence_section(report: CaseReport, drawn: list[Picture]) -> Iterator[str]:
    yield "<section><h2>What happened</h2>"
    how_to_read = (
        "Read from top to bottom; each coloured bar is a level of nesting, and the innermost is finished first."
    )
    yield f"<p>{how_to_read}</p>"
    for picture in drawn:
        yield '<figure><div class="scroll" role="region" aria-label="Diagram of the sequence" tabindex="0">'
        yield f'<div class="day">{picture.light}</div><div class="night">{picture.dark}</div></div></figure>'
    if drawn:
        yield "<details><summary>The same as a table</summary>"
        yield from _sequence_table(report.story)
        yield "</details></section>"
        return
    yield from _sequence_table(report.story)
    yield '<p class="small">No Graphviz was found when this was written, so there is no picture of it.</p></section>'


def _sequence_table(story: Story) -> Iterator[str]:
    yield '<div class="scroll" role="region" aria-label="Table of the sequence" tabindex="0"><table>'
    yield f'<caption class="small">{escape(story.title)}</caption>'
    yield (
        '<thead><tr><th scope="col">Event</th><th scope="col">Level</th><th scope="col">What</th>'
        '<th scope="col">Players</th>'
    )
    yield '<th scope="col">Rule</th></tr></thead><tbody>'
    yield from (_row(row) for row in story.rows)
    yield "</tbody></table></div>"


def _row(row: Row) -> str:
    text = f"{GLYPHS[row.kind]} {row.text}"
    struck = ' class="struck"' if row.kind is Kind.CANCELLED else ""
    lanes = ", ".join(f"{player} {mark}" for player, mark in row.lanes.items())
    rule = rule_link(row.rule) if row.rule else ""
    what = f"<td{struck}>{escape(text)}</td>"
    return f"<tr><td>{row.seq}</td><td>{row.depth}</td>{what}<td>{escape(lanes)}</td><td>{rule}</td></tr>"


def _violations_section(report: CaseReport) -> Iterator[str]:
    yield "<section><h2>What broke a rule</h2>"
    if not report.violations:
        yield "<p>Nothing in this sequence breaks a rule.</p>"
    for violation in report.violations:
        yield from _violation(report, violation)
    yield "</section>"


def _violation(report: CaseReport, violation: Violation) -> Iterator[str]:
    treated = "applied as it was made" if violation.applied else "noted and ignored"
    who = escape(report.players.get(violation.player, violation.player))
    yield f"<h3>⚠ {who}: <code>{escape(violation.text)}</code></h3>"
    yield f'<p class="small">After event {violation.seq}; {treated}.</p><ul>'
    for reason in violation.reasons:
        quoted = f"<blockquote>{escape(report.rules.get(reason.rule, ''))}</blockquote>"
        yield f"<li>{rule_link(reason.rule)}: it is not so that {escape(reason.text)}.{quoted}</li>"
    yield "</ul>"


# --- the ruling, and what it rests on --------------------------------------------------------------------------------


def _ruling_section(report: CaseReport) -> Iterator[str]:
    """Yield the ruling in force, and the chain of authority if there were other rulings or appeals."""
    standing = report.case.standing
    yield "<section><h2>The ruling</h2>"
    if standing is None:
        yield "<p>No ruling yet.</p></section>"
        return
    yield from _ruling_in_force(report, standing)
    if len(report.case.rulings) > 1 or standing.appeals:
        yield '<h3>Chain of authority</h3><ol class="chain">'
        yield from (f"<li>{item}</li>" for item in _chain_of_authority(report))
        yield "</ol>"
    yield "</section>"


def _ruling_in_force(report: CaseReport, ruling: Ruling) -> Iterator[str]:
    event = ruling.event
    yield f"<h3>Finding</h3><p>{escape(event.finding)}</p>"
    yield "<h3>Citations</h3><dl>"
    for citation in event.citations:
        yield f"<dt>{rule_link(citation.rule.partition('@')[0], citation.rule)}</dt><dd>{escape(citation.says)}</dd>"
    yield f"</dl><h3>Remedy</h3><p>{escape(remedy_words(event.remedy, report.players))}</p>"
    judge = f" by {escape(event.judge)}" if event.judge else ""
    made = f"Ruling {ruling.seq}{judge} on {escape(event.recorded[:10])}"
    yield f'<p class="small">{made}: {escape(ruling.standing)}.</p>'


def _chain_of_authority(report: CaseReport) -> Iterator[str]:
    """Yield every ruling, each followed by the appeals against it and the act that answered them."""
    for ruled in report.case.rulings:
        title = escape(act_title(ruled.event, report.players))
        struck = ruled.standing is RulingStanding.OVERTURNED
        finding = f"<s>{escape(ruled.event.finding)}</s>" if struck else escape(ruled.event.finding)
        yield f"<b>{title}</b> ({ruled.seq}, {ruled.event.recorded[:10]}, {escape(ruled.standing)}): {finding}"
        for appeal in ruled.appeals:
            title = escape(act_title(appeal, report.players))
            yield f"<b>{title}</b> ({appeal.recorded[:10]}): {escape(appeal.grounds)}"
        if ruled.answer is not None:
            title = escape(act_title(ruled.answer, report.players))
            yield f"<b>{title}</b> ({ruled.answer.recorded[:10]}): {escape(ruled.answer.because)}"


def _precedents_section(report: CaseReport) -> Iterator[str]:
    """Yield the most similar cases, each with its finding and what it shares with this one."""
    yield "<section><h2>Precedents</h2>"
    if not report.precedents:
        yield "<p>No other case in this ledger is like it.</p></section>"
        return
    yield "<ol>"
    for item in report.precedents:
        standing = item.case.standing
        found = f" {escape(standing.event.finding)}" if standing else " No ruling yet."
        question = escape(item.case.opened.question)
        yield f"<li><b>{escape(item.case.name)}</b> ({item.score:.0%} alike): {question}{found}"
        yield f'<br><span class="small">{escape("; ".join(item.why))}</span></li>'
    yield "</ol></section>"


def _rules_section(report: CaseReport) -> Iterator[str]:
    """Yield what every rule named on the page says, with the anchors its rule links lead to."""
    yield '<section><h2>The rules named here</h2><dl class="rules">'
    for rule, words in report.rules.items():
        yield f'<div id="{rule_anchor(rule)}"><dt><code>{escape(rule)}</code></dt><dd>{escape(words)}</dd></div>'
    yield "</dl></section>"


def _record_section(report: CaseReport) -> Iterator[str]:
    """Yield the record the ruling is pinned to, with digests, and the seals of the case."""
    case = report.case
    pin = case.pin
    yield "<section><h2>The record</h2><dl>"
    rows = [("Game", f"{pin.name} ({pin.game})"), ("Ruled on", f"events 1 to {pin.last}"), ("Its digest", pin.digest)]
    if case.standing:
        rows.append(("Rules", f"{case.standing.event.rules}, in force on {case.standing.event.in_force}"))
    rows += [("Case", f"{case.name} ({case.head.id}), {case.head.last} events"), ("Its digest", case.head.digest.hex())]
    rows.append(
        ("The game now", "is the record that was ruled on" if report.holds else "IS NOT the record that was ruled on")
    )
    for name, value in rows:
        yield f"<dt>{name}</dt><dd>{escape(value)}</dd>"
    for seal in report.seals:
        key = escape(seal.fingerprint)
        yield f"<dt>Seal</dt><dd>{escape(seal.by)} on {escape(seal.when)}, up to event {seal.last}; key {key};"
        yield f" signature <code>{escape(seal.signature)}</code></dd>"
    yield "</dl>"
    if not report.seals:
        yield "<p>Not sealed.</p>"
    check = f"lastword ledger check {escape(pin.name)} {escape(case.name)}"
    yield f'<p class="small"><code>{check}</code> proves it.</p></section>'
