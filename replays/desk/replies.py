"""Answers of the desk: pages in its frame, data as the command line prints them, and leading on to another address."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import unquote

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute

from replays.desk.access.logins import Login
from replays.desk.access.roles import Role, least_role
from replays.desk.forms import form_fields
from replays.desk.settings import Desk
from replays.desk.static_files import static_address
from replays.pages.templates import render
from replays.wording.tables import named

SCREENS = {
    "desk": ("/desk", "Desk"),
    "games": ("/games", "Games"),
    "board": ("/board", "Board"),
    "cases": ("/cases", "Cases"),
    "rules": ("/rules", "Rules"),
}
"""The screens of the bar at the top: the address and the word of each."""
THEMES = ("light", "dark")


class Frame(msgspec.Struct, frozen=True):
    """What the frame around every screen shows: which screen it is, the ledger, the address itself, and who looks.

    `can_log_out` is false for the person at this machine, who never logged in. `faults` are what the last check of the
    ledger found.
    """

    screen: str
    ledger: str
    address: str
    login: Login
    can_log_out: bool
    routes: Sequence[BaseRoute]
    faults: tuple[str, ...] = ()

    @property
    def token(self) -> str:
        """The token that a change must carry."""
        return self.login.token

    def may(self, role: str) -> bool:
        """Whether who looks has a role, by its name such as `SCRIBE`, or one above it."""
        return self.login.role >= Role[role]

    def may_send(self, address: str) -> bool:
        """Whether who looks may send a form to an address of the desk; a page shows no form that would be refused."""
        return self.login.role >= least_role(self.routes, _scope("POST", address))

    def may_open(self, address: str) -> bool:
        """Whether who looks may open a page of the desk; a page shows no link that would be refused."""
        return self.login.role >= least_role(self.routes, _scope("GET", address))

    @property
    def ledger_name(self) -> str:
        """The ledger in a word: the name of its file, or of its database."""
        return in_a_word(self.ledger)


def _scope(method: str, address: str) -> dict[str, str]:
    """Return what a request of an address would be, as far as routes look at it."""
    path = unquote(address.partition("#")[0].partition("?")[0])
    return {"type": "http", "method": method, "path": path, "root_path": ""}


def in_a_word(ledger: str) -> str:
    """Return the name of a ledger's file, or of its database: where it lies on a machine is nobody's business.

    `/home/maria/tour.db` is `tour.db`, and `postgresql://judge@hall/autumn?sslmode=require` is `autumn`.
    """
    whole = ledger.partition("?")[0] if "://" in ledger else ledger
    return re.split(r"[/\\]", whole.rstrip("/\\"))[-1] or ledger


def desk_of(request: Request) -> Desk:
    """Return the desk that a request is sent to."""
    desk: Desk = request.app.state.desk
    return desk


def login_of(request: Request) -> Login:
    """Return who sends a request: role, name and token."""
    desk = desk_of(request)
    return desk.login(request.cookies.get(desk.settings.cookie, ""))


def page(request: Request, template: str, screen: str, title: str, status: int = 200, **values: Any) -> HTMLResponse:
    """Return a screen: a template that extends `desk/frame.html`, with the values that it shows.

    `screen` is the one that the bar at the top marks, or empty.
    """
    return HTMLResponse(rendered(request, template, screen, title, **values), status)


def rendered(request: Request, template: str, screen: str = "", title: str = "", **values: Any) -> str:
    """Return a template, or a part of one, filled with values and with what the frame shows."""
    desk = desk_of(request)
    query = f"?{request.url.query}" if request.url.query else ""
    address, login = f"{request.url.path}{query}", login_of(request)
    found = desk.soundness.findings if login.role >= Role.READER else ()
    faults = tuple(finding.replace(desk.ledger.address, in_a_word(desk.ledger.address)) for finding in found)
    frame = Frame(screen, desk.ledger.address, address, login, desk.logins is not None, request.app.routes, faults)
    theme = request.cookies.get("theme", "")
    return render(
        template,
        frame=frame,
        screens=SCREENS,
        static=static_address,
        theme=theme if theme in THEMES else "",
        title=title,
        **values,
    )


def data(value: object) -> Response:
    """Return data just as the command line prints them with `--json`."""
    return Response(
        msgspec.json.format(msgspec.json.encode(named(value)), indent=2) + b"\n", media_type="application/json"
    )


def file(content: str | bytes, name: str, kind: str) -> Response:
    """Return an answer that a browser stores as a file; what it holds is never shown as a page of the desk.

    Every sign of the name but letters and digits of ASCII, `-`, `_` and `.` becomes a `-`: a header holds no others.
    """
    safe = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_.") else "-" for sign in name)
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{safe}"'})


def wants_data(request: Request) -> bool:
    """Whether a request is answered with data, not with a page."""
    return request.url.path.endswith(".json") or "application/json" in request.headers.get("accept", "")


async def form(request: Request) -> dict[str, str]:
    """Return the fields of the form that was sent."""
    return form_fields(await request.body())


def see_other(address: str) -> RedirectResponse:
    """Lead the browser on to another address of the desk, which it gets."""
    return RedirectResponse(address, 303)


def done_once(request: Request, sent: Mapping[str, str], work: Callable[[], str]) -> RedirectResponse:
    """Do what a form asks for and lead to the address that comes of it; the same form sent twice at once is done once.

    `sent` are the fields of the form.
    """
    form_sent = msgspec.json.encode((login_of(request).token, request.url.path, sorted(sent.items())))
    return see_other(desk_of(request).once.of(sha256(form_sent).digest(), work))
