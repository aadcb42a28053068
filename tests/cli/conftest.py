"""Fixtures of the tests of the verbs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sequences import SAVE


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the disputed save."""
    (tmp_path / "dispute.lw").write_text(SAVE, encoding="utf-8")
    return tmp_path
