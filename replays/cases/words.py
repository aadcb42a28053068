"""Cases in words, as the verbs of `case` print them and reports quote them, and as data for `--json`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ledger.rulings import (
    Appealed,
    CallEnded,
    CallGivenBack,
    CallTaken,
    CaseEvent,
    CaseOpened,
    Claimed,
    LineVerdict,
    Overturned,
    Remarked,
    Ruled,
    Upheld,
)
from ledger.seals import Seal
from replays.cases.case import Call, Case
from replays.cases.earlier_remedies import EarlierRemedy
from replays.records.inside_action import move_text
from replays.records.record import Record
from replays.wording.naming import counted
from replays.wording.tables import named

INDENT = "      "

COLUMNS = ("case", "status", "address", "opened", "judge", "remedy", "question")
"""The fields of a `summary` that `case list` shows, in this order."""
_CALLS = {
    CallTaken: "takes the call for a judge",
    CallGivenBack: "gives the call back: it waits for a judge again",
    CallEnded: "ends the call without a ruling",
}
"""What a judge does with a call, by the kind of the act."""
NO_CASES = "the ledger has no cases yet; `lastword case open` opens one"


class RulingData(msgspec.Struct, frozen=True):
    """A ruling of a case: the number of its act, whether it stands, and the ruling in whose place it is (0: none)."""

    seq: int
    standing: str
    supersedes: int


class CaseData(msgspec.Struct, frozen=True):
    """A whole case, as `case show --json` prints it, and every verb that adds to a case.

    `standing` is the number of the ruling in force, null without one. `acts` are all acts in order, each with its
    number `seq`, its kind `act` and the fields of that kind of act. `dated_back` lists acts whose time is before that
    of an earlier one. `call` is the call for a judge, null when it has ended. `record_holds` says whether the game is
    still the record that the case rests on.
    """

    case: str
    id: str
    status: str
    address: str
    question: str
    standing: int | None
    call: Call | None
    acts: list[Annotated[dict[str, Any], Meta(extra={"acts": CaseEvent})]]
    rulings: list[RulingData]
    dated_back: list[int]
    last: int
    digest: str
    record_holds: bool
    seals: list[Seal]


def case_data(case: Case, holds: bool, seals: list[Seal]) -> CaseData:
    """Return a case for `case show --json`. `holds` says whether its game is still the record the case rests on."""
    return CaseData(
        *(case.name, case.head.id, case.status, case.address, case.opened.question),
        standing=case.standing.seq if case.standing else None,
        call=case.call,
        acts=[{"seq": seq, "act": type(event).__name__, **named(event)} for seq, event in case.acts],
        rulings=[RulingData(item.seq, str(item.standing), item.event.supersedes) for item in case.rulings],
        dated_back=sorted(case.dated_back()),
        last=case.head.last,
        digest=case.head.digest.hex(),
        record_holds=holds,
        seals=seals,
    )


class CaseRow(msgspec.Struct, frozen=True):
    """A case in one row, as `case list --json` prints it; `cites` are the rules without their versions."""

    case: str
    status: str
    address: str
    opened: str
    judge: str
    remedy: str
    cites: list[str]
    question: str


class FoundCaseRow(CaseRow, frozen=True):
    """A case that a search found, as `case search --json` prints it: why, and with `--like` how alike it is."""

    why: tuple[str, ...] = ()
    score: float | UnsetType = UNSET


def summary(case: Case) -> CaseRow:
    """Return a case as one row of `case list`."""
    standing = case.standing
    return CaseRow(
        *(case.name, case.status, case.address, case.opened.recorded[:10]),
        judge=standing.event.judge if standing else "",
        remedy=standing.event.remedy if standing else "",
        cites=[rule.partition("@")[0] for rule in case.cited()],
        question=case.opened.question,
    )


def found_row(case: Case, why: Iterable[str], score: float | UnsetType = UNSET) -> FoundCaseRow:
    """Return a case as one row of `case search`."""
    return FoundCaseRow(**msgspec.structs.asdict(summary(case)), why=tuple(why), score=score)


def case_lines(case: Case, names: dict[str, str], holds: bool, seals: list[Seal]) -> Iterator[str]:
    """Yield a case act by act, then what became of each ruling, the record it rests on, and its seals.

    `names` gives the players' names by their letters.
    """
    yield f"{case.name}  {case.status}  about {case.address}"
    dated_back = case.dated_back()
    for seq, event in case.acts:
        yield ""
        yield from act_lines(seq, event, names)
        if seq in dated_back:
            yield f"{INDENT}(dated before act {dated_back[seq]}, which it follows: a clock was wrong at one of them)"
    yield ""
    yield from _standing_lines(case)
    pin = case.pin
    word = "is still the record" if holds else "IS NO LONGER THE RECORD"
    elsewhere = f" (called {pin.name} where the case was opened)" if case.game not in ("", pin.name) else ""
    yield f"{case.game or pin.name} {word} this is about: up to event {pin.last}, digest {pin.digest[:16]}{elsewhere}"
    yield f"the case: {case.head.last} events, digest {case.head.digest.hex()[:16]}"
    for seal in seals:
        yield f"sealed by {seal.by} on {seal.when} up to event {seal.last}, key fingerprint {seal.fingerprint}"


def _standing_lines(case: Case) -> Iterator[str]:
    if case.standing is None:
        yield "no ruling yet"
        return
    for ruling in case.rulings:
        over = f", in place of ruling {ruling.event.supersedes}" if ruling.event.supersedes else ""
        yield f"ruling {ruling.seq} by {ruling.event.judge or 'a judge'}{over}: {ruling.standing}"


def act_lines(seq: int, event: CaseEvent, names: dict[str, str]) -> Iterator[str]:
    """Yield one act: its number, who did what and when, then what was said, indented."""
    yield f"{seq:>4}  {act_title(event, names)}{f'  ({event.recorded[:16]})' if event.recorded else ''}"
    if isinstance(event, CaseOpened):
        yield f"{INDENT}{event.question}"
    elif isinstance(event, Claimed):
        yield f"{INDENT}“{event.says}”"
        if event.line is not None:
            yield f"{INDENT}{line_words(event)}"
            yield from (f"{INDENT}  {line}" for line in verdict_lines(event.line.verdict))
    elif isinstance(event, Ruled):
        yield f"{INDENT}{event.finding}"
        yield f"{INDENT}remedy: {event.remedy}. {remedy_words(event.remedy, names)}"
        yield from (f"{INDENT}cites {citation.rule}: {citation.says}" for citation in event.citations)
        record = f"{event.pin.name} up to {event.pin.last}"
        yield f"{INDENT}rules: {event.rules}, in force on {event.in_force}; record: {record}"
    elif isinstance(event, Remarked):
        yield f"{INDENT}{event.says}"
    elif isinstance(event, Appealed | Upheld | Overturned):
        yield f"{INDENT}{event.grounds if isinstance(event, Appealed) else event.because}"


def act_title(event: CaseEvent, names: dict[str, str]) -> str:
    """Return who did what, such as `Anna claims` or `Maria rules, in place of ruling 4`."""
    if isinstance(event, CaseOpened):
        return (
            f"opened{f' by {names.get(event.by, event.by)}' if event.by else ''} about {event.pin.name}@{event.pin.at}"
        )
    if isinstance(event, Claimed):
        return f"{names.get(event.by, event.by)} claims"
    if isinstance(event, Remarked):
        return f"{names.get(event.by, event.by) or 'somebody'} remarks"
    if isinstance(event, Appealed):
        return f"{names.get(event.by, event.by)} appeals against ruling {event.ruling}"
    if isinstance(event, Upheld):
        return f"{event.judge or 'a judge'} upholds ruling {event.ruling}"
    if isinstance(event, CallTaken | CallGivenBack | CallEnded):
        return f"{event.judge or 'a judge'} {_CALLS[type(event)]}"
    if isinstance(event, Overturned):
        return f"{event.judge or 'a judge'} overturns ruling {event.ruling}"
    return f"{event.judge or 'a judge'} rules{f', in place of ruling {event.supersedes}' if event.supersedes else ''}"


def line_words(claim: Claimed) -> str:
    """Return under which name the line of a claim is stored, and where it leaves the game. The claim must have one."""
    line = claim.line
    assert line is not None
    where = f"a branch after event {line.leaves}" if line.leaves else "a game of its own"
    return f"line {line.file}, kept as {line.name} ({where}):"


def claim_lines(event: CaseEvent, record: Record) -> Iterator[str]:
    """Yield where the moves of a claim just made begin, before which move of the game, and the verdict on them.

    `record` is the disputed game. A broken line without that move may begin too early: that is said. Nothing is yielded
    for another act, or for a claim without moves.
    """
    if not isinstance(event, Claimed) or event.line is None:
        return
    if event.line.leaves:
        place = record.index(event.line.leaves) + 1
        move = move_text(record, place) if place < len(record.entries) else ""
        before = f", before `{move}`" if move else ""
        yield f"The moves in {event.line.file} begin after event {event.line.leaves}{before}."
        if move and move not in event.line.text and not event.line.verdict.legal:
            yield f"If the dispute is about something later, write `{move}` first, and claim again."
    yield from verdict_lines(event.line.verdict)


def verdict_lines(verdict: LineVerdict) -> Iterator[str]:
    """Yield what judging a claimed line found: `✓` playable as written, `✗` broken or unmet, `?` assumed."""
    if verdict.legal:
        amount = f"{counted(verdict.decisions, 'decision')}, {counted(verdict.events, 'event')}"
        yield f"✓ can be played as written ({amount})"
    for broken in verdict.broken:
        yield f"✗ {broken.move}: {', '.join(broken.rules)} ({broken.says})"
    yield from (f"✗ expected, but not so: {text}" for text in verdict.unmet)
    yield from (f"? {text}" for text in verdict.assumed)


def remedy_words(remedy: str, names: dict[str, str]) -> str:
    """Return a remedy such as `warning:B` as a sentence for the players, by their names."""
    kind, _, about = remedy.partition(":")
    who = names.get(about, about)
    return {
        "none": "No remedy: play goes on.",
        "warning": f"A warning{f' for {who}' if who else ''}; play goes on.",
        "rewind": f"The game is backed up to where it stood after event {about}, and goes on from there.",
        "adjust": "The table is adjusted as the finding says, and play goes on.",
        "loss": f"Loss of the game{f' for {who}' if who else ''}.",
    }[kind]


def earlier_remedy_lines(found: Iterable[EarlierRemedy]) -> Iterator[str]:
    """Yield each earlier remedy of a player: what it was, when, in which case, by whom."""
    for item in found:
        by = f", {item.judge}" if item.judge else ""
        yield f"{item.player} {item.name}: {remedy_words(item.remedy, {})} ({item.case}, {item.date}{by})"


def status_line(case: Case) -> str:
    """Return a case's name, where it stands, and who is on the call if a judge took it: what every act prints."""
    on_it = f", {call_words(case.call)}" if case.call and case.call.taken else ""
    return f"{case.name}  {case.status}{on_it}"


def call_words(call: Call) -> str:
    """Return who is on a call, such as `Maria is on it`."""
    return f"{call.judge or 'a judge'} is on it" if call.taken else "waits for a judge"


def moved_note(at: int, pinned: int) -> str:
    """Return the hint that event `at` only notes a violation, and that the case is about the event it belongs to."""
    return f"event {at} notes a violation that belongs to event {pinned}: the case is about that"


def search_lines(rows: Iterable[FoundCaseRow]) -> Iterator[str | tuple[str, str]]:
    """Yield each case that a search found, and under it why.

    A pair is a line whose beginning is set off.
    """
    for row in rows:
        score = "" if row.score is UNSET else f"  {row.score:.0%} alike"
        yield row.case, f"{score}  {row.status}  {row.question}"
        for line in row.why:
            yield f"    {line}"
