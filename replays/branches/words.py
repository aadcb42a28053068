"""New branches and stored games in words: what `branch` and `import` print."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ledger.streams import Head
from replays.branches.new_line import NewLine
from replays.wording.naming import counted

NOT_KEPT = "not stored, because the game is a file; `lastword import` the file to keep branches of it"


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
        yield f"  = {confirmed.text}: not needed, {confirmed.says}"
    for assumption in branch.assumed:
        yield f"  ? {assumption.says}"


class ImpossibleData(msgspec.Struct, frozen=True):
    """A recorded move that is not possible in a branch: why not, and the rule ("" if none says so)."""

    seq: int
    player: str
    move: str
    says: str
    rule: str


class BranchViolation(msgspec.Struct, frozen=True):
    """A move that was written for a branch and is not legal."""

    player: str
    move: str
    rule: str


class BranchData(msgspec.Struct, frozen=True):
    """A new branch, as `branch --json` prints it; `name` is empty for a branch that is not stored.

    `events` is the number of its last event; `confirmed` lists moves for which nothing had to be recorded.
    """

    name: str
    parent: str
    at: int
    events: int
    impossible: list[ImpossibleData]
    violations: list[BranchViolation]
    assumed: list[str]
    confirmed: list[str]


def new_line_data(line: NewLine, name: str) -> BranchData:
    """Return a new branch for `branch --json`; `name` is empty for a branch that is not stored."""
    branch = line.branch
    return BranchData(
        *(name, branch.record.name, branch.at, branch.at + sum(len(entry.events) for entry in branch.entries)),
        impossible=[
            ImpossibleData(item.seq, item.player, item.text, item.says, item.failed[0].rule if item.failed else "")
            for item in branch.impossible
        ],
        violations=[BranchViolation(item.player, item.text, item.reasons[0].rule) for item in line.violations],
        assumed=[item.says for item in branch.assumed],
        confirmed=[item.text for item in line.confirmed],
    )


class StoredGame(msgspec.Struct, frozen=True):
    """A transcript that was stored as a game, as `import --json` prints it."""

    id: str
    name: str
    events: int
    violations: int


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
