"""The windows of a record as the desk shows them: the audit, with moves that were not legal in their window."""

from __future__ import annotations

import msgspec

from replays.records.record import Record
from replays.verdicts.on_date import DatedVerification, JudgedViolation, Rules
from replays.watching.window_audit import Opened, audit
from replays.watching.words import audit_counts


class ShownWindow(msgspec.Struct, frozen=True):
    """One window of the audit, the moves in it that were not legal, and the words of its rule."""

    window: Opened
    illegal: tuple[JudgedViolation, ...] = ()
    clause: str = ""

    @property
    def quiet(self) -> bool:
        """Whether nobody could do anything in it, and nobody tried."""
        return self.window.quiet and not self.illegal


class ShownAudit(msgspec.Struct, frozen=True):
    """The whole audit: the windows that are listed, how many are left out, and the counts of `lastword windows`."""

    windows: tuple[ShownWindow, ...]
    hidden: int
    counts: dict[str, int]

    @property
    def left_out(self) -> bool:
        """Whether the record denied somebody an opportunity, or left out a forced ability."""
        return any(shown.window.wrong for shown in self.windows)


def shown_audit(record: Record, found: DatedVerification, everything: bool, rules: Rules) -> ShownAudit:
    """Return the audit of a record; windows that nobody could use are listed only if `everything` is asked for.

    Windows in which somebody was left out come first.
    """
    windows = audit(record.entries, record.pack)
    tried: dict[int, list[JudgedViolation]] = {}
    for item in found.violations:
        place = _window_of(windows, item.violation.seq)
        if place is not None:
            tried.setdefault(place, []).append(item)
    shown = [ShownWindow(window, tuple(tried.get(at, ())), _words(window, rules)) for at, window in enumerate(windows)]
    listed = [one for one in shown if everything or not one.quiet]
    listed.sort(key=lambda one: not one.window.wrong)
    return ShownAudit(tuple(listed), len(shown) - len(listed), audit_counts(windows))


def _words(window: Opened, rules: Rules) -> str:
    """Return the clause that a window rests on, for those in which somebody could do something."""
    return rules.clause(window.rule).says if window.rule and not window.quiet else ""


def _window_of(windows: list[Opened], seq: int) -> int | None:
    """Return the index of the window that was open after an event, the one opened last; None if none was."""
    open_then = [
        at
        for at, window in enumerate(windows)
        if not window.skipped and window.seq <= seq and (not window.closed or seq < window.closed or window.seq == seq)
    ]
    return max(open_then, key=lambda at: windows[at].seq) if open_then else None
