"""The errors of everything a judge asks for: what went wrong, where, and what to do next."""

from __future__ import annotations


class ReplayError(Exception):
    """Anything a verb refuses."""
