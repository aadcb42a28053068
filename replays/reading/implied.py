"""What is supposed where nobody wrote anything: a pass, an outcome, the only answer, a likely choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from ledger.events import Move
from replays.meaning.writer import Writer
from replays.notation.lines import Line, Said
from replays.reading.prices import StepKind
from rules.kernel.asks import CHANCE, PASS, Ask, Choose, Say
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position

COMING = 12
"""The lines to come that are looked at for the order of players that chance may have picked."""


class Implied(NamedTuple):
    """An answer that nobody wrote: its kind, which has a price, who gives it, and the move."""

    kind: StepKind
    player: str
    move: Move


NOBODY_NAMED: Mapping[int, int] = MappingProxyType({})


def implied(
    pos: Position, ask: Ask, named: Mapping[int, int] = NOBODY_NAMED, words: Sequence[str] = ()
) -> Implied | None:
    """Return the answer that is supposed at a decision, or None if there is no possible answer.

    A pass is supposed where one is allowed, and an offer is declined. `named` are the candidates that lines to come
    name, each with the index of the first such line: chance is supposed to have picked others, so that these are still
    there. `words` are those that lines to come name, such as the faces of dice: chance is supposed to have brought
    them.
    """
    if isinstance(ask, Chance | Shuffle):
        return Implied(StepKind.LUCK if matters(pos, ask) else StepKind.UNSEEN, CHANCE, outcome(pos, ask, named, words))
    if may_pass(pos, ask):
        return Implied(StepKind.PASS, ask.player, PASS)
    if isinstance(ask, Say) and "no" in ask.words:
        return Implied(StepKind.NO, ask.player, Move(ask.verb, words=("no",)))
    answers = list(islice(ask.moves(pos), 2))
    if not answers:
        return None
    if len(answers) == 1:
        if isinstance(ask, Choose) and not ask.candidates:  # it is asked because of cards that nobody has identified
            return Implied(StepKind.NOTHING, ask.player, answers[0])
        return Implied(StepKind.ONLY, ask.player, answers[0])
    if ask.verb in ("use", "delayed"):
        return Implied(StepKind.ORDER, ask.player, answers[0])
    chosen = likely(pos, ask)
    if chosen is not None and not chosen.picks:
        return Implied(StepKind.NOTHING, ask.player, chosen)
    if chosen is not None and isinstance(ask, Choose) and not any(_is_known(pos, part) for part in ask.candidates):
        return Implied(StepKind.UNKNOWN_CHOICE, ask.player, chosen)
    return Implied(StepKind.CHOICE, ask.player, chosen or answers[0])


def may_pass(pos: Position, ask: Ask) -> bool:
    """Whether the player who is asked may pass here; never if chance decides."""
    return ask.player != CHANCE and ask.allows(pos, ask.player, PASS)


def outcome(
    pos: Position, ask: Chance | Shuffle, named: Mapping[int, int] = NOBODY_NAMED, words: Sequence[str] = ()
) -> Move:
    """Return the random outcome that is supposed where nobody recorded one.

    A shuffle leaves the order as it is. Otherwise unknown cards are picked before known ones, and those that lines to
    come name (`named`) last, the sooner the later; words that lines to come name (`words`) come first.
    """
    if isinstance(ask, Shuffle):
        return Move("shuffle", picks=tuple(pos.table.zones[ask.zone]))
    chosen = sorted(
        ask.candidates, key=lambda part: (isinstance(part, str) or _is_known(pos, part), _how_soon(part, named))
    )
    chosen = list(dict.fromkeys([*words, *chosen]))[: ask.count] if words else chosen[: ask.count]
    return Move(
        "chance",
        picks=tuple(part for part in chosen if isinstance(part, int)),
        words=tuple(part for part in chosen if isinstance(part, str)),
    )


def other_players(pos: Position, ask: Ask, supposed: Move, lines: Sequence[Line]) -> list[Move]:
    """Return other outcomes where chance picks players or their order: the orders in which lines to come name them.

    Nobody is accused of acting out of turn by an order that nobody wrote, if another one allows what was done. Moves of
    each verb are compared apart, since of some the order does not matter.
    """
    if not isinstance(ask, Chance) or ask.repeats or not {*ask.candidates} <= {*pos.table.seats}:
        return []
    acting: dict[str, list[str]] = {}
    for line in lines[:COMING]:
        if isinstance(line, Said):
            acting.setdefault(line.verb, []).append(line.player)
    names = [part for part in ask.candidates if isinstance(part, str)]
    orders = [[name for name in dict.fromkeys((*players, *names)) if name in names] for players in acting.values()]
    moves = (Move("chance", words=tuple(order[: ask.count])) for order in orders)
    return [move for move in dict.fromkeys(moves) if move != supposed]


def _is_known(pos: Position, number: int) -> bool:
    """Whether the record knows which card a component is."""
    return bool(pos.entity(number).card)


def _how_soon(part: int | str, named: Mapping[int, int]) -> float:
    """Return the place of a candidate in the order in which they are supposed: whom no line to come names is first."""
    return -named[part] if isinstance(part, int) and part in named else -inf


def likely(pos: Position, ask: Ask, named: Mapping[int, int] = NOBODY_NAMED) -> Move | None:
    """Return the choice of cards that is supposed where nobody wrote one, or None if this asks for no cards.

    As few cards as allowed are chosen, unknown ones before known ones and those that lines to come name (`named`) last,
    the sooner the later; None, too, if that choice is not legal.
    """
    if not isinstance(ask, Choose):
        return None
    chosen = sorted(ask.candidates, key=lambda number: (_is_known(pos, number), _how_soon(number, named)))[: ask.least]
    move = Move(ask.verb, picks=tuple(chosen))
    return move if ask.allows(pos, ask.player, move) else None


def matters(pos: Position, ask: Chance | Shuffle) -> bool:
    """Whether another random outcome could make a difference; False if all that chance picks from is unknown cards."""
    parts = pos.table.zones[ask.zone] if isinstance(ask, Shuffle) else ask.candidates
    return any(isinstance(part, str) or pos.entity(part).card for part in parts)


_WORTH_TELLING = (
    StepKind.LUCK,
    StepKind.ORDER,
    StepKind.OTHER_ORDER,
    StepKind.NOTHING,
    StepKind.CHOICE,
    StepKind.OTHER_CHOICE,
    StepKind.SAID_TOO_SOON,
)


def in_words(pos: Position, ask: Ask, kind: StepKind, move: Move, writer: Writer, stated: frozenset[int]) -> str:
    """Return what the report says of an answer that nobody wrote; empty if it is not worth telling.

    A pass is worth telling if it changes the table besides. A shuffle is, if the set-up names a card in that zone:
    `stated` are the components whose card the set-up names.
    """
    brings = ask.pass_brings(pos) if move == PASS else ""
    if kind not in _WORTH_TELLING and not brings:
        return ""
    if isinstance(ask, Shuffle) and not stated.intersection(pos.table.zones[ask.zone]):
        return ""
    written = _order(pos, ask, move) if isinstance(ask, Shuffle) else writer.answer(pos, ask, move)
    who = "the outcome" if ask.player == CHANCE else f"{pos.player_name(ask.player)}'s choice"
    asked = f"{ask.says}: {brings}" if brings else ask.says
    missing = "is written too soon" if kind is StepKind.SAID_TOO_SOON else "is not written"
    return f"{who} {missing} ({asked}); assumed: {written}"


def _order(pos: Position, ask: Shuffle, move: Move) -> str:
    """Return a supposed order of shuffled cards in words."""
    same = list(move.picks) == list(pos.table.zones[ask.zone])
    return "it stays as it is" if same else "cards that are named later come first, the others stay as they are"
