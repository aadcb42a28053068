"""What keeps the desk to its own people: host, role, origin, size and token are checked, and answers carry a policy.

A page somewhere else must not be able to make a browser change a ledger here, nobody may do more than their role
allows, and no answer may load anything from elsewhere. The checks stand before every route, so that no route can forget
one.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from replays.desk.access.logins import Login
from replays.desk.access.roles import Role, least_role
from replays.desk.access.screen import login_page
from replays.desk.faults import refused
from replays.desk.forms import FORM, form_fields
from replays.desk.numbers import number_in
from replays.desk.settings import Desk, Settings
from replays.errors import ReplayError

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every answer."""
TOKEN_HEADER, TOKEN_FIELD = "x-lastword-token", "token"
"""Where the token of a change stands: in a header, if a script sends it, or in a field of the form."""
READING = ("GET", "HEAD")
"""The methods that change nothing; every other one but POST is refused."""
BEFORE_LOGIN = 10_000
"""The most bytes of a request by somebody who has not logged in."""


NOT_LOGGED_IN = "You are not logged in, or your log-in has expired. Log in, go back, and send it again."


class Refusal(Exception):
    """A request that is not answered: the status and the sentence that say why."""

    def __init__(self, status: int, says: str) -> None:
        self.status, self.says = status, says
        super().__init__(says)


class NotAllowed(Exception):
    """A request that needs another role than its sender has."""

    def __init__(self, login: Login, least: Role) -> None:
        self.login, self.least = login, least
        super().__init__(least.word)


class Safety:
    """The ASGI middleware that checks every request and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it with a sentence."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            received = await self._checked(scope, receive)
        except Refusal as refusal:
            await PlainTextResponse(f"{refusal.says}\n", refusal.status)(scope, receive, guarded)
            return
        except NotAllowed as missing:
            await _not_allowed(Request(scope), missing)(scope, receive, guarded)
            return
        await self.app(scope, received, guarded)

    async def _checked(self, scope: Scope, receive: Receive) -> Receive:
        """Return what gives the request's body to the route; raise Refusal if the request must not be answered."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if _without_port(host) not in self.settings.hosts:
            raise Refusal(421, f"This desk answers to {', '.join(self.settings.hosts)} only, not to {host[:80]!r}.")
        if scope["method"] not in (*READING, "POST"):
            raise Refusal(405, "The desk knows GET and POST only.")
        login = _login(scope)
        least = least_role(scope["app"].routes, scope)
        if login.role < least:
            raise NotAllowed(login, least)
        if scope["method"] in READING:
            return receive
        check_origin(headers, f"{self.settings.origin}{host}")
        body = await _body(headers, receive, self.settings.largest if login.role else BEFORE_LOGIN)
        check_token(headers, body, login.token)
        return _replayed(body)


def _login(scope: Scope) -> Login:
    """Return who sends a request."""
    desk: Desk = scope["app"].state.desk
    return desk.login(Request(scope).cookies.get(desk.settings.cookie, ""))


def _not_allowed(request: Request, missing: NotAllowed) -> Response:
    """Return the page to log in, or a page that says which role is needed; data for a script."""
    login, least = missing.login, missing.least
    if login.role:
        says = f"This needs the role of a {least.word}, and you are logged in as {login.role.word}."
        return refused(request, 403, says)
    return login_page(request, 401, "" if request.method in READING else NOT_LOGGED_IN)


async def _body(headers: Headers, receive: Receive, largest: int) -> bytes:
    """Return the whole body of a request; raise Refusal as soon as it is too large."""
    says = f"The text is larger than a request may be ({largest:,} bytes)."
    declared = headers.get("content-length", "")
    if declared.isdecimal() and (number_in(declared) is None or int(declared) > largest):
        raise Refusal(413, says)
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Refusal(400, "The request ended before its text was complete.")
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > largest:
            raise Refusal(413, says)
    return bytes(body)


def _without_port(host: str) -> str:
    """Return the name in a Host header: `[::1]:8000` is `[::1]`."""
    return (host[: host.find("]") + 1] if host.startswith("[") else host.partition(":")[0]).lower()


def check_origin(headers: Mapping[str, str], own: str) -> None:
    """Refuse a change that another page asks for: `Origin`, if a browser sends it, must be the desk's own."""
    origin = headers.get("origin")
    if origin is not None and origin.lower() != own.lower():
        raise Refusal(403, "This change was asked for by another page, not by the desk itself.")
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        raise Refusal(403, "This change was asked for by another page, not by the desk itself.")


def check_token(headers: Mapping[str, str], body: bytes, token: str) -> None:
    """Refuse a change that does not carry the token of this desk."""
    given = headers.get(TOKEN_HEADER, "")
    if not given and headers.get("content-type", "").partition(";")[0].strip() == FORM:
        try:
            given = form_fields(body).get(TOKEN_FIELD, "")
        except ReplayError as error:
            raise Refusal(400, f"{str(error).capitalize()}.") from None
    if not secrets.compare_digest(given.encode(), token.encode()):
        raise Refusal(403, "This page is older than the running desk: load it again, and send the change once more.")


def _replayed(body: bytes) -> Receive:
    """Return what gives a body that was read once more, in one piece."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive
