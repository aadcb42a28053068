"""New branches and stored games in words: what `branch` and `import` print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.streams import Head
from replays.branches.new_line import NewLine
from replays.wording.tables import counted

NOT_KEPT = "a transcript has no ledger to branch in; `lastword import` it to keep its lines"


def new_line_lines(line: NewLine, name: str) -> Iterator[str]:
    """Yield where a new branch leaves its game, then each impossible, illegal or unrecorded move and each assumption.

    `name` is empty for a branch that is not stored. Marks: `✗` not possible or not legal, `=` nothing recorded,
    `?` assumed.
    """
    branch, game = line.branch, line.branch.record.name
    actions = counted(len(branch.entries), "action")
    yield f"{name or 'not stored'}: leaves {game} after event {branch.at}, {actions} of its own"
    for impossible in branch.impossible:
        yield f"  ✗ {game}@{impossible.seq} {impossible.text}: {impossible.says}"
    for violation in line.violations:
        yield f"  ✗ {violation.text}: not legal ({', '.join(violation.rules)})"
    for confirmed in line.confirmed:
        yield f"  = {confirmed.text}: nothing is recorded for it, {confirmed.says}"
    for assumption in branch.assumed:
        yield f"  ? {assumption.says}"


def new_line_data(line: NewLine, name: str) -> dict[str, Any]:
    """Return a new branch for `branch --json`; `name` is empty for a branch that is not stored."""
    branch = line.branch
    return {
        "name": name,
        "parent": branch.record.name,
        "at": branch.at,
        "events": branch.at + sum(len(entry.events) for entry in branch.entries),
        "impossible": [
            {
                "seq": item.seq,
                "player": item.player,
                "move": item.text,
                "says": item.says,
                "rule": item.failed[0].rule if item.failed else "",
            }
            for item in branch.impossible
        ],
        "violations": [
            {"player": item.player, "move": item.text, "rule": item.reasons[0].rule} for item in line.violations
        ],
        "assumed": [item.says for item in branch.assumed],
        "confirmed": [item.text for item in line.confirmed],
    }


def branch_note(written: bool, changed: bool) -> str:
    """Return the note a branch is stored with: whether moves were written for it, or a recorded one was changed."""
    if written:
        return "with moves of its own"
    return "with a move changed" if changed else "as it stands"


def stored_game_line(head: Head) -> str:
    """Return the line that says under which name a transcript was stored: `dispute  1f0c9a77  254 events`."""
    return f"{head.name}  {head.id[:8]}  {head.last} events"


def violations_note(file: str, violations: int, game: str) -> str:
    """Return the hint that a stored transcript has moves that are not legal, and how to see why."""
    return f"{file}: {violations} not legal; `lastword verify {game}` says why"
