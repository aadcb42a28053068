"""What players have learned that taking moves back cannot make them forget: cards seen, secret choices shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from ledger.entries import Entry
from ledger.events import Move, Moved, Revealed, Rolled, Shuffled
from ledger.folding import apply, fold
from ledger.table import Entity, Table, clone
from ledger.views import knows
from replays.records.record import Record
from replays.records.rejudging import answer
from rules.engine import advance
from rules.kernel.asks import Together
from rules.kernel.position import Position


class Lesson(msgspec.Struct, frozen=True):
    """Something a player knows now and did not know before: which event showed it, what would make up for it (`fix`),
    or why nothing does (`harm`). With neither, it does no harm."""

    player: str
    seq: int
    says: str
    fix: str = ""
    harm: str = ""


Placed = dict[int, frozenset[str]]
"""Who saw a card go into a pile and has known since where it lies there."""


def placed(entries: Iterable[Entry]) -> Placed:
    """What players know of piles because they saw it put there: no card is shown by that, and only a shuffle makes it
    unknown.
    """
    table, found = Table(), Placed()
    for entry in entries:
        for event in entry.events:
            if isinstance(event, Moved):
                entity = table.entities[event.entity]
                seen = frozenset(player for player in table.seats if knows(table, player, entity))
                if table.specs[event.zone].seen == "none":
                    found[event.entity] = seen | found.get(event.entity, seen)
                else:
                    found.pop(event.entity, None)
            elif isinstance(event, Shuffled):
                for number in table.zones[event.zone]:
                    found.pop(number, None)
            apply(table, event)
    return found


class Learning:
    """Goes through what is taken back, with the table as it was at the point the game returns to."""

    def __init__(self, before: Table, fault: str, name: dict[int, str], places: Placed) -> None:
        self.before, self.fault, self.names, self.places = before, fault, name, places
        self.table = clone(before)
        self.seen: dict[tuple[str, int], int] = {}
        self.found: list[Lesson] = []

    def run(self, entries: Iterable[Entry], taken: set[int]) -> list[Lesson]:
        """Every lesson of the actions that are taken back; the others are only carried out."""
        for entry in entries:
            for seq, event in enumerate(entry.events, entry.seq):
                apply(self.table, event)
                if entry.seq not in taken:
                    continue
                if isinstance(event, Moved | Revealed):
                    self._looked_at(event.entity, seq)
                elif isinstance(event, Rolled) and not self._of_cards(event):
                    self._rolled(event, seq)
                elif isinstance(event, Shuffled):
                    self._shuffled(event, seq)
        self.found += [self._lesson(player, number, seq) for (player, number), seq in self.seen.items()]
        return sorted(self.found, key=lambda lesson: (lesson.seq, lesson.player))

    def _looked_at(self, number: int, seq: int) -> None:
        old, now = self.before.entities.get(number), self.table.entities[number]
        if old is None:
            return
        for player in self.before.seats:
            knew = knows(self.before, player, old) or player in self.places.get(number, ())
            if knows(self.table, player, now) and not knew:
                self.seen.setdefault((player, number), seq)

    def _of_cards(self, event: Rolled) -> bool:
        """Whether chance picked components: what was learned is then seen by where they went."""
        return bool(event.result) and all(
            isinstance(part, int) and part in self.table.entities for part in event.result
        )

    def _rolled(self, event: Rolled, seq: int) -> None:
        result = ", ".join(str(part) for part in event.result)
        harm = f"the outcome of {event.what} is known before anybody chooses again"
        self.found += [Lesson(player, seq, f"saw {event.what}: {result}", harm=harm) for player in self.before.seats]

    def _shuffled(self, event: Shuffled, seq: int) -> None:
        losers = self._know_order(event.zone)
        if losers:
            harm = f"what {' and '.join(losers)} knew of the order of {event.zone} is lost"
            self.found.append(Lesson(losers[0], seq, f"{event.zone} was shuffled", harm=harm))

    def _know_order(self, zone: str, but: int = 0) -> list[str]:
        """Who knew where a card lies in a pile nobody may look into."""
        pile = [number for number in self.before.zones.get(zone, ()) if number != but]
        known = {
            player for number in pile for player in (*self.before.entities[number].known, *self.places.get(number, ()))
        }
        return [player for player in self.before.seats if player in known]

    def _lesson(self, player: str, number: int, seq: int) -> Lesson:
        old = self.before.entities[number]
        spec = self.before.specs[old.zone]
        owner = spec.owner or old.controller or old.owner
        says = f"learned that {self._name(number)} was in {old.zone}"
        if spec.seen == "none":
            return self._from_pile(player, number, seq, says, owner)
        if player == owner:
            return Lesson(player, seq, says, harm=f"{player} cannot forget which card lies there")
        if owner == self.fault:
            return Lesson(player, seq, f"{says}; {owner}, who erred, showed it")
        return Lesson(player, seq, says, harm=f"{player} knows a card of {owner}'s that was hidden")

    def _from_pile(self, player: str, number: int, seq: int, says: str, owner: str) -> Lesson:
        """A card drawn from a pile, or looked at in it: its owner alone may know it again after a shuffle, and no worse
        than before.
        """
        old, now = self.before.entities[number], self.table.entities[number]
        others = [other for other in self.before.seats if other != owner and (other, number) in self.seen]
        if player != owner or others:
            harm = f"{' and '.join(others) or player} {'have' if len(others) > 1 else 'has'} seen a card that goes back into {old.zone}"
            return Lesson(player, seq, says, harm=harm)
        losers = self._know_order(old.zone, number)
        if losers:
            harm = f"shuffling {old.zone} would lose what {' and '.join(losers)} knew of its order"
            return Lesson(player, seq, says, harm=harm)
        return Lesson(player, seq, says, fix=self._fix(old, now))

    def _fix(self, old: Entity, now: Entity) -> str:
        if now.zone == old.zone:
            return f"shuffle {old.zone}"
        if not now.card:
            return f"return a card at random from {now.zone} to {old.zone}, and shuffle it"
        return f"put {self._name(now.id)} back into {old.zone}, and shuffle it"

    def _name(self, number: int) -> str:
        return self.names.get(number, f"#{number}")


def fixes(lessons: Iterable[Lesson]) -> Iterator[str]:
    """What makes up for the lessons, the same thing counted."""
    count: dict[str, int] = {}
    for lesson in lessons:
        if lesson.fix:
            count[lesson.fix] = count.get(lesson.fix, 0) + 1
    for fix, times in count.items():
        yield fix if times == 1 or fix.startswith("shuffle") else f"{fix} ({times} times)"


class _Chosen(msgspec.Struct, frozen=True):
    """A word chosen at the same time as others choose: in which frame and to which question, and the event of the
    choice.
    """

    asked: tuple[int, str]
    seq: int
    player: str
    move: Move


def secrets(record: Record, at: int, taken: set[int], fault: str) -> Iterator[Lesson]:
    """What others have learned of choices made in secret in the actions that are taken back after the entry at a place."""
    first = _before_the_question(record, at)
    table = record.position(first).table
    waiting: list[_Chosen] = []
    for entry in (*record.entries[first + 1 :], None):
        pos = Position(record.pack, clone(table))
        ask = advance(pos)
        together = isinstance(ask, Together) or (ask is not None and ask.each)
        asked = (pos.table.top.id, ask.says) if ask is not None and together else (0, "")
        if waiting and waiting[0].asked != asked:  # everybody has chosen: it was shown with the last choice
            yield from _shown(waiting, table.seq, taken, fault)
            waiting = []
        if entry is None:
            return
        said = answer(entry)
        if said is not None and together and _only_words(said[1]):
            waiting.append(_Chosen(asked, entry.seq, *said))
        fold(entry.events, table)


def _before_the_question(record: Record, at: int) -> int:
    """The entry to look from: others may have chosen already when the first choice that is taken back was made."""
    pos = record.position(at)
    ask = advance(pos)
    return min(at, record.index(pos.table.top.id)) if ask is not None and ask.each else at


def _only_words(move: Move) -> bool:
    return bool(move.words) and not move.picks and not move.subject


def _shown(chosen: list[_Chosen], seq: int, taken: set[int], fault: str) -> Iterator[Lesson]:
    """Whoever chooses again knows what the others had chosen, whether that is taken back or stands."""
    for again in (one.player for one in chosen if one.seq in taken):
        for one in chosen:
            if one.player == again:
                continue
            says = f"saw what {one.player} chose in secret: {one.move.verb} {' '.join(one.move.words)}"
            if one.player == fault:
                yield Lesson(again, seq, f"{says}; {fault}, who erred, showed it")
            else:
                yield Lesson(
                    again, seq, says, harm=f"{again} would choose again knowing what {one.player} chose in secret"
                )
