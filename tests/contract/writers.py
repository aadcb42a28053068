"""Processes that write to a ledger until somebody stops them; run as `python -m tests.contract.writers`."""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from ledger.entries import Entry
from ledger.errors import Conflict, LedgerError
from ledger.events import Rolled
from ledger.ledger_check import check
from ledger.signing import load_key, new_key, sign
from ledger.store import Ledger
from ledger.streams import About, new_id
from tests.samples import game


def steady(address: str, name: str, batch: int) -> None:
    """Append for ever, printing the last acknowledged event after each append."""
    with Ledger.open(address) as ledger:
        head = ledger.head(name)
        while True:
            seq = head.last + 1
            head = ledger.append(
                head, [Entry(seq + 2 * n, (Rolled("a", (n,)), Rolled("b", (n,)))) for n in range(batch)]
            )
            print(head.last, flush=True)


def contending(address: str, name: str, who: str, batches: int) -> None:
    """Append batches of three entries marked with `who`; read the head again and retry whenever another was faster."""
    lost = 0
    with Ledger.open(address) as ledger:
        head = ledger.head(name)
        for number in range(batches):
            while True:
                first = head.last + 1
                try:
                    head = ledger.append(
                        head, [Entry(first + part, (Rolled(who, (number, part)),)) for part in range(3)]
                    )
                    break
                except Conflict:
                    lost += 1
                    head = ledger.head(name)
    print(f"{who} {batches} {lost}", flush=True)


def filling(address: str, name: str, limit: int) -> None:
    """Append until the disk is full (in truth, until a file reaches `limit` bytes), then print the last event."""
    import resource

    with Ledger.open(address) as ledger:
        head = ledger.head(name)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        try:
            while True:
                head = ledger.append(head, [Entry(head.last + 1, (Rolled("x" * 4_000, (head.last,)),))])
        except LedgerError as error:
            print(f"{head.last}\n{type(error).__name__}: {error}", flush=True)
        # Everything acknowledged is still there, and the process that met the limit can still read the ledger.
        assert ledger.head(name).last == head.last
        assert ledger.table_at(name).seq == head.last


def everything(address: str, names: list[str], seed: int, seconds: float) -> dict[str, int]:
    """Do whatever can be done to a ledger, at random, and return how often each was done; check it in between.

    Only `Conflict` is expected. A finding is counted under its own words, beginning with `found`.
    """
    chance, key, done = random.Random(seed), load_key(new_key()), Counter[str]()
    end = time.monotonic() + seconds
    with Ledger.open(address) as ledger:
        while time.monotonic() < end:
            act = chance.choice(("append", "append", "append", "seal", "open", "both", "checkpoint", "check"))
            head = ledger.head(chance.choice(names))
            roll = [Entry(head.last + 1, (Rolled("die", (seed,)),))]
            about = About(new_id(), "game", f"new-{new_id()[:12]}")
            try:
                if act == "append":
                    ledger.append(head, roll)
                elif act == "seal":
                    ledger.put_seal(head, sign(head, key, "Ada", "2026-01-01"))
                elif act == "open":
                    ledger.start(about.name, parent=head)
                elif act == "both":
                    ledger.append(head, roll, opening=[ledger.new_stream(about, game(1))])
                elif act == "checkpoint":
                    ledger.checkpoint()
                else:
                    done.update(f"found {finding}" for finding in check(ledger).findings)
            except Conflict:
                act = "conflict"
            done[act] += 1
    return dict(done)


if __name__ == "__main__":
    role, *words = sys.argv[1:]
    {"steady": steady, "contending": contending, "filling": filling}[role](
        *(int(word) if word.isdecimal() else word for word in words)  # type: ignore[arg-type]
    )
