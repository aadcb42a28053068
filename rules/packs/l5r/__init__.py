"""Legend of the Five Rings: The Card Game."""

from rules.packs.l5r.pack import L5R

PACK = L5R()

__all__ = ["PACK"]
