"""Audit the windows of a game: who had priority, who used, passed, had nothing, or was never offered it."""

from __future__ import annotations

from collections.abc import Iterator

import click

from replays.cli._common import json_option, print_json
from replays.cli._records import record_of
from replays.watching.window_audit import Held, Opened, Status, audit
from replays.wording.tables import counted, named

FOUND = 1
WIDTH = 110


@click.command("windows")
@click.argument("record", metavar="GAME|FILE")
@click.option("--all", "everything", is_flag=True, help="Also the windows in which nobody could use anything.")
@json_option
@click.pass_context
def command(ctx: click.Context, record: str, everything: bool, as_json: bool) -> None:
    """Audit every window the rules required in a GAME (GAME@N: up to event N) or a transcript FILE.

    For each window: what opened it, and each opportunity in the order in which they were held: who used what, passed, had nothing
    available, or was never offered it. Exit 1 if somebody was never offered one, or a forced ability was left out.

    \b
    Examples:
      lastword windows dispute.lw
      lastword windows table-7 --all
      lastword windows table-7 --json | jq '.windows[] | select(.missed != [])'
    """
    asked = record_of(ctx, record)
    found = asked.up_to(asked.at)
    opened = audit(found.entries, found.pack)
    wrong = [window for window in opened if window.wrong]
    if as_json:
        print_json({"game": found.name, "windows": [_json(window) for window in opened], "summary": summary(opened)})
    else:
        for line in lines(opened, everything):
            click.echo(line)
    if wrong:
        ctx.exit(FOUND)


def summary(opened: list[Opened]) -> dict[str, int]:
    """How many windows the record went through, as `verify` counts them, and how many there were of each sort."""
    return {
        "windows": sum(not window.skipped for window in opened),
        "not in the record": sum(window.skipped for window in opened),
        "used": sum(any(turn.used for turn in window.turns) for window in opened),
        "passed": sum(any(item.status is Status.PASSED for item in window.held) for window in opened),
        "nothing available": sum(window.quiet for window in opened),
        "never offered": sum(any(turn.status is Status.NEVER_OFFERED for turn in window.turns) for window in opened),
        "forced resolved": sum(len(window.resolved) for window in opened),
        "forced missed": sum(len(window.missed) for window in opened),
    }


def lines(opened: list[Opened], everything: bool) -> Iterator[str]:
    """The audit as text."""
    for window in opened:
        if everything or not window.quiet:
            yield from _window(window)
    counts = summary(opened)
    hidden = "" if everything or not counts["nothing available"] else " (--all shows them)"
    missing = f" and {counts['not in the record']} not in the record" if counts["not in the record"] else ""
    yield (
        f"{counted(counts['windows'], 'window')}{missing}: {counts['used']} used, {counts['passed']} passed by somebody, "
        f"{counts['nothing available']} with nothing available{hidden}; {counts['forced resolved']} forced abilities resolved"
    )
    yield f"never offered: {counts['never offered']}; forced abilities missed: {counts['forced missed']}"


def _window(window: Opened) -> Iterator[str]:
    skipped = "  NOT IN THE RECORD" if window.skipped else ""
    because = window.because if len(window.because) <= WIDTH else window.because[: WIDTH - 1].rstrip() + "…"
    yield f"@{window.seq}  {because}{skipped}"
    yield f"      {window.label}  [{window.rule}]"
    for name in window.resolved:
        yield f"      forced: {name} resolved"
    for name in window.missed:
        yield f"    ! FORCED ABILITY MISSED: {name}"
    for number, item in enumerate(window.in_time, 1):
        yield _opportunity(number, item, window)
    yield ""


def _opportunity(number: int, item: Held, window: Opened) -> str:
    if item.status is Status.NEVER_OFFERED:
        could = next((turn.could for turn in window.turns if turn.player == item.player), [])
        return f"    ! {number}. {item.player}  NEVER OFFERED: could have used {', '.join(could)}"
    if item.status is Status.OPEN:
        could = next((turn.could for turn in window.turns if turn.player == item.player), [])
        return f"      {number}. {item.player}  {item.status}: may use {', '.join(dict.fromkeys(could))}"
    used = f": {item.used}" if item.used else ""
    where = f" @{item.seq}" if item.seq else ""
    return f"      {number}. {item.player}  {item.status}{used}{where}{' (nobody wrote it)' if item.implied else ''}"


def _json(window: Opened) -> dict[str, object]:
    found: dict[str, object] = named(window)
    found["held"] = [named(item) for item in window.in_time]
    found["quiet"], found["wrong"] = window.quiet, window.wrong
    return found
