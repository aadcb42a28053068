"""The report of a case as Markdown, for people who keep rulings in a wiki or send them as plain text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ledger.rulings import Claimed
from replays.cases.words import verdict_lines
from replays.diagrams.row_kinds import GLYPHS, Kind
from replays.diagrams.sequences.story import Story
from replays.pages.markdown import escape_markdown as _text
from replays.records.reasons import sentence
from replays.reports.contents import CaseReport
from replays.tables.shown import Pile, ShownRow, ShownSide, Tile
from rules.books.shelf import entry_title


def as_markdown(report: CaseReport) -> str:
    """Return a report as Markdown; its sequence is shown as a table, without pictures."""
    parts = (
        *_head(report),
        *_ruling(report),
        *_position(report),
        *_claims(report),
        *_happened(report.story),
        *_violations(report),
        *_precedents(report),
        *_rules(report),
        *_record(report),
    )
    return "\n".join(parts).rstrip() + "\n"


def _head(report: CaseReport) -> Iterator[str]:
    case = report.case
    yield f"# {_text(case.opened.question)}"
    yield ""
    players = _text(" and ".join(report.players.values()))
    yield f"Case `{case.name}` about `{case.address}`, {_text(report.game)}, {players}: {case.status}."
    yield ""


def _position(report: CaseReport) -> Iterator[str]:
    table = report.table
    yield f"## The position after event {report.case.opened.pin.at}"
    for side in table.sides:
        yield from _side(side)
    if table.rows or table.piles:
        yield ""
        yield "### Common"
        yield ""
        yield from _zones(table.rows, table.piles)
    if table.places:
        yield ""
        yield "### The map"
        yield ""
    for place in table.places:
        tokens = (f"{token.player} {token.amount} {token.what}".strip() for token in place.tokens)
        yield f"- {_text(place.name)}: {_text(', '.join(tokens)) or '–'}"
    yield ""


def _side(side: ShownSide) -> Iterator[str]:
    counts = (f"{count.word} {count.amount}" for count in side.counts)
    facts = [fact for fact in (side.faction, *side.roles, *counts) if fact]
    yield ""
    yield f"### {_text(side.name)} ({_text(side.player)})"
    yield ""
    if facts:
        yield f"{_text(' · '.join(facts))}"
        yield ""
    yield from _zones(side.rows, (side.hand, *side.piles))


def _zones(rows: Sequence[ShownRow], piles: Sequence[Pile]) -> Iterator[str]:
    for row in rows:
        yield f"- {_text(row.title)}: {'; '.join(map(_card, row.tiles))}"
    for pile in piles:
        known = [_card(card) for card in pile.tiles]
        if pile.unknown:
            noun = "unknown" if known else "card" if pile.unknown == 1 else "cards"
            known.append(f"{pile.unknown} {noun}")
        if known:
            yield f"- {_text(pile.word)}: {'; '.join(known)}"


def _card(card: Tile) -> str:
    tokens = (f"{token.word} {token.amount}" for token in card.tokens)
    turned = (card.turned,) if card.turned else ()
    under = (f"with {part.name or 'a facedown card'}" for part in card.attached)
    notes = _text(", ".join((*card.marks, *tokens, *turned, *under)))
    name = card.name or ("facedown" if card.facedown else "unknown")
    return f"**{_text(name)}**{f' ({notes})' if notes else ''}"


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
            yield f"  - {_text(reason.rule)}: {_text(sentence(reason))} “{_text(words)}”"
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
    yield f"**Remedy:** {_text(report.remedy)} **Judge:** {_text(event.judge or 'a judge')}"
    yield ""
    yield from (f"- {_titled(citation.rule)}: {_text(citation.says)}" for citation in event.citations)
    yield ""
    if report.chain:
        yield "Chain of authority:"
        yield ""
        for act in report.chain:
            stands = f" ({_text(act.standing)})" if act.standing else ""
            says = f"~~{_text(act.says)}~~" if act.struck else _text(act.says)
            yield f"- {_text(act.title)}{stands}: {says}"
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
    yield from (f"- {_titled(rule)}: {_text(words)}" for rule, words in report.rules.items())
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
    since = "it was ruled on" if case.standing else "the case was opened"
    yield f"- the game {'has not changed' if report.holds else 'HAS CHANGED'} since {since}"
    for seal in report.seals:
        by = f"sealed by {_text(seal.by)} on {seal.when} up to event {seal.last}"
        yield f"- {by}, key fingerprint `{seal.fingerprint}`, signature `{seal.signature}`"
    if not report.seals:
        yield "- not sealed"


def _titled(rule: str) -> str:
    """Return a rule's address with the title of its entry, which its clause may rest on."""
    title = entry_title(rule)
    return _text(f"{rule} ({title})" if title else rule)
