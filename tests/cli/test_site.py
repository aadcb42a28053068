"""The documentation as a site: built with strict links, and read from a folder without asking any server."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from rules.books.shelf import packs_with_books

OUTSIDE = re.compile(r'<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="(?:https?:)?//[^"]+"')
"""A part of a page that a browser would fetch from elsewhere."""
ID, LINK = re.compile(r'\bid="([^"]*)"'), re.compile(r'\b(?:href|src)="([^"]+)"')
SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
OTHER = re.compile(r"(?:https?|mailto|data):")
"""A link that leads out of the site."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built into a folder. mkdocs ends the program if one link leads nowhere."""
    pytest.importorskip("mkdocs", reason="mkdocs is not installed: nothing was shown about the site")
    from tests.site import build

    folder = tmp_path_factory.mktemp("site")
    build(folder)
    return folder


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_site_is_whole_and_asks_no_other_server(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert site / "index.html" in pages
    assert site / "docs" / "first-hour.html" in pages
    asking = [page.name for page in pages if OUTSIDE.search(page.read_text(encoding="utf-8"))]
    assert not asking
    for game in packs_with_books():
        assert (site / "books" / f"{game}.html").is_file()
        assert f'href="books/{game}.html"' in (site / "books.html").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_every_link_of_a_page_or_a_picture_leads_somewhere(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".svg")]
    texts = {path.resolve(): path.read_text(encoding="utf-8") for path in files}
    places = {path: set(map(unescape, ID.findall(text))) for path, text in texts.items()}
    broken = []
    for path, text in texts.items():
        for link in {unescape(link) for link in LINK.findall(SCRIPT.sub("", text))}:
            there, _, place = link.partition("#")
            target = (path.parent / unquote(there)).resolve() if there else path
            if not OTHER.match(link) and not (
                target.exists() and (not place or target not in places or unquote(place) in places[target])
            ):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert not broken
