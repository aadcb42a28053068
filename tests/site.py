"""Build the documentation as a site that opens from a folder, without a server.

usage: python -m tests.site FOLDER

The pages are those of the repository, and the five books as `lastword rules book` prints them, in their own look.
"""

from __future__ import annotations

import logging
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from click.testing import CliRunner

from replays.cli.main import cli
from rules.books.shelf import packs_with_books, title_of

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\((\.\./[^)#\s]+)")
"""A link from a page of `docs` to a file beside that folder."""
BOOK = re.compile(r'(href=")([a-z0-9]+\.html#)')
"""A link in a picture to a clause of a book."""
PAGES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "LICENSE")


def build(into: Path) -> None:
    """Write the site into a folder, in place of what is there. Raises mkdocs's `Abort` if a link leads nowhere."""
    from mkdocs.commands.build import build as build_pages
    from mkdocs.config import load_config

    with TemporaryDirectory() as folder:
        pages = Path(folder)
        _lay_out(pages)
        build_pages(load_config(str(ROOT / "mkdocs.yml"), docs_dir=str(pages), site_dir=str(into.resolve())))
    (into / "404.html").unlink()  # servers show it, and its links begin at a server's root


def _lay_out(pages: Path) -> None:
    """Copy the pages as they lie in the repository, with what they link to, and add the books."""
    for name in PAGES:
        shutil.copy(ROOT / name, pages)
    shutil.copytree(ROOT / "docs", pages / "docs")
    for page in (ROOT / "docs").glob("*.md"):
        for link in LINK.findall(page.read_text(encoding="utf-8")):
            linked = (ROOT / "docs" / link).resolve().relative_to(ROOT)
            if (ROOT / linked).is_file():
                (pages / linked).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / linked, pages / linked)
    for picture in (pages / "docs").rglob("*.svg"):
        _link_to_books(picture, pages)
    (pages / "books").mkdir()
    lines = ["# The five books", "", "Each is one page, to be read or printed.", ""]
    for game in packs_with_books():
        done = CliRunner().invoke(cli, ["rules", "book", game, "-o", str(pages / "books" / f"{game}.html")])
        assert done.exit_code == 0, done.output
        lines.append(f"- [{title_of(game)}](books/{game}.html)")
    (pages / "books.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _link_to_books(picture: Path, pages: Path) -> None:
    """Let the links of a picture, which lead to a book beside it, lead to the site's books."""
    drawn = picture.read_text(encoding="utf-8")
    up = "../" * (len(picture.relative_to(pages).parts) - 1)
    picture.write_text(BOOK.sub(rf"\g<1>{up}books/\g<2>", drawn), encoding="utf-8")


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    build(Path(sys.argv[1]))
    print(Path(sys.argv[1]).resolve() / "index.html")
