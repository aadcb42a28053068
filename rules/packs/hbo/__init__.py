"""Game of Thrones: The Card Game (HBO edition)."""

from rules.packs.hbo.pack import HBO

PACK = HBO()

__all__ = ["PACK"]
