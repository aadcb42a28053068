"""`lastword cards` as it is typed: card files checked by line, a card shown, lists imported, decks checked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.catalogue import load
from rules.language.card_files import CardReader
from tests.cli.typed import started

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "cards"
LISTS = os.environ.get("LASTWORD_CARDFACTS", "")
"""A folder with public card lists; they are not ours to ship."""


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Run the command in an empty folder."""

    def call(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return started(tmp_path, "cards", *arguments, stdin=stdin)

    return call


def card(ability: str) -> str:
    card = '[[card]]\nid = "a"\nname = "A"\ntype = "event"\n'
    return f'{card}[[card.ability]]\nkind = "reaction"\nsays = "text"\n{ability}\n'


def test_a_good_file_is_fine(run: Any) -> None:
    done = run("check", str(EXAMPLES / "my-cards.toml"))
    assert done.returncode == 0
    assert "2 cards of agot2" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("ability", "line", "hint"),
    [
        ('when = "wno(winner == you)"', 8, "won"),
        ('when = "won(winer == you)"', 8, "winner"),
        ('when = "won()"\ndo = ["drow(2)"]', 9, "draw"),
        ('when = "won()"\ndo = ["draw()"]', 9, "draw(2)"),
        ('when = "won()"\ndo = ["character"]', 9, "value word"),
        ('when = "winner == you"', 8, "exactly one trigger word"),
        ('when = "won()"\nwehn = "x"', 9, "when"),
        ('when = "won()"\nlimit = "once"', 9, "1 per round"),
        ('when = "won()"\ntarget = { choose = "character", from = ["graveyard"] }', 9, "unknown zone"),
    ],
)
def test_errors_have_file_line_and_nearest_words(run: Any, tmp_path: Path, ability: str, line: int, hint: str) -> None:
    (tmp_path / "own.toml").write_text(card(ability), encoding="utf-8")
    done = run("check", "own.toml", "--game", "agot2")
    assert done.returncode == 2
    assert done.stderr.startswith(f"own.toml:{line}: ")
    assert hint in done.stderr


def test_every_error_of_a_file_is_reported(run: Any, tmp_path: Path) -> None:
    text = card('when = "wno()"') + card('when = "wno()"').replace('"a"', '"b"')
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    done = run("check", "own.toml", "--json", "--game", "agot2")
    assert done.returncode == 2
    assert [problem["line"] for problem in json.loads(done.stdout)["problems"]] == [8, 16]


