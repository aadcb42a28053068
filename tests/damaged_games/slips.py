"""Slips of the pen in transcripts of legal games: other spelling, choices behind uses, an answer late or missing."""

from __future__ import annotations

import re

from rules.engine import advance
from rules.kernel.asks import Choose, Say
from tests.damaged_games.damages import Damaged
from tests.damaged_games.engine_walk import implied
from tests.damaged_games.games import Game

NOTHING = ("nobody", "nothing")
"""The words for having chosen nothing."""


def with_titles_retyped(game: Game) -> Damaged | None:
    """Leave out every pass, and write titles in other case and gaps between words wider."""
    generator = game.generator("retyped")

    def retype(found: re.Match[str]) -> str:
        title = found.group()
        return generator.choice([title, title.lower(), title.upper(), title.swapcase()])

    lines = [re.sub(r'"[^"]+"', retype, line) for line in _lines(game)]
    if lines == _lines(game):
        return None
    wider = [line.replace(" ", "  ", 1) if generator.random() < 0.2 else line for line in lines]
    return Damaged(game.pack.id, game.seed, "retyped", game.text(wider))


def _lines(game: Game) -> list[str]:
    """Return the written lines of a game, without its passes."""
    return [game.steps[at].line for at in game.written]


def with_choices_behind_their_uses(game: Game) -> Damaged | None:
    """Leave out every pass, and write every second choice, on the average, behind the use it belongs to."""
    generator = game.generator("merged")
    lines: list[str] = []
    previous = ""
    for at in game.written:
        words = game.steps[at].line.split(maxsplit=2)
        lead = _lead(game, at)
        fits = previous and words[0] == previous and lead and words[2] not in NOTHING
        if fits and generator.random() < 0.5:
            lines[-1] = f"{lines[-1]} {lead} {words[2]}"
            previous = ""
        else:
            lines.append(game.steps[at].line)
            previous = words[0] if words[1] == "use" else ""
    if len(lines) == len(game.written):
        return None
    return Damaged(game.pack.id, game.seed, "merged", game.text(lines))


def _lead(game: Game, at: int) -> str:
    """Return the word before an answer that is written behind a use; "" if the decision asks for no such answer."""
    if game.steps[at].line.split()[1] not in ("choose", "say"):
        return ""
    ask = advance(game.before(at))
    if isinstance(ask, Say):
        return "naming"
    return ("paying" if ask.slot == "paid" else "on") if isinstance(ask, Choose) else ""


def with_an_answer_written_late(game: Game) -> Damaged | None:
    """Leave out every pass, and write one answer to a question one line late, behind another player's line."""
    written = game.written
    places = [
        place
        for place in range(len(written) * 3 // 10, len(written) - 1)
        if _lead(game, written[place])
        and not game.steps[written[place + 1]].is_chance
        and game.steps[written[place]].player != game.steps[written[place + 1]].player
    ]
    if not places:
        return None
    place = game.generator("late").choice(places)
    lines = _lines(game)
    lines[place], lines[place + 1] = lines[place + 1], lines[place]
    both = (game.number(place), game.number(place + 1))
    about = f"{lines[place + 1]} | {lines[place]}"
    return Damaged(game.pack.id, game.seed, "late", game.text(lines), both, both, 0, 1, (), about)


def with_a_choice_left_out(game: Game) -> Damaged | None:
    """Leave out every pass, and one answer that somebody had to give: it was given, whatever it was."""
    written = game.written
    places = [place for place in range(len(written) * 3 // 10, len(written) * 8 // 10) if _must(game, written[place])]
    if not places:
        return None
    place = game.generator("choice-out").choice(places)
    lines = _lines(game)
    about = f"left out: {lines.pop(place)}"
    return Damaged(game.pack.id, game.seed, "choice-out", game.text(lines), (game.number(place),), (), 0, 0, (), about)


def _must(game: Game, at: int) -> bool:
    """Whether a decision is a choice with several possible answers, none of which is implied."""
    position = game.before(at)
    ask = advance(position)
    return isinstance(ask, Choose | Say) and implied(position, ask) is None
