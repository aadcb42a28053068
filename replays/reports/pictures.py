"""The stack diagram as SVG inside a page: no id meets another's, and links stay on the page."""

from __future__ import annotations

import re
from html import escape

import msgspec

from replays.diagrams.labels import labels_of
from replays.diagrams.links import Links
from replays.diagrams.rendering import render, renderer
from replays.diagrams.sequences.diagram import draw
from replays.diagrams.sequences.story import Story
from replays.diagrams.themes import theme_of

_ROOT = re.compile(r'<svg width="(?P<width>[0-9.]+)pt" height="[0-9.]+pt"\s+viewBox="(?P<box>[^"]+)"[^>]*>')
_ID = re.compile(r'\bid="([^"]*)"')
_EVENT = re.compile(r'href="#a_event-')
_UNWANTED = re.compile(r"<!--.*?-->\n?|<title>.*?</title>\n?|\s+xlink:title=\"[^\"]*\"", re.DOTALL)


ROWS = 28
"""Rows of the diagram in one picture; more would be too small to read on a sheet of A4."""


class PageLinks(Links, frozen=True):
    """Links of a diagram that lead to places of the page it stands on."""

    def rule_address(self, rule: str) -> str:
        """Return the link to the place where the page quotes a rule."""
        return f"#{rule_anchor(rule)}"


class Picture(msgspec.Struct, frozen=True):
    """One picture of a diagram as SVG text in the light and the dark theme, and its width in points."""

    light: str
    dark: str
    width: int


def rule_anchor(rule: str) -> str:
    """Return the id of the place where a page quotes a rule: `r-agot2-cancel-1` for `agot2/cancel#1`."""
    return "r-" + re.sub(r"[^a-z0-9.]+", "-", rule.partition("@")[0].lower())


def pictures(story: Story, label: str) -> list[Picture]:
    """Return the stack diagram of a story, cut into pictures of about `ROWS` rows; none where no Graphviz is installed.

    `label` is what a screen reader says of it.
    """
    tool = renderer()
    if not tool:
        return []
    links, labels = PageLinks(story.game), labels_of("en")
    pages = -(-len(story.rows) // ROWS) or 1
    themes = [draw(story, "stack", theme_of(name), labels, links, pages=pages) for name in ("light", "dark")]
    found = []
    for number, (light, dark) in enumerate(zip(*themes, strict=True), 1):
        told = f"{label}, part {number} of {len(themes[0])}" if len(themes[0]) > 1 else label
        day, width = inline(render(light.source, "svg", tool).decode(), f"l{number}-", told)
        night, _ = inline(render(dark.source, "svg", tool).decode(), f"d{number}-", told)
        found.append(Picture(day, night, width))
    return found


def inline(svg: str, prefix: str, label: str) -> tuple[str, int]:
    """Return an SVG file of Graphviz as an element of a page, and its width in points.

    The element scales with the page and carries a label instead of Graphviz's titles. Its ids get a prefix, so that no
    two elements share one. Raise `ValueError` for SVG that Graphviz did not write.
    """
    body = svg[svg.index("<svg") :]
    root = _ROOT.match(body)
    if root is None:
        raise ValueError("this is not SVG as Graphviz writes it")
    head = f'<svg viewBox="{root["box"]}" role="group" aria-label="{escape(label)}">'
    rest = _UNWANTED.sub("", body[root.end() :])
    rest = rest.replace("xlink:href=", "href=").replace('="transparent"', '="none"')
    rest = _ID.sub(lambda found: f'id="{prefix}{found[1]}"', rest)
    return head + _EVENT.sub(f'href="#{prefix}a_event-', rest).rstrip(), round(float(root["width"]))


def rule_link(rule: str, shown: str = "") -> str:
    """Return an HTML link to the place where the page quotes a rule; its text is the rule's address, or `shown`."""
    return f'<a href="#{rule_anchor(rule)}"><code>{escape(shown or rule)}</code></a>'
