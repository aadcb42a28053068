"""Lessons: things players saw in moves that are taken back, and cannot forget, such as cards and secret choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ledger.entries import Entry
from ledger.events import Corrected, Event, Move, Moved, Revealed, Rolled, Shuffled
from ledger.folding import apply, fold
from ledger.table import Entity, Table, clone
from ledger.views import knows
from replays.records.record import Record
from replays.records.rejudging import answer
from rules.engine import advance
from rules.kernel.asks import Together
from rules.kernel.names import listed, zone_words
from rules.kernel.position import Position


class Lesson(msgspec.Struct, frozen=True):
    """Something a player has learned in moves that are taken back.

    `seq` is the event that showed it. `fix` is what would make up for it, and `harm` why nothing does. With neither, it
    does no harm.
    """

    player: str
    seq: int
    says: str
    fix: str = ""
    harm: str = ""


KnownPlaces = dict[int, frozenset[str]]
"""For each card in a pile nobody may look into, the players who knew it as it was put there and know where it lies."""


def known_places(entries: Iterable[Entry]) -> KnownPlaces:
    """Return which cards in piles players know because they saw them put there, at the end of these entries.

    Such knowledge lasts until the pile is shuffled, or the card goes to a zone that somebody may look into.
    """
    table = Table()
    found: KnownPlaces = {}
    for entry in entries:
        for event in entry.events:
            for moved in _movements(event):
                entity = table.entities[moved.entity]
                seen = frozenset(player for player in table.seats if knows(table, player, entity))
                if table.specs[moved.zone].seen == "none":
                    found[moved.entity] = seen | found.get(moved.entity, seen)
                else:
                    found.pop(moved.entity, None)
            if isinstance(event, Shuffled):
                for number in table.zones[event.zone]:
                    found.pop(number, None)
            apply(table, event)
    return found


def _movements(event: Event) -> list[Moved]:
    """Return the movements of components that an event is or, for a correction by hand, consists of."""
    if isinstance(event, Corrected):
        return [change for change in event.changes if isinstance(change, Moved)]
    return [event] if isinstance(event, Moved) else []


class LessonFinder:
    """Finds what players learned, or lost by a shuffle, in the moves that are taken back.

    `start` is the position the game returns to, `fault` the player who erred, `names` the names of the cards, and
    `places` what players knew of piles at that point. Choices made in secret are found by `secret_lessons`.
    """

    def __init__(self, start: Position, fault: str, names: dict[int, str], places: KnownPlaces) -> None:
        self.start, self.before, self.fault, self.names, self.places = start, start.table, fault, names, places
        self.table = clone(start.table)
        self.seen: dict[tuple[str, int], int] = {}
        self.found: list[Lesson] = []

    def run(self, entries: Iterable[Entry], taken: set[int]) -> list[Lesson]:
        """Go through the entries after the point the game returns to, and return the lessons in order of events.

        Only entries whose first event is in `taken` are taken back; what the others show stays known anyway.
        """
        for entry in entries:
            for seq, event in enumerate(entry.events, entry.seq):
                apply(self.table, event)
                if entry.seq not in taken:
                    continue
                for moved in _movements(event):
                    self._looked_at(moved.entity, seq)
                if isinstance(event, Revealed):
                    self._looked_at(event.entity, seq)
                elif isinstance(event, Rolled) and not self._of_cards(event):
                    self._rolled(event, seq)
                elif isinstance(event, Shuffled):
                    self._shuffled(event, seq)
        self.found += [self._lesson(player, number, seq) for (player, number), seq in self.seen.items()]
        return sorted(self.found, key=lambda lesson: (lesson.seq, lesson.player))

    def _looked_at(self, number: int, seq: int) -> None:
        """Keep which players know a card after an event that did not know it at the point the game returns to."""
        old, now = self.before.entities.get(number), self.table.entities[number]
        if old is None:
            return
        for player in self.before.seats:
            knew = knows(self.before, player, old) or player in self.places.get(number, ())
            if knows(self.table, player, now) and not knew:
                self.seen.setdefault((player, number), seq)

    def _of_cards(self, event: Rolled) -> bool:
        """Whether chance picked cards: what was learned then shows in where they went."""
        return bool(event.result) and all(
            isinstance(part, int) and part in self.table.entities for part in event.result
        )

    def _rolled(self, event: Rolled, seq: int) -> None:
        """Add a lesson for each player who saw a random outcome."""
        result = ", ".join(str(part) for part in event.result)
        harm = f"the outcome of {event.what} is known before anybody chooses again"
        self.found += [Lesson(player, seq, f"saw {event.what}: {result}", harm=harm) for player in self.before.seats]

    def _shuffled(self, event: Shuffled, seq: int) -> None:
        """Add a lesson if a shuffle has lost what players knew of the order of a pile."""
        losers = self._know_order(event.zone)
        if losers:
            zone = self._zone(event.zone)
            harm = f"what {self._players(losers)} knew of the order of {zone} is lost"
            self.found.append(Lesson(losers[0], seq, f"{zone} was shuffled", harm=harm))

    def _know_order(self, zone: str, but: int = 0) -> list[str]:
        """Return the players who knew where some card other than `but` lay in a pile."""
        pile = [number for number in self.before.zones.get(zone, ()) if number != but]
        known = {
            player for number in pile for player in (*self.before.entities[number].known, *self.places.get(number, ()))
        }
        return [player for player in self.before.seats if player in known]

    def _lesson(self, player: str, number: int, seq: int) -> Lesson:
        """Return the lesson of a player who has seen a card by an event, with its fix or its harm."""
        old = self.before.entities[number]
        spec = self.before.specs[old.zone]
        owner = spec.owner or old.controller or old.owner
        says = f"learned that {self._name(number)} was in {self._zone(old.zone)}"
        if spec.seen == "none":
            return self._from_pile(player, number, seq, says, owner)
        if player == owner:
            return Lesson(player, seq, says, harm=f"{self._players([player])} cannot forget which card lies there")
        if owner == self.fault:
            return Lesson(player, seq, f"{says}; {self._players([owner])}, who erred, showed it")
        harm = f"{self._players([player])} knows a card of {self._players([owner])}'s that was hidden"
        return Lesson(player, seq, says, harm=harm)

    def _from_pile(self, player: str, number: int, seq: int, says: str, owner: str) -> Lesson:
        """Return the lesson of a card drawn from a pile, or looked at in it.

        Shuffling makes up for it, if the owner alone has seen it and nobody knew anything of the pile's order.
        """
        old, now = self.before.entities[number], self.table.entities[number]
        others = [other for other in self.before.seats if other != owner and (other, number) in self.seen]
        if player != owner or others:
            who, have = self._players(others or [player]), "have" if len(others) > 1 else "has"
            harm = f"{who} {have} seen a card that goes back into {self._zone(old.zone)}"
            return Lesson(player, seq, says, harm=harm)
        losers = self._know_order(old.zone, number)
        if losers:
            harm = f"shuffling {self._zone(old.zone)} would lose what {self._players(losers)} knew of its order"
            return Lesson(player, seq, says, harm=harm)
        return Lesson(player, seq, says, fix=self._fix(old, now))

    def _fix(self, old: Entity, now: Entity) -> str:
        """Return what makes up for having seen a card of a pile, by where it was and where it is now."""
        pile = self._zone(old.zone)
        if now.zone == old.zone:
            return f"shuffle {pile}"
        if not now.card:
            return f"return a card at random from {self._zone(now.zone)} to {pile}, and shuffle it"
        return f"put {self._name(now.id)} back into {pile}, and shuffle it"

    def _name(self, number: int) -> str:
        return self.names.get(number, f"#{number}")

    def _zone(self, zone: str) -> str:
        """Return a zone in words: "Anna's hand"."""
        return zone_words(self.start, zone)

    def _players(self, players: Sequence[str]) -> str:
        """Return the names of players: "Anna and Borys"."""
        return listed([self.start.player_name(player) for player in players])


def fixes(lessons: Iterable[Lesson]) -> Iterator[str]:
    """Yield what makes up for the lessons, each fix once; if it must be done several times, with that number.

    A shuffle that several lessons ask for is done once.
    """
    count: dict[str, int] = {}
    for lesson in lessons:
        if lesson.fix:
            count[lesson.fix] = count.get(lesson.fix, 0) + 1
    for fix, times in count.items():
        yield fix if times == 1 or fix.startswith("shuffle") else f"{fix} ({times} times)"


class _Chosen(msgspec.Struct, frozen=True):
    """A choice made while others choose at the same time: the frame and the question, the event, who chose what."""

    asked: tuple[int, str]
    seq: int
    player: str
    move: Move


def secret_lessons(record: Record, place: int, taken: set[int], fault: str) -> Iterator[Lesson]:
    """Yield what players have learned of each other's secret choices, if they have to choose again.

    The game returns to the point after the entry with index `place`; entries whose first event is in `taken` are taken
    back. Only choices made in words, such as a number, count here, not chosen components. What the player `fault`
    showed does no harm.
    """
    first = _before_the_question(record, place)
    table = record.position(first).table
    waiting: list[_Chosen] = []
    for entry in (*record.entries[first + 1 :], None):
        pos = Position(record.pack, clone(table))
        ask = advance(pos)
        together = isinstance(ask, Together) or (ask is not None and ask.each)
        asked = (pos.table.top.id, ask.says) if ask is not None and together else (0, "")
        if waiting and waiting[0].asked != asked:  # everybody has chosen: it was shown with the last choice
            yield from _shown(pos, waiting, table.seq, taken, fault)
            waiting = []
        if entry is None:
            return
        said = answer(entry)
        if said is not None and together and _only_words(said[1]):
            waiting.append(_Chosen(asked, entry.seq, *said))
        fold(entry.events, table)


def _before_the_question(record: Record, place: int) -> int:
    """Return the place of the entry that opened the frame of a question which each player answers alone.

    Others may have answered it before the first choice that is taken back. If no such question is pending after the
    entry at `place`, that place is returned.
    """
    pos = record.position(place)
    ask = advance(pos)
    return min(place, record.index(pos.table.top.id)) if ask is not None and ask.each else place


def _only_words(move: Move) -> bool:
    """Whether a move is a choice of words, not of components."""
    return bool(move.words) and not move.picks and not move.subject


def _shown(pos: Position, chosen: list[_Chosen], seq: int, taken: set[int], fault: str) -> Iterator[Lesson]:
    """Yield a lesson for each player who has to choose again, and each other player whose choice was shown to them.

    Event `seq` showed the choices. `pos` is a later position, from which players have their names.
    """
    for again in (one.player for one in chosen if one.seq in taken):
        for one in chosen:
            if one.player == again:
                continue
            other = pos.player_name(one.player)
            says = f"saw what {other} chose in secret: {one.move.verb} {' '.join(one.move.words)}"
            if one.player == fault:
                yield Lesson(again, seq, f"{says}; {other}, who erred, showed it")
            else:
                harm = f"{pos.player_name(again)} would choose again knowing what {other} chose in secret"
                yield Lesson(again, seq, says, harm=harm)
