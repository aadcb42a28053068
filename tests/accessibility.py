"""A small check that everybody can use an HTML page.

It must be valid and self-contained, have its headings in order and its parts named, and show enough contrast.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from xml.etree.ElementTree import Element

import html5lib

HTML, SVG = "{http://www.w3.org/1999/xhtml}", "{http://www.w3.org/2000/svg}"
HEADINGS = [f"{HTML}h{level}" for level in range(1, 7)]
ENOUGH = 4.5
"""The contrast that text of any size needs."""

_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_VARIABLE = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})")
_COLOUR = re.compile(r"(?<![-a-z])(color|background|background-color):\s*([^;}]+)")


def parse(page: str) -> Element:
    """Return the page as a tree; anything the standard calls a parse error is raised."""
    parser = html5lib.HTMLParser(strict=True, tree=html5lib.treebuilders.getTreeBuilder("etree"))
    root: Element = parser.parse(page)
    return root


def faults(page: str) -> list[str]:
    """Return everything that is wrong with a page, in words."""
    root = parse(page)
    return [*_document(root), *_headings(root), *_ids(root), *_names(root), *_fetched(page, root), *_contrast(page)]


def _document(root: Element) -> Iterator[str]:
    if not root.get("lang"):
        yield "the page does not say its language"
    if not _text(root.find(f"{HTML}head/{HTML}title")):
        yield "the page has no title"
    if root.find(f".//{HTML}main") is None:
        yield "the page has no main part"
    viewport = [meta.get("content", "") for meta in root.iter(f"{HTML}meta") if meta.get("name") == "viewport"]
    if not viewport or "user-scalable=no" in viewport[0]:
        yield "the page cannot be enlarged on a phone"


def _headings(root: Element) -> Iterator[str]:
    levels = [HEADINGS.index(str(item.tag)) + 1 for item in root.iter() if item.tag in HEADINGS]
    if levels.count(1) != 1 or levels[:1] != [1]:
        yield f"there should be one h1, and first: {levels}"
    for before, after in pairwise(levels):
        if after > before + 1:
            yield f"h{after} follows h{before}"
    yield from (f"an empty {item.tag}" for item in root.iter() if item.tag in HEADINGS and not _text(item).strip())


def _ids(root: Element) -> Iterator[str]:
    counts = Counter(item.get("id") for item in root.iter() if item.get("id"))
    yield from (f"id {name} is there {count} times" for name, count in counts.items() if count > 1)
    for item in root.iter():
        address = item.get("href", "")
        if address.startswith("#") and address[1:] not in counts:
            yield f"a link leads to {address}, which is nowhere"


def _names(root: Element) -> Iterator[str]:
    for item in root.iter(f"{SVG}svg"):
        if item.get("aria-hidden") != "true" and not (item.get("role") and item.get("aria-label")):
            yield "a picture without a role and alternative text"
    yield from ("an image without alternative text" for item in root.iter(f"{HTML}img") if not item.get("alt"))
    for table in root.iter(f"{HTML}table"):
        if table.find(f"{HTML}caption") is None or any(not head.get("scope") for head in table.iter(f"{HTML}th")):
            yield "a table without a caption, or a head without a scope"
    for item in root.iter():
        if item.get("role") == "region" and not (item.get("aria-label") and item.get("tabindex") == "0"):
            yield "a part that scrolls must be named, and reached by keyboard"
        if item.tag == f"{HTML}a" and item.get("href") and not _text(item).strip():
            yield "a link without words"


def _fetched(page: str, root: Element) -> Iterator[str]:
    """Name what a browser would have to fetch, and scripts it would run."""
    yield from ("a script" for _ in root.iter(f"{HTML}script"))
    for item in root.iter():
        for name, value in item.items():
            if name in ("src", "srcset", "data", "poster", "action") or name.startswith("on"):
                yield f"{name}={value}"
            if name.endswith("href") and not value.startswith("#"):
                yield f"a link leads off the page: {value}"
    style = _style(root)
    yield from (f"the style fetches {word}" for word in ("@import", "url(", "http") if word in style)


def _contrast(page: str) -> Iterator[str]:
    """Name text that is too faint on its background: by day, by night (as the system says, or chosen), and in print."""
    style = re.sub(r"/\*.*?\*/", "", _style(parse(page)), flags=re.DOTALL)
    found = [dict(_VARIABLE.findall(body)) for selector, body in _RULE.findall(style) if ":root" in selector]
    modes = [{**found[0], **mode} for mode in found if mode]
    for mode in modes:
        for ink in ("ink", "dim", "link", "ok", "bad", "warn", "info"):
            for ground in ("ground", "paper", "sunk") if ink in ("ink", "dim", "link") else ("paper", f"{ink}-bg"):
                measured = contrast(mode[ink], mode[ground])
                if measured < ENOUGH:
                    yield f"{ink} {mode[ink]} on {ground} {mode[ground]} has a contrast of {measured:.2f}"
    if len(modes) != 4:
        yield "there should be colours for day, night, a chosen night and paper"
    for _, body in _RULE.findall(style):
        for name, value in _COLOUR.findall(body):
            if not value.strip().startswith("var(--") and value.strip() not in ("inherit", "none"):
                yield f"{name}: {value} is no colour of the theme"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the web's guidelines compute it, from 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _style(root: Element) -> str:
    return "\n".join(_text(item) for item in root.iter(f"{HTML}style"))


def _text(item: Any) -> str:
    return "".join(item.itertext()) if item is not None else ""
