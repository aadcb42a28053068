"""All errors of a file are told in one run, each with its line and its word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from replays.cli.main import cli
from replays.errors import MOST_ERRORS, NotationError
from replays.notation.parser import read
from replays.reading.reader import run

HEAD = """lastword 1 agot2 joust
players   A "Anna" stark, B "Borys" lannister
position  round 3, challenges, first A, active A
"""


def errors(text: str) -> list[tuple[int, str]]:
    with pytest.raises(NotationError) as caught:
        run(read(text, "game.lw"))
    assert caught.value.line == caught.value.all()[0].line
    assert [error.file for error in caught.value.all()] == ["game.lw"] * len(caught.value.all())
    return [(error.line, error.says.partition("`")[0].strip()) for error in caught.value.all()]


def test_every_line_that_cannot_be_parsed_is_told() -> None:
    text = HEAD + "A gold many\nA play ned = Eddard (\n\nA chalenge power\nC pass\nA pass\nexpect\n"
    assert [line for line, _ in errors(text)] == [4, 5, 7, 8, 10]


def test_every_item_of_the_set_up_that_is_wrong_is_told() -> None:
    text = HEAD + 'A play "Nosuch", "Eddard Stark" (flying)\nB play "Nobody Else", hound = "The Hound"\n'
    assert [line for line, _ in errors(text)] == [4, 4, 5]


@pytest.mark.parametrize(
    "text", ["lastword 1 nosuch\nA pass\nB pass\n", 'lastword 1 agot2\nplayers A "x" "y\nA pass\n']
)
def test_nothing_after_a_wrong_heading_is_told(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text)
    assert len(caught.value.all()) == 1


def test_names_that_nothing_in_the_game_has_are_told_with_the_errors_of_the_set_up() -> None:
    moves = "A challenge power with nedd\nA use x\nA use 2 of y\nA pass\n"
    assert [line for line, _ in errors(HEAD + 'A play ned = "Eddard Stark", "Nosuch"\n\n' + moves)] == [4, 6, 7, 8]


def test_moves_that_say_too_much_are_told_together() -> None:
    text = HEAD + "\nA challenge power, military\nA pass\nA marshal x, y\nA challenge militry\nA nosuch\n"
    assert [line for line, _ in errors(text)] == [5, 7, 8, 9]


def test_a_wrong_card_block_does_not_hide_the_lines_behind_it() -> None:
    block = 'cards begin\n[[card]]\nid = "x"\nnosuch = 1\ncards end\n'
    assert [line for line, _ in errors(HEAD + block + "\nA chalenge power\n")] == [7, 10]


def test_very_many_errors_are_counted() -> None:
    with pytest.raises(NotationError) as caught:
        read(HEAD + "\n" + "A nosuch\n" * (MOST_ERRORS + 7))
    assert len(caught.value.all()) == MOST_ERRORS + 1
    assert str(caught.value).endswith("and 7 more lines cannot be understood")


def test_the_command_prints_all_of_them_and_lists_them_as_data(tmp_path: Path) -> None:
    file = tmp_path / "game.lw"
    file.write_text(HEAD + "\nA chalenge power\nA defend wth x\nA nosuch\n", encoding="utf-8")
    plain = CliRunner().invoke(cli, ["verify", str(file)])
    assert plain.exit_code == 2
    assert [f"game.lw:{line}:" in plain.stderr for line in (5, 7)] == [True, True]
    assert plain.stdout == ""
    data = CliRunner().invoke(cli, ["verify", str(file), "--json"])
    assert data.exit_code == 2
    assert [error["line"] for error in json.loads(data.stdout)["errors"]] == [5, 7]


def test_the_same_error_on_several_lines_is_told_once() -> None:
    moves = "A challenge power with zorro against B\nA use zorro\nA use zorro\nA use quux\n"
    text = f'{HEAD}A play "Eddard Stark"\n\n{moves}'
    with pytest.raises(NotationError) as caught:
        run(read(text, "game.lw"))
    told = str(caught.value)
    assert "game.lw:6: nothing here is called `zorro` (also on lines 7 and 8)\n" in told
    assert told.count("zorro` ") == 1
    assert "game.lw:9: nothing here is called `quux`\n" in told
    assert [error.line for error in caught.value.all()] == [6, 7, 8, 9], "data has every line"


def test_a_short_name_whose_card_is_wrong_is_not_told_again_in_every_move() -> None:
    text = f'{HEAD}A play ned = "Eddrad Starkk"\n\nA challenge power with ned against B\nA use ned\n'
    assert [line for line, _ in errors(text)] == [4]


def test_words_that_are_no_name_are_told_with_the_way_the_move_is_written() -> None:
    text = (
        HEAD
        + 'A play asha = "Asha Greyjoy"\nB play ned = "Eddard Stark"\nA challenge power with asha, stealth past ned\n'
    )
    with pytest.raises(NotationError) as caught:
        run(read(text, "game.lw"))
    form = "A challenge military|intrigue|power [with x, y] [bypassing x by y] [against B]"
    assert caught.value.says == f"nothing here is called `stealth past ned`; write `{form}`"
