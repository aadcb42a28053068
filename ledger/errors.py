"""The errors of the ledger: what went wrong, where, and what to do next."""

from __future__ import annotations


class LedgerError(Exception):
    """Anything the ledger refuses."""


class BrokenEvent(LedgerError):
    """An event that cannot be true of the table it is applied to."""
