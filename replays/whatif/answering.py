"""Every answer to a decision: what its form lists, subsets it leaves to the reader, and outcomes that differ in what is known.

Unknown cards that lie in one place are the same to everybody, so that one of them stands for all. Where not every answer is
listed, `partial` says so: nothing is cut in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, islice, permutations

import msgspec

from ledger.events import Move
from replays.assuming import may_pass
from rules.asking import CHANCE, Ask, Choose, Say, Together
from rules.chance import Chance, Shuffle
from rules.delayed import Due
from rules.engine import legal
from rules.forms import Form
from rules.moments import Order, Window
from rules.position import Position

MOST = 1_000
"""Answers to one decision."""
WIDEST = 8
"""Components whose subsets are all tried."""
ORDERS = 120
"""Orders of a shuffled pile that are all tried."""

_WHOLE = (Choose, Say, Chance, Order, Window, Due)
"""Forms that list every answer they accept."""


_LESS = {True: "one of each kind for all that are alike", False: "each alone and with all, not with every {} together"}
"""What is tried where there are too many components for every subset."""


class Answers(msgspec.Struct, frozen=True):
    """The answers of one player (or of chance) to a decision; `partial` says what was left out, and is empty if nothing was."""

    player: str
    moves: tuple[Move, ...]
    partial: str = ""


def answers(pos: Position, ask: Ask) -> Answers:
    """Every answer that could make a difference."""
    form = ask.answered_by(ask.player) if isinstance(ask, Together) else ask
    if isinstance(form, Shuffle):
        return _shuffles(pos, form)
    listed = _known_apart(pos, form, islice(form.moves(pos), MOST * 20))
    moves = list(islice(listed, MOST + 1))
    partial = f"only {MOST} of the answers to “{form.says}” were tried" if len(moves) > MOST else ""
    if not isinstance(form, _WHOLE) and not partial:
        moves, partial = _widened(pos, form, moves)
    return Answers(ask.player, tuple(moves[:MOST]), partial)


def is_order(pos: Position, ask: Ask) -> bool:
    """Whether somebody chooses which of several things that must resolve comes next."""
    return isinstance(ask, Order | Due) or (ask.verb == "use" and ask.player != CHANCE and not may_pass(pos, ask))


def _known_apart(pos: Position, form: Ask, moves: Iterable[Move]) -> Iterator[Move]:
    """Leave out answers that differ only in which unknown card they name."""
    if not isinstance(form, Choose | Chance):
        yield from moves
        return
    seen: set[tuple[object, ...]] = set()
    for move in moves:
        key = (*sorted(_face(pos, number) for number in move.picks), move.words, move.verb)
        if key not in seen:
            seen.add(key)
            yield move


def _face(pos: Position, number: int) -> str:
    """What a component is to everybody: itself, or one of the unknown cards of its pile."""
    entity = pos.table.entities.get(number)
    if entity is None or entity.card or entity.marks or entity.counters or entity.attached or entity.host:
        return f"#{number}"
    return f"unknown {entity.zone} {entity.up} {entity.controller}"


def _shuffles(pos: Position, form: Shuffle) -> Answers:
    """Each order of a small pile that differs in what is known; of a larger one, the order as it lies."""
    pile = pos.table.zones[form.zone]
    faces = {number: _face(pos, number) for number in pile}
    if len(set(faces.values())) <= 1 or len(pile) <= 1:
        return Answers(CHANCE, (Move("shuffle", picks=tuple(pile)),))
    found: dict[tuple[str, ...], Move] = {}
    for order in islice(permutations(pile), 5_040):
        found.setdefault(tuple(faces[number] for number in order), Move("shuffle", picks=order))
        if len(found) > ORDERS:
            break
    if len(pile) <= 7 and len(found) <= ORDERS:
        return Answers(CHANCE, tuple(found.values()))
    return Answers(CHANCE, (Move("shuffle", picks=tuple(pile)),), f"{form.zone} is taken to keep its order when it is shuffled")


def _widened(pos: Position, form: Ask, moves: list[Move]) -> tuple[list[Move], str]:
    """Forms for several components list each alone and all together: the subsets between are answers, too."""
    found = dict.fromkeys(moves)
    partial = ""
    alike = isinstance(form, Form) and form.alike
    if isinstance(form, Form) and form.guess is not None and not alike:
        partial = f"“{form.says}” has answers that were not tried"
    for group in _groups(moves):
        able = sorted({number for move in group for number in move.picks})
        sizes = {len(move.picks) for move in group}
        if len(able) > WIDEST and len(sizes) > 1:
            partial = f"“{form.says}” was tried with {_LESS[alike].format(len(able))}"
            continue
        subsets = [group[0].picks] if len(sizes) < 2 else _subsets(able)
        for picks in subsets:
            for move in _paired(pos, form, msgspec.structs.replace(group[0], picks=tuple(picks))):
                if move not in found and legal(form.checks(pos, form.player, move)):
                    found[move] = None
    return list(found), partial


def _groups(moves: list[Move]) -> list[list[Move]]:
    """Moves that differ only in whom they pick."""
    groups: dict[Move, list[Move]] = {}
    for move in moves:
        if move.picks:
            groups.setdefault(msgspec.structs.replace(move, picks=()), []).append(move)
    return [group for group in groups.values() if len(group) > 1 or len(group[0].picks) == 1]


def _subsets(able: list[int]) -> Iterator[tuple[int, ...]]:
    for count in range(1, len(able) + 1):
        yield from combinations(able, count)


def _paired(pos: Position, form: Ask, move: Move) -> Iterator[Move]:
    """The move alone, and with each way its picks could single others out (stealth, covert)."""
    yield move
    if isinstance(form, Form) or not move.picks or not _minds_pairs(pos, form, move):
        return
    pairs: dict[int, list[int]] = {}
    for number in move.picks:
        for other in pos.table.entities.values():
            if pos.table.specs[other.zone].inplay and other.controller != form.player:
                tried = msgspec.structs.replace(move, pairs=(number, other.id))
                if legal(form.checks(pos, form.player, tried)):
                    pairs.setdefault(number, []).append(other.id)
    for chosen in _assignments(list(pairs.items())):
        if chosen:
            yield msgspec.structs.replace(move, pairs=chosen)


def _minds_pairs(pos: Position, form: Ask, move: Move) -> bool:
    """Whether the form looks at pairs at all: a component paired with itself is never right."""
    nonsense = msgspec.structs.replace(move, pairs=(move.picks[0], move.picks[0]))
    return legal(form.checks(pos, form.player, move)) and not legal(form.checks(pos, form.player, nonsense))


def _assignments(pairs: list[tuple[int, list[int]]]) -> Iterator[tuple[int, ...]]:
    """Each way to give some of the users one of their victims, no victim twice."""
    if not pairs:
        yield ()
        return
    (user, victims), rest = pairs[0], pairs[1:]
    for chosen in _assignments(rest):
        yield chosen
        for victim in victims:
            if victim not in chosen[1::2]:
                yield (user, victim, *chosen)
