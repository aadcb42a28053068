"""From the page to a PDF, by a browser that is on the machine.

A browser prints the very page that was looked at, with every alphabet and with its headings kept for readers that
speak. A library that draws PDF itself would need a second layout of the report and a font of three alphabets to go with
it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from replays.errors import ReplayError

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
    "microsoft-edge",
)
PATIENCE = 120
"""Seconds after which a browser is given up on."""

HOW = "open it in any browser and print it to a PDF; the page is laid out for A4"


def browser() -> str:
    """A browser that can print without a window, or nothing."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), "")


def print_pdf(page: str, using: str) -> bytes:
    """An HTML page as PDF. The browser starts with a profile of its own and fetches nothing."""
    with tempfile.TemporaryDirectory(prefix="lastword-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        command = [
            using,
            *(
                "--headless",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-extensions",
            ),
            *(
                ["--no-sandbox"] if _root() else []
            ),  # a browser refuses its sandbox to root; the page is our own and has no scripts
            *(
                f"--user-data-dir={folder}/profile",
                "--no-pdf-header-footer",
                f"--print-to-pdf={target}",
                source.as_uri(),
            ),
        ]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ReplayError(f"{using} could not print the page ({error}); write it as HTML and {HOW}") from None
        if not target.is_file():
            raise ReplayError(f"{using} could not print the page (exit {done.returncode}); write it as HTML and {HOW}")
        return target.read_bytes()


def _root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
