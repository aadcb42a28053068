"""Expectations: lines that say what must be true at a point, of the table or of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from replays.errors import NotationError
from replays.meaning.statements import Statement
from replays.meaning.written_moves import WrittenMove
from replays.notation.lines import Expect
from replays.reading.assumptions import matters, outcome
from replays.reading.later_choices import choice, frame_of, never_asked
from replays.reading.search import Anchor, look_for, outer_frame
from replays.reading.violations import best_point
from replays.records.reasons import never_judged, reasons
from replays.records.results import Expectation
from rules.books.addresses import looks_like_address, parse_address
from rules.books.entries import Entry
from rules.books.folding import plain
from rules.books.shelf import load_book, packs_with_books
from rules.errors import nearest
from rules.kernel.asks import CHANCE, Check
from rules.kernel.chance import Chance

if TYPE_CHECKING:
    from replays.reading.runner import Runner


def expect(runner: Runner, line: Expect) -> Expectation:
    """Judge an `expect` line at the present point of a run; return it with whether it held, and what was so instead.

    `expect illegal` without a move is about the last move written. For a move, everybody passes until it is legal. For
    a statement, random outcomes among unknown cards happen first. The run stands afterwards where it stood before. A
    line that cannot be understood raises NotationError.
    """
    if line.kind == "illegal" and line.move is None:
        return _illegal(runner, line, runner.last.checks if runner.last else None)
    if line.move is not None:
        return _about_move(runner, line)
    start = len(runner.recording)
    _happen_unseen(runner)
    held, says = Statement(runner.names, runner.recording.pos, line).judge()
    if len(runner.recording) > start:
        runner.recording.rewind(start)
    return Expectation(line.number, line.text, held, "" if held else f"{says}{_by_then(runner)}")


def _happen_unseen(runner: Runner) -> None:
    """Decide the random outcomes that fall among unknown cards: no line need say which of them it was."""
    recording = runner.recording
    while isinstance(ask := recording.ask(), Chance) and not matters(recording.pos, ask):
        recording.decide(CHANCE, outcome(recording.pos, ask))


def _by_then(runner: Runner) -> str:
    """Return the end of a sentence: that nobody decided anything until the next round. Empty in the same round.

    Windows that nobody can use close by themselves, so the game may have gone on before the expectation was judged.
    """
    pos = runner.recording.pos
    outer = outer_frame(pos)
    if pos.table.winners or not outer or outer == runner.anchor.outer:
        return ""
    return "; nobody had anything to decide until the next round"


def _illegal(runner: Runner, line: Expect, checks: tuple[Check, ...] | None) -> Expectation:
    """Return whether a move was illegal, and by the rule that the line names if it names one.

    `checks` are the conditions of the move; None if it was legal.
    """
    wanted = _address(runner, line)
    if checks is None:
        return Expectation(line.number, line.text, False, "the move was legal")
    broken = list(dict.fromkeys(check.rule for check in checks if check.holds is False))
    if not wanted:
        return Expectation(line.number, line.text, True, broken=_told(checks), illegal=True)
    meant = tuple(rule for rule in broken if _meant(wanted, rule))
    says = "" if meant else f"what it broke is {', '.join(broken)}"
    return Expectation(line.number, line.text, bool(meant), says, meant, illegal=True)


def _meant(wanted: str, rule: str) -> bool:
    """Whether a rule is the one that an expectation names.

    That is the same clause, any clause of the entry named, or one of an entry that the book treats under its heading.
    """
    if rule == wanted or "#" in wanted:
        return rule == wanted
    game, _, name = rule.partition("#")[0].partition("/")
    entry = load_book(game).entries.get(name)
    return wanted in (f"{game}/{name}", f"{game}/{entry.within}" if entry else "")


def _told(checks: tuple[Check, ...]) -> tuple[str, ...]:
    """Return the rules that a judge is told of, from the conditions of a move."""
    return tuple(reason.rule for reason in reasons(checks))


def _address(runner: Runner, line: Expect) -> str:
    """Return the address of the rule that an expectation names, by its id or by another name of its entry."""
    if not line.rule:
        return ""
    text = line.rule if "/" in line.rule else f"{runner.document.pack.id}/{line.rule}"
    width = len(line.rule)
    column = line.source.find(line.rule) + 1
    if not looks_like_address(text):
        raise NotationError(f"`{line.rule}` is not the address of a rule", line.number, line.source, column, width)
    address = parse_address(text)
    if address.game not in packs_with_books():
        raise NotationError(f"there is no book of `{address.game}`", line.number, line.source, column, width)
    book = load_book(address.game)
    entry = book.entries.get(address.entry) or by_alias(book.entries, address.entry)
    if entry is None or (address.clause and entry.clause(address.clause) is None):
        raise NotationError(
            f"there is no rule `{text}`{nearest(address.entry, book.entries)}", line.number, line.source, column, width
        )
    return f"{entry.address}#{address.clause}" if address.clause else entry.address


def by_alias(entries: dict[str, Entry], name: str) -> Entry | None:
    """Return the entry of a book that has this name as its title or among its aliases, or None."""
    wanted = plain(name.replace("-", " "))
    return next(
        (entry for entry in entries.values() if wanted in [plain(alias) for alias in (entry.title, *entry.aliases)]),
        None,
    )


def _about_move(runner: Runner, line: Expect) -> Expectation:
    """Judge `expect legal MOVE` or `expect illegal …: MOVE`: whether the move would be legal from here on.

    Everybody passes until then. Nothing of it is kept in the record.
    """
    assert line.move is not None
    wording = runner.word(line.move)
    start = len(runner.recording)
    checks = _supposed(runner, wording)
    runner.recording.rewind(start)
    if line.kind == "illegal":
        return _illegal(runner, line, checks)
    if checks is None:
        return Expectation(line.number, line.text, True)
    broken = _told(checks)
    return Expectation(
        line.number, line.text, False, f"it breaks {', '.join(broken)}", broken, unjudged=never_judged(checks)
    )


def _supposed(runner: Runner, wording: WrittenMove) -> tuple[Check, ...] | None:
    """Return the conditions of a supposed move, or of the first choice behind it that is not allowed.

    None if all of it is legal. The recording moves forward; the caller rewinds it.
    """
    found, walk = look_for(runner.recording, wording, runner.supposed())
    if found is None:
        best = min(walk.pins, key=lambda pin: pin.rank, default=None)
        return None if walk.settled else best.checks if best else ()
    said, anchor = wording.said, Anchor(len(runner.recording), outer_frame(runner.recording.pos))
    if wording.later:
        runner.recording.decide(said.player, found, line=said.number)
    inside = frame_of(runner.recording, said) if wording.later else 0
    for part in wording.later:
        if runner.recording.table.winners is not None:
            return None
        start = len(runner.recording)
        bounds = msgspec.structs.replace(runner.supposed(), anchor=anchor, inside=inside)
        found, walk = look_for(runner.recording, choice(runner, said, part), bounds)
        if found is not None:
            runner.recording.decide(said.player, found, line=said.number)
        elif not walk.settled:
            point = best_point(walk.pins, start, part.lead)
            if never_asked(runner.recording, inside, point):
                return None
            return point.checks if point else ()
    return None
