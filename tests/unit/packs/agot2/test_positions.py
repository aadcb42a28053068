"""A position that no game can reach is refused with what is wrong with it, and nothing is judged."""

from __future__ import annotations

import pytest

from replays.errors import NotationError
from replays.notation.parser import read
from replays.reading.reader import run

JOUST = 'lastword 1 agot2 joust\nplayers A "Anna" stark, B "Borys" lannister\n'
MELEE = 'lastword 1 agot2 melee\nplayers A "Anna" stark, B "Borys" lannister, C "Celina" tyrell\n'


@pytest.mark.parametrize(
    ("head", "text", "says"),
    [
        (JOUST, 'A play "Eddard Stark", "Eddard Stark"', "cannot control two copies of Eddard Stark"),
        (JOUST, 'A play wolf = "Summer", "Ice" (on wolf)', "Ice may not be attached to Summer"),
        (JOUST, 'A title "Master of Coin"', "titles are not used in joust"),
        (MELEE, 'A title "Master of Coin"\nB title "Master of Coin"', "two players cannot bear Master of Coin"),
        (MELEE, 'A title "Master of Coin", "Crown Regent"', "A cannot bear more than one title"),
    ],
)
def test_what_no_table_can_show_is_refused(head: str, text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        run(read(f"{head}position round 2, marshaling, first A\n{text}\n"))
