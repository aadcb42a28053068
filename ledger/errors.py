"""The errors of the ledger. Each message says what went wrong, where, and what to do next."""

from __future__ import annotations

import msgspec

UNDECODABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The exceptions that decoding bytes of unknown origin may raise."""

SEE_CHECK = "`lastword ledger check` says more"
"""The end of a message about a record that was changed."""


class LedgerError(Exception):
    """The base of all errors of the ledger; raised itself for anything that has no class of its own."""


class BrokenEvent(LedgerError):
    """An event that cannot be true of the table it is applied to."""


class BadAddress(LedgerError):
    """A ledger that cannot be opened: a wrong address, no such file, no such server, or not a ledger at all."""


def newer_format(address: str, version: int, known: int) -> BadAddress:
    """Return the error for a ledger whose tables a newer version made."""
    return BadAddress(f"{address} is a ledger of format {version}; this version of Last Word knows {known}: upgrade it")


class UnknownGame(LedgerError):
    """A word that is no stream's name or id nor the beginning of one, or that several streams' names begin with.

    `word` is that word, if somebody wrote one.
    """

    def __init__(self, says: str, word: str = "") -> None:
        super().__init__(says)
        self.word = word


class AmbiguousName(UnknownGame):
    """A word that the names of several streams begin with."""


class Changed(LedgerError):
    """A record that is not as it was written: the chain of digests does not fit it."""


class NameTaken(LedgerError):
    """A stream of this name or id is already in the ledger."""


class Conflict(LedgerError):
    """Somebody else wrote to the stream first: read its head again, decide again, and write again."""


class Unwritable(LedgerError):
    """Nothing was written: the disk is full, the ledger is read-only or locked, or the entry cannot be stored."""


class Unreachable(LedgerError):
    """The server that holds the ledger went away or froze, and did not come back while it was tried again."""


class Unreadable(LedgerError):
    """Stored bytes that cannot be read: not an entry, a seal or a stream of any known kind."""


class FromTheFuture(Unreadable):
    """Stored bytes that a newer version of Last Word wrote."""


class BadFile(LedgerError):
    """An export that is refused as a whole; `line` is the number of the line at fault."""

    def __init__(self, line: int, says: str) -> None:
        self.line, self.says = line, says
        super().__init__(f"line {line}: {says}; nothing was imported")


class BadKey(LedgerError):
    """A key file that cannot sign or verify."""
