"""The clauses an illegal answer must be reported under, written from the rulebooks and not from what the engine says.

A question is known by the kind of frame it is asked in, the step of that frame, and the first word of the slot that
keeps its answer. If a question is not written down here, nothing counts as right, and the test that meets it fails
until somebody has looked it up in the rulebook.
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
"""Stands for the clauses of the entry named after the card being resolved, where no general rule applies."""


class Clauses(msgspec.Struct, frozen=True):
    """The clauses on one question: whose it is, what may be answered, the same answer twice, and too few answers."""

    whose: tuple[str, ...]
    answer: tuple[str, ...]
    twice: tuple[str, ...] = ()
    few: tuple[str, ...] = ()

    @property
    def repeated(self) -> tuple[str, ...]:
        """Return the clauses on choosing the same one twice."""
        return self.twice or self.answer

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the clauses on choosing one too few."""
        return self.few or self.answer


class Turns(msgspec.Struct, frozen=True):
    """The clauses on one kind of window: whose its first opportunity is, and whose every later one is."""

    first: tuple[str, ...]
    later: tuple[str, ...]


def clauses(position: Position, ask: Choose | Say) -> Clauses:
    """Return what the rulebook says about a question; empty if nobody has looked it up."""
    found: dict[str, Clauses] = _of(position).QUESTIONS
    where = f"{ask.frame.kind}/{_step(position, ask.frame)}"
    told = found.get(f"{where}/{ask.slot.split()[0]}") or found.get(where) or found.get(ask.frame.kind)
    return _named(position, ask.frame, _closer(position, ask.frame, told)) if told is not None else Clauses((), ())


def turn(position: Position, ask: Window | ActionWindow) -> tuple[str, ...]:
    """Return the clauses on whose opportunity a window is; empty if nobody has looked it up."""
    name = ask.slot.name if isinstance(ask, Window) else f"actions of {ask.frame.kind}"
    found: dict[str, Turns] = _of(position).WINDOWS
    told = found.get(name) or (found.get("actions") if isinstance(ask, ActionWindow) else None)
    if told is None:
        return ()
    opening = not ask.frame.turn and ask.player == position.first  # nobody has acted or been passed over yet
    whose = told.first if opening else told.later
    return _closer(position, ask.frame, Clauses(whose, ())).whose


def owners(position: Position) -> tuple[str, ...]:
    """Return the clauses by which only the player whose card it is uses an ability of it."""
    found: tuple[str, ...] = _of(position).OWNERS
    return found


def _of(position: Position) -> ModuleType:
    """Return the module that holds a game's tables."""
    return import_module(f"{__package__}.{position.pack.id}_clauses")


def _closer(position: Position, frame: Frame, told: Clauses) -> Clauses:
    """Replace the placeholders of a table by a card's own clauses, or by those of the occasion of the question."""
    if told.whose == (OWN_CARD,):
        besides = tuple(rule for rule in told.answer if rule != OWN_CARD)
        return msgspec.structs.replace(told, whose=_of_card(position), answer=(*_of_card(position), *besides))
    if told.whose != ("occasion",):
        return told
    whose = _of(position).occasion(frame)
    return msgspec.structs.replace(told, whose=_of_card(position) if whose == (OWN_CARD,) else whose)


def _named(position: Position, frame: Frame, told: Clauses) -> Clauses:
    """Add the clauses of the entry named after the card being resolved, if there is one, to what may be answered."""
    card = frame.text("ability").rpartition("#")[0] if frame.kind == "ability" else ""
    if card not in load_book(position.pack.id).entries:
        return told
    own = _of_card(position)
    return Clauses(told.whose, (*own, *told.answer), (*own, *told.repeated), (*own, *told.missing))


def _of_card(position: Position) -> tuple[str, ...]:
    """Return the clauses of the entry named after the card being resolved."""
    ability = position.enclosing("ability")
    if ability is None:
        return ()
    entry = load_book(position.pack.id).entry(ability.text("ability").rpartition("#")[0])
    return tuple(f"{entry.address}#{clause.n}" for clause in entry.clauses)


def _step(position: Position, frame: Frame) -> str:
    """Return the name of the step a frame stands at, or an empty string."""
    steps = position.pack.procedures[frame.kind].steps
    return steps[frame.step].name if frame.step < len(steps) else ""


def tables(game: str) -> list[Clauses | Turns]:
    """Return everything written down for a game."""
    module = import_module(f"{__package__}.{game}_clauses")
    return [*module.QUESTIONS.values(), *module.WINDOWS.values()]
