"""The theme: light, dark, or as the system says. A cookie keeps the choice, so that it works without a script."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from replays.desk.addresses import inside
from replays.desk.replies import THEMES, form, see_other

A_YEAR = 365 * 24 * 3600


async def choose_theme(request: Request) -> Response:
    """Keep the chosen theme in a cookie, and lead back to the page where it was chosen."""
    fields = await form(request)
    answer = see_other(inside(fields.get("back", "/")))
    if fields.get("theme") in THEMES:
        answer.set_cookie("theme", fields["theme"], max_age=A_YEAR, samesite="strict")
    else:
        answer.delete_cookie("theme", samesite="strict")
    return answer
