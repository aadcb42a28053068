"""Reading an export: every line is checked as it is read, and the first that is wrong is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ledger.chain import entry_digest, genesis, stream_prefix
from ledger.codec import raw_bytes
from ledger.errors import UNDECODABLE, BadFile, LedgerError
from ledger.exchange import EXPORT_FORMAT, EXPORT_VERSION, JSON, ExportedStream, ExportHeader, ExportLine
from ledger.queries import LedgerReader
from ledger.seals import seal_bytes, tally
from ledger.signing import is_genuine
from ledger.streams import About, Head, Row, check_name, owner_of_event

_HEADER = msgspec.json.Decoder(ExportHeader)
_LINE = msgspec.json.Decoder(ExportLine)
_ANY_JSON = msgspec.json.Decoder()


class ExportReader:
    """A reader of one export: it checks the header at once, and each line as its row is asked for.

    `number` is the line read last. `seals` has the seals of each stream, and `owners` for each branch the stream that
    holds the event it leaves at; `trunks` has the digests that were met at those events.
    """

    def __init__(self, ledger: LedgerReader, lines: Iterable[bytes]) -> None:
        self.ledger, self.lines, self.number = ledger, iter(lines), 0
        self.header = self._read_header()
        # Version 0.1.0 could write a seal that was put on while it exported: it is over more than the file holds.
        self.seals = {one.id: [seal for seal in one.seals if seal.last <= one.last] for one in self.header.streams}
        self.heads = [self._head_of(stream) for stream in self.header.streams]
        self.held = {head.id: head for head in self.heads}
        if len(self.held) < len(self.heads) or len({head.name for head in self.heads}) < len(self.heads):
            raise BadFile(1, "the header names a stream twice")
        self.owners = {head.id: self._owner(head.about) for head in self.heads if head.about.parent}
        self.trunks = {(owner.id, self.held[branch].about.at): "" for branch, owner in self.owners.items()}
        self.trunks.update({(seal.id, seal.last): "" for seals in self.seals.values() for seal in seals})

    def rows(self) -> Iterator[Row]:
        """Yield the entries as rows ready to be stored; raises `BadFile`, which names the line that is wrong."""
        for place, stream in enumerate(self.header.streams):
            yield from self._stream_rows(place, stream, self.heads[place])
        if next(self.lines, None) is not None:
            raise BadFile(self.number + 1, "there is more in the file than its header says")
        for head in self.heads:
            self._check_trunk(head.about)
            for seal in self.seals[head.id]:
                if self.trunks[head.id, seal.last] != seal.digest:
                    raise BadFile(1, f"a seal on {head.name} is over another record than the one it comes with")

    def _next_line(self) -> bytes:
        """Return the next line without its end."""
        self.number += 1
        line = next(self.lines, b"")
        if not line.endswith(b"\n"):
            raise BadFile(self.number, "the file is cut off here")
        return line[:-1]

    def _read_header(self) -> ExportHeader:
        """Read the first line, refusing another format, another version, and a header that was edited."""
        line = self._next_line()
        try:
            loose = _ANY_JSON.decode(line)
        except UNDECODABLE:
            loose = None
        if not isinstance(loose, dict) or loose.get("format") != EXPORT_FORMAT:
            raise BadFile(1, "this is not an export of a Last Word ledger")
        if loose.get("version") != EXPORT_VERSION:
            raise BadFile(
                1,
                f"this export is of format version {loose.get('version')}; "
                f"this Last Word reads version {EXPORT_VERSION}",
            )
        try:
            header = _HEADER.decode(line)
        except UNDECODABLE as error:
            raise BadFile(1, f"the header is not one of version {EXPORT_VERSION}: {error}") from None
        if JSON.encode(header) != line:
            raise BadFile(1, "the header was edited: it is not written the way exports are")
        return header

    def _head_of(self, stream: ExportedStream) -> Head:
        """Return the head a stream of the header will have, refusing impossible ids, kinds, digests and seals."""
        about = About(
            *(stream.id, stream.kind, stream.name, stream.pack, stream.pack_version, stream.note, stream.created),
            *(stream.parent, stream.at, stream.trunk),
        )
        try:
            check_name(about.name)
            check_name(stream.alias or about.name)
            uuid = about.uuid
            digest = bytes.fromhex(stream.head)
        except (LedgerError, ValueError) as error:
            raise BadFile(1, f"the header names an impossible stream: {error}") from None
        if digest.hex() != stream.head:
            raise BadFile(1, f"the chain head of {about.name} was edited: it is not written the way exports are")
        if uuid.hex != about.id or stream.kind not in self.ledger.kinds:
            raise BadFile(
                1, f"stream {about.name} has an id or a kind ({about.kind}) this version of Last Word does not know"
            )
        for seal in stream.seals:
            if seal.id != about.id or not is_genuine(seal):
                raise BadFile(1, f"a seal on {about.name} is not genuine")
        return Head(about, 0, stream.last, digest, tally(map(seal_bytes, self.seals[stream.id])), stream.alias)

    def _stream_rows(self, place: int, stream: ExportedStream, head: Head) -> Iterator[Row]:
        """Yield the rows of one stream, following its chain from the first line to the digest the header names."""
        uuid, last, digest = head.about.uuid, head.about.at, genesis(head.about)
        prefix, kind = stream_prefix(uuid, head.kind), self.ledger.kind(head.kind)
        for _ in range(stream.entries):
            text = self._next_line()
            try:
                line = _LINE.decode(text)
                data = raw_bytes(line.entry)
                entry = kind.decode(data)
            except (*UNDECODABLE, LedgerError) as error:
                raise BadFile(self.number, f"this is not an entry: {error}") from None
            digest = entry_digest(digest, prefix, last + 1, data)
            if line.stream != place or entry.seq != last + 1:
                raise BadFile(
                    self.number, f"lines are missing or moved: here should be event {last + 1} of {head.name}"
                )
            if line.digest != digest.hex() or JSON.encode(line) != text:
                raise BadFile(self.number, f"event {entry.seq} of {head.name} was edited: its digest does not follow")
            if not entry.events:
                raise BadFile(self.number, "an entry without events")
            yield Row(uuid, entry.seq, head.kind, digest, data)
            last += len(entry.events)
            if (head.id, last) in self.trunks:
                self.trunks[head.id, last] = digest.hex()
        if last != head.last or digest != head.digest:
            raise BadFile(self.number, f"{head.name} does not end as the header says: the file was cut or edited")

    def _check_trunk(self, about: About) -> None:
        """Refuse a branch whose parent, in the file or in the ledger, is not the very record it left."""
        if not about.parent:
            return
        owner = self.owners[about.id]
        trunk = self.trunks[owner.id, about.at]
        if owner.id not in self.held:
            try:
                trunk = self.ledger.digest_at(owner, about.at).hex()
            except LedgerError as error:
                raise _without_trunk(about, error) from None
        elif not trunk and about.at == owner.about.at:
            trunk = genesis(owner.about).hex()
        if trunk != about.trunk:
            raise BadFile(1, f"{about.name} branches from another record than the one it comes with")

    def _owner(self, about: About) -> Head:
        """Return the stream, in the file or in the ledger, that holds the event at which a branch leaves."""
        try:
            return owner_of_event(self._head_here(about.parent), about.at, self._head_here)
        except LedgerError as error:
            raise _without_trunk(about, error) from None

    def _head_here(self, stream: str) -> Head:
        return self.held.get(stream) or self.ledger.head(stream)


def _without_trunk(about: About, error: LedgerError) -> BadFile:
    return BadFile(1, f"{about.name} branches from what is neither in the file nor in the ledger ({error})")
