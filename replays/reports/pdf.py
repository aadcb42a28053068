"""The report as PDF, printed by a browser that is installed on the machine.

A browser prints the very page that was looked at, in every alphabet and with headings that screen readers find. A PDF
library would need a second layout of the report and a font of three alphabets.
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
"""Programs that can print a page without opening a window, in the order they are looked for."""
PATIENCE = 120
"""Seconds after which a browser that does not finish is stopped."""

HOW = "open it in any browser and print it to a PDF; the page is laid out for A4"
"""What to do where no browser can be started from here."""


def browser() -> str:
    """Return the path of the first of `BROWSERS` that is installed, or an empty text."""
    return next((path for name in BROWSERS if (path := shutil.which(name))), "")


def print_pdf(page: str, using: str) -> bytes:
    """Return an HTML page as PDF, printed by the browser at path `using`, which starts with an empty profile.

    Raise `ReplayError` if the browser cannot be started, prints nothing, or takes longer than `PATIENCE`.
    """
    with tempfile.TemporaryDirectory(prefix="lastword-", ignore_cleanup_errors=True) as folder:
        source, target = Path(folder, "page.html"), Path(folder, "page.pdf")
        source.write_text(page, encoding="utf-8")
        command = [
            using,
            "--headless",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-extensions",
            # A browser refuses its sandbox to root; the page is our own and has no scripts.
            *(["--no-sandbox"] if _is_root() else []),
            f"--user-data-dir={folder}/profile",
            "--no-pdf-header-footer",
            f"--print-to-pdf={target}",
            source.as_uri(),
        ]
        try:
            done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise ReplayError(f"{using} could not print the page ({error}); write it as HTML and {HOW}") from None
        if not target.is_file():
            raise ReplayError(f"{using} could not print the page (exit {done.returncode}); write it as HTML and {HOW}")
        return target.read_bytes()


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
