"""The desk answers its own browser and nobody else: hosts, origins, tokens, sizes, names of files."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from replays.desk.safety import POLICY
from replays.desk.static_files import static_address

TOKEN = "the-token-of-the-tests"
CHANGE = {"theme": "dark", "token": TOKEN}


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:8181", "", "[::2]:8181"])
def test_another_host_is_refused(client: TestClient, host: str) -> None:
    assert client.get("/games", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:8181", "[::1]:8181"])
def test_this_machine_is_answered(client: TestClient, host: str) -> None:
    assert client.get("/games", headers={"host": host}).status_code == 200


def test_a_change_needs_the_token(client: TestClient) -> None:
    assert client.post("/theme", data={"theme": "dark"}).status_code == 403
    assert client.post("/theme", data={**CHANGE, "token": "another"}).status_code == 403
    assert client.post("/theme", data=CHANGE, follow_redirects=False).status_code == 303
    header = {"x-lastword-token": TOKEN}
    assert client.post("/theme", data={"theme": "dark"}, headers=header, follow_redirects=False).status_code == 303


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8181", "http://127.0.0.1:9"])
def test_a_change_from_another_page_is_refused(client: TestClient, origin: str) -> None:
    assert client.post("/theme", data=CHANGE, headers={"origin": origin}).status_code == 403


def test_a_change_from_the_desk_itself_is_made(client: TestClient) -> None:
    own = {"origin": "http://127.0.0.1:8181", "sec-fetch-site": "same-origin"}
    assert client.post("/theme", data=CHANGE, headers=own, follow_redirects=False).status_code == 303
    other = {**own, "sec-fetch-site": "cross-site"}
    assert client.post("/theme", data=CHANGE, headers=other).status_code == 403


def test_a_text_too_large_is_refused(client: TestClient) -> None:
    answer = client.post("/theme", data={**CHANGE, "more": "x" * 2_000_001})
    assert answer.status_code == 413

    def pieces() -> object:
        for _ in range(40):
            yield b"x" * 100_000

    assert client.post("/theme", content=pieces(), headers={"x-lastword-token": TOKEN}).status_code == 413


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_other_methods_are_refused(client: TestClient, method: str) -> None:
    assert client.request(method, "/games").status_code == 405


@pytest.mark.parametrize("address", ["/games", "/static/style.css", "/nowhere", "/games.json"])
def test_every_answer_carries_the_policy(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("name", ["../server.py", "..%2fserver.py", "frame.html", "%2e%2e/settings.py", "scripts"])
def test_no_name_of_a_request_reaches_the_file_system(client: TestClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404
    folder = static_address("style.css").removesuffix("style.css")
    assert client.get(f"{folder}style.css").status_code == 200
    assert client.get(f"{folder}{name}").status_code == 404
    assert client.get("/static/000000000000/style.css").status_code == 404


def test_a_theme_never_leads_off_the_desk(client: TestClient) -> None:
    for back in ("//evil.example", "https://evil.example", "/\\evil.example", "evil"):
        answer = client.post("/theme", data={**CHANGE, "back": back}, follow_redirects=False)
        assert answer.headers["location"] == "/"
