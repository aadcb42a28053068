"""The games on the desk: the list, the replay, single views, and what the command line gives beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.cli.main import cli
from replays.desk.games.listing import ON_A_PAGE
from replays.desk.games.scrubber import RailWord, _with_room
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from tests.accessibility import parse
from tests.samples import game

GAME = "cancelling-a-duplicates-save"
AT = f"/games/{GAME}@81"


def printed(ledger: str, *words: str) -> object:
    """What the command line prints as JSON."""
    found = CliRunner().invoke(cli, ["--ledger", ledger, *words, "--json"])
    return json.loads(found.stdout)


def test_a_beginning_leads_to_the_full_name(client: TestClient) -> None:
    answer = client.get("/games/cancelling@81/table.json?as=B", follow_redirects=False)
    assert answer.headers["location"] == f"/games/{GAME}@81/table.json?as=B"
    assert client.get("/games/cancelling", follow_redirects=False).headers["location"] == f"/games/{GAME}"
    assert client.get(f"/games/{GAME}?at=7&as=A", follow_redirects=False).headers["location"] == f"/games/{GAME}@7?as=A"


def test_what_is_not_there_names_what_is_nearest(client: TestClient) -> None:
    missing = client.get("/games/canceling-a-duplicate")
    assert missing.status_code == 404
    assert f'href="/games/{GAME}"' in missing.text
    assert client.get(f"/games/{GAME}@255").status_code == 404
    assert client.get(f"{AT}?as=Z").status_code == 404
    assert client.get(f"{AT}/nothing").status_code == 404


def test_every_step_is_a_link(client: TestClient) -> None:
    page = client.get(f"/games/{GAME}@65").text
    for seq in (64, 66, 61, 81):
        assert f'href="/games/{GAME}@{seq}"' in page
    assert 'aria-valuetext="event 65, Round 3, 4 Challenges"' in page
    assert f"/desk/{GAME}" in page


def test_a_page_has_no_fault_that_the_policy_or_a_reader_would_mind(client: TestClient) -> None:
    for address in (f"/games/{GAME}", AT, f"{AT}?as=A", *(f"{AT}/{view}" for view in ("table", "windows", "why"))):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert " style=" not in answer.text
        page = parse(answer.text)
        assert sum(1 for item in page.iter() if str(item.tag).endswith("}h1")) == 1


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("table", ("state", f"{GAME}@81")),
        ("windows", ("windows", f"{GAME}@81")),
        ("options", ("options", GAME, "--at", "81")),
        ("why?move=A%20use%20duplicate%20of%20ned", ("why", GAME, "A use duplicate of ned", "--at", "81")),
    ],
)
def test_data_are_what_the_command_line_prints(
    client: TestClient, stored: str, view: str, words: tuple[str, ...]
) -> None:
    name, mark, query = view.partition("?")
    assert client.get(f"{AT}/{name}.json{mark}{query}").json() == printed(stored, *words)


def test_the_data_of_a_player_are_those_of_the_command_line(client: TestClient, stored: str) -> None:
    assert client.get(f"{AT}/table.json?as=A").json() == printed(stored, "state", f"{GAME}@81", "--as", "A")


def test_the_address_of_an_event_has_its_table_and_its_sequence_beside_it(client: TestClient, stored: str) -> None:
    assert client.get(f"{AT}.json?as=B").json() == printed(stored, "state", f"{GAME}@81", "--as", "B")
    assert client.get(f"/games/{GAME}.json").json() == printed(stored, "state", GAME)
    assert client.get(f"{AT}.svg").text == client.get(f"{AT}/sequence.svg").text
    answer = client.get("/games/cancelling@81.json?as=B", follow_redirects=False)
    assert answer.headers["location"] == f"{AT}.json?as=B"


def test_a_sequence_is_shown_from_and_to_any_event_in_three_languages(client: TestClient) -> None:
    page = client.get(f"{AT}/sequence?from=20&to=90&lang=pl&detail=all").text
    assert "@20 to @90" in page
    assert '<div lang="pl">' in page
    assert "pierwszy gracz" in page
    assert "could use nothing" not in page
    assert '<option value="all" selected>' in page
    parse(client.get(f"{AT}/sequence?from=20&style=timeline&lang=uk").text)
    plain, polish = client.get(f"{AT}/sequence.svg").text, client.get(f"{AT}/sequence.svg?lang=pl").text
    assert plain != polish
    assert client.get(f"{AT}/sequence.json?from=20&to=90").json()["stretch"]["last"] == 90
    for wrong, says in (("from=90&to=20", "cannot end with event 20"), ("to=9999", "has no event 9999")):
        refused = client.get(f"{AT}/sequence?{wrong}")
        assert refused.status_code == 400
        assert says in refused.text
    assert client.get(f"{AT}/sequence?from=x&style=x&detail=x&lang=x&theme=x").status_code == 200


def test_a_sequence_from_the_first_event_tells_a_player_nothing_new(client: TestClient) -> None:
    for ending in ("", ".svg"):
        for style in ("stack", "clusters", "timeline"):
            asked = f"{AT}/sequence{ending}?from=1&detail=all&style={style}"
            assert "Judgment" not in client.get(f"{asked}&as=A").text, (ending, style)
    assert "Judgment" in client.get(f"{AT}/sequence?from=1&detail=all").text


def test_a_very_long_sequence_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replays.desk.games.sequence.MOST_EVENTS", 100)
    assert "at most 100 events" in client.get(f"{AT}/sequence?from=1").text


def test_a_step_sends_the_parts_that_change(client: TestClient) -> None:
    answer = client.get(f"{AT}/regions.json").json()
    assert (answer["seq"], answer["address"]) == (81, AT)
    assert "Eddard Stark" in answer["parts"]["table"]
    assert answer["steps"]["next event"] == 82


@pytest.fixture
def many(tmp_path: Path) -> Iterator[TestClient]:
    """A desk on a ledger with more games than fit on a page."""
    address = str(tmp_path / "many.db")
    with Ledger.open(address) as ledger:
        for number in range(ON_A_PAGE + 3):
            ledger.append(ledger.start(f"table-{number}", pack="test"), game(3))
    with TestClient(desk_app(address, Settings()), base_url="http://127.0.0.1:8181") as found:
        yield found


def test_the_list_is_turned_page_by_page_and_searched(many: TestClient) -> None:
    first = many.get("/games").text
    assert first.count('class="game-name"') == ON_A_PAGE
    assert "Anna, Borys" in first
    assert "table-0<" not in first
    assert "table-0<" in many.get("/games?page=2").text
    assert many.get("/games?page=999").text.count('class="game-name"') == 3
    found = many.get("/games?q=TABLE-12").text
    assert found.count('class="game-name"') == 1
    assert "No game is called" in many.get("/games?q=nothing").text


def test_words_on_a_rail_are_short_on_a_phone_and_never_cut_at_its_end() -> None:
    assert [RailWord(0, text).short for text in ("Round 12", "Setup", "Scoring phase 5")] == ["12", "S", "S5"]
    words = [RailWord(0, "Setup"), RailWord(2, "Round 1"), RailWord(40, "Round 2"), RailWord(97, "Round 3")]
    assert [word.text for word in _with_room(words)] == ["Setup", "Round 2"]
    assert [word.text for word in _with_room([*words[:3], RailWord(97, "Round 3", True)])][-1] == "Round 3"
