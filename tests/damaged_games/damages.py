"""Damaged transcripts of random games, and for each the lines that a good reader may blame.

Every damage follows from the pack and the seed alone. Who may be blamed is asked of the engine (`engine_walk`), never
of the reader of transcripts.
"""

from __future__ import annotations

import hashlib
import pickle
import random
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import msgspec

from replays.meaning.names import Names
from replays.meaning.writer import Writer
from replays.records.engine import engine_of
from replays.records.reasons import reasons
from rules.engine import advance, legal
from rules.kernel.asks import PASS, Ask
from rules.kernel.position import Position
from rules.resolution.moments import Window
from rules.resolution.windows import ActionWindow
from tests.damaged_games.engine_walk import Unreadable, copy, implied, meaning, points, refused
from tests.damaged_games.games import Game, Step, play
from tests.mutations import Mutation, Mutator, mutators_of

AHEAD = 8
"""How many later lines must be legal for a reading to count as one that blames nobody."""
FEW = 3
"""The most later lines that a left-out line may make illegal; with more, almost any blame would be right."""
TRIED = 12
"""The most places that are tried for one damage."""


class Damaged(msgspec.Struct, frozen=True):
    """A damaged transcript, and what a good reader finds in it.

    `changed` are the numbers of the lines that are planted, repeated or swapped, or before which one was left out. The
    reader is right if it blames at least `least` and at most `most` lines, all of them among `allowed`. `clauses` are
    the rules that a planted line breaks, the one a judge is told first in front. `about` says in words what was done.
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


def damaged(pack_id: str, seed: int, kind: str) -> Damaged | None:
    """Return the damaged transcript of a kind for a pack and a seed; None if the game offers no place for it.

    What was made once is kept in the folder for temporary files, by the digest of the rules and of this package.
    """
    file = _cache() / f"{pack_id}-{seed}-{kind}-{engine_of(pack_id)}-{_own_digest()}.pickle"
    if file.is_file():
        kept: Damaged | None = pickle.loads(file.read_bytes())
        return kept
    made = DAMAGES[kind](play(pack_id, seed))
    part = file.with_suffix(f".{random.SystemRandom().getrandbits(48):x}")
    part.write_bytes(pickle.dumps(made))
    part.replace(file)
    return made


def _cache() -> Path:
    """Return the folder for damaged games that were made already."""
    folder = Path(tempfile.gettempdir()) / "lastword-damaged-games"
    folder.mkdir(exist_ok=True)
    return folder


@cache
def _own_digest() -> str:
    """Return a digest of the code that makes the damages."""
    here = Path(__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for file in sorted([*here.glob("*.py"), *here.parent.glob("mutations/*.py")]):
        digest.update(file.read_bytes())
    return digest.hexdigest()


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
        if mutation is not None:
            yield at, mutation
            tried += 1
        if tried >= TRIED:
            return


def _middle(game: Game) -> list[int]:
    """Return the indices of the decisions in the middle of a game: others stand before and behind them."""
    return list(range(len(game.steps) * 3 // 10, len(game.steps) * 8 // 10))


def _plant(game: Game, at: int, mutation: Mutation) -> Damaged | None:
    """Return the transcript with an illegal line before the decision at an index; None if the line could be legal."""
    position = game.before(at)
    ask = advance(position)
    assert ask is not None
    checks = ask.checks(position, mutation.player, mutation.move)
    if legal(checks):
        return None
    line = Writer(game.pack, Names(game.pack)).move(position, mutation.player, mutation.move, getattr(ask, "slot", ""))
    step = Step(line, mutation.player, mutation.move, b"", 0, "")
    try:
        if readable(game, _after_last_line(game, at), at, step, {_window(ask)}) is not None:
            return None
    except Unreadable:
        return None
    place = sum(1 for other in game.written if other < at)
    lines = [game.steps[other].line for other in game.written]
    lines.insert(place, line)
    number = game.number(place)
    rules = tuple(reason.rule for reason in reasons(checks))
    about = f"{mutation.kind}: {line}"
    return Damaged(game.pack.id, game.seed, "plant", game.text(lines), (number,), (number,), 1, 1, rules, about)


def _after_last_line(game: Game, at: int) -> Position:
    """Return the position right after the last written line before a decision, or at the beginning of the game."""
    before = [other + 1 for other in game.written if other < at]
    return game.before(min(before[-1] if before else 0, at))


def _window(ask: Ask) -> int:
    """Return the number of the frame whose window a decision belongs to; 0 if it belongs to none."""
    return ask.frame.id if isinstance(ask, Window | ActionWindow) else 0


def readable(game: Game, position: Position, following: int, step: Step, same: set[int]) -> str | None:
    """Return whether a line can be read as legal between two written lines: "here", "later", or None if it cannot.

    The position is the one after the line before it, and `following` the index of the decision after it. "Here" means
    in one of the windows `same`, or before any implied answer. "Later" means by implied answers alone, and such that
    the next `AHEAD` written lines are legal behind it.
    """
    later = [game.steps[at] for at in game.written if at >= following][:AHEAD]
    for count, ask in enumerate(points(position)):
        made = meaning(position, ask, step)
        if made is None:
            continue
        if count == 0 or _window(ask) in same - {0}:
            return "here"
        trial = copy(position)
        if not refused(trial, [step, *later]):
            return "later"
    return None


# --- a line repeated, swapped, left out -------------------------------------------------------------------------------


def with_a_line_repeated(game: Game) -> Damaged | None:
    """Leave out every pass and write one line twice; the second time it is not simply legal again."""
    places = [at for at in _middle(game) if not game.steps[at].is_pass]
    generator = game.generator("dup")
    generator.shuffle(places)
    for at in places[: TRIED * 3]:
        step = game.steps[at]
        try:
            again = readable(game, game.before(at + 1), at + 1, step, {step.window})
        except Unreadable:
            continue
        if again == "here":
            continue
        place = game.written.index(at)
        lines = [game.steps[other].line for other in game.written]
        lines.insert(place + 1, step.line)
        both = (game.number(place), game.number(place + 1))
        least = 0 if again else 1
        return Damaged(game.pack.id, game.seed, "dup", game.text(lines), both, both, least, 1, (), step.line)
    return None


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
    rest = game.steps[at + 1 :]
    try:
        wrong = {at + 1 + index for index in refused(position, rest)}
    except Unreadable:
        return None
    if len(wrong) > FEW:
        return None
    kept = [other for other in game.written if other != at]
    place = game.written.index(at)
    blamable = tuple(game.number(kept.index(other)) for other in sorted(wrong))
    text = game.text([game.steps[other].line for other in kept])
    about = f"left out: {game.steps[at].line}"
    number = game.number(place)
    return Damaged(game.pack.id, game.seed, "left-out", text, (number,), blamable, 0, len(blamable), (), about)


DAMAGES: dict[str, Callable[[Game], Damaged | None]] = {
    "nopass": without_passes,
    "half": with_half_the_passes,
    "plant": with_a_plant,
    "dup": with_a_line_repeated,
    "swap": with_two_lines_swapped,
    "left-out": with_a_line_left_out,
}
"""The kinds of damage by name."""
