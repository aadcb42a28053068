"""Entries as compact bytes and back, for a closed table of stream kinds.

A kind of stream names the struct of its entries; data can only ever become one of the structs that its kind lists. The
schema version of an event is part of its tag: `to`, then `to.2`, `to.3`. When a type changes, its struct gets the new
tag, the old struct moves to the kind's `past` with a function that brings it up to date, and old bytes stay readable
for ever. A tag or a field we do not know was written by a newer version, and is refused by name rather than guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar, get_args, get_type_hints

import msgspec

from ledger.entries import Entry
from ledger.errors import UNDECODABLE, FromTheFuture, Unreadable, Unwritable
from ledger.facts import Fact
from ledger.revisions import RevisionEntry, RulebookEntry
from ledger.rulings import CaseEntry
from ledger.verdicts import VerdictEntry


class Recorded(Protocol):
    """What every kind of entry has: the number of its first event, and its events."""

    @property
    def seq(self) -> int: ...

    @property
    def events(self) -> tuple[Any, ...]: ...


E = TypeVar("E", bound=Recorded)
Upcast = Callable[[Any], Fact]

_ENCODER = msgspec.msgpack.Encoder()
_RAW = msgspec.msgpack.Decoder()
_VERSIONED = re.compile(r"(.+)\.([0-9]{1,6})")


class Kind(Generic[E]):
    """A kind of stream: its name, the struct of its entries, and its older events with the way to bring each up to
    date.

    The entry struct is an array whose first two fields are `seq` and `events`.
    """

    def __init__(self, name: str, entry: type[E], past: Mapping[type[Fact], Upcast] | None = None) -> None:
        self.name, self.entry = name, entry
        self.past = {tag_of(struct): (struct, upcast) for struct, upcast in (past or {}).items()}
        self.event: Any = get_args(get_type_hints(entry)["events"])[0]
        self.tags = {tag_of(struct) for struct in get_args(self.event) or (self.event,)}
        self._decoder: msgspec.msgpack.Decoder[E] = msgspec.msgpack.Decoder(entry)

    def encode(self, entry: E) -> bytes:
        """The entry's canonical bytes."""
        try:
            return _ENCODER.encode(entry)
        except (OverflowError, TypeError, ValueError) as error:
            raise Unwritable(f"the entry at event {entry.seq} cannot be written: {error}") from None

    def decode(self, data: bytes) -> E:
        """The entry these bytes are, its events brought up to date."""
        try:
            return self._decoder.decode(data)
        except UNDECODABLE:  # perhaps it is only older
            return self._decode_past(data)

    def _decode_past(self, data: bytes) -> E:
        raw = raw_entry(data)
        events = tuple(self._decode_past_event(item, raw[0] + index) for index, item in enumerate(raw[1]))
        try:
            bare = msgspec.convert([raw[0], [], *raw[2:]], self.entry)
        except msgspec.ValidationError as error:
            if len(raw) > len(self.entry.__struct_fields__):  # type: ignore[attr-defined]
                raise FromTheFuture(
                    f"the entry at event {raw[0]} has fields this version of Last Word does not know"
                ) from None
            raise Unreadable(f"the entry at event {raw[0]} is not one of a {self.name}: {error}") from None
        updated: E = msgspec.structs.replace(bare, events=events)  # type: ignore[type-var]
        return updated

    def _decode_past_event(self, raw: Any, seq: int) -> Fact:
        tag = raw[0] if isinstance(raw, list) and raw else None
        if not isinstance(tag, str):
            raise Unreadable(f"event {seq} has no type")
        struct, upcast = self.past.get(tag, (self.event, None))
        try:
            event = msgspec.convert(raw, struct)
        except msgspec.ValidationError as error:
            raise self._refusal(tag, seq, str(error)) from None
        current: Fact = upcast(event) if upcast else event
        return current

    def _refusal(self, tag: str, seq: int, reason: str) -> Unreadable:
        name, number = split_tag(tag)
        known = [split_tag(other)[1] for other in self.tags | set(self.past) if split_tag(other)[0] == name]
        if known and number > max(known):
            newest = max(known)
            return FromTheFuture(
                f"event {seq} is of type `{tag}`; this version of Last Word knows `{name}` up to version {newest}: "
                "upgrade it to read this ledger"
            )
        if not known:
            return FromTheFuture(
                f"event {seq} is of type `{tag}`, which this version of Last Word does not know: upgrade it"
            )
        if "at most length" in reason:
            return FromTheFuture(
                f"event {seq}, a `{tag}`, has fields this version of Last Word does not know: upgrade it"
            )
        return Unreadable(f"event {seq} is not a `{tag}`: {reason}")


def raw_entry(data: bytes) -> list[Any]:
    """The entry's bytes as plain arrays, whatever version wrote them: what exports carry."""
    try:
        raw = _RAW.decode(data)
    except UNDECODABLE as error:
        raise Unreadable(f"these bytes are not an entry: {error}") from None
    if not (isinstance(raw, list) and len(raw) >= 2 and isinstance(raw[0], int) and isinstance(raw[1], list)):
        raise Unreadable("these bytes are not an entry: an entry is an array of a number and events")
    return raw


def raw_bytes(raw: object) -> bytes:
    """The canonical bytes of plain arrays; the inverse of `raw_entry`."""
    try:
        return _ENCODER.encode(raw)
    except (OverflowError, TypeError, ValueError) as error:
        raise Unreadable(f"not an entry: {error}") from None


def tag_of(struct: type[Any]) -> str:
    """The tag a struct is stored under."""
    tag: str = struct.__struct_config__.tag
    return tag


def split_tag(tag: str) -> tuple[str, int]:
    """`to` is version 1 of `to`; `to.2` is version 2."""
    found = _VERSIONED.fullmatch(tag)
    return (found[1], int(found[2])) if found else (tag, 1)


GAME: Kind[Entry] = Kind("game", Entry)
Kinds = Mapping[str, Kind[Any]]
REVISIONS: Kind[RevisionEntry] = Kind("revisions", RevisionEntry)
RULEBOOK: Kind[RulebookEntry] = Kind("rulebook", RulebookEntry)
CASE: Kind[CaseEntry] = Kind("case", CaseEntry)
VERDICTS: Kind[VerdictEntry] = Kind("verdicts", VerdictEntry)
KINDS: Kinds = {kind.name: kind for kind in (GAME, REVISIONS, RULEBOOK, CASE, VERDICTS)}
