"""Every position that a `position` line can name is played on, or is an error that says what to add.

Positions stand at every place and step, with every role given to the first and the last player and left out, with two
to four players, and with a table of some cards and without one. `make test` tries some of them, the proof all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from replays.errors import NotationError
from replays.meaning.opening import Opening
from replays.notation.parser import read
from replays.notation.setup_words import faction_words, steps_behind
from rules.catalogue import load, pack_ids
from rules.engine import advance, decide
from rules.kernel.pack import Pack
from tests.conftest import PROOF

SOME = 250
"""How many positions of a game `make test` tries."""
ON = 25
"""The decisions that are made from each position on."""
NAMES = ("Anna", "Borys", "Cyryl", "Dora")
TABLES = {
    "agot2": 'A play "Eddard Stark"\nA hand "Arya Stark", "Put to the Sword"\nB play "The Hound", "Tywin Lannister"\n'
    'B hand "Joffrey Baratheon"\nB plot "A Clash of Kings"\n',
    "hbo": 'A play "Eddard Stark", "Training Wolf Steward"\nA gold 6\nA hand "Sansa Stark"\n'
    'B play "Training Lion Surgeon"\nB plot "A Storm of Swords"\n',
    "l5r": 'A play "Doji Whisperer" (fate 1)\nA fate 4\nB play "Ikoma Eiji"\nB fate 4\n',
}
"""Set-up lines of a table on which something can be done, where a bare one has nothing to do."""
SAID = ("write", "such as", "; its steps are", "followed by")
"""What the error of a position that lacks something says, one or the other."""


def places(pack: Pack) -> Iterator[str]:
    """Yield every place that a position line may name, with each step behind it, and none."""
    yield ""
    for phase in pack.notation.phases:
        yield phase
        yield from (f"{phase} {step}" for step in steps_behind(pack, phase))
    words = [word for word in pack.notation.phases if word in pack.notation.marks]
    leads = [word for word in pack.notation.phases if word in ("slot", "follow")]
    yield from (f"{lead} {' '.join(action)}" for lead in leads for action in product(words))
    yield from (f"slot {' '.join(actions)}" for actions in product(words, words) if leads)


def written(pack: Pack) -> Iterator[str]:
    """Yield a transcript for every position of a game."""
    for format_, (least, most) in pack.formats.items():
        for players in range(least, min(most, len(NAMES)) + 1):
            letters = "ABCD"[:players]
            seats = zip(letters, NAMES, faction_words(pack), strict=False)
            line = ", ".join(f'{letter} "{name}" {faction}' for letter, name, faction in seats)
            given = product(("", letters[0], letters[-1]), repeat=len(pack.notation.roles))
            for place, roles, table in product(places(pack), given, {"", TABLES.get(pack.id, "")}):
                said = (f"{role} {player}" for role, player in zip(pack.notation.roles, roles, strict=True) if player)
                parts = ", ".join(("round 2", *filter(None, [place]), *said))
                yield f"lastword 1 {pack.id} {format_}\nplayers {line}\nposition {parts}\n{table}"


@pytest.mark.parametrize("game", pack_ids())
def test_every_position_is_played_on_or_says_what_it_lacks(game: str) -> None:
    """A position is played on at random; where it cannot begin, the error says what is to be written."""
    generator = random.Random(f"position words {game}")
    texts = sorted(written(load(game)))
    lacking: list[str] = []
    for text in texts if PROOF else generator.sample(texts, SOME):
        try:
            pos = Opening(read(text), {}, []).position()
        except NotationError as error:
            lacking.append(f"{text}{error.says}")
            continue
        for _ in range(ON):
            ask = advance(pos)
            if ask is None:
                break
            decide(pos, ask.player, ask.sample(pos, generator.randrange))
            pos.log.clear()
    assert [told for told in lacking if not any(said in told.splitlines()[-1] for said in SAID)] == []
    assert len(lacking) < len(texts) / 4
