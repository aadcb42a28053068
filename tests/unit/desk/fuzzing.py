"""Random requests to the desk: every route, with names, fields, tokens, hosts and people that may be right or wrong."""

from __future__ import annotations

import json
import random
import re
from importlib.resources import files
from urllib.parse import quote, unquote, urlencode

import msgspec
from starlette.applications import Starlette
from starlette.types import Message

from replays.desk.access.roles import DeskRoute, Role, least_role
from replays.desk.judging.examples import position_form, titles
from replays.desk.server import ROUTES
from tests.sequences import SAVE
from tests.unit.desk.conftest import NASTY
from tests.unit.desk.people import COOKIE, PASSPHRASES

HOST = "desk.example:8181"
STORING = 0.02
"""The part of the requests that are right but for their text: wild ones hardly ever come as far as writing."""
LONG = "9" * 5000
WORDS = ["", "dispute", "dispute@81", "dispute@64", "disp", f"dispute@{LONG}", "dispute@-1", "dispute@x", "dispute@٣"]
WORDS += ["case-dispute-1", "case-dispute-2", "case", "agot2", "l5r", "okc", "duplicates", "cancel", "eddard-stark"]
WORDS += [
    "table",
    "table.json",
    "sequence",
    "sequence.svg",
    "windows.json",
    "why",
    "why.json",
    "options.json",
    "style.css",
]
WORDS += [
    "..",
    "../../etc/passwd",
    "a" * 3000,
    LONG,
    "0",
    "1",
    "81",
    "-1",
    "٣",
    "²",
    "\x00",
    "\r\nSet-Cookie: a=b",
    NASTY,
]
WORDS += [
    "ż" * 40,
    "�",
    "%ff",
    "‮",
    "2026-04-18",
    "2026-99-99",
    "A",
    "B",
    "C",
    "on",
    "duplicates#5",
    "*",
    "\\",
    "' OR 1=1 --",
]
WORDS += [
    'B play "The Hand\'s Judgment"',
    "A pass",
    "agot2/duplicates#5",
    "agot2/save",
    "dark",
    "stack",
    "timeline",
    "verdict",
]
HOSTS = [HOST] * 60 + ["evil.example", "", "desk.example.evil", "[::1", "DESK.example:1"]
ORIGINS = ["", "", "", "http://desk.example:8181", "http://evil.example", "null", "https://desk.example:8181"]
KINDS = ["application/x-www-form-urlencoded"] * 5 + [
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "",
]


def field_names() -> list[str]:
    """Return every name of a field in the templates of the desk, and those that addresses take."""
    found: set[str] = set()
    folders = [files("replays.desk")]
    while folders:
        for item in folders.pop().iterdir():
            if item.is_dir():
                folders.append(item)
            elif item.name.endswith(".html"):
                found |= set(re.findall(r'\bname="(\w+)"', item.read_text(encoding="utf-8")))
    taken = "as at q game on topic with part page theme move tab example pack seq everything line style link column"
    return sorted(found | set(taken.split()))


