"""Running many transcripts before any is stored: on all cores, and without holding what came of each run."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import msgspec

from ledger.codec import GAME
from replays.cli._records import read_document
from replays.reading.reader import run
from replays.records.record import Record, of_entries

FEW = 8
"""Files that are run here: starting another process takes longer than running some transcripts."""


class FinishedRun(msgspec.Struct, frozen=True):
    """A transcript that was run: its file, the entries as they will be stored, and how many violations it has.

    Everything else that came of the run is let go: it is a hundred times as large.
    """

    file: str
    entries: tuple[bytes, ...]
    violations: int

    def record(self) -> Record:
        """Return the record to be stored."""
        return of_entries(self.file, [GAME.decode(data) for data in self.entries])


def run_files(files: Sequence[str]) -> Iterator[FinishedRun]:
    """Run transcripts and yield what is to be stored of each, in the order they were named; `-` is standard input.

    More than a few files are run on all cores. Raises what is wrong with the first file that cannot be read.
    """
    workers = min(os.cpu_count() or 1, len(files) // FEW)
    if workers < 2 or "-" in files:
        yield from map(run_file, files)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            for file, done in zip(files, pool.map(_try_file, files, chunksize=2), strict=True):
                # What was wrong is found again here, where it can be raised with all it says.
                yield done or run_file(file)
        finally:
            pool.shutdown(cancel_futures=True)


def run_file(file: str) -> FinishedRun:
    """Run one transcript."""
    done = run(read_document(file))
    return FinishedRun(file, tuple(map(GAME.encode, done.entries)), len(done.violations))


def _try_file(file: str) -> FinishedRun | None:
    """Run one transcript; None if it cannot be run, whatever the cause: the caller runs it again and raises that."""
    try:
        return run_file(file)
    except Exception:
        return None
