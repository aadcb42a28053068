"""The answers that an exploration tries at a decision: those its form lists, those they imply, and chance's outcomes.

Where several components are alike, one of them stands for all. Where answers are known to be left out,
`Answers.partial` says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations, product
from math import factorial, prod

import msgspec

from ledger.events import Move
from ledger.table import Entity
from replays.reading.implied import may_pass
from replays.records.same_components import AlikeComponents, Faces, distinct, selections
from rules.kernel.asks import CHANCE, PASS, Ask, Choose, ChooseOrPass, Form, Say, Together
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position
from rules.resolution.delayed import Due
from rules.resolution.moments import Order, Window

MOST = 1_000
"""Answers to one decision that are tried, at most."""
LISTED = 20_000
"""Answers of a form that are looked through for those that differ, at most."""
WIDEST = 8
"""Components of which all subsets are tried, at most, where a form lists only some of the subsets."""
PILE = 7
"""Cards of a pile that is tried in all its orders, at most."""
ORDERS = 120
"""Different orders of a pile that are tried, at most; a pile that has more is taken to keep its order."""

_COMPLETE = (Choose, Say, Chance, Order, Window, Due)
"""Forms that list every answer they accept."""

CountedMoves = list[tuple[Move, int]]
"""Moves, each with the number of answers it stands for."""


class Answers(msgspec.Struct, frozen=True):
    """The answers of a player, or of chance, to one decision.

    `times` says how many answers each of the `moves` stands for: itself, those that name other components alike, and
    other orders in which the same dice may fall. `partial` says in words what was left out, and is empty if nothing is
    known to be.
    """

    player: str
    moves: tuple[Move, ...]
    times: tuple[int, ...]
    partial: str = ""


def answers(pos: Position, ask: Ask, alike: AlikeComponents | None = None) -> Answers:
    """Return the answers to try at a decision, at most `MOST`; with `alike`, one for all that name components alike.

    For example, to choose one of three knights, of whom two are alike, has two answers: the first of them stands for
    two. Where several players choose at the same time, only the answers of the first are returned. `Answers.partial`
    says what is known to be left out, such as the other orders of a large pile.
    """
    form = ask.answered_by(ask.player) if isinstance(ask, Together) else ask
    faces = alike.faces(pos.table) if alike is not None else {}
    if isinstance(form, Shuffle):
        return _shuffles(pos, form, faces)
    found, partial = _selected(form, faces) or _listed(pos, form, faces)
    if isinstance(form, Chance) and form.repeats and alike is not None and _names_one(pos, form, alike):
        partial = f"“{form.says}” was tried by what falls, not by which of them shows it"
    moves, times = zip(*found[:MOST], strict=True) if found else ((), ())
    if len(found) > MOST:
        partial = f"only {MOST} of the answers to “{form.says}” were tried"
    return Answers(ask.player, moves, times, partial)


def _selected(form: Ask, faces: Faces) -> tuple[CountedMoves, str] | None:
    """Return the answers of a form that asks for a number of components, without going through every choice.

    For any other form return None.
    """
    if isinstance(form, Choose) and type(form).moves in (Choose.moves, ChooseOrPass.moves):
        chosen = selections(form.candidates, form.least, form.most, faces)
        fitting = ((picks, times) for picks, times in chosen if form.fits is None or form.fits(picks))
        first = [(PASS, 1)] if isinstance(form, ChooseOrPass) else []
        return [*first, *((Move(form.verb, picks=picks), times) for picks, times in islice(fitting, MOST + 1))], ""
    if type(form) is Chance and not form.repeats:
        numbers = [part for part in form.candidates if isinstance(part, int)]
        if len(numbers) == len(form.candidates):
            fallen = selections(numbers, form.count, form.count, faces)
            return [(Move("chance", picks=picks), times) for picks, times in islice(fallen, MOST + 1)], ""
    return None


def _names_one(pos: Position, form: Chance, alike: AlikeComponents) -> bool:
    """Whether the question names a single component of the kind that chance decides about, such as one die."""
    return any(pos.entity(number).zone.rpartition(".")[2] == form.what for number in alike.named)


def _falls(move: Move) -> int:
    """Return in how many orders dice may show the same faces."""
    return factorial(len(move.words)) // prod(factorial(many) for many in Counter(move.words).values())


def _listed(pos: Position, form: Ask, faces: Faces) -> tuple[CountedMoves, str]:
    """Return the answers that a form lists or implies, and in words what is left out.

    Of answers that differ only in alike components, the first one stands for all.
    """
    moves = list(islice(form.moves(pos), LISTED + 1))
    partial = f"only {LISTED:,} of the answers to “{form.says}” were looked at" if len(moves) > LISTED else ""
    if not isinstance(form, _COMPLETE) and not partial:
        moves, partial = _widened(pos, form, moves)
    if isinstance(form, Chance) and form.repeats:
        return [(move, _falls(move)) for move in moves[:LISTED]], partial
    return distinct(moves[:LISTED], faces), partial


def is_order(pos: Position, ask: Ask) -> bool:
    """Whether a decision is about the order of what must resolve: a player chooses what comes next and may not pass."""
    return isinstance(ask, Order | Due) or (ask.verb == "use" and ask.player != CHANCE and not may_pass(pos, ask))


def _shuffles(pos: Position, form: Shuffle, faces: Faces) -> Answers:
    """Return the orders of a small pile that differ in what is known of its cards.

    A larger pile, or one with too many such orders, is taken to keep its order.
    """
    pile = pos.table.zones[form.zone]
    looks = {number: faces.get(number, f"#{number}") for number in pile}
    if len(set(looks.values())) <= 1 or len(pile) <= 1:
        return Answers(CHANCE, (Move("shuffle", picks=tuple(pile)),), (1,))
    found: dict[tuple[str, ...], Move] = {}
    for order in islice(permutations(pile), factorial(PILE)):
        found.setdefault(tuple(looks[number] for number in order), Move("shuffle", picks=order))
        if len(found) > ORDERS:
            break
    if len(pile) <= PILE and len(found) <= ORDERS:
        return Answers(CHANCE, tuple(found.values()), (1,) * len(found))
    kept = f"{form.zone} is taken to keep its order when it is shuffled"
    return Answers(CHANCE, (Move("shuffle", picks=tuple(pile)),), (1,), kept)


def _widened(pos: Position, form: Ask, moves: list[Move]) -> tuple[list[Move], str]:
    """Return the listed answers of a form and those they imply; and what is left out.

    A form for several components lists each one alone and all of them together. The subsets between are answers, too,
    and so is every way in which those chosen may single others out.
    """
    if isinstance(form, Form) and form.alike:
        return _exchanged(pos, form, moves)
    found = dict.fromkeys(moves)
    partial = ""
    if isinstance(form, Form) and form.guess is not None:
        partial = f"“{form.says}” has answers that were not tried"
    for group in _groups(moves):
        able = sorted({number for move in group for number in move.picks})
        several = _takes_subsets(pos, form, group, able)
        if len(able) > WIDEST and several:
            partial = f"“{form.says}” was tried with each alone and with all, not with every {len(able)} together"
            continue
        subsets = _subsets(able) if several else dict.fromkeys(move.picks for move in group)
        tried = (
            move
            for picks in subsets
            for move in _paired(pos, form, msgspec.structs.replace(group[0], picks=tuple(picks)))
        )
        fresh = (move for move in tried if move not in found and form.allows(pos, form.player, move))
        found.update(dict.fromkeys(islice(fresh, LISTED - len(found))))
    if len(found) >= LISTED:
        partial = f"only {LISTED:,} of the answers to “{form.says}” were looked at"
    return list(found), partial


def _exchanged(pos: Position, form: Form, moves: list[Move]) -> tuple[list[Move], str]:
    """Return the answers of a form that lists one component for all of its kind in one place; and what is left out.

    The others are answers, too, and a question may name one of them.
    """
    found = dict.fromkeys(moves)
    kinds: dict[str, list[int]] = {}
    for pile in pos.table.zones.values():
        for number in pile:  # in the order in which they lie, as forms list them
            kinds.setdefault(_kind(pos.entity(number)), []).append(number)
    for move in moves:
        chosen = Counter(_kind(pos.entity(number)) for number in move.picks)
        for others in product(*(combinations(kinds[kind], many) for kind, many in chosen.items())):
            left = {kind: list(picks) for kind, picks in zip(chosen, others, strict=True)}
            picks = tuple(left[_kind(pos.entity(number))].pop(0) for number in move.picks)
            other = msgspec.structs.replace(move, picks=picks)
            if other not in found and form.allows(pos, form.player, other):
                found[other] = None
            if len(found) > LISTED:
                return list(found), f"only {LISTED:,} of the answers to “{form.says}” were looked at"
    return list(found), ""


def _kind(entity: Entity) -> str:
    """Return what components of one kind in one place have in common."""
    state = sorted(entity.marks), sorted(entity.counters.items()), entity.host
    return f"{entity.card}|{entity.owner}|{entity.controller}|{entity.zone}|{entity.up}|{state}"


def _groups(moves: list[Move]) -> list[list[Move]]:
    """Return the moves in groups that differ only in the components they pick and in those singled out.

    A group of one move is returned only if that picks a single component.
    """
    groups: dict[Move, list[Move]] = {}
    for move in moves:
        if move.picks or move.pairs:
            groups.setdefault(msgspec.structs.replace(move, picks=(), pairs=()), []).append(move)
    return [group for group in groups.values() if len(group) > 1 or len(group[0].picks) == 1]


def _takes_subsets(pos: Position, form: Ask, group: list[Move], able: list[int]) -> bool:
    """Whether a form accepts other subsets of the `able` components than those it lists.

    It does if it lists choices of several sizes. If it lists each component alone, it does if it accepts any two.
    """
    sizes = {len(move.picks) for move in group}
    if len(sizes) > 1 or sizes != {1} or isinstance(form, Form):
        return len(sizes) > 1
    pairs = (msgspec.structs.replace(group[0], picks=pair, pairs=()) for pair in combinations(able, 2))
    return any(form.allows(pos, form.player, move) for move in pairs)


def _subsets(able: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every subset with at least one component, the smaller ones first."""
    for count in range(1, len(able) + 1):
        yield from combinations(able, count)


def _paired(pos: Position, form: Ask, move: Move) -> Iterator[Move]:
    """Yield the move with each way in which its picks could single others out, as by stealth, and without any."""
    for pairs in _assignments(list(form.singles_out(pos, move).items())):
        yield msgspec.structs.replace(move, pairs=pairs)


def _assignments(pairs: list[tuple[int, Sequence[int]]]) -> Iterator[tuple[int, ...]]:
    """Yield each way to give some users one of their possible victims, none of them twice, as user, victim, user, …"""
    if not pairs:
        yield ()
        return
    (user, victims), rest = pairs[0], pairs[1:]
    for chosen in _assignments(rest):
        yield chosen
        for victim in victims:
            if victim not in chosen[1::2]:
                yield (user, victim, *chosen)
