"""Answers to what a reader asks at an event: why a move is legal or not, what is legal, what a branch comes to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from rich.text import Text

from ledger.events import Move, MoveMade, ViolationNoted
from ledger.store import Ledger
from replays.branches.branch import Branch
from replays.branches.continuation import continued
from replays.branches.new_line import NewLine
from replays.branches.storage import store_branch
from replays.branches.words import NOT_KEPT, branch_note, new_line_lines
from replays.meaning.writer import Writer
from replays.records.engine import UNKNOWN_SCRIBE, Scribe
from replays.records.explanations import Options, options
from replays.records.record import Record
from replays.reference.shelf import Shelf
from replays.verdicts.on_date import Rules
from replays.verdicts.why import why
from replays.verdicts.words import explained_lines
from replays.watching.replay import Replay
from replays.wording.styled import Styled


class ReadGame(msgspec.Struct, frozen=True):
    """Where a record that is read comes from: the ledger and its stored game, or the file of a transcript.

    `ledger` is empty for a transcript. `branches` are the branches that leave the game, each with its event. `scribe`
    is who stores branches, and `today` the date whose rules are in force.
    """

    word: str
    today: str
    ledger: str = ""
    branches: tuple[tuple[str, int], ...] = ()
    scribe: Scribe = UNKNOWN_SCRIBE

    def address(self, seq: int) -> str:
        """Return what other verbs take for an event: `table-7@81`, or `dispute.lw --at 81` for a transcript."""
        return f"{self.word}@{seq}" if self.ledger else f"{self.word} --at {seq}"


def seen_record(replay: Replay, seq: int, viewer: str) -> Record:
    """Return the record as a viewer knows it at an event; all of it for somebody who sees everything."""
    return replay.record.seen_at(replay.record.index(seq or None) if seq else 0, viewer)


def legal_moves(replay: Replay, seq: int, viewer: str) -> Options:
    """Return who decides after an event, and the legal moves as far as the viewer may know them."""
    return options(seen_record(replay, seq, viewer), seq)


def explained(replay: Replay, game: ReadGame, seq: int, viewer: str, text: str) -> list[Text]:
    """Return in words every condition of a move after an event, as the viewer knows the table, by today's rules."""
    found = why(seen_record(replay, seq, viewer), seq, text)
    if not game.ledger:
        return _texts(explained_lines(found, Rules(Shelf(None, game.today), False)))
    with Ledger.open(game.ledger) as ledger:
        return _texts(explained_lines(found, Rules(Shelf(ledger, game.today), False)))


def _texts(lines: Iterable[Styled]) -> list[Text]:
    return [Text.assemble(*line.parts) for line in lines]


def move_here(replay: Replay, seq: int, viewer: str) -> tuple[int, str]:
    """Return the move that was made or tried at an event, as it is written, and the event after which it was.

    The move is empty if there is none, or if it is another player's and the viewer may not know all of it.
    """
    for noted, event in enumerate(replay.events, 1):
        if isinstance(event, ViolationNoted) and seq in (event.at or noted, noted):
            return event.at or noted - 1, _written(replay, event.at or noted - 1, viewer, event.player, event.move)
    made = replay.events[seq - 1] if seq else None
    if isinstance(made, MoveMade):
        return seq - 1, _written(replay, seq - 1, viewer, made.player, made.move)
    return seq, ""


def _written(replay: Replay, seq: int, viewer: str, player: str, move: Move) -> str:
    """Return a move as a transcript writes it; "" to a viewer who is not the player or does not know its cards."""
    seen = seen_record(replay, seq, viewer)
    pos = seen.position(seen.index(seq) if seq else 0)
    if viewer and (
        player != viewer or not {*move.picks, *([move.subject] if move.subject else [])} <= set(pos.table.entities)
    ):
        return ""
    return Writer(seen.pack, seen.names).move(pos, player, move, "")


def branched(replay: Replay, game: ReadGame, seq: int, text: str) -> list[str]:
    """Make a branch after the action of an event, with a written move if there is one, and return it in lines.

    It is stored beside a game of the ledger; a branch of a transcript is only shown.
    """
    record = replay.record
    end = record.end(record.index(seq or None) if seq else 0)
    if text:
        branch, run = continued(record, end, text)
        line = NewLine(branch, run.violations, run.confirmed)
    else:
        line = NewLine(Branch(record, end, ()))
    if not game.ledger:
        return [*new_line_lines(line, ""), NOT_KEPT]
    with Ledger.open(game.ledger) as ledger:
        parent = ledger.head(game.word)
        stored = store_branch(ledger, parent, line.branch, "", branch_note(bool(text), False), game.scribe).name
    return [*new_line_lines(line, stored), f"lastword step {stored} opens it"]
