"""A desk that people log in to, for tests: a passphrase and a client for each role."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from starlette.testclient import TestClient

from ledger.store import Ledger
from replays.desk.access.logins import Logins
from replays.desk.access.roles import PEOPLE, Role
from replays.desk.server import desk_app
from replays.desk.settings import Desk, Settings

BASE = "http://desk.example:8181"
PASSPHRASES = {role: f"the passphrase of a {role.word}" for role in PEOPLE}
COOKIE = "lastword-login"


def desk_of(client: TestClient) -> Desk:
    """Return the desk behind a client."""
    found: Desk = client.app.state.desk  # type: ignore[attr-defined]
    return found


def log_in(client: TestClient, role: Role, name: str = "", **fields: str) -> None:
    """Log a client in with the passphrase of a role."""
    sent = {"token": token(client), "name": name or f"A {role.word}", **fields}
    answer = client.post("/login", data={"passphrase": PASSPHRASES[role], **sent}, follow_redirects=False)
    assert answer.status_code == 303, answer.text


def token(client: TestClient) -> str:
    """Return the token that the changes of a client must carry."""
    return desk_of(client).login(client.cookies.get(COOKIE, "")).token


@contextmanager
def people(ledger: str, settings: Settings | None = None) -> Iterator[Mapping[Role, TestClient]]:
    """Open a desk with log-ins for a `with`, and give a client for each role, logged in; ANYONE is not."""
    settings = settings or Settings(hosts=("desk.example",), logins=Logins(PASSPHRASES))
    app = desk_app(ledger, settings)
    with ExitStack() as stack:
        first = stack.enter_context(TestClient(app, base_url=BASE))
        clients = {role: first if role is Role.ANYONE else TestClient(app, base_url=BASE) for role in Role}
        for role in PEOPLE:
            log_in(clients[role], role)
        yield clients


def streams(ledger: Ledger) -> list[tuple[str, int]]:
    """Return every stream of a ledger with its last event, to see whether anything was written."""
    return [(row.name, ledger.head(row.id).last) for row in ledger.stream_rows()]
