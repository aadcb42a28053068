"""The stylesheet and the scripts that pages load: a fixed table of names, read from the package once."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from replays.pages.stylesheet import stylesheet

SCRIPTS = ("frame.js", "board.js", "case.js", "desk.js", "completion.js", "paint.js", "replay.js", "rules.js")
"""Every script, each a file of `scripts/`."""
FOR_A_YEAR = "public, max-age=31536000, immutable"
"""What a browser is told of a file whose address has its digest."""


@cache
def static_files() -> dict[str, tuple[str, bytes]]:
    """Return the type and the content of every file that may be asked for, by its name."""
    folder = files("replays.desk").joinpath("scripts")
    scripts = {name: ("text/javascript", folder.joinpath(name).read_bytes()) for name in SCRIPTS}
    return {"style.css": ("text/css", stylesheet().encode()), **scripts}


@cache
def static_address(name: str) -> str:
    """Return the address of a file: `/static/DIGEST/frame.js`, so that a browser never shows an old one.

    The digest is of all files together and stands before the name: a script that imports `./frame.js` then loads the
    very file that the page loaded, and not a second copy of it under another address.
    """
    return f"/static/{_digest()}/{name}"


@cache
def _digest() -> str:
    return sha256(b"".join(content for _, content in static_files().values())).hexdigest()[:12]


def static_file(request: Request) -> Response:
    """Answer with one of the files; a name that is not in the table is not found, nor is another digest."""
    found = static_files().get(request.path_params["name"])
    if found is None or request.path_params["digest"] != _digest():
        raise HTTPException(404)
    kind, content = found
    return Response(content, media_type=kind, headers={"Cache-Control": FOR_A_YEAR})