class Asked(msgspec.Struct, frozen=True):
    """One random request, and whether its sender may change something by it."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    role: Role
    may_write: bool


class Answer(msgspec.Struct, frozen=True):
    """The answer to a request."""

    status: int
    headers: dict[str, str]
    body: bytes


class Fuzzer:
    """Makes random requests; `cookies` are the log-ins of each role, and `tokens` their tokens."""

    def __init__(self, seed: int, app: Starlette) -> None:
        self.chance, self.app, self.names = random.Random(seed), app, field_names()
        routes = [route for route in ROUTES if isinstance(route, DeskRoute)]
        self.routes = [route for route in routes for _ in range(4 if "POST" in (route.methods or ()) else 1)]
        self.texts = [SAVE, *(position_form(name) for name in titles())]

    def request(self) -> Asked:
        """Return the next request: wild, or now and then one of a person who stores a game and goes on from there."""
        return self._stored() if self.chance.random() < STORING else self._wild()

    def _stored(self) -> Asked:
        """Return a request to store a text, which may be damaged, or an illegal move, that is right in all else."""
        role, chance = self.chance.choice([*Role]), self.chance
        word, token = self._person(role)
        sent = {"token": token, "text": self._text(), "name": "", "game": chance.choice(["", "", "dispute"])}
        if sent["game"]:
            sent["text"], sent["after"] = chance.choice(["A pass", SAVE, self._word()]), chance.choice(["", "64", "81"])
        headers = (("host", HOST), ("content-type", KINDS[0]), ("cookie", f"{COOKIE}={word}"))
        return Asked("POST", "/desk/store", headers, urlencode(sent).encode(), role, role >= Role.SCRIBE)

    def _wild(self) -> Asked:
        """Return a request in which anything may be wrong."""
        pick, often = self.chance.choice, self.chance.random
        route = pick(self.routes)
        method = next(iter(set(route.methods or ()) - {"HEAD"}))
        path = re.sub(r"{\w+}", lambda _: quote(self._word(), safe=pick(["", "/@%"])), route.path)
        if often() < 0.1:
            path += pick(["/", ".json", "/x", "//", "%00", "?", ";a", "%2e%2e/"])
        if often() < 0.08:
            method = pick(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "BREW"])
        if often() < 0.5:
            path += "?" + urlencode(self._fields(4), quote_via=pick([quote, lambda text, *_: text.replace("&", "")]))
        role = pick([*Role])
        word, token = self._person(role)
        host, origin = pick(HOSTS), pick(ORIGINS)
        right = often() < 0.75
        sent = {**self._fields(8), "text": self._text(), "token": token if right else self._word()}
        for name in ("name", "game", "after"):
            sent[name] = "" if often() < 0.7 else self._word()
        if route.path == "/login" and often() < 0.5:
            sent["passphrase"] = pick([*PASSPHRASES.values()])
        kind = pick(KINDS)
        headers = {"host": host, "content-type": kind, "cookie": f"theme={pick(['dark', 'x'])}; {COOKIE}={word}"}
        if origin:
            headers["origin"] = origin
        if often() < 0.3:
            headers["accept"] = "application/json"
        if often() < 0.1:
            headers[pick(["last-event-id", "content-length", "range", "if-none-match", "x-forwarded-for"])] = (
                self._word()
            )
        given = kind == KINDS[0]
        if kind != KINDS[0] and often() < 0.8:
            headers["x-lastword-token"] = sent["token"]
            given = True
        path = "/" + path.lstrip("/") if often() < 0.95 else path
        scope = {"type": "http", "method": method, "path": unquote(path.partition("?")[0]), "root_path": ""}
        least = least_role(ROUTES, scope)
        trusted = host in (HOST, HOSTS[-1]) and origin in ("", f"http://{host.lower()}")
        may = method == "POST" and role >= least and right and given and trusted
        return Asked(method, path, tuple(headers.items()), self._body(kind, sent), role, may)

    def _person(self, role: Role) -> tuple[str, str]:
        """Return the cookie and the token of somebody with a role."""
        desk = self.app.state.desk
        word = "" if role is Role.ANYONE else desk.logins.log_in(role, role.word)
        return word or self.chance.choice(["", "x", LONG]), desk.login(word).token

    def _word(self) -> str:
        return self.chance.choice(WORDS)

    def _fields(self, most: int) -> dict[str, str]:
        return {self.chance.choice(self.names): self._word() for _ in range(self.chance.randrange(most))}

    def _text(self) -> str:
        """Return a transcript, whole, cut, mixed up, or with something else in it."""
        text, chance = self.chance.choice(self.texts), self.chance
        lines = text.splitlines()
        match chance.randrange(7):
            case 0 | 1:
                return text
            case 2:
                return text[: chance.randrange(len(text))]
            case 3:
                chance.shuffle(lines)
                return "\n".join(lines)
            case 4:
                lines.insert(chance.randrange(len(lines)), self._word())
                return "\n".join(lines)
            case 5:
                at = chance.randrange(len(text))
                return (
                    text[:at]
                    + chance.choice(['"', "\x00", "(", "=", "\n", "#", "@", "é", "-", "9" * 30])
                    + text[at + 1 :]
                )
        return self._word()

    def _body(self, kind: str, fields: dict[str, str]) -> bytes:
        if self.chance.random() < 0.05:
            return self.chance.choice([b"", b"\xff\xfe", b"{", b"[1]", b'{"a": 1}', b"&" * 500, b"a=1&" * 200, b"%"])
        if kind == "application/json":
            return json.dumps(fields).encode()
        return urlencode(fields).encode()


async def send(app: Starlette, asked: Asked) -> Answer:
    """Send a request straight to the application, as a server would, and return the answer."""
    path, _, query = asked.target.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("utf-8", "replace"),
        "root_path": "",
        "query_string": query.encode("utf-8", "replace"),
        "headers": [(name.encode(), value.encode("utf-8", "replace")) for name, value in asked.headers],
        "client": ("192.0.2.1", 1),
        "server": ("192.0.2.2", 8181),
    }
    waiting: list[Message] = [{"type": "http.request", "body": asked.body, "more_body": False}]
    came: list[Message] = []

    async def receive() -> Message:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def sent(message: Message) -> None:
        came.append(message)

    await app(scope, receive, sent)
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in came[0]["headers"]}
    return Answer(came[0]["status"], headers, b"".join(message.get("body", b"") for message in came[1:]))
