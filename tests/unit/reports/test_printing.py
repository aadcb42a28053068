"""Reports as PDF: printed on A4 by a browser if there is one, and a plain message if there is none or it fails."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from replays.errors import ReplayError
from replays.pages.single_file import page_foot, single_file
from replays.reports.pdf import browser, print_pdf

_BOX = re.compile(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]")


def test_a_browser_prints_a4_with_a_foot() -> None:
    tool = browser()
    if not tool:
        pytest.skip("this machine has no Chromium, Chrome or Edge: nothing was shown about PDF")
    data = print_pdf(single_file("pages/document.html", "Zażółć", "ruling", more=page_foot("a · b")), tool)
    assert data.startswith(b"%PDF-")
    assert [(round(float(width)), round(float(height))) for width, height in _BOX.findall(data)] == [(595, 842)]


def test_a_foot_cannot_end_its_style() -> None:
    foot = page_foot('</style><script>alert(1)</script>" } * { color: red } \\ {')
    assert "<" not in foot
    assert "red }" not in foot
    assert foot.count("{") == foot.count("}") == 3


def test_a_browser_that_fails_is_named(tmp_path: Path) -> None:
    fake = tmp_path / "chromium"
    fake.write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    fake.chmod(0o755)
    with pytest.raises(ReplayError, match=r"could not print the page \(exit 3\); write it as HTML and open it"):
        print_pdf("<p>x</p>", str(fake))
    with pytest.raises(ReplayError, match="could not print the page"):
        print_pdf("<p>x</p>", str(tmp_path / "none"))


def test_browsers_are_looked_for_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert browser() == ""
    fake = tmp_path / "google-chrome"
    fake.write_text("#!/bin/sh\n", encoding="utf-8")
    fake.chmod(0o755)
    assert browser() == str(fake)
    assert os.access(browser(), os.X_OK)
