"""The one escape for text that is put into Markdown."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"([\\`*_\[\]<>|#])")
_BLOCK = re.compile(r"^(\d*)([-+=~.)])")
"""The beginning of a list, a rule or a code block: the sign is escaped, since a digit cannot be."""


def escape_markdown(words: str) -> str:
    """Return a text on one line, with every sign escaped that Markdown would take for its own."""
    return _BLOCK.sub(r"\1\\\2", _SIGNS.sub(r"\\\1", " ".join(words.split())))
