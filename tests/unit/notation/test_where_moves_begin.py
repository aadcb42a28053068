"""A line that could be set-up or a move is what the position asks for."""

from __future__ import annotations

import pytest

from replays.notation.lines import Said, Stock
from replays.notation.parser import read

TEXT = """lastword 1 {pack}
players A "Anna" stark, B "Borys" lannister
position round 2, {phase}, first A
A play "Eddard Stark"

A plot "Calling the Banners"
B pass
"""


@pytest.mark.parametrize("pack", ["agot2 joust", "hbo duel"])
def test_a_plot_in_the_plot_phase_is_a_move(pack: str) -> None:
    assert isinstance(read(TEXT.format(pack=pack, phase="plot")).lines[5], Said)


@pytest.mark.parametrize("pack", ["agot2 joust", "hbo duel"])
def test_a_plot_in_another_phase_is_set_up(pack: str) -> None:
    assert isinstance(read(TEXT.format(pack=pack, phase="dominance")).lines[5], Stock)


def test_before_a_blank_line_a_plot_is_set_up_in_the_plot_phase_too() -> None:
    text = TEXT.format(pack="agot2 joust", phase="plot").replace("\n\n", "\n")
    assert isinstance(read(text).lines[4], Stock)
