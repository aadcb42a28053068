"""The verdict on a whole record: its violations, what was assumed, and whether its expectations were met."""

from __future__ import annotations

import msgspec

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Corrected, FrameAdvanced, GameEnded, ViolationNoted
from replays.errors import ReplayError
from replays.meaning.unknown_participants import ONLY_A_TOTAL, has_unknown
from replays.meaning.writer import Writer
from replays.records.engine import FAULTS, EngineFinding, engine_of, engine_words, engines_of
from replays.records.reasons import broken_rules
from replays.records.record import Record
from replays.records.rejudging import Finding, answer, rejudge
from replays.records.results import Assumption, Confirmed, Expectation, Rival, Violation
from replays.watching.opportunities import count_windows
from rules.errors import RulesError
from rules.kernel.asks import Check
from rules.kernel.names import listed, readable
from rules.shared.unknown_plots import ASSUMED


class OtherEngine(msgspec.Struct, frozen=True):
    """A game that another engine recorded and that this one derives differently.

    `recorded_by` names the engine as a judge reads it. `differs_from` is the first event that this engine derives
    otherwise, which is nobody's fault. `findings` are decisions and tables that come out otherwise; `stopped` is the
    event from which on this engine cannot follow the record (0: it follows to the end).
    """

    recorded_by: str
    differs_from: int
    findings: tuple[EngineFinding, ...] = ()
    stopped: int = 0


class TableCorrection(msgspec.Struct, frozen=True):
    """A correction of the table by hand: its event, its line in the transcript (0: none), and a sentence."""

    seq: int
    line: int
    says: str


class Judgement(msgspec.Struct, frozen=True):
    """A stored game judged again: its illegal moves by event, and differences as in `Verification`."""

    violations: tuple[Violation, ...]
    differences: tuple[Finding, ...] = ()
    other_engine: OtherEngine | None = None


