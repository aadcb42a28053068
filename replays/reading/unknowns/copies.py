"""Copies of a known card that unknown cards may be: a line may name those, and not the card on the table."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy

import msgspec

from ledger.events import Event, Identified, Introduced
from ledger.facts import Component
from ledger.table import freeze
from replays.errors import NotationError
from replays.meaning.written_moves import UnknownCard
from replays.notation.lines import Ref, Said, SaidPart
from replays.reading.ground import Ground
from replays.reading.prices import StepKind
from replays.reading.readings import ReadingNode, Step
from replays.reading.unknowns.unknown_cards import all_seen, asked_for, become_known, found_to_be, is_out, unknown_in
from rules.engine import advance
from rules.kernel.position import Position


class Copies(msgspec.Struct, frozen=True):
    """Unknown cards that are taken for other copies: the events that say so, and the line with the copies named.

    `price` is what a reading costs that takes them so: little if all copies that are known are of other players.
    """

    news: tuple[Event, ...]
    line: Said
    price: StepKind


class Found(msgspec.Struct, frozen=True):
    """The unknown cards that names of a line turn out to be, and those that are copies of cards of other players."""

    news: tuple[Event, ...]
    copies: Copies | None


def all_found(ground: Ground, pos: Position, said: Said) -> Found | NotationError:
    """Return the unknown cards that all names of a line turn out to be; an error if a player can have no such card."""
    at, news = ground.position(freeze(pos.table)), list[Event]()
    while True:
        try:
            ground.word(said, at)
        except UnknownCard as unknown:
            event = found_to_be(ground, at, said, unknown)
            if isinstance(event, NotationError):
                return event
            news.append(event)
            become_known(at, (event,))
        except NotationError:
            return Found(tuple(news), None)
        else:
            copies = other_copies(ground, at, said)
            owned_by_others = copies is not None and copies.price is StepKind.OWN_COPY
            return Found(tuple(news), copies if owned_by_others else None)


def other_copies(ground: Ground, pos: Position, said: Said) -> Copies | None:
    """Return the unknown cards that may be further copies of the cards a line names, or None.

    The line must name cards where those from a hidden zone may stand, such as the hand, more often than the player is
    known to have them there; or, behind a use or a played card, a card that is asked for where an unknown one lies.
    """
    try:
        word = ground.word(said, pos)
    except (NotationError, UnknownCard):
        return None
    if said.part("of") is not None or not ground.copies or is_out(pos, said.player):
        return None  # who is out makes no move with a copy either
    taking = _Taking(ground, pos, said)
    line = said
    if said.verb != "use":
        done: set[int] = set()
        for part in [part for phrase in word.phrases for part in phrase.parts if part.zone and not part.others]:
            named = word.written(part)
            if named is not None and named.column not in done:
                done.add(named.column)
                line = _naming(line, named, [taking.take(ref, part.zone) for ref in named.items])
    for written in [part for part in word.later if part.lead in ("on", "targeting")]:
        line = _naming(line, written, [taking.take_asked_for(ref) for ref in written.items])
    price = StepKind.COPY if taking.has_one else StepKind.OWN_COPY
    return Copies(tuple(taking.news), line, price) if taking.news else None


def known_from_the_start(ground: Ground, root: ReadingNode, copies: Copies) -> tuple[ReadingNode, Copies]:
    """Return the beginning of a reading on which copies are known, and the copies as they are numbered there.

    Known cards may keep a window open that would have closed by itself before the first line.
    """
    pos = ground.start()
    pos.log.clear()
    names, number = {}, max(pos.table.entities)
    for event in copies.news:
        if isinstance(event, Introduced):
            number += 1
            names[event.components[0].entity] = number
            event = Introduced((msgspec.structs.replace(event.components[0], entity=number),))
        pos.emit(event)
    news = tuple(pos.log)
    advance(pos)
    start = copy(root)
    start.data, start.key, start.judged = freeze(pos.table), None, False
    start.steps = [Step(StepKind.LEARNED, "", None, news)]
    parts = tuple(
        msgspec.structs.replace(part, items=tuple(_renumbered(ref, names) for ref in part.items))
        for part in copies.line.parts
    )
    return start, msgspec.structs.replace(copies, news=news, line=msgspec.structs.replace(copies.line, parts=parts))


def _renumbered(ref: Ref, names: Mapping[int, int]) -> Ref:
    """Return a name by number with the number that its card has now."""
    number = int(ref.text[1:]) if ref.text.startswith("#") and ref.text[1:].isdecimal() else 0
    return Ref(f"#{names[number]}", ref.column) if number in names else ref


class _Taking:
    """Gives each name of a line a card of its own: a known one in the zone, else an unknown one that may be it."""

    def __init__(self, ground: Ground, pos: Position, said: Said) -> None:
        self.ground, self.pos, self.said = ground, pos, said
        self.news: list[Event] = []
        self.taken: set[int] = set()
        self.has_one = False
        """Whether the player is known to own one of the cards that an unknown card is taken for."""

    def take(self, ref: Ref, zone: str) -> Ref:
        """Return a name that stands for a card of its own; the name itself if there is none."""
        table = self.pos.table
        numbers = self.ground.names.components(table, ref, self.said.player)
        kinds = self._kinds(numbers, zone)
        places = [f"{self.said.player}.{kind}" for kind in kinds]
        known = [number for number in numbers if table.entities[number].zone in places and number not in self.taken]
        number = known[0] if known else self._unknown(ref, places, numbers)
        if not number:
            return ref
        self.taken.add(number)
        return ref if known else Ref(f"#{number}", ref.column)

    def take_asked_for(self, ref: Ref) -> Ref:
        """Return a name that stands for an unknown card which the use asks for; the name itself if there is none."""
        numbers = self.ground.names.components(self.pos.table, ref, self.said.player)
        titled = bool(numbers) and not ref.text.startswith("#") and not self._is_short_name(ref)
        card = self.pos.entity(numbers[0]).card if titled else ""
        number = asked_for(self.ground, self.pos, self.said, card, self.taken) if card else 0
        if not number:
            return ref
        self.taken.add(number)
        self._note_owned(numbers)
        self.news.append(Identified(number, card))
        return Ref(f"#{number}", ref.column)

    def _taken_for(self, card: str) -> int:
        """Return how many unknown cards were taken for this one so far."""
        found = [event.card for event in self.news if isinstance(event, Identified)]
        found += [part.card for event in self.news if isinstance(event, Introduced) for part in event.components]
        return found.count(card)

    def _note_owned(self, numbers: list[int]) -> None:
        """Remember whether the player owns one of the components that a name stands for."""
        self.has_one = self.has_one or any(self.pos.entity(one).owner == self.said.player for one in numbers)

    def _is_short_name(self, ref: Ref) -> bool:
        """Whether a name is one that the transcript gives to a single card."""
        return not ref.quoted and ref.text in self.ground.names.aliases

    def _kinds(self, numbers: list[int], zone: str) -> tuple[str, ...]:
        """Return the kinds of zones in which an unknown copy of a card may lie."""
        card = self.ground.pack.cards.get(self.pos.entity(numbers[0]).card) if numbers else None
        return (zone,) if card is None else self.ground.pack.notation.places_of(card, zone)

    def _unknown(self, ref: Ref, places: list[str], numbers: list[int]) -> int:
        """Return the number of an unknown card that is taken for the card named, or 0.

        It is one that the question of an answer asks for, or one at these places.
        """
        table = self.pos.table
        if not numbers or ref.text.startswith("#"):
            return 0
        own, short = self.pos.entity(numbers[0]).owner == self.said.player, self._is_short_name(ref)
        if short and not (self.pos.in_play(numbers[0]) if own else self.ground.names.titled(ref.text)):
            return 0  # a short name stands for one card, unless another's is spelled like a title, or it is in play
        card, number = table.entities[numbers[0]].card, 0
        if card and all_seen(self.pos, self.said.player, card, self._taken_for(card)):
            return 0
        if self.said.verb == "choose":
            if short:
                return 0
            number = asked_for(self.ground, self.pos, self.said, card, self.taken)
        lying = (number for place in places for number in unknown_in(self.pos, place) if number not in self.taken)
        number = number or next(lying, 0)
        if number:
            self._note_owned(numbers)
            self.news.append(Identified(number, card))
        elif places[0] in self.ground.open_zones:
            self._note_owned(numbers)
            number = max([*table.entities, *self.taken]) + 1
            self.news.append(Introduced((Component(number, card, self.said.player, places[0]),)))
        return number


def _naming(said: Said, part: SaidPart, items: list[Ref]) -> Said:
    """Return a line with other names in the part that stands where `part` does."""
    named = msgspec.structs.replace(part, items=tuple(items))
    return msgspec.structs.replace(said, parts=tuple(named if one.column == part.column else one for one in said.parts))
