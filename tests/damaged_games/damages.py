"""Damaged transcripts of random games, and for each the lines that a good reader may blame.

Every damage follows from the pack and the seed alone. Who may be blamed is asked of the engine (`engine_walk`), never
of the reader of transcripts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

import msgspec

from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.records.reasons import reasons
from rules.engine import advance, decide, legal
from rules.kernel.asks import CHANCE, PASS, Ask, Check
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow
from tests.damaged_games.engine_walk import Unreadable, copy, implied, judged, meaning, points, refused
from tests.damaged_games.games import Game, Step
from tests.mutations import Mutation, Mutator, mutators_of

AHEAD = 8
"""How many later lines must be legal for a reading to count as one that blames nobody."""
FEW = 3
"""The most later lines that a left-out line may make illegal; with more, almost any blame would be right."""
ANOTHER_QUESTION = {"answer", "window", "offered"}
"""Names of conditions that fail where something else is asked than what a line answers."""
ANY = 99
"""More rules than a line can break."""
NEAR = 4
"""How many lines before a gap are suspected of what the gap makes illegal."""
TRIED = 12
"""The most places that are tried for one damage."""


class Damaged(msgspec.Struct, frozen=True):
    """A damaged transcript, and what a good reader finds in it.

    `changed` are the numbers of the lines that are planted, repeated or swapped, or before which one was left out. The
    reader is right if it blames at least `least` and at most `most` lines, all of them among `allowed`. `clauses` are
    the rules that a judge may be told first for a planted line. `about` says in words what was done.
    """

    pack: str
    seed: int
    kind: str
    text: str
    changed: tuple[int, ...] = ()
    allowed: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    clauses: tuple[str, ...] = ()
    about: str = ""

    def right(self, blamed: frozenset[int]) -> bool:
        """Whether blaming exactly these lines is right."""
        return blamed <= set(self.allowed) and self.least <= len(blamed) <= self.most


# --- passes left out --------------------------------------------------------------------------------------------------


def without_passes(game: Game) -> Damaged:
    """Leave out every pass."""
    return Damaged(game.pack.id, game.seed, "nopass", game.text([game.steps[at].line for at in game.written]))


def with_half_the_passes(game: Game) -> Damaged:
    """Leave out each pass with a chance of one half."""
    generator = game.generator("half")
    lines = [step.line for step in game.steps if not step.is_pass or generator.random() < 0.5]
    return Damaged(game.pack.id, game.seed, "half", game.text(lines))


# --- one illegal line -------------------------------------------------------------------------------------------------


def with_a_plant(game: Game) -> Damaged | None:
    """Leave out every pass and plant one illegal line; it must be illegal wherever implied passes could take it."""
    generator = game.generator("plant")
    mutators = mutators_of(game.pack.id)
    generator.shuffle(mutators)
    for mutator in mutators:
        for at, mutation in _mutations(game, mutator, generator):
            found = _plant(game, at, mutation)
            if found is not None:
                return found
    return None


def _mutations(game: Game, mutator: Mutator, generator: random.Random) -> Iterator[tuple[int, Mutation]]:
    """Yield up to `TRIED` illegal moves of one kind in the middle of a game, each with the index of its decision."""
    places = [at for at in _middle(game) if not game.steps[at].is_chance]
    generator.shuffle(places)
    tried = 0
    for at in places:
        position = game.before(at)
        ask = advance(position)
        mutation = mutator(position, ask, game.steps[at].move, generator) if ask is not None else None
        if mutation is not None and mutation.move != PASS:  # a pass too many is mostly idle, and hurts nobody
            yield at, mutation
            tried += 1
        if tried >= TRIED:
            return


def _middle(game: Game) -> list[int]:
    """Return the indices of the decisions in the middle of a game: others stand before and behind them."""
    return list(range(len(game.steps) * 3 // 10, len(game.steps) * 8 // 10))


def _plant(game: Game, at: int, mutation: Mutation) -> Damaged | None:
    """Return the transcript with an illegal line before the decision at an index.

    None if the line could be legal, or if blaming another line would be just as good: one that says the same nearby, or
    the only one that is illegal once this one is read later.
    """
    position = game.before(at)
    ask = advance(position)
    assert ask is not None
    checks = ask.checks(position, mutation.player, mutation.move)
    if legal(checks):
        return None
    line = Writer(game.pack, Names(game.pack)).move(position, mutation.player, mutation.move, getattr(ask, "slot", ""))
    step = Step(line, mutation.player, mutation.move, b"", 0, "")
    place = sum(1 for other in game.written if other < at)
    lines = [game.steps[other].line for other in game.written]
    if line in lines[max(0, place - AHEAD) : place + AHEAD]:
        return None
    try:
        if readable(game, _after_last_line(game, at), at, step, _window(ask), most=1) is not None:
            return None
        rules = _first_rules(game, at, step, checks)
    except Unreadable:
        return None
    lines.insert(place, line)
    number = game.number(place)
    about = f"{mutation.kind}: {line}"
    return Damaged(game.pack.id, game.seed, "plant", game.text(lines), (number,), (number,), 1, 1, rules, about)


def _first_rules(game: Game, at: int, step: Step, checks: list[Check]) -> tuple[str, ...]:
    """Return the rules that a judge may be told first for an illegal line, that of its own decision in front.

    A scribe does not write which decision an illegal line was meant for. So the first reason counts at the decision
    right after the line before it, and at every decision up to the next line where it breaks no more rules than at its
    own: in the phase of either, windows that closed by themselves among them, and only where the line answers what is
    asked. A use in a window of the wrong kind belongs to one of the right kind: of its player's own opportunity there
    the first reason counts, however many rules the use breaks in it.
    """
    own = reasons(checks)
    strays = any(check.name == "window" and check.holds is False for check in checks)
    found = [own[0].rule]
    last = max((other for other in game.written if other < at), default=at)
    phases = {_phase(game.before(at)), _phase(_after_last_line(game, at))}
    position = game.before(last)

    def look(ask: Ask, most: int = len(own)) -> None:
        if _phase(position) in phases and ask.player != CHANCE:
            ask.player = ask.player or step.player  # a window that closed by itself is nobody's
            many = ANY if strays and isinstance(ask, ActionWindow) and ask.player == step.player else most
            told = (_reason(conditions, many) for _, conditions in judged(position, ask, step))
            found.extend(rule for rule in told if rule)

    position.observer = look
    if last < at:
        decide(position, game.steps[last].player, game.steps[last].move)
    for count, ask in enumerate(points(position)):
        look(ask, len(own) if count else len(ask.checks(position, step.player, step.move)))
    return tuple(dict.fromkeys(found))


def _reason(conditions: list[Check], most: int) -> str:
    """Return the rule that is told first; "" for a legal move, for more than `most` rules, and for another question."""
    told = reasons(conditions)
    failed = {check.name for check in conditions if check.holds is False}
    return told[0].rule if told and len(told) <= most and not failed & ANOTHER_QUESTION else ""


def _phase(position: Position) -> int:
    """Return the number of the frame of the phase; 0 if none is open."""
    frames = position.table.frames
    return frames[2].id if len(frames) > 2 else 0


def _after_last_line(game: Game, at: int) -> Position:
    """Return the position right after the last written line before a decision, or at the beginning of the game."""
    before = [other + 1 for other in game.written if other < at]
    return game.before(min(before[-1] if before else 0, at))


def _window(ask: Ask) -> int:
    """Return the number of the frame whose window a decision belongs to; 0 if it belongs to none."""
    return ask.frame.id if isinstance(ask, Window | ActionWindow) else 0


def readable(
    game: Game, position: Position, following: int, step: Step, window: int | None, most: int = 0
) -> Literal["here", "later"] | None:
    """Return whether a line can be read as legal between two written lines: "here", "later", or None if it cannot.

    The position is the one after the line before it, and `following` the index of the decision after it. "Here" means
    at the first decision, or anywhere in the window with this number (None: nothing counts as here). "Later" means by
    implied answers alone, and such that at most `most` of the next `AHEAD` written lines are illegal behind it.
    """
    later = [game.steps[at] for at in game.written if at >= following][:AHEAD]
    for count, ask in enumerate(points(position)):
        made = meaning(position, ask, step)
        if made is None:
            continue
        if window is not None and (count == 0 or _window(ask) == window > 0):
            return "here"
        trial = copy(position)
        decide(trial, *made)
        if len(refused(trial, later)) <= most:
            return "later"
    return None


# --- a line repeated, swapped, left out -------------------------------------------------------------------------------


def with_a_line_repeated(game: Game) -> Damaged | None:
    """Leave out every pass and write one line twice; the second time it is not simply legal again."""
    places = [at for at in _middle(game) if not game.steps[at].is_pass]
    generator = game.generator("dup")
    generator.shuffle(places)
    for at in places[: TRIED * 3]:
        found = _repeated(game, at)
        if found is not None:
            return found
    return None


def _repeated(game: Game, at: int) -> Damaged | None:
    """Return the transcript with the line at an index written twice; None if it is simply legal again.

    Nobody need be blamed if both can be read as legal, one of them before or after the point where it was made. Nor for
    a random outcome: no player has done anything twice.
    """
    step = game.steps[at]
    try:
        again = readable(game, game.before(at + 1), at + 1, step, step.window)
        if again == "here":
            return None
        before = readable(game, _after_last_line(game, at), at, step, None)
    except Unreadable:
        return None
    place = game.written.index(at)
    lines = [game.steps[other].line for other in game.written]
    lines.insert(place + 1, step.line)
    both = (game.number(place), game.number(place + 1))
    least = 0 if again or before or step.is_chance else 1
    return Damaged(game.pack.id, game.seed, "dup", game.text(lines), both, both, least, 1, (), step.line)


def with_two_lines_swapped(game: Game) -> Damaged | None:
    """Leave out every pass and swap two adjacent lines of different players in the same window."""
    written = game.written
    pairs = [
        place
        for place, (one, two) in enumerate(pairwise(written))
        if game.steps[one].window
        and game.steps[one].window == game.steps[two].window
        and game.steps[one].player != game.steps[two].player
    ]
    if not pairs:
        return None
    place = game.generator("swap").choice(pairs)
    lines = [game.steps[at].line for at in written]
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    both = (game.number(place), game.number(place + 1))
    about = f"{lines[place + 1]} | {lines[place]}"
    return Damaged(game.pack.id, game.seed, "swap", game.text(lines), both, both, 0, 1, (), about)


def with_a_line_left_out(game: Game) -> Damaged | None:
    """Leave out every pass and one line that its player could have left undone.

    Only lines that the engine refuses in the game without that move may be blamed, and at most `FEW` are refused.
    """
    generator = game.generator("left-out")
    places = [at for at in _middle(game) if not game.steps[at].is_pass and not game.steps[at].is_chance]
    generator.shuffle(places)
    for at in places[: TRIED * 2]:
        found = _left_out(game, at)
        if found is not None:
            return found
    return None


def _left_out(game: Game, at: int) -> Damaged | None:
    """Return the transcript without the line at an index; None if its player had to move or too much depends on it."""
    position = game.before(at)
    ask = advance(position)
    if ask is None or ask.player != game.steps[at].player or implied(position, ask) != PASS:
        return None
    try:
        wrong = _refused_without(game, at, len(game.steps))
        suspects = _suspects(game, at, wrong) if 0 < len(wrong) <= FEW else wrong
    except Unreadable:
        return None
    if len(wrong) > FEW:
        return None
    kept = [other for other in game.written if other != at]
    number = game.number(game.written.index(at))
    blamable = tuple(game.number(kept.index(other)) for other in sorted(suspects))
    text = game.text([game.steps[other].line for other in kept])
    about = f"left out: {game.steps[at].line}"
    return Damaged(game.pack.id, game.seed, "left-out", text, (number,), blamable, 0, len(wrong), (), about)


def _refused_without(game: Game, at: int, end: int, ignored: int = -1) -> set[int]:
    """Return which decisions before the index `end` are refused in the game without the one at an index.

    `ignored` is the index of one more decision that is not made.
    """
    start = min(at, ignored) if ignored >= 0 else at
    kept = [other for other in range(start, end) if other not in (at, ignored)]
    found = refused(game.before(start), [game.steps[other] for other in kept])
    return {kept[index] for index in found}


def _suspects(game: Game, at: int, wrong: set[int]) -> set[int]:
    """Return the decisions that may be blamed where a line was left out and the decisions `wrong` are refused.

    Of two decisions that exclude each other, either may be blamed. So a decision is one of them, too, if no more are
    refused in all when it is ignored. Those shortly before the first refused one and before the gap are tried.
    """
    end = min(len(game.steps), game.written[min(len(game.written) - 1, game.written.index(max(wrong)) + AHEAD)] + 1)
    behind_the_gap = [other for other in game.written if at < other < min(wrong)][-TRIED:]
    before_the_gap = [other for other in game.written if other < at][-NEAR:]
    found = set(wrong)
    for other in (*before_the_gap, *behind_the_gap):
        rest = _refused_without(game, at, end, other)
        if len(rest) < len(wrong):
            found |= {other, *rest}
    return found
