"""The frame of every HTML page that is written: one file that fetches nothing."""

from __future__ import annotations

from html import escape


def page(title: str, style: str, body: str) -> str:
    """Return a whole HTML page. The title is plain text and is escaped; style and body are put in as they are."""
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
