"""Pages that are one file: the style is inside, and a policy forbids everything else."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any

from markupsafe import Markup

from replays.pages.stylesheet import SHARED, stylesheet
from replays.pages.templates import render


def single_file(template: str, title: str, *parts: str, more: str = "", **values: Any) -> str:
    """Return a page that stands by itself: it fetches nothing and runs nothing.

    The template extends `pages/document.html`. `parts` are those of the stylesheet it needs beside the shared ones, and
    `more` is style of this page alone. The page's own policy allows just this style, by its hash.
    """
    style = stylesheet(*SHARED, *parts) + more
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
    return render(template, title=title, theme="", policy=policy, style=Markup(style), **values)


def page_foot(text: str) -> str:
    """Return the style that prints a text at the foot of each sheet, with the number of the sheet and of all."""
    escaped = "".join(sign if sign.isascii() and sign.isalnum() else f"\\{ord(sign):x} " for sign in text)
    font = "font: 7.5pt var(--sans); color: var(--dim);"
    left = f'@bottom-left {{ content: "{escaped}"; {font} }}'
    right = f'@bottom-right {{ content: "page " counter(page) " of " counter(pages); {font} }}'
    return f"@page {{ {left} {right} }}\n"
