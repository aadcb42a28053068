"""Judging every game of a ledger again, on all cores, each game once.

Verdicts are kept in the ledger, so that a run that was stopped goes on where it was. The work is handed to any
`concurrent.futures.Executor`: a pool of processes, or the client of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from multiprocessing import get_context

import msgspec

from ledger.codec import GAME, VERDICTS
from ledger.errors import LedgerError
from ledger.ledger_check import refuse_changed
from ledger.store import Ledger
from ledger.streams import Head
from ledger.verdicts import GameJudged, GameViolation, VerdictEntry, VersionDifference
from replays.errors import ReplayError
from replays.records.engine import rule_sources
from replays.records.reasons import in_words, never_judged
from replays.records.record import Record, of_entries
from replays.records.results import Violation
from replays.verdicts.verification import judge_again
from rules.errors import RulesError


class Unjudged(msgspec.Struct, frozen=True):
    """A game that could not be judged, by its id (empty if not even that can be read), and why."""

    game: str
    says: str


BATCH = 4
"""Games that a worker gets at a time: few, so that little is lost when a run is stopped."""

JUDGING = ("meaning", "records", "reading", "branches", "verdicts")
"""The rooms of `replays` whose code is part of the fingerprint: they hold a record against the rules."""


@cache
def fingerprint() -> str:
    """Return a digest of what judges a game: the code and cards of `rules`, and the rooms in `JUDGING`.

    A verdict that was kept under another fingerprint is not used: its game is judged again.
    """
    digest = blake2b(digest_size=12)
    rooms = ((f"{room}/{file.name}", file) for room in JUDGING for file in files("replays").joinpath(room).iterdir())
    code = sorted(((name, file) for name, file in rooms if name.endswith(".py")), key=lambda found: found[0])
    for path, item in (*rule_sources(), *code):
        digest.update(path.encode() + b"\0" + item.read_bytes())
    return digest.hexdigest()


def judge(record: Record, head: Head, rules: str) -> GameJudged:
    """Return the verdict on one game, to be kept with its head and with `rules`, the fingerprint of what judged it."""
    again = judge_again(record)
    parted = again.differences[0].seq if again.differences else 0
    broken = tuple(_broken(found) for found in again.violations)
    judged_game = GameJudged(head.id, head.last, head.digest.hex(), rules, broken, parted)
    other = again.other_engine
    if other is None:
        return judged_game
    versions = tuple(VersionDifference(one.seq, one.about, one.recorded, one.derived) for one in other.findings)
    return msgspec.structs.replace(
        judged_game, recorded_by=other.recorded_by, differs_from=other.differs_from, versions=versions
    )


def _broken(found: Violation) -> GameViolation:
    """Return a violation as it is kept in the ledger."""
    return GameViolation(found.seq, found.player, found.rules, in_words(found.reasons), never_judged(found.checks))


def judge_batch(address: str, games: Sequence[str], rules: str) -> list[GameJudged | Unjudged]:
    """Open the ledger at an address, judge some of its games, and return their verdicts. This is a worker's task.

    A game that cannot be judged does not end the work: it comes back as `Unjudged`, with the reason.
    """
    with Ledger.open(address, create=False) as ledger:
        return [_judged_or_not(ledger, game, rules) for game in games]


def _judged_or_not(ledger: Ledger, game: str, rules: str) -> GameJudged | Unjudged:
    try:
        head = ledger.head(game)
        refuse_changed(ledger, head)
        return judge(of_entries(head.name, list(ledger.entries(head))), head, rules)
    except (ReplayError, RulesError, LedgerError) as error:
        return Unjudged(game, str(error))
    except Exception as error:  # a fault of ours in one game must not keep a judge from the verdicts on all others
        return Unjudged(game, f"a fault of the program, please report it ({type(error).__name__}: {error})")


def judged(ledger: Ledger, rules: str) -> dict[str, GameJudged]:
    """Return the kept verdicts that still hold, by game id.

    A verdict holds if its game has not changed since, if it has the fingerprint `rules`, and if it is complete.
    """
    stream = _stream(ledger)
    heads = {head.id: head for head in ledger.readable_heads(GAME.name)[0]}
    found: dict[str, GameJudged] = {}
    for entry in ledger.entries(stream) if stream else ():
        for event in entry.events:
            head = heads.get(event.game)
            if head is not None and event.rules == rules and _is_current(event, head) and _is_complete(event):
                found[event.game] = event
    return found


def _is_current(event: GameJudged, head: Head) -> bool:
    """Whether a game has not changed since a verdict on it."""
    return (event.last, event.digest) == (head.last, head.digest.hex())


def _is_complete(event: GameJudged) -> bool:
    """Whether a verdict names the conditions never judged of each violation; those of older versions do not."""
    return all(broken.unjudged is not None for broken in event.broken)


def _stream(ledger: Ledger) -> Head | None:
    """Return the head of the stream that verdicts are kept in, if it has been started."""
    return next(iter(ledger.readable_heads(VERDICTS.name)[0]), None)


def judge_all(
    ledger: Ledger,
    address: str,
    workers: int,
    progress: Callable[[int], None],
    executor: Executor | None = None,
) -> tuple[dict[str, GameJudged], list[Unjudged]]:
    """Judge every game of a ledger. Return the verdicts by game id, and the games that could not be judged.

    Games with a kept verdict that still holds are not judged again. Other verdicts are stored in the ledger, batch by
    batch. `progress` is called with the number of games done since the last call. Without an `executor`, `workers`
    processes open the ledger by its `address`; a single one works in this process.
    """
    rules = fingerprint()
    known = judged(ledger, rules)
    heads, damaged = ledger.readable_heads(GAME.name)
    left = [head.id for head in heads if head.id not in known and head.last]
    progress(len(known))
    batches = [left[at : at + BATCH] for at in range(0, len(left), BATCH)]
    stream = _stream(ledger)
    unjudged = [Unjudged("", says) for says in damaged]
    for results in _results(address, batches, rules, workers, executor):
        found = [event for event in results if isinstance(event, GameJudged)]
        unjudged += [event for event in results if isinstance(event, Unjudged)]
        if found:
            stream = _keep(ledger, stream, found)
        known.update({event.game: event for event in found})
        progress(len(results))
    return known, unjudged


def _results(
    address: str, batches: list[list[str]], rules: str, workers: int, executor: Executor | None
) -> Iterator[list[GameJudged | Unjudged]]:
    """Yield the verdicts of each batch as it is done."""
    if executor is None and workers == 1:
        for batch in batches:
            yield judge_batch(address, batch, rules)
        return
    # Spawned, not forked: an open ledger must not be shared between processes.
    with executor or ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures: list[Future[list[GameJudged | Unjudged]]] = [
            pool.submit(judge_batch, address, batch, rules) for batch in batches
        ]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def _keep(ledger: Ledger, stream: Head | None, found: Sequence[GameJudged]) -> Head:
    """Store verdicts in the ledger and return the new head of their stream, which is started if there is none.

    The head is handed on: finding it among thousands of games would take longer than judging one.
    """
    if stream is None:
        return ledger.start("verdicts", kind=VERDICTS.name, entries=[VerdictEntry(1, tuple(found))])
    return ledger.append(stream, [VerdictEntry(stream.last + 1, tuple(found))])
