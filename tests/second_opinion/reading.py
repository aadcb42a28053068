"""The clicks of a game with their meanings and places: which are still to be played, in whose order, and since when."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from tests.second_opinion.files import Click, Game
from tests.second_opinion.meanings import Automatic, Mark, Meaning, Sense, meaning_of

Place = tuple[int, ...]
"""How far a game has come: round, phase, turn of a player in the phase, number of the contest, stage of the contest."""


class Act(msgspec.Struct):
    """A click with its meaning and the place it was made at."""

    click: Click
    meaning: Meaning
    place: Place

    @property
    def number(self) -> int:
        """The number of the click."""
        return self.click.number

    @property
    def player(self) -> str:
        """Who clicked."""
        return self.click.player

    @property
    def sense(self) -> Sense:
        """What the click does."""
        return self.meaning.sense

    def __str__(self) -> str:
        return str(self.click)


def places(game: Game, marks: tuple[Mark, ...]) -> list[Place]:
    """Return the place of the game after each number of lines."""
    now = [0, 0, 0, 0, 0]
    found: list[Place] = [tuple(now)]
    for line in game.lines:
        for mark in marks:
            if re.fullmatch(mark.line, line):
                now[mark.level] = now[mark.level] + 1 if mark.value is None else mark.value
                now[mark.level + 1 :] = [0] * (4 - mark.level)
        found.append(tuple(now))
    return found


class Reading:
    """The clicks of one game that were not played yet."""

    def __init__(
        self,
        game: Game,
        table: tuple[Meaning, ...],
        marks: tuple[Mark, ...],
        automatic: tuple[Automatic, ...] = (),
    ) -> None:
        self.places = places(game, marks)
        last = len(self.places) - 1
        self.clicks = _with_automatic(game, automatic)
        acts = [
            Act(click, meaning_of(table, click, _line(game, click.lines)), self.places[min(click.lines, last)])
            for click in self.clicks
        ]
        self.acts: list[Act] = [act for act in _without_idle(acts) if act.sense is not Sense.NOTHING]
        self.dropped: list[Act] = []
        self.last = -1

    def drop_before(self, place: Place) -> list[Act]:
        """Drop the clicks made before a place; return those that meant more than a pass."""
        stale = [act for act in self.acts if act.place < place and act.sense is not Sense.MANUAL]
        if stale:
            self.acts = [act for act in self.acts if act.place >= place or act.sense is Sense.MANUAL]
        lost = [act for act in stale if act.sense in (Sense.PICK, Sense.WORD, Sense.DECLARE, Sense.BEND)]
        self.dropped += lost
        return lost

    def of(self, player: str) -> list[Act]:
        """Return a player's clicks still to be played, in order."""
        return [act for act in self.acts if act.player == player]

    def next_of(self, player: str, place: Place | None = None) -> Act | None:
        """Return a player's next click, if it was made at this place (anywhere, if none is given)."""
        for act in self.acts:
            if act.player == player and (place is None or act.place >= place):
                return act if place is None or act.place == place else None
        return None

    def earlier_of_others(self, act: Act) -> Iterator[Act]:
        """Yield other players' unplayed clicks from before a click that do something."""
        for other in self.acts:
            if other.number >= act.number:
                return
            if other.player != act.player and other.sense in (Sense.PICK, Sense.WORD, Sense.DECLARE):
                yield other

    def take(self, acts: list[Act]) -> None:
        """Take clicks out: they were played."""
        numbers = {act.number for act in acts}
        self.last = max([self.last, *numbers])
        self.acts = [act for act in self.acts if act.number not in numbers]


def _with_automatic(game: Game, automatic: tuple[Automatic, ...]) -> list[Click]:
    """Return the clicks in order, numbered anew, with those that settings made for a player."""
    clicks = [(click.lines, 1, click.number, click) for click in game.clicks]
    for at, line in enumerate(game.lines):
        for row in automatic:
            found = re.fullmatch(row.line, line)
            if not found:
                continue
            player, what = found["player"], found["what"]
            made = any(
                click.lines == at and click.player == player and click.what == what and click.where == row.where
                for click in game.clicks
            )
            if not made:
                clicks.append((at, 2, 0, Click(0, at, player, row.kind, what, row.where)))
    ordered = [click for _, _, _, click in sorted(clicks, key=lambda one: one[:3])]
    return [msgspec.structs.replace(click, number=number) for number, click in enumerate(ordered)]


def _line(game: Game, number: int) -> str:
    return game.lines[number] if number < len(game.lines) else ""


def _without_idle(acts: list[Act]) -> list[Act]:
    """Return the clicks without those on cards that belong to a prompt that means nothing, such as the order of cards
    in a discard pile.
    """
    idle: set[int] = set()
    for at, act in enumerate(acts):
        if not (act.meaning.closes and act.sense is Sense.NOTHING):
            continue
        for before in reversed(acts[:at]):
            if before.player != act.player:
                continue
            if before.click.kind != "card" or before.click.lines != act.click.lines:
                break
            idle.add(before.number)
    return [act for act in acts if act.number not in idle]
