"""The templates of every page: found by name in this package, filled with everything escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from replays.pages.markdown import escape_markdown
from rules.books.shelf import entry_title
from rules.kernel.names import listed


@cache
def environment() -> Environment:
    """Return the one environment of templates. A name is a path below `replays`, such as `pages/document.html`.

    Values are escaped unless they are marked as markup. A value that was not given is an error, never an empty text.
    """
    made = Environment(
        loader=PackageLoader("replays", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters["markdown"] = escape_markdown
    made.filters["listed"] = listed
    made.filters["entry_title"] = entry_title
    return made


def render(template: str, **values: Any) -> str:
    """Return a page, or a part of one: the template of this name filled with values."""
    return environment().get_template(template).render(**values)
