"""The HTML around the content of every page that is written: one file, with its style inside."""

from __future__ import annotations

from html import escape


def page(title: str, style: str, body: str) -> str:
    """Return a whole HTML page. The title is plain text and is escaped; style and body are put in as they are.

    A style must end with a newline.
    """
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{style}</style>
</head>
<body>
{body}
</body>
</html>
"""
