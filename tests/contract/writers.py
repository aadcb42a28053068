"""Processes that write to a ledger until somebody stops them; run as `python -m tests.contract.writers`."""

from __future__ import annotations

import sys

from ledger.entries import Entry
from ledger.errors import Conflict, LedgerError
from ledger.events import Rolled
from ledger.store import Ledger


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


if __name__ == "__main__":
    role, *words = sys.argv[1:]
    {"steady": steady, "contending": contending, "filling": filling}[role](
        *(int(word) if word.isdecimal() else word for word in words)  # type: ignore[arg-type]
    )
