"""A picture of Graphviz as an element of a page: no id meets another's, and it scales with the page."""

from __future__ import annotations

import re
from html import escape

_ROOT = re.compile(r'<svg width="(?P<width>[0-9.]+)pt" height="[0-9.]+pt"\s+viewBox="(?P<box>[^"]+)"[^>]*>')
_ID = re.compile(r'\bid="([^"]*)"')
_EVENT = re.compile(r'href="#a_event-')
_UNWANTED = re.compile(r"<!--.*?-->\n?|<title>.*?</title>\n?|\s+xlink:title=\"[^\"]*\"", re.DOTALL)


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
