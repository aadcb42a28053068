"""The place where timing charts enter a book."""

from __future__ import annotations


def timing_charts(game: str) -> tuple[tuple[str, str], ...]:  # noqa: ARG001
    """A game's charts, each a title and SVG text. A book is complete without any."""
    return ()
