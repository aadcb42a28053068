"""The clauses an illegal answer must be reported under, written from the rulebooks and from nothing the engine says.

A question is known by the kind of frame it is asked in, the step of that frame, and the first word of what it is kept
as. What is not written down here has no right answer, and the test that meets it fails until somebody has read the
rulebook.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import msgspec

from ledger.table import Frame
from rules.books.shelf import load_book
from rules.kernel.asks import Choose, Say
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow

OWN_CARD = "its own card"
"""What a card asks that no rule does stands in the entry named after it."""


class Clauses(msgspec.Struct, frozen=True):
    """Of one question: whose it is, what may be answered, and what is said of answering with the same one twice or with
    too few.
    """

    whose: tuple[str, ...]
    answer: tuple[str, ...]
    twice: tuple[str, ...] = ()
    few: tuple[str, ...] = ()

    @property
    def repeated(self) -> tuple[str, ...]:
        """The clauses on choosing the same one twice."""
        return self.twice or self.answer

    @property
    def missing(self) -> tuple[str, ...]:
        """The clauses on choosing one too few."""
        return self.few or self.answer


class Turns(msgspec.Struct, frozen=True):
    """Of one kind of window: the clauses by which its first opportunity is somebody's, and every later one."""

    first: tuple[str, ...]
    later: tuple[str, ...]


def clauses(position: Position, ask: Choose | Say) -> Clauses:
    """What the rulebook says about a question; empty if nobody has looked it up."""
    found: dict[str, Clauses] = _of(position).QUESTIONS
    where = f"{ask.frame.kind}/{_step(position, ask.frame)}"
    told = found.get(f"{where}/{ask.slot.split()[0]}") or found.get(where) or found.get(ask.frame.kind)
    return _named(position, ask.frame, _closer(position, ask.frame, told)) if told is not None else Clauses((), ())


def turn(position: Position, ask: Window | ActionWindow) -> tuple[str, ...]:
    """What the rulebook says about whose opportunity a window is; empty if nobody has looked it up."""
    name = ask.slot.name if isinstance(ask, Window) else f"actions of {ask.frame.kind}"
    found: dict[str, Turns] = _of(position).WINDOWS
    told = found.get(name) or (found.get("actions") if isinstance(ask, ActionWindow) else None)
    if told is None:
        return ()
    opening = not ask.frame.turn and ask.player == position.first  # nobody has acted or been passed over yet
    whose = told.first if opening else told.later
    return _closer(position, ask.frame, Clauses(whose, ())).whose


def _of(position: Position) -> ModuleType:
    """The module that holds a game's tables."""
    return import_module(f"{__package__}.{position.pack.id}_clauses")


def _closer(position: Position, frame: Frame, told: Clauses) -> Clauses:
    """What a table says of a question by what it was asked for, where the game has several occasions for it."""
    if told.whose == (OWN_CARD,):
        besides = tuple(rule for rule in told.answer if rule != OWN_CARD)
        return msgspec.structs.replace(told, whose=_of_card(position), answer=(*_of_card(position), *besides))
    if told.whose != ("occasion",):
        return told
    whose = _of(position).occasion(frame)
    return msgspec.structs.replace(told, whose=_of_card(position) if whose == (OWN_CARD,) else whose)


def _named(position: Position, frame: Frame, told: Clauses) -> Clauses:
    """What may be answered to a card that has an entry of its own stands there, too."""
    card = frame.text("ability").rpartition("#")[0] if frame.kind == "ability" else ""
    if card not in load_book(position.pack.id).entries:
        return told
    own = _of_card(position)
    return Clauses(told.whose, (*own, *told.answer), (*own, *told.repeated), (*own, *told.missing))


def _of_card(position: Position) -> tuple[str, ...]:
    """The clauses of the entry that bears the name of the card being resolved."""
    ability = position.enclosing("ability")
    if ability is None:
        return ()
    entry = load_book(position.pack.id).entry(ability.text("ability").rpartition("#")[0])
    return tuple(f"{entry.address}#{clause.n}" for clause in entry.clauses)


def _step(position: Position, frame: Frame) -> str:
    steps = position.pack.procedures[frame.kind].steps
    return steps[frame.step].name if frame.step < len(steps) else ""


def tables(game: str) -> list[Clauses | Turns]:
    """Everything written down for a game."""
    module = import_module(f"{__package__}.{game}_clauses")
    return [*module.QUESTIONS.values(), *module.WINDOWS.values()]
