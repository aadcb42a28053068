"""Every answer to a decision: what its form lists, subsets it leaves to the reader, and outcomes that differ in what is
known.

Where several components are alike, one of them stands for all. Where not every answer is listed, `partial` says so:
nothing is cut in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations, product
from math import factorial, prod

import msgspec

from ledger.events import Move
from ledger.table import Entity
from replays.reading.assumptions import may_pass
from replays.whatif.same_components import Alike, Faces, distinct, selections
from rules.engine import legal
from rules.kernel.asks import CHANCE, PASS, Ask, Choose, ChooseOrPass, Form, Say, Together
from rules.kernel.chance import Chance, Shuffle
from rules.kernel.position import Position
from rules.resolution.delayed import Due
from rules.resolution.moments import Order, Window

MOST = 1_000
"""Answers to one decision."""
LISTED = 20_000
"""Answers of a form that are looked through for those that differ."""
WIDEST = 8
"""Components whose subsets are all tried."""
ORDERS = 120
"""Orders of a shuffled pile that are all tried."""

_WHOLE = (Choose, Say, Chance, Order, Window, Due)
"""Forms that list every answer they accept."""


Counted = list[tuple[Move, int]]
"""Moves, each with the number of answers it stands for."""


class Answers(msgspec.Struct, frozen=True):
    """The answers of one player (or of chance) to a decision, and how many each stands for: itself, and those that name
    others alike.
    `partial` says what was left out, and is empty if nothing was."""

    player: str
    moves: tuple[Move, ...]
    times: tuple[int, ...]
    partial: str = ""


def answers(pos: Position, ask: Ask, alike: Alike | None = None) -> Answers:
    """Every answer that could make a difference; without a word about what is alike, every answer."""
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


def _selected(form: Ask, faces: Faces) -> tuple[Counted, str] | None:
    """For forms that only ask for so many components: what to choose of each kind, without going through every choice."""
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


def _names_one(pos: Position, form: Chance, alike: Alike) -> bool:
    """Whether a question speaks of a single one of those that fall."""
    return any(pos.entity(number).zone.rpartition(".")[2] == form.what for number in alike.named)


def _falls(move: Move) -> int:
    """In how many orders the same faces may fall."""
    return factorial(len(move.words)) // prod(factorial(many) for many in Counter(move.words).values())


def _listed(pos: Position, form: Ask, faces: Faces) -> tuple[Counted, str]:
    """For other forms: what they list, with the subsets between, and of those that name others alike the first."""
    moves = list(islice(form.moves(pos), LISTED + 1))
    partial = f"only {LISTED:,} of the answers to “{form.says}” were looked at" if len(moves) > LISTED else ""
    if not isinstance(form, _WHOLE) and not partial:
        moves, partial = _widened(pos, form, moves)
    if isinstance(form, Chance) and form.repeats:
        return [(move, _falls(move)) for move in moves[:LISTED]], partial
    return distinct(moves[:LISTED], faces), partial


def is_order(pos: Position, ask: Ask) -> bool:
    """Whether somebody chooses which of several things that must resolve comes next."""
    return isinstance(ask, Order | Due) or (ask.verb == "use" and ask.player != CHANCE and not may_pass(pos, ask))


def _shuffles(pos: Position, form: Shuffle, faces: Faces) -> Answers:
    """Each order of a small pile that differs in what is known; of a larger one, the order as it lies."""
    pile = pos.table.zones[form.zone]
    looks = {number: faces.get(number, f"#{number}") for number in pile}
    if len(set(looks.values())) <= 1 or len(pile) <= 1:
        return Answers(CHANCE, (Move("shuffle", picks=tuple(pile)),), (1,))
    found: dict[tuple[str, ...], Move] = {}
    for order in islice(permutations(pile), 5_040):
        found.setdefault(tuple(looks[number] for number in order), Move("shuffle", picks=order))
        if len(found) > ORDERS:
            break
    if len(pile) <= 7 and len(found) <= ORDERS:
        return Answers(CHANCE, tuple(found.values()), (1,) * len(found))
    kept = f"{form.zone} is taken to keep its order when it is shuffled"
    return Answers(CHANCE, (Move("shuffle", picks=tuple(pile)),), (1,), kept)


def _widened(pos: Position, form: Ask, moves: list[Move]) -> tuple[list[Move], str]:
    """Forms for several components list each alone and all together: the subsets between are answers, too, and every
    way in which those chosen may single others out."""
    if isinstance(form, Form) and form.alike:
        return _exchanged(pos, form, moves)
    found = dict.fromkeys(moves)
    partial = ""
    if isinstance(form, Form) and form.guess is not None:
        partial = f"“{form.says}” has answers that were not tried"
    for group in _groups(moves):
        able = sorted({number for move in group for number in move.picks})
        several = _takes_several(pos, form, group, able)
        if len(able) > WIDEST and several:
            partial = f"“{form.says}” was tried with each alone and with all, not with every {len(able)} together"
            continue
        subsets = _subsets(able) if several else dict.fromkeys(move.picks for move in group)
        tried = (
            move
            for picks in subsets
            for move in _paired(pos, form, msgspec.structs.replace(group[0], picks=tuple(picks)))
        )
        fresh = (move for move in tried if move not in found and legal(form.checks(pos, form.player, move)))
        found.update(dict.fromkeys(islice(fresh, LISTED - len(found))))
    if len(found) >= LISTED:
        partial = f"only {LISTED:,} of the answers to “{form.says}” were looked at"
    return list(found), partial


def _exchanged(pos: Position, form: Form, moves: list[Move]) -> tuple[list[Move], str]:
    """A form that lists one component for all of its kind in one place: the others are answers, too, and a question may
    name them.
    """
    found = dict.fromkeys(moves)
    kinds: dict[str, list[int]] = {}
    for number in (
        number for pile in pos.table.zones.values() for number in pile
    ):  # as they lie: so do forms list them
        kinds.setdefault(_kind(pos.entity(number)), []).append(number)
    for move in moves:
        chosen = Counter(_kind(pos.entity(number)) for number in move.picks)
        for others in product(*(combinations(kinds[kind], many) for kind, many in chosen.items())):
            left = {kind: list(picks) for kind, picks in zip(chosen, others, strict=True)}
            picks = tuple(left[_kind(pos.entity(number))].pop(0) for number in move.picks)
            other = msgspec.structs.replace(move, picks=picks)
            if other not in found and legal(form.checks(pos, form.player, other)):
                found[other] = None
            if len(found) > LISTED:
                return list(found), f"only {LISTED:,} of the answers to “{form.says}” were looked at"
    return list(found), ""


def _kind(entity: Entity) -> str:
    state = sorted(entity.marks), sorted(entity.counters.items()), entity.host
    return f"{entity.card}|{entity.owner}|{entity.controller}|{entity.zone}|{entity.up}|{state}"


def _groups(moves: list[Move]) -> list[list[Move]]:
    """Moves that differ only in whom they pick and in whom those single out."""
    groups: dict[Move, list[Move]] = {}
    for move in moves:
        if move.picks or move.pairs:
            groups.setdefault(msgspec.structs.replace(move, picks=(), pairs=()), []).append(move)
    return [group for group in groups.values() if len(group) > 1 or len(group[0].picks) == 1]


def _takes_several(pos: Position, form: Ask, group: list[Move], able: list[int]) -> bool:
    """Whether other subsets are answers than those listed: some are listed with more and some with fewer, or two are
    accepted where each is listed alone because not all may be chosen together."""
    sizes = {len(move.picks) for move in group}
    if len(sizes) > 1 or sizes != {1} or isinstance(form, Form):
        return len(sizes) > 1
    pairs = (msgspec.structs.replace(group[0], picks=pair, pairs=()) for pair in combinations(able, 2))
    return any(legal(form.checks(pos, form.player, move)) for move in pairs)


def _subsets(able: list[int]) -> Iterator[tuple[int, ...]]:
    for count in range(1, len(able) + 1):
        yield from combinations(able, count)


def _paired(pos: Position, form: Ask, move: Move) -> Iterator[Move]:
    """The move with each way its picks could single others out (stealth, covert), none included."""
    for pairs in _assignments(list(form.singles_out(pos, move).items())):
        yield msgspec.structs.replace(move, pairs=pairs)


def _assignments(pairs: list[tuple[int, Sequence[int]]]) -> Iterator[tuple[int, ...]]:
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
