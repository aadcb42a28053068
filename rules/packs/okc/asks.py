"""Decisions this game asks in its own words: to choose something or decline, and to answer a form made of cards and words."""

from __future__ import annotations

from rules.forms import ChooseOrPass, Form

__all__ = ["ChooseOrPass", "Form"]
