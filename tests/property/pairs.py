"""Pairs of games that differ only in what one player cannot know, made from a random legal game.

A random game is played again with something changed that is hidden from the viewer: the numbers of components they
never saw, which cards those are, the order in which a shuffle left cards that are drawn together, or a choice that is
still secret. The rules play both games, so nothing here needs to know where a table keeps a number.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from ledger.entries import Entry
from ledger.errors import LedgerError
from ledger.events import Component, Event, Introduced, Move, Moved, Revealed, Shuffled
from ledger.folding import apply, fold
from ledger.table import Table, clone, knows
from replays.records.random_games import Simulation
from replays.records.record import Record, of_entries
from replays.records.rejudging import answer
from rules.catalogue import load
from rules.engine import advance, decide
from rules.errors import RulesError
from rules.kernel.asks import CHANCE, Together
from rules.kernel.pack import Pack
from rules.kernel.position import Position

ACTING = ("hand",)
"""Verbs of choices that players make in any order and that take effect at once, so that nobody keeps them secret."""
Numbers = dict[int, int]
"""For components that are exchanged, the number that each gets."""
Pair = tuple[Table, tuple[Event, ...], Table, tuple[Event, ...]]
"""The table before an entry and the events of the entry, in both games."""


class Pairs:
    """A random game of a pack, and the games that look the same to `viewer`."""

    def __init__(self, pack_id: str, format_: str, players: int, seed: int) -> None:
        self.pack: Pack = load(pack_id)
        self.entries: list[Entry] = list(Simulation(self.pack, players, format_, seed).entries())
        self.generator = random.Random(f"pairs {pack_id} {format_} {players} {seed}")
        table = Table()
        for event in self.entries[0].events[:1]:
            apply(table, event)
        self.viewers = list(table.seats)

    def never_known(self, viewer: str, last: int) -> list[list[int]]:
        """Return the components that the viewer knows at no event up to the entry `last`, by owner and first zone."""
        table, seen = Table(), set[int]()
        first: dict[int, tuple[str, str]] = {}
        for entry in self.entries[: last + 1]:
            for event in entry.events:
                apply(table, event)
                changed = [getattr(event, "entity", 0)]
                if isinstance(event, Introduced):
                    first |= {part.entity: (part.owner, part.zone) for part in event.components}
                    changed = [part.entity for part in event.components]
                seen |= {number for number in changed if number and knows(table, viewer, table.entities[number])}
        groups: dict[tuple[str, str], list[int]] = {}
        for number in table.entities:
            if number not in seen:
                groups.setdefault(first[number], []).append(number)
        return [group for group in groups.values() if len(group) > 1]

    def exchanged(self, groups: list[list[int]]) -> Numbers:
        """Return a random exchange of numbers within each group."""
        found: Numbers = {}
        for group in groups:
            other = list(group)
            self.generator.shuffle(other)
            found |= dict(zip(group, other, strict=True))
        return found

    def records(self, pairs: Iterator[Pair]) -> tuple[Record, Record]:
        """Return a pair of games as records, as far as they go together."""
        both = [(events, others) for _, events, _, others in pairs]
        made = [
            [replace(entry, events=events) for entry, events in zip(self.entries, side, strict=False)]
            for side in ([one for one, _ in both], [other for _, other in both])
        ]
        return of_entries("game", made[0]), of_entries("game", made[1])

    # --- the pairs ------------------------------------------------------------------------------------------------

    def other_numbers(self, viewer: str, last: int) -> Iterator[Pair]:
        """Yield the game beside the same one in which components that the viewer never saw have other numbers."""
        numbers = self.exchanged(self.never_known(viewer, last))

        def bring(event: Introduced) -> Introduced:
            parts = tuple(replace(part, entity=numbers.get(part.entity, part.entity)) for part in event.components)
            return Introduced(parts)

        return self.beside(last, bring, lambda at, move: _renumbered(move, numbers))

    def other_cards(self, viewer: str, last: int) -> Iterator[Pair]:
        """Yield the game beside one in which components that the viewer never saw are other cards, as far as it goes.

        It ends where the other cards make a difference that is in the record, such as a window that is offered.
        """
        numbers = self.exchanged(self.never_known(viewer, last))

        def bring(event: Introduced) -> Introduced:
            cards = {part.entity: part.card for part in event.components}
            return Introduced(
                tuple(
                    Component(part.entity, cards[numbers.get(part.entity, part.entity)], part.owner, part.zone)
                    for part in event.components
                )
            )

        return self.beside(last, bring, lambda at, move: move)

    def other_order(self, viewer: str, last: int) -> Iterator[Pair]:
        """Yield the game beside one in which cards that are drawn right after a shuffle came in another order.

        It ends where somebody looks through a hand: the record shows the cards in the order in which they were drawn.
        """
        swaps = dict(self._drawn_together(viewer))
        shown = [at for at, entry in enumerate(self.entries) if _looked_through(entry, viewer)]
        last = min([last, *(at - 1 for at in shown)])

        def other(at: int, move: Move) -> Move:
            return _renumbered(move, swaps[at]) if at in swaps and move.verb == "shuffle" else move

        return self.beside(last, lambda event: event, other)

    def _drawn_together(self, viewer: str) -> Iterator[tuple[int, Numbers]]:
        """Yield, for each entry with a shuffle, an exchange of cards that go to a closed hand together after it."""
        for at, entry in enumerate(self.entries):
            deck = next((event for event in entry.events if isinstance(event, Shuffled)), None)
            if deck is None:
                continue
            owner = deck.zone.partition(".")[0]
            hand = f"{owner}.hand"
            run: list[int] = []
            for event in self._after(at):
                if isinstance(event, Moved) and event.zone == hand and event.entity in deck.order:
                    run.append(event.entity)
                elif run or (isinstance(event, Shuffled) and event.zone == deck.zone and event is not deck):
                    break
            if owner != viewer and len(run) > 1:
                yield at, self.exchanged([run])

    def _after(self, at: int) -> Iterator[Event]:
        """Yield the events from an entry on."""
        for entry in self.entries[at:]:
            yield from entry.events

    def other_choice(self, viewer: str) -> Iterator[Pair]:
        """Yield each entry in which somebody chose in secret before the viewer, beside one with another choice."""
        table = Table()
        for entry in self.entries:
            before, said = clone(table), answer(entry)
            fold(entry.events, table)
            if said is None or said[0] in (viewer, CHANCE) or said[1].verb in (*ACTING, "pass", "use"):
                continue
            pos = Position(self.pack, clone(before))
            ask = advance(pos)
            if not isinstance(ask, Together) or viewer not in ask.asks:
                continue
            other = ask.answered_by(said[0]).sample(pos, self.generator.randrange)
            yield before, entry.events, before, tuple(decide(pos, said[0], other))

    def beside(
        self, last: int, bring: Callable[[Introduced], Introduced], other: Callable[[int, Move], Move]
    ) -> Iterator[Pair]:
        """Play the game again with other components and other moves; yield both, event by event, while they agree."""
        one, pos = Table(), Position(self.pack, Table())
        for at, entry in enumerate(self.entries[: last + 1]):
            before = clone(pos.table)
            if at == 0:
                for event in entry.events[: entry.own]:
                    pos.emit(bring(event) if isinstance(event, Introduced) else event)
                advance(pos)
                events = tuple(pos.log)
            else:
                said, ask = answer(entry), advance(pos)
                assert said is not None
                if ask is None or (said[0] != ask.player and not isinstance(ask, Together)):
                    return
                try:
                    move = other(at, said[1])
                    if said[0] != CHANCE and not all(check.holds for check in ask.checks(pos, said[0], move)):
                        return
                    events = tuple(decide(pos, said[0], move))
                except (LedgerError, RulesError, LookupError):
                    return
            pos.log.clear()
            if [type(event) for event in events] != [type(event) for event in entry.events]:
                return
            yield one, entry.events, before, events
            fold(entry.events, one)


def _looked_through(entry: Entry, viewer: str) -> bool:
    """Whether several cards are shown to the viewer in one entry."""
    return sum(1 for event in entry.events if isinstance(event, Revealed) and viewer in event.to) > 1


def _renumbered(move: Move, numbers: Numbers) -> Move:
    return replace(
        move,
        subject=numbers.get(move.subject, move.subject),
        picks=tuple(numbers.get(number, number) for number in move.picks),
        pairs=tuple(numbers.get(number, number) for number in move.pairs),
    )