class Verification(msgspec.Struct, frozen=True):
    """The verdict on one record.

    `game` is the pack and the format, and the numbers of events, decisions and windows are those of the whole record.
    `expected`, `confirmed` and mostly `assumed` come from a transcript. `differences` holds the first event of a stored
    game that this engine recorded and would not derive now. `other_engine` says what another engine did otherwise, if
    one recorded the game. `corrected` lists corrections of the table by hand, nobody's violations. `ended` says
    who won and why, and is empty if the game goes on.
    """

    name: str
    game: str
    events: int
    decisions: int
    windows: int
    violations: tuple[Violation, ...]
    assumed: tuple[Assumption, ...] = ()
    expected: tuple[Expectation, ...] = ()
    differences: tuple[Finding, ...] = ()
    confirmed: tuple[Confirmed, ...] = ()
    ended: str = ""
    other_engine: OtherEngine | None = None
    rivals: tuple[Rival, ...] = ()
    corrected: tuple[TableCorrection, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether there is no violation, no difference that matters and no expectation that failed."""
        differs = self.differences or (self.other_engine is not None and self.other_engine.findings)
        return not self.violations and not differs and all(item.held for item in self.expected)


def verify(record: Record) -> Verification:
    """Return the verdict on a record: of a transcript what its run found, of a stored game by judging it again."""
    game = f"{record.pack.id} {record.position(0).table.format}"
    decisions = sum(1 for entry in record.entries if answer(entry) is not None or _is_applied_violation(entry))
    windows = _windows(record)
    if record.run is not None:
        run = record.run
        assumed = sorted((*run.assumed, *_supposed_by_rules(record)), key=lambda item: item.seq)
        found = (run.violations, tuple(assumed), run.expected)
        return Verification(
            *(record.name, game, record.last, decisions, windows, *found),
            confirmed=run.confirmed,
            ended=_ended(record),
            rivals=run.rivals,
            corrected=_corrections(record),
        )
    again = judge_again(record)
    return Verification(
        *(
            record.name,
            game,
            record.last,
            decisions,
            windows,
            again.violations,
            (*_unknown_totals(record), *_supposed_by_rules(record)),
        ),
        differences=again.differences,
        ended=_ended(record),
        other_engine=again.other_engine,
        corrected=_corrections(record),
    )


def _corrections(record: Record) -> tuple[TableCorrection, ...]:
    """Return the corrections of the table by hand, in words."""
    return tuple(
        _in_words(record, at, event)
        for at, entry in enumerate(record.entries)
        for event in entry.events[:1]
        if isinstance(event, Corrected)
    )


def _in_words(record: Record, at: int, event: Corrected) -> TableCorrection:
    from replays.wording.events import Describer  # most games have no correction, and need none of it

    return TableCorrection(record.entries[at].seq, event.line, Describer(record.position(at - 1)).words(event))


def _unknown_totals(record: Record) -> tuple[Assumption, ...]:
    """Return what a stored game leaves open: moves that give only the total of some cards."""
    writer, found = Writer(record.pack, record.names), []
    for at, entry in enumerate(record.entries):
        said = answer(entry)
        if said is not None and has_unknown(record.pack.notation, said[1]):
            text = writer.move(record.position(at - 1), *said, "")
            says = f"`{text}` does not say who they are: {ONLY_A_TOTAL}"
            found.append(Assumption(entry.seq, entry.line, said[0], says))
    return tuple(found)


def _supposed_by_rules(record: Record) -> tuple[Assumption, ...]:
    """Return what the rules supposed of plots nobody knows, as the record keeps it.

    An entry that no line made is told with the last line before it.
    """
    found, seen, line = [], set(), 0
    start = record.position(0)
    for entry in record.entries:
        line = entry.line or line
        for event in entry.events:
            patch = event.patch if isinstance(event, FrameAdvanced) else None
            for slot, says in (patch or {}).items():
                if slot.startswith(ASSUMED) and isinstance(says, str) and (entry.seq, says) not in seen:
                    seen.add((entry.seq, says))
                    found.append(Assumption(entry.seq, line, slot.split()[-1], readable(start, says)))
    return tuple(found)


def _ended(record: Record) -> str:
    """Return who won, by name, and for which reason; "" if the record does not come to an end."""
    names = record.players()
    for entry in reversed(record.entries):
        for event in entry.events:
            if isinstance(event, GameEnded):
                return (
                    f"{listed([names.get(player, player) for player in event.winners], 'nobody')} won ({event.reason})"
                )
    return ""


def _is_applied_violation(entry: Entry) -> bool:
    """Whether an entry holds an illegal move that was applied as it was made."""
    return isinstance(entry.events[0], ViolationNoted) and entry.events[0].applied


def _windows(record: Record) -> int:
    """Return the number of windows in a record; of one that another engine made, as far as this engine can count."""
    try:
        return count_windows(record.pack, record.entries)
    except FAULTS:
        if not _by_another_engine(record):
            raise
        return 0


def judge_again(record: Record) -> Judgement:
    """Judge a stored game again.

    Violations are the moves that the record notes as illegal, and those that are illegal now without a note. Where
    another engine recorded the game and this one derives it differently, the decisions are played by this engine: what
    comes out otherwise is a finding about the engines, and nobody is accused of it.
    """
    writer = Writer(record.pack, record.names)
    noted = [_noted(record, entry, writer) for entry in record.entries if isinstance(entry.events[0], ViolationNoted)]
    if _by_another_engine(record):
        differs_from = _first_difference(record)
        return Judgement(tuple(_by_event(noted)), other_engine=_played_again(record, differs_from))
    lines = {entry.seq: entry.line for entry in record.entries}
    for finding in rejudge(record.pack, record.entries):
        if not finding.failed:
            return Judgement(tuple(_by_event(noted)), (finding,))
        assert finding.move is not None
        text = writer.move(record.position(record.index(finding.seq) - 1), finding.player, finding.move, "")
        line = lines.get(finding.seq, 0)
        noted.append(Violation(finding.seq, line, finding.player, text, finding.move, finding.checks, "", True))
    return Judgement(tuple(_by_event(noted)))


def _by_event(found: list[Violation]) -> list[Violation]:
    return sorted(found, key=lambda violation: violation.seq)


def _by_another_engine(record: Record) -> bool:
    """Whether an engine other than this one recorded a stored game, or part of it."""
    return record.run is None and engines_of(record.entries) != {engine_of(record.pack.id)}


def _first_difference(record: Record) -> int:
    """Return the first event this engine would not derive or allow; 0 if it derives all of them. 1 if the record cannot
    even be gone through.
    """
    try:
        first = next(rejudge(record.pack, record.entries), None)
    except FAULTS:
        return record.entries[0].seq
    return first.seq if first is not None else 0


def _played_again(record: Record, differs_from: int) -> OtherEngine | None:
    """Return what this engine makes of the decisions of a record; None if it derives the very same events."""
    if not differs_from:
        return None
    from replays.branches.engine_replay import EngineReplay  # most games are of this engine

    replay = EngineReplay(record)
    replay.run()
    made_by = ", ".join(sorted({engine_words(engine) for engine in engines_of(record.entries)}))
    return OtherEngine(made_by, differs_from, tuple(replay.findings), replay.stopped)


def _noted(record: Record, entry: Entry, writer: Writer) -> Violation:
    """Return the violation that an entry notes."""
    event = entry.events[0]
    assert isinstance(event, ViolationNoted)
    position = record.position(record.index(entry.seq) - 1)
    text = entry.remark or writer.move(position, event.player, event.move, "")
    checks, where = _explained(record, event, text)
    return Violation(event.at or entry.seq, event.line, event.player, text, event.move, checks, where, event.applied)


def _explained(record: Record, event: ViolationNoted, text: str) -> tuple[tuple[Check, ...], str]:
    """Return every condition of a move that was noted as illegal, and the decision at which it was attempted, in words.

    If the move does not break the same rules now, the conditions are those the record names. One more that was not
    evaluated stands for all the others, which the record does not name.
    """
    from replays.verdicts.why import why  # only a stored game needs it

    try:
        found = why(record, event.at, text) if event.at else None
    except _excused(record):
        found = None
    if found is not None and broken_rules(found.checks) == event.rules:
        return found.checks, found.where
    noted = (Check("noted", reason.rule, reason.needed, False, reason.saw) for reason in event.reasons)
    return (
        *noted,
        Check("unknown", "", "whatever else the rules ask of this move, which the record does not say", None),
    ), ""


def _excused(record: Record) -> tuple[type[Exception], ...]:
    """Return the errors after which the words of the record are taken: more of them where another engine made it."""
    return (ReplayError, *FAULTS) if _by_another_engine(record) else (ReplayError, RulesError, LedgerError)
