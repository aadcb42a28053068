"""The page to log in, and the end of a log-in."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from replays.desk.access.logins import Logins, checked_name
from replays.desk.access.roles import Role
from replays.desk.addresses import inside
from replays.desk.replies import data, desk_of, form, login_of, rendered, see_other, wants_data
from replays.errors import ReplayError


def login_screen(request: Request) -> Response:
    """Show the page to log in; `?link=…` is a one-time link, which stays good until the form is sent."""
    if desk_of(request).logins is None or (login_of(request).role and "link" not in request.query_params):
        return see_other("/")
    return login_page(request, 200)


def login_page(request: Request, status: int, says: str = "", link: str = "", back: str = "") -> Response:
    """Return the page to log in, with a sentence above the form; after it the browser is led to `back`.

    A script gets the sentence as data.
    """
    if wants_data(request):
        answer = data({"error": says or "You are not logged in."})
        answer.status_code = status
        return answer
    logins = desk_of(request).logins
    link = link or request.query_params.get("link", "")
    if link and not says and logins is not None and not logins.knows_link(link):
        says = "This link was used already, or has expired. Ask for another one, or type a passphrase."
        link = ""
    if not back and request.method == "GET" and request.url.path != "/login":
        back = f"{request.url.path}{f'?{request.url.query}' if request.url.query else ''}"
    page = rendered(request, "desk/access/login.html", title="Log in", says=says, link=link, back=back)
    return HTMLResponse(page, status)


async def log_in(request: Request) -> Response:
    """Log a person in by passphrase or link, and lead to the page they asked for; slow down who is wrong often."""
    fields = await form(request)
    desk, link, back = desk_of(request), fields.get("link", ""), fields.get("back", "")
    if desk.logins is None:
        return see_other("/")
    try:
        name = checked_name(fields.get("name", ""))
    except ReplayError as error:
        return login_page(request, 400, f"{str(error).capitalize()}.", link, back)
    address = request.client.host if request.client else ""
    wait = desk.tries.begin(address)
    if wait:
        says = f"Too many wrong passphrases: wait {wait} s, and try again."
        answer = login_page(request, 429, says, link, back)
        answer.headers["Retry-After"] = str(wait)
        return answer
    role = await run_in_threadpool(_role, desk.logins, link, fields.get("passphrase", ""))
    if role is None:
        says = "This link was used already, or has expired." if link else "This passphrase is wrong."
        return login_page(request, 401, says, back=back)
    desk.tries.right(address)
    desk.logins.log_out(request.cookies.get(desk.settings.cookie, ""))
    answer = see_other(inside(back or "/"))
    answer.set_cookie(
        desk.settings.cookie,
        desk.logins.log_in(role, name),
        max_age=int(desk.logins.seconds),
        httponly=True,
        samesite="strict",
        secure=desk.settings.secure,
    )
    return answer


def _role(logins: Logins, link: str, passphrase: str) -> Role | None:
    return logins.role_by_link(link) if link else logins.role_by_passphrase(passphrase)


async def log_out(request: Request) -> Response:
    """End the log-in of the person who asks, and lead to the page to log in."""
    desk = desk_of(request)
    if desk.logins is None:
        return see_other("/")
    desk.logins.log_out(request.cookies.get(desk.settings.cookie, ""))
    answer = see_other("/login")
    answer.delete_cookie(desk.settings.cookie, httponly=True, samesite="strict", secure=desk.settings.secure)
    return answer
