"""Log-ins: passphrases, one-time links, expiry, cookies, log-out, and slowing whoever guesses."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from replays.desk.access import tries
from replays.desk.access.logins import MOST, Logins, checked_name
from replays.desk.access.roles import PEOPLE, Role
from replays.desk.access.tries import Tries
from replays.desk.server import desk_app
from replays.desk.settings import Settings
from replays.errors import ReplayError
from tests.unit.desk.people import BASE, COOKIE, PASSPHRASES, desk_of, log_in, token


class Clock:
    """A clock that a test sets forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    """The clock of the log-ins in a test."""
    return Clock()


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[TestClient]:
    """Somebody who has not logged in, at a desk with log-ins."""
    settings = Settings(token="open", hosts=("desk.example",), logins=Logins(PASSPHRASES, 2, clock))
    app = desk_app(str(tmp_path / "own.db"), settings)
    app.state.desk.tries = Tries(clock)
    with TestClient(app, base_url=BASE) as found:
        yield found


def guess(client: TestClient, passphrase: str, **fields: str) -> int:
    """Try to log in, and return the status of the answer."""
    sent = {"token": token(client), "name": "Eve", "passphrase": passphrase, **fields}
    return client.post("/login", data=sent, follow_redirects=False).status_code


@pytest.mark.parametrize("role", PEOPLE)
def test_each_passphrase_gives_its_role(client: TestClient, role: Role) -> None:
    log_in(client, role, "Maria  Nowak ", back="/cases?q=1")
    login = desk_of(client).login(client.cookies[COOKIE])
    assert (login.role, login.name) == (role, "Maria Nowak")
    assert f"Log out Maria Nowak ({role.word})" in client.get("/games").text


def test_the_page_to_log_in_comes_first_and_leads_back(client: TestClient) -> None:
    asked = client.get("/cases?q=a")
    assert asked.status_code == 401
    assert 'value="/cases?q=a"' in asked.text
    assert "own.db" not in asked.text, "a stranger does not learn the ledger"
    sent = {"name": "Anna", "passphrase": PASSPHRASES[Role.READER]}
    for back, leads in (("/cases?q=a", "/cases?q=a"), ("//evil.example", "/"), ("", "/")):
        answer = client.post("/login", data={**sent, "token": token(client), "back": back}, follow_redirects=False)
        assert (answer.status_code, answer.headers["location"]) == (303, leads)


def test_the_cookie_is_for_this_desk_alone(client: TestClient, tmp_path: Path) -> None:
    sent = {"token": "open", "name": "Anna", "passphrase": PASSPHRASES[Role.JUDGE]}
    plain = client.post("/login", data=sent, follow_redirects=False).headers["set-cookie"].lower()
    assert "httponly" in plain
    assert "samesite=strict" in plain
    assert "max-age=7200" in plain
    assert "domain" not in plain
    assert "secure" not in plain
    settings = Settings(token="open", hosts=("desk.example",), logins=Logins(PASSPHRASES), secure=True)
    with TestClient(desk_app(str(tmp_path / "tls.db"), settings), base_url="https://desk.example") as over_tls:
        found = over_tls.post("/login", data=sent, follow_redirects=False).headers["set-cookie"]
        assert found.startswith("__Host-lastword-login=")
        assert "; secure" in found.lower()
        assert "path=/;" in found.lower()
        over_tls.cookies.clear()
        own = {"origin": "https://desk.example"}
        assert over_tls.post("/login", data=sent, headers=own, follow_redirects=False).status_code == 303
        over_tls.cookies.clear()
        other = {"origin": "http://desk.example"}
        assert over_tls.post("/login", data=sent, headers=other, follow_redirects=False).status_code == 403


def test_a_log_in_expires_and_ends_when_one_logs_out(client: TestClient, clock: Clock) -> None:
    log_in(client, Role.JUDGE)
    clock.now += 7199
    assert client.get("/games").status_code == 200
    clock.now += 2
    assert client.get("/games").status_code == 401
    log_in(client, Role.JUDGE)
    word = client.cookies[COOKIE]
    log_in(client, Role.SCRIBE)
    assert desk_of(client).login(word).role is Role.ANYONE, "to log in anew ends the earlier log-in"
    word = client.cookies[COOKIE]
    answer = client.post("/logout", data={"token": token(client)}, follow_redirects=False)
    assert answer.headers["location"] == "/login"
    client.cookies.set(COOKIE, word, domain="desk.example")
    assert client.get("/games").status_code == 401, "the word of the cookie is void"


