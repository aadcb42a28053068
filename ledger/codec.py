"""Encoding entries as compact bytes and decoding them, for a closed table of kinds of streams.

A kind of stream names the struct of its entries, and data can only ever become one of the structs its kind lists. The
schema version of an event is part of its tag: `to`, then `to.2`, `to.3`. When an event's type changes, its struct gets
the new tag, and the old struct moves to the kind's `past` with a function that brings it up to date; so old bytes stay
readable for ever. An unknown tag or field was written by a newer version, and is refused by name rather than guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar, get_args, get_type_hints

import msgspec

from ledger.entries import Entry
from ledger.errors import UNDECODABLE, FromTheFuture, Unreadable, Unwritable
from ledger.facts import Fact
from ledger.past_events import ViolationNoted1, with_reasons
from ledger.revisions import REVISIONS_KIND, RULEBOOK_KIND, RevisionEntry, RulebookEntry
from ledger.rulings import CaseEntry
from ledger.verdicts import VerdictEntry


class Recorded(Protocol):
    """The two fields that every kind of entry has."""

    @property
    def seq(self) -> int:
        """The number of the entry's first event."""

    @property
    def events(self) -> tuple[Any, ...]:
        """The entry's events, numbered from `seq` without gaps."""


E = TypeVar("E", bound=Recorded)
Upcast = Callable[[Any], Fact]
"""Turns an event of an older version into one of the current version."""

HOLDING_EVENTS = frozenset({"correct"})
"""The tags of events whose last field is a list of other events."""

_ENCODER = msgspec.msgpack.Encoder()
_RAW = msgspec.msgpack.Decoder()
_VERSIONED = re.compile(r"(.+)\.([0-9]{1,6})")


class Kind(Generic[E]):
    """A kind of stream: its name, the struct of its entries, and how events of older versions are brought up to date.

    The entry struct is stored as an array whose first two fields are `seq` and `events`. `past` maps the struct of each
    older version to its upcaster.
    """

    def __init__(self, name: str, entry: type[E], past: Mapping[type[Fact], Upcast] | None = None) -> None:
        self.name, self.entry = name, entry
        self.past = {tag_of(struct): (struct, upcast) for struct, upcast in (past or {}).items()}
        self.event: Any = get_args(get_type_hints(entry)["events"])[0]
        self.tags = {tag_of(struct) for struct in get_args(self.event) or (self.event,)}
        self._decoder: msgspec.msgpack.Decoder[E] = msgspec.msgpack.Decoder(entry)

    def encode(self, entry: E) -> bytes:
        """Return the entry's canonical bytes; raises `Unwritable` if it has none."""
        try:
            return _ENCODER.encode(entry)
        except (OverflowError, TypeError, ValueError) as error:
            raise Unwritable(f"the entry at event {entry.seq} cannot be written: {error}") from None

    def decode(self, data: bytes) -> E:
        """Return the entry that these bytes hold, its events brought up to date.

        Raises `Unreadable` for bytes that are no entry of this kind, `FromTheFuture` for those of a newer version.
        """
        try:
            return self._decoder.decode(data)
        except UNDECODABLE:  # perhaps it is only older
            return self._decode_past(data)

    def _decode_past(self, data: bytes) -> E:
        """Decode an entry event by event, bringing older ones up to date; say what is wrong if that fails, too."""
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
        """Decode one event of any version from its plain array, brought up to date."""
        tag = raw[0] if isinstance(raw, list) and raw else None
        if not isinstance(tag, str):
            raise Unreadable(f"event {seq} has no type")
        struct, upcast = self.past.get(tag, (self.event, None))
        try:
            event = msgspec.convert(self._with_current_parts(raw, seq) if tag in HOLDING_EVENTS else raw, struct)
        except msgspec.ValidationError as error:
            raise self._refusal(tag, seq, str(error)) from None
        current: Fact = upcast(event) if upcast else event
        return current

    def _with_current_parts(self, raw: list[Any], seq: int) -> list[Any]:
        """Return the plain array of an event whose last field is a list of events, with those brought up to date."""
        *fields, parts = raw
        if not isinstance(parts, list):
            return raw
        return [*fields, [msgspec.to_builtins(self._decode_past_event(part, seq)) for part in parts]]

    def _refusal(self, tag: str, seq: int, reason: str) -> Unreadable:
        """Return the error for an event that cannot be decoded: from a newer version, or no such event at all."""
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
    """Return an entry's bytes as plain arrays, whatever version wrote them; exports carry entries in this form.

    Raises `Unreadable` if the bytes are no entry.
    """
    try:
        raw = _RAW.decode(data)
    except UNDECODABLE as error:
        raise Unreadable(f"these bytes are not an entry: {error}") from None
    if not (isinstance(raw, list) and len(raw) >= 2 and isinstance(raw[0], int) and isinstance(raw[1], list)):
        raise Unreadable("these bytes are not an entry: an entry is an array of a number and events")
    return raw


def raw_bytes(raw: object) -> bytes:
    """Return the canonical bytes of plain arrays; the inverse of `raw_entry`. Raises `Unreadable` if they have none."""
    try:
        return _ENCODER.encode(raw)
    except (OverflowError, TypeError, ValueError) as error:
        raise Unreadable(f"not an entry: {error}") from None


def tag_of(struct: type[Any]) -> str:
    """Return the tag that a struct is stored under."""
    tag: str = struct.__struct_config__.tag
    return tag


def split_tag(tag: str) -> tuple[str, int]:
    """Return a tag's name and version: `to` is version 1 of `to`, and `to.2` is version 2."""
    found = _VERSIONED.fullmatch(tag)
    return (found[1], int(found[2])) if found else (tag, 1)


Kinds = Mapping[str, Kind[Any]]
"""Kinds of streams by name."""

GAME: Kind[Entry] = Kind("game", Entry, {ViolationNoted1: with_reasons})
REVISIONS: Kind[RevisionEntry] = Kind(REVISIONS_KIND, RevisionEntry)
RULEBOOK: Kind[RulebookEntry] = Kind(RULEBOOK_KIND, RulebookEntry)
CASE: Kind[CaseEntry] = Kind("case", CaseEntry)
VERDICTS: Kind[VerdictEntry] = Kind("verdicts", VerdictEntry)
KINDS: Kinds = {kind.name: kind for kind in (GAME, REVISIONS, RULEBOOK, CASE, VERDICTS)}
"""Every kind of stream a ledger may hold."""
