"""The window audit and the stepper in words: what `windows` and `step` print around the game itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ledger.streams import Head
from replays.watching.window_audit import Held, Opened, Status, Turn
from replays.wording.naming import counted

WIDTH = 110
"""The most characters of the text that says what opened a window; a longer one is cut."""


def audit_lines(windows: Sequence[Opened], everything: bool, names: Mapping[str, str]) -> Iterator[str]:
    """Yield the audit as text: each window with its opportunities, then two lines of counts.

    Windows in which nobody could use anything are left out unless `everything` is asked for. `names` has the players'
    names by letter.
    """
    for window in windows:
        if everything or not window.quiet:
            yield from _window_lines(window, names)
    counts = audit_counts(windows)
    hidden = "" if everything or not counts["nothing available"] else " (--all shows them)"
    missing = f" and {counts['not in the record']} not in the record" if counts["not in the record"] else ""
    yield (
        f"{counted(counts['windows'], 'window')}{missing}: {counts['used']} used, "
        f"{counts['passed']} passed by somebody, {counts['nothing available']} with nothing available{hidden}; "
        f"{counts['forced resolved']} forced abilities resolved"
    )
    yield f"never offered: {counts['never offered']}; forced abilities missed: {counts['forced missed']}"


def audit_counts(windows: Sequence[Opened]) -> dict[str, int]:
    """Count the windows of a record, in all and by what became of them, and the forced abilities in them.

    The row `windows` of the answer counts only windows that are in the record, as `verify` does; the others are counted
    under `not in the record`. A window may count in several rows: one player used it, another passed. The last two rows
    count abilities, not windows.
    """
    return {
        "windows": sum(not window.skipped for window in windows),
        "not in the record": sum(window.skipped for window in windows),
        "used": sum(any(turn.used for turn in window.turns) for window in windows),
        "passed": sum(any(item.status is Status.PASSED for item in window.held) for window in windows),
        "nothing available": sum(window.quiet for window in windows),
        "never offered": sum(any(turn.status is Status.NEVER_OFFERED for turn in window.turns) for window in windows),
        "forced resolved": sum(len(window.resolved) for window in windows),
        "forced missed": sum(len(window.missed) for window in windows),
    }


class WindowData(msgspec.Struct, frozen=True):
    """A window of a record; `quiet` says that nobody could do anything in it, `wrong` that somebody was denied it.

    `seq` is the event that opened it, or skipped it if the record does not have it (`skipped`), `closed` the one that
    left it (0: it is still open). `because` says what opened it. `turns` says what became of each player in sum, `held`
    lists every opportunity as it came. `resolved` are the forced abilities that resolved, `missed` those that should
    have; `forced` says that the window is for forced abilities alone.
    """

    seq: int
    frame: int
    step: str
    label: str
    rule: str
    because: str
    forced: bool
    order: list[str]
    turns: list[Turn]
    resolved: list[str]
    missed: list[str]
    skipped: bool
    closed: int
    held: list[Held]
    quiet: bool
    wrong: bool


class AuditData(msgspec.Struct, frozen=True):
    """The audit of a record, as `windows --json` prints it: every window, and how many there are of each kind."""

    game: str
    windows: list[WindowData]
    summary: dict[str, int]


def audit_data(game: str, windows: Sequence[Opened]) -> AuditData:
    """Return the audit of a game for `windows --json`: every window, and the counts."""
    return AuditData(game, [_window_data(window) for window in windows], audit_counts(windows))


def _window_data(window: Opened) -> WindowData:
    fields = {**msgspec.structs.asdict(window), "held": window.in_time}
    return WindowData(**fields, quiet=window.quiet, wrong=window.wrong)


def _window_lines(window: Opened, names: Mapping[str, str]) -> Iterator[str]:
    skipped = "  NOT IN THE RECORD" if window.skipped else ""
    because = window.because if len(window.because) <= WIDTH else window.because[: WIDTH - 1].rstrip() + "…"
    yield f"@{window.seq}  {because}{skipped}"
    yield f"      {window.label}  [{window.rule}]"
    for name in window.resolved:
        yield f"      forced: {name} resolved"
    for name in window.missed:
        yield f"    ! FORCED ABILITY MISSED: {name}"
    players = [names.get(item.player, item.player) for item in window.in_time]
    width = max(map(len, players), default=0)
    for number, (player, item) in enumerate(zip(players, window.in_time, strict=True), 1):
        yield _opportunity_line(f"{number}. {player:<{width}}", item, window)
    yield ""


def _opportunity_line(whose: str, item: Held, window: Opened) -> str:
    """Return what became of one opportunity; `whose` is its number and its player."""
    if item.status in (Status.NEVER_OFFERED, Status.OPEN):
        could = next((turn.could for turn in window.turns if turn.player == item.player), [])
        if item.status is Status.NEVER_OFFERED:
            return f"    ! {whose}  NEVER OFFERED: could have used {', '.join(could)}"
        return f"      {whose}  {item.status}: may use {', '.join(dict.fromkeys(could))}"
    used = f": {item.used}" if item.used else ""
    where = f" @{item.seq}" if item.seq else ""
    return f"      {whose}  {item.status}{used}{where}{' (nobody wrote it)' if item.implied else ''}"


def greeting(name: str, events: int, actions: int) -> str:
    """Return the line with which `step` greets a person at a terminal."""
    return f"{name}: {events} events, {actions} actions; `help` lists the commands, `quit` leaves"


def branch_labels(game: Head, games: Sequence[Head]) -> list[tuple[str, int]]:
    """Return those of some games that branch from a stored game, each in words with the event after which it leaves.

    If the game is a branch itself, the game it leaves comes first: `("leaves table-7", 62)`, `("branch other", 80)`.
    """
    names = {other.id: other.name for other in games}
    labels = [(f"branch {other.name}", other.about.at) for other in games if other.about.parent == game.id]
    if game.about.parent:
        labels.insert(0, (f"leaves {names.get(game.about.parent, game.about.parent)}", game.about.at))
    return labels
