"""What every page that is written has in common: the frame around a style and a body, in one file that fetches nothing."""

from __future__ import annotations

from html import escape


def page(title: str, style: str, body: str) -> str:
    """A whole page. The title is text; the body is HTML already."""
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
