"""The report of a case as Markdown, for people who keep rulings in a wiki or send them as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.rulings import Claimed
from replays.cases.words import act_title, remedy_words, verdict_lines
from replays.diagrams.row_kinds import GLYPHS, Kind
from replays.diagrams.sequences.story import Story
from replays.reports.contents import CaseReport
from replays.reports.table_view import SmallCard, TableSide, Zone

_SIGNS = re.compile(r"([\\`*_\[\]<>|#])")
_BLOCK = re.compile(r"^(\s*)([-+=~]|\d+[.)])", re.MULTILINE)


def as_markdown(report: CaseReport) -> str:
    """Return a report as Markdown; its sequence is shown as a table, without pictures."""
    parts = (
        *_head(report),
        *_position(report),
        *_claims(report),
        *_happened(report.story),
        *_violations(report),
        *_ruling(report),
        *_precedents(report),
        *_rules(report),
        *_record(report),
    )
    return "\n".join(parts).rstrip() + "\n"


def _text(words: str) -> str:
    """Return a text on one line, with every sign escaped that Markdown would take for its own."""
    return _BLOCK.sub(r"\1\\\2", _SIGNS.sub(r"\\\1", " ".join(words.split())))


def _head(report: CaseReport) -> Iterator[str]:
    case = report.case
    yield f"# {_text(case.opened.question)}"
    yield ""
    players = _text(" and ".join(report.players.values()))
    yield f"Case `{case.name}` about `{case.address}`, {_text(report.game)}, {players}: {case.status}."
    yield ""


def _position(report: CaseReport) -> Iterator[str]:
    yield f"## The position after event {report.case.opened.pin.at}"
    for side in report.sides:
        yield from _side(side)
    yield ""


def _side(side: TableSide) -> Iterator[str]:
    yield ""
    yield f"### {_text(side.name)}{f' ({_text(side.player)})' if side.player else ''}"
    yield ""
    if side.facts:
        yield f"{_text(' · '.join(side.facts))}"
        yield ""
    yield from (f"- {_text(zone.name)}: {_zone(zone)}" for zone in side.zones)


def _zone(zone: Zone) -> str:
    shown = [_card(card) for card in zone.cards]
    if zone.unknown:
        shown.append(
            f"{zone.unknown} unknown" if zone.cards else f"{zone.unknown} cards" if zone.unknown > 1 else "1 card"
        )
    return "; ".join(shown)


def _card(card: SmallCard) -> str:
    under = (" ".join(["with", ", ".join((held.name, *held.notes))]) for held in card.attached)
    notes = _text(", ".join((*card.notes, *under)))
    return f"**{_text(card.name)}**{f' ({notes})' if notes else ''}"


def _claims(report: CaseReport) -> Iterator[str]:
    yield "## The claims"
    for claim in report.case.claims:
        yield ""
        yield f"### {_text(report.players.get(claim.by, claim.by))}"
        yield ""
        yield f"> {_text(claim.says)}"
        yield from _line(claim)
    yield ""


def _line(claim: Claimed) -> Iterator[str]:
    line = claim.line
    if line is None:
        return
    yield ""
    yield f"Line `{line.name}`{f', which leaves the game after event {line.leaves}' if line.leaves else ''}:"
    yield ""
    yield from (f"    {row}" for row in line.text.strip().splitlines())
    yield ""
    yield from (f"- {_text(row)}" for row in verdict_lines(line.verdict))


def _happened(story: Story) -> Iterator[str]:
    yield "## What happened"
    yield ""
    yield "| event | level | what | players | rule |"
    yield "| ---: | ---: | --- | --- | --- |"
    for row in story.rows:
        words = _text(f"{GLYPHS[row.kind]} {row.text}")
        told = f"~~{words}~~" if row.kind is Kind.CANCELLED else words
        lanes = ", ".join(f"{player} {mark}" for player, mark in row.lanes.items())
        yield f"| {row.seq} | {row.depth} | {told} | {_text(lanes)} | {_text(row.rule)} |"
    yield ""


def _violations(report: CaseReport) -> Iterator[str]:
    yield "## What broke a rule"
    yield ""
    if not report.violations:
        yield "Nothing in this sequence breaks a rule."
    for violation in report.violations:
        who = report.players.get(violation.player, violation.player)
        yield f"- ⚠ {_text(who)}: {_text(violation.text)} (after event {violation.seq})"
        for reason in violation.reasons:
            words = report.rules.get(reason.rule, "")
            yield f"  - {_text(reason.rule)}: it is not so that {_text(reason.text)}. “{_text(words)}”"
    yield ""


def _ruling(report: CaseReport) -> Iterator[str]:
    yield "## The ruling"
    yield ""
    standing = report.case.standing
    if standing is None:
        yield "No ruling yet."
        yield ""
        return
    event = standing.event
    yield f"**Finding:** {_text(event.finding)}"
    yield ""
    yield f"**Remedy:** {_text(remedy_words(event.remedy, report.players))}"
    yield ""
    yield from (f"- {_text(citation.rule)}: {_text(citation.says)}" for citation in event.citations)
    yield ""
    yield "Chain of authority:"
    yield ""
    for ruling in report.case.rulings:
        title = act_title(ruling.event, report.players)
        yield f"- {_text(title)} ({ruling.seq}, {ruling.standing}): {_text(ruling.event.finding)}"
        yield from (
            f"- {_text(act_title(appeal, report.players))}: {_text(appeal.grounds)}" for appeal in ruling.appeals
        )
        if ruling.answer is not None:
            yield f"- {_text(act_title(ruling.answer, report.players))}: {_text(ruling.answer.because)}"
    yield ""


def _precedents(report: CaseReport) -> Iterator[str]:
    yield "## Precedents"
    yield ""
    if not report.precedents:
        yield "No other case in this ledger is like it."
    for item in report.precedents:
        question, why = _text(item.case.opened.question), _text("; ".join(item.why))
        yield f"- **{item.case.name}** ({item.score:.0%} alike): {question} {why}"
    yield ""


def _rules(report: CaseReport) -> Iterator[str]:
    yield "## The rules named here"
    yield ""
    yield from (f"- {_text(rule)}: {_text(words)}" for rule, words in report.rules.items())
    yield ""


def _record(report: CaseReport) -> Iterator[str]:
    case = report.case
    pin = case.pin
    yield "## The record"
    yield ""
    yield f"- game {pin.name} (`{pin.game}`), events 1 to {pin.last}, digest `{pin.digest}`"
    if case.standing:
        yield f"- rules {_text(case.standing.event.rules)}, in force on {case.standing.event.in_force}"
    yield f"- case {case.name} (`{case.head.id}`), {case.head.last} events, digest `{case.head.digest.hex()}`"
    yield f"- the game now {'is' if report.holds else 'IS NOT'} the record that was ruled on"
    for seal in report.seals:
        by = f"sealed by {_text(seal.by)} on {seal.when} up to event {seal.last}"
        yield f"- {by}, key `{seal.fingerprint}`, signature `{seal.signature}`"
    if not report.seals:
        yield "- not sealed"