def test_a_link_logs_one_person_in_once(client: TestClient, clock: Clock) -> None:
    logins = desk_of(client).logins
    assert logins is not None
    word = logins.new_link(Role.HEAD_JUDGE)
    for _ in range(3):
        assert f'value="{word}"' in client.get(f"/login?link={word}").text, "looking at it does not use it"
    assert guess(client, "", link=word) == 303
    assert desk_of(client).login(client.cookies[COOKIE]).role is Role.HEAD_JUDGE
    assert "was used already" in client.get(f"/login?link={word}").text
    assert guess(client, "", link=word) == 401
    late = logins.new_link(Role.JUDGE)
    clock.now += 7201
    assert guess(client, "", link=late) == 401
    raced = logins.new_link(Role.JUDGE)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(logins.role_by_link, [raced] * 50)).count(Role.JUDGE) == 1


def test_a_wrong_passphrase_is_refused_and_slowed(client: TestClient, clock: Clock) -> None:
    assert [guess(client, "wrong") for _ in range(5)] == [401] * 5
    answer = client.post("/login", data={"token": "open", "name": "Eve", "passphrase": PASSPHRASES[Role.JUDGE]})
    assert answer.status_code == 429, "the right one has to wait, too"
    assert answer.headers["retry-after"] == "1"
    waits = []
    for _ in range(14):
        clock.now += int(answer.headers.get("retry-after", "0"))
        assert guess(client, "wrong") == 401
        answer = client.post("/login", data={"token": "open", "name": "Eve", "passphrase": "wrong"})
        assert answer.status_code == 429
        waits.append(int(answer.headers["retry-after"]))
    assert waits == [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900, 900]
    clock.now += 900
    assert guess(client, PASSPHRASES[Role.JUDGE]) == 303
    assert guess(client, "wrong") == 401, "a right one makes it begin anew"


def test_all_addresses_together_are_slowed_and_few_are_remembered(clock: Clock) -> None:
    found = Tries(clock)
    tried = [found.begin(f"10.0.{n // 250}.{n % 250}") for n in range(100)]
    assert tried.count(0) == tries.BURST
    assert found.begin("10.9.9.9") == 3
    for n in range(3 * tries.ADDRESSES):
        clock.now += tries.EVERY
        assert found.begin(f"2001:db8:{n:x}::1") == 0
    assert len(found._wrong) == tries.ADDRESSES
    clock.now += 500
    assert [found.begin(f"2001:db8:ffff:1::{n}") for n in range(5)] == [0] * 5
    assert found.begin("2001:db8:ffff:1:aaaa::1") > 0, "one network of 64 bits counts as one address"


def test_tries_side_by_side_count_before_they_end(clock: Clock) -> None:
    found = Tries(clock)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(found.begin, ["10.0.0.1"] * 30)).count(0) == 5


def test_log_ins_are_few_and_one_role_cannot_end_those_of_another() -> None:
    logins = Logins({})
    head = logins.log_in(Role.HEAD_JUDGE, "Maria")
    readers = [logins.log_in(Role.READER, "Ben") for _ in range(MOST + 20)]
    assert logins.login(head) is not None
    assert sum(logins.login(word) is not None for word in readers) == MOST
    assert logins.login(readers[-1]) is not None


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "a\x00b", "‮evil"])
def test_what_is_no_name_is_refused(client: TestClient, name: str) -> None:
    with pytest.raises(ReplayError):
        checked_name(name)
    assert guess(client, PASSPHRASES[Role.JUDGE], name=name) == 400


def test_short_and_equal_passphrases_are_refused() -> None:
    with pytest.raises(ReplayError, match="at least 8"):
        Logins({Role.JUDGE: "1234567"})
    with pytest.raises(ReplayError, match="the same passphrase"):
        Logins({Role.JUDGE: "12345678", Role.READER: "12345678"})


def test_a_stranger_sends_little_and_needs_the_token_of_the_page(client: TestClient) -> None:
    assert client.post("/login", data={"token": "open", "name": "x" * 10_001}).status_code == 413
    assert guess(client, PASSPHRASES[Role.JUDGE], token="another") == 403


def test_without_log_ins_the_person_at_this_machine_is_head_judge(fresh: TestClient) -> None:
    assert desk_of(fresh).login("").role is Role.HEAD_JUDGE
    assert fresh.get("/login", follow_redirects=False).headers["location"] == "/"
    assert "Log out" not in fresh.get("/games").text
