"""Judging every game of a ledger again, on all cores, each game once: what was judged is kept, so that a stopped run
goes on.

The work is handed to any executor of the standard library's shape: a pool of processes here, a cluster's client
elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from multiprocessing import get_context

from ledger.codec import VERDICTS
from ledger.store import Ledger
from ledger.streams import Head
from ledger.verdicts import GameJudged, GameViolation, VerdictEntry
from replays.records.reasons import in_words, never_judged
from replays.records.record import Record, of_entries
from replays.records.results import Violation
from replays.verdicts.verification import judge_again

BATCH = 4
"""Games handed to a worker at a time: few, so that little is lost when a run is stopped."""

JUDGING = ("records/explanations.py", "records/reasons.py", "records/rejudging.py", "verdicts/verification.py")
"""The modules that hold a record against the rules."""


@cache
def fingerprint() -> str:
    """A digest of what judges: the rules' code and cards, and how a record is held against them. What others judged is
    judged again.
    """
    digest = blake2b(digest_size=12)
    for path, item in [*sorted(_sources(files("rules"), "")), *((name, files("replays") / name) for name in JUDGING)]:
        digest.update(path.encode() + b"\0" + item.read_bytes())
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for item in folder.iterdir():
        name = f"{path}/{item.name}"
        if (
            item.is_dir()
            and not item.name.startswith("__")
            and item.name not in ("playthroughs", "reference", "source")
        ):
            yield from _sources(item, name)
        elif item.name.endswith((".py", ".toml")):
            yield name, item


def judge(record: Record, head: Head, rules: str) -> GameJudged:
    """The verdict on one game: what it noted as illegal, and what it did not note."""
    violations, differences = judge_again(record)
    parted = differences[0].seq if differences else 0
    return GameJudged(
        head.id, head.last, head.digest.hex(), rules, tuple(_broken(found) for found in violations), parted
    )


def _broken(found: Violation) -> GameViolation:
    rules = tuple(reason.rule for reason in found.reasons)
    return GameViolation(found.seq, found.player, rules, in_words(found.reasons), never_judged(found.checks))


def judge_batch(address: str, games: Sequence[str], rules: str) -> list[GameJudged]:
    """What a worker does: open the ledger, and judge some of its games."""
    with Ledger.open(address, create=False) as ledger:
        heads = [ledger.head(game) for game in games]
        return [judge(of_entries(head.name, list(ledger.entries(head))), head, rules) for head in heads]


def judged(ledger: Ledger, rules: str) -> dict[str, GameJudged]:
    """The verdicts that are still good: of games as they stand, by these rules, with all that a date may ask of them."""
    stream = _stream(ledger)
    heads = {head.id: head for head in ledger.games()}
    found: dict[str, GameJudged] = {}
    for entry in ledger.entries(stream) if stream else ():
        for event in entry.events:
            head = heads.get(event.game)
            if head is not None and event.rules == rules and _of(event, head) and _whole(event):
                found[event.game] = event
    return found


def _of(event: GameJudged, head: Head) -> bool:
    """Whether a verdict is on a game as it stands."""
    return (event.last, event.digest) == (head.last, head.digest.hex())


def _whole(event: GameJudged) -> bool:
    """Whether a verdict says of each violation which conditions were never judged; those of older versions do not."""
    return all(broken.unjudged is not None for broken in event.broken)


def _stream(ledger: Ledger) -> Head | None:
    return next(iter(ledger.heads(VERDICTS.name)), None)


def judge_all(
    ledger: Ledger,
    address: str,
    workers: int,
    progress: Callable[[int], None],
    executor: Executor | None = None,
) -> dict[str, GameJudged]:
    """The verdict on every game. Those judged before are not judged again; each batch is kept as it comes in."""
    rules = fingerprint()
    known = judged(ledger, rules)
    left = [head.id for head in ledger.games() if head.id not in known and head.last]
    progress(len(known))
    batches = [left[at : at + BATCH] for at in range(0, len(left), BATCH)]
    stream = _stream(ledger)
    for found in _results(address, batches, rules, workers, executor):
        stream = _keep(ledger, stream, found)
        known.update({event.game: event for event in found})
        progress(len(found))
    return known


def _results(
    address: str, batches: list[list[str]], rules: str, workers: int, executor: Executor | None
) -> Iterator[list[GameJudged]]:
    if executor is None and workers == 1:
        for batch in batches:
            yield judge_batch(address, batch, rules)
        return
    # Spawned, not forked: an open ledger must not be shared between processes.
    with executor or ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures: list[Future[list[GameJudged]]] = [pool.submit(judge_batch, address, batch, rules) for batch in batches]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            for future in futures:
                future.cancel()


def _keep(ledger: Ledger, stream: Head | None, found: Sequence[GameJudged]) -> Head:
    """Keep what came in; the head is handed on, since looking for it among thousands of games would take longer than
    judging one.
    """
    head = stream or ledger.start("verdicts", kind=VERDICTS.name)
    return ledger.append(head, [VerdictEntry(head.last + 1, tuple(found))])
