"""Precedents: the shape of a dispute, without names of cards and players, and which cases have a similar one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from math import log

import msgspec

from ledger.entries import Entry
from ledger.events import Event, FrameOpened, MoveMade, Occurrence, OccurrenceChanged, State
from replays.cases.case import Case
from replays.diagrams.sequences.stretch import choose
from replays.records.record import Record
from replays.records.walk import Span, spans, violations
from rules.kernel.pack import Pack


class Part(StrEnum):
    """The aspects that two shapes are compared by."""

    RULES = "rules"
    OCCURRENCES = "occurrences"
    ABILITIES = "abilities"
    FRAMES = "frames"


Feature = tuple[Part, str]
"""One thing about a dispute, such as `(Part.FRAMES, "ability in moment")`."""


class Shape(msgspec.Struct, frozen=True):
    """The shape of a dispute: how often each feature occurs in it."""

    features: Counter[Feature]

    def of(self, part: Part) -> dict[Feature, int]:
        """Return the features of one aspect with their counts."""
        return {feature: count for feature, count in self.features.items() if feature[0] is part}


def shape_of(case: Case, record: Record | None) -> Shape:
    """Return the shape of a case: the rules that the ruling in force cites, and what its record shows.

    The record gives rules broken, frames, abilities, moves and occurrences in the stretch that a diagram of the
    disputed event shows. Without the record, only the rules cited are known.
    """
    found: Counter[Feature] = Counter()
    for rule in {pinned.partition("@")[0] for pinned in case.cited()}:
        found.update(_rule(rule))
    if record is not None:
        stretch = choose(record.entries, record.pack, case.opened.pin.at)
        found.update(_rules_broken(record.entries, stretch.first, stretch.last))
        found.update(_frames(record, stretch.first, stretch.last))
        found.update(_occurrences(_between(record.entries, stretch.first, stretch.last)))
    return Shape(found)


def _rule(rule: str) -> set[Feature]:
    return {(Part.RULES, rule), (Part.RULES, rule.partition("#")[0])}


def _rules_broken(entries: Iterable[Entry], first: int, last: int) -> Iterator[Feature]:
    for at, noted in violations(entries).items():
        if first <= at <= last:
            for _, event in noted:
                yield Part.ABILITIES, f"illegal {event.move.verb}"
                for rule in event.rules:
                    yield from _rule(rule)


def _between(entries: Iterable[Entry], first: int, last: int) -> Iterator[tuple[int, Event]]:
    for entry in entries:
        for seq, event in enumerate(entry.events, entry.seq):
            if first <= seq <= last:
                yield seq, event


def _frames(record: Record, first: int, last: int) -> Iterator[Feature]:
    found = spans(record.entries)
    kinds = {span.id: span.kind for span in found}
    inside = [span for span in found if first <= span.id <= last]
    for span in inside:
        yield Part.FRAMES, span.kind
        if span.parent:
            yield Part.FRAMES, f"{span.kind} in {kinds[span.parent]}"
        if span.outcome is not None:
            yield Part.FRAMES, f"{span.kind} {span.outcome}"
        yield from _ability(record.pack, span)


def _ability(pack: Pack, span: Span) -> Iterator[Feature]:
    ability = pack.ability(span.ability) if span.ability else None
    if ability is None:
        return
    yield Part.ABILITIES, ability.kind
    for trigger in ability.triggers:
        yield Part.ABILITIES, f"{ability.kind} when {trigger.word}"
    for sentence in ability.sentences:
        for effect in sentence.effects:
            yield Part.ABILITIES, f"{ability.kind} that does {effect.word.name}"


def _occurrences(events: Iterable[tuple[int, Event]]) -> Iterator[Feature]:
    """Yield each occurrence that was about to happen and what became of it, and the verb of each move."""
    held: dict[int, list[Occurrence]] = {}
    for seq, event in events:
        if isinstance(event, FrameOpened):
            held[seq] = list(event.occurrences)
            yield from ((Part.OCCURRENCES, part.kind) for part in event.occurrences)
        elif isinstance(event, OccurrenceChanged):
            yield from _changed(event, held.setdefault(event.frame, []))
        elif isinstance(event, MoveMade):
            yield Part.ABILITIES, f"move {event.move.verb}"


def _changed(event: OccurrenceChanged, parts: list[Occurrence]) -> Iterator[Feature]:
    if event.state is not State.IMMINENT and 0 <= event.index < len(parts):
        yield Part.OCCURRENCES, f"{parts[event.index].kind} {event.state}"
    for part in event.added:
        parts.append(part)
        yield Part.OCCURRENCES, part.kind


WEIGHTS = {Part.RULES: 3.0, Part.OCCURRENCES: 2.0, Part.ABILITIES: 2.0, Part.FRAMES: 1.0}
"""How much each aspect counts in a likeness."""
LEAST = 0.1
"""The likeness below which a case is not listed."""
SHOWN = 3
"""The most features named for each aspect, the rarest first."""


class Likeness(msgspec.Struct, frozen=True):
    """A case, how like the one asked about it is (1 is the same shape), and what they share.

    `why` has a line for each aspect, and `rules` are the clauses that both cite or break, the rarest first.
    """

    case: Case
    score: float
    why: tuple[str, ...]
    rules: tuple[str, ...]


def most_like(wanted: Shape, others: Sequence[tuple[Case, Shape]], least: float = LEAST) -> list[Likeness]:
    """Return the cases at least so like a shape, the most like first; of equally like ones, in the order given."""
    rarity = _rarity([wanted, *(shape for _, shape in others)])
    scored = [
        Likeness(case, *compare(wanted, shape, rarity), shared_clauses(wanted, shape, rarity)) for case, shape in others
    ]
    return sorted((item for item in scored if item.score >= least), key=lambda item: -item.score)


def compare(one: Shape, other: Shape, rarity: dict[Feature, float]) -> tuple[float, tuple[str, ...]]:
    """Return how like two shapes are, from 0 to 1, and what they share, a line for each aspect.

    `rarity` weighs every feature of both: one that few cases have counts for more than one that most have.
    """
    total = weight = 0.0
    why = []
    for part, worth in WEIGHTS.items():
        mine, theirs = one.of(part), other.of(part)
        if not mine and not theirs:
            continue
        every = mine.keys() | theirs.keys()
        both = sum(rarity[feature] * min(mine.get(feature, 0), theirs.get(feature, 0)) for feature in every)
        either = sum(rarity[feature] * max(mine.get(feature, 0), theirs.get(feature, 0)) for feature in every)
        total += worth * both / either
        weight += worth
        shared = _shared(one, other, part, rarity)
        if shared:
            names = ", ".join(shared[:SHOWN])
            why.append(f"{part} {both / either:.0%} alike: {names}{' …' if len(shared) > SHOWN else ''}")
    return (round(total / weight, 4) if weight else 0.0), tuple(why)


def shared_clauses(one: Shape, other: Shape, rarity: dict[Feature, float]) -> tuple[str, ...]:
    """Return the clauses that two disputes cite or break, the rarest first."""
    return tuple(name for name in _shared(one, other, Part.RULES, rarity) if "#" in name)[:SHOWN]


def _shared(one: Shape, other: Shape, part: Part, rarity: dict[Feature, float]) -> list[str]:
    """Return the names of the features of one aspect that two shapes share, the rarest first."""
    both = one.of(part).keys() & other.of(part).keys()
    return [name for _, name in sorted(both, key=lambda feature: (-rarity[feature], -len(feature[1]), feature[1]))]


def _rarity(shapes: Sequence[Shape]) -> dict[Feature, float]:
    """Return a weight for each feature of some shapes, larger the fewer of them have it."""
    counts: dict[Feature, int] = {}
    for shape in shapes:
        for feature in shape.features:
            counts[feature] = counts.get(feature, 0) + 1
    return {feature: log(1 + len(shapes) / count) for feature, count in counts.items()}
