"""The errors of the ledger: what went wrong, where, and what to do next."""

from __future__ import annotations

import msgspec

UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What decoding bytes that somebody else wrote may raise."""

SEE_CHECK = "`lastword ledger check` says more"


class LedgerError(Exception):
    """Anything the ledger refuses."""


class BrokenEvent(LedgerError):
    """An event that cannot be true of the table it is applied to."""


class BadAddress(LedgerError):
    """A ledger that cannot be opened: a wrong address, no such file, no such server, or not a ledger at all."""


def newer_format(address: str, version: int, known: int) -> BadAddress:
    """The refusal of a ledger that a newer version made."""
    return BadAddress(f"{address} is a ledger of format {version}; this version of Last Word knows {known}: upgrade it")


class UnknownGame(LedgerError):
    """No stream of the ledger answers to this name, or several do."""


class NameTaken(LedgerError):
    """A stream of this name or id is already in the ledger."""


class Conflict(LedgerError):
    """Somebody else appended first: read the game's head again, decide again, and append again."""


class Unwritable(LedgerError):
    """Nothing was written: the disk is full, the ledger is read-only, or the entry itself cannot be stored."""


class Unreadable(LedgerError):
    """Stored bytes that are not an entry of this ledger's vocabulary."""


class FromTheFuture(Unreadable):
    """Written by a newer version of Last Word than this one."""


class BadFile(LedgerError):
    """An export that is refused whole; knows the line."""

    def __init__(self, line: int, says: str) -> None:
        self.line, self.says = line, says
        super().__init__(f"line {line}: {says}; nothing was imported")


class BadKey(LedgerError):
    """A key file that cannot sign or verify."""