def test_a_file_finds_its_game(run: Any, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('game = "agto2"\n' + card('when = "won()"'), encoding="utf-8")
    done = run("check", "own.toml")
    assert done.returncode == 2
    assert "agot2" in done.stderr


def test_what_is_no_card_file_is_said_so(run: Any, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[[crad]]\nid = "a"\n', encoding="utf-8")
    (tmp_path / "raw.toml").write_bytes(b'[[card]]\nid = "\xff"\n')
    assert run("check", "own.toml").stderr.startswith("lastword: own.toml:1: there is nothing to check")
    assert run("check", "raw.toml").stderr.startswith("lastword: raw.toml:2: this is not text")
    assert run("check", "none.toml").returncode == 2


def test_a_file_may_come_from_a_pipe(run: Any) -> None:
    assert run("check", "-", stdin=card('when = "won()"\ndo = ["draw(1)"]')).returncode == 0


def test_show_reads_like_a_card(run: Any) -> None:
    done = run("show", "THE", "WALL", "--game", "agot2")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "◆ The Wall  (agot2/the-wall)"
    assert lines[1] == "location · nightswatch · cost 4"
    assert any(line.strip().startswith("Forced reaction: You lost an unopposed challenge") for line in lines)


def test_show_says_what_is_filled_in_and_what_x_is(run: Any) -> None:
    assert "X is the printed cost of the event it answers" in run("show", "agot2/the-hands-judgment").stdout
    assert "not in the book's text, so filled in: icons" in run("show", "hbo/eddard-stark").stdout
    assert "from the book's text: name; the rest is filled in" in run("show", "tegot/casterly-rock").stdout


def test_show_finds_by_some_words_and_in_every_game(run: Any) -> None:
    found = json.loads(run("show", "hands judg", "--json").stdout)
    assert [(one["game"], one["id"]) for one in found] == [("agot2", "the-hands-judgment")]
    assert found[0]["numbers"] == {"cost": None}
    assert len(json.loads(run("show", "stark", "--game", "agot2", "--json").stdout)) > 5


def test_find_of_nothing_says_what_is_near(run: Any) -> None:
    done = run("find", "judgement")
    assert done.returncode == 1
    assert "the titles most like it are The Hand's Judgment" in done.stderr


def test_show_of_nothing_says_what_is_near(run: Any) -> None:
    done = run("show", "Edard Strak", "--game", "agot2")
    assert done.returncode == 2
    assert "Eddard Stark" in done.stderr


def test_a_deck_and_its_problems(run: Any, tmp_path: Path) -> None:
    legal = (EXAMPLES / "wolves.txt").read_text(encoding="utf-8")
    assert run("deck", str(EXAMPLES / "wolves.txt")).stdout.splitlines()[-1] == "legal"
    (tmp_path / "deck.txt").write_text(legal + "1 Tywin Lannister\n", encoding="utf-8")
    done = run("deck", "deck.txt")
    assert done.returncode == 1
    assert f"✗ deck.txt:{len(legal.splitlines()) + 1}: Tywin Lannister is loyal" in done.stdout
    assert "[agot2/loyal#1]" in done.stdout
    rows = json.loads(run("deck", "deck.txt", "--json").stdout)
    assert rows["legal"] is False
    assert [row["rule"] for row in rows["checks"] if not row["holds"]] == ["agot2/loyal#1"]


def test_a_deck_that_cannot_be_read(run: Any, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("cards\n3 Edard Stark\n", encoding="utf-8")
    done = run("deck", "deck.txt")
    assert done.returncode == 2
    assert done.stderr.startswith("lastword: deck.txt:2: there is no card 'Edard Stark'; did you mean Eddard Stark")
    assert "if this is a deck of another game, say which: --pack " in done.stderr
    assert "deck of another game" not in run("deck", "deck.txt", "--pack", "agot2").stderr


LIST = [
    {
        "name": "A Knight's Tale",
        "type": "character",
        "faction": "thenightswatch",
        "unique": True,
        "loyal": False,
        "cost": 3,
        "strength": 4,
        "icons": {"military": True, "intrigue": False, "power": True},
        "traits": ["Knight"],
        "text": "No attachments except <i>Weapon</i>. Ambush (2).\n<b>Action:</b> Something.",
    },
    {
        "name": "Quiet Year",
        "type": "plot",
        "faction": "neutral",
        "traits": [],
        "text": "",
        "plotStats": {"income": 5, "initiative": 1, "claim": 1, "reserve": 6},
    },
]


def test_import_keeps_facts_and_leaves_abilities_blank(run: Any, tmp_path: Path) -> None:
    (tmp_path / "list.json").write_text(json.dumps(LIST), encoding="utf-8")
    assert run("import", "list.json", "-o", "cards.toml").returncode == 0
    first, second = tomllib.loads((tmp_path / "cards.toml").read_text(encoding="utf-8"))["card"]
    assert first == {
        "id": "a-knights-tale",
        "name": "A Knight's Tale",
        "type": "character",
        "faction": "nightswatch",
        "unique": True,
        "traits": ["Knight"],
        "keywords": ["no_attachments except Weapon", "ambush (2)"],
        "icons": ["military", "power"],
        "cost": 3,
        "strength": 4,
        "unwritten": True,
    }
    assert "unwritten" not in second
    assert (second["gold"], second["reserve"]) == (5, 6)
    assert run("check", "cards.toml").returncode == 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "5",
        "[5]",
        '[{"name": 3}]',
        '[{"name": "x", "type": "dragon"}]',
        '[{"name": "x", "type": "plot", "traits": 5}]',
    ],
)
def test_a_list_that_is_none_is_refused(run: Any, text: str) -> None:
    assert run("import", "-", stdin=text).returncode == 2


@pytest.mark.skipif(not LISTS, reason="LASTWORD_CARDFACTS names no folder with the public list of core-set cards")
def test_the_core_list_agrees_with_the_packaged_cards(run: Any, tmp_path: Path) -> None:
    assert run("import", str(Path(LISTS) / "agot2-core.json"), "-o", "core.toml").returncode == 0
    pack = load("agot2")
    for imported in CardReader(pack.dialect).read((tmp_path / "core.toml").read_text(encoding="utf-8"), "core.toml"):
        ours = pack.cards[imported.id]
        for fact in ("name", "type", "faction", "unique", "loyal", "traits", "keywords", "icons"):
            assert getattr(ours, fact) == getattr(imported, fact), f"{fact} of {ours.name}"
        assert dict(ours.numbers) == dict(imported.numbers), ours.name
        assert ours.abilities or ours.unwritten or not imported.unwritten or ours.type == "agenda", (
            f"{ours.name} has nothing written"
        )


@pytest.mark.skipif(not LISTS, reason="LASTWORD_CARDFACTS names no folder with the public list of core-set cards")
def test_abilities_are_in_our_own_words() -> None:
    printed = json.loads((Path(LISTS) / "agot2-core.json").read_text(encoding="utf-8"))
    runs = {run for record in printed for run in _runs(record["text"])}
    copied = [
        (card.id, ability.says)
        for card in load("agot2").cards.values()
        for ability in card.abilities
        if runs & set(_runs(ability.says))
    ]
    assert not copied


def _runs(text: str, length: int = 10) -> list[str]:
    words = re.findall(r"[a-z0-9']+", re.sub(r"<[^>]*>", "", text).lower())
    return [" ".join(words[at : at + length]) for at in range(len(words) - length + 1)]


def test_show_takes_a_pack_before_the_card(run: Any) -> None:
    """As cards are shown (`hbo/training-summons`), and as `cards list` takes the pack."""
    for words in (("hbo/eddard-stark",), ("hbo", "Eddard", "Stark"), ("hbo/eddard-stark", "--game", "hbo")):
        found = json.loads(run("show", *words, "--json").stdout)
        assert [(one["game"], one["id"]) for one in found] == [("hbo", "eddard-stark")], words
    done = run("show", "hbo/nothing")
    assert done.returncode == 2
    assert "there is no card 'nothing'" in done.stderr
