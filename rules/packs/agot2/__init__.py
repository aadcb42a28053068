"""A Game of Thrones: The Card Game, 2nd edition."""

from rules.packs.agot2.pack import AGoT2

PACK = AGoT2()

__all__ = ["PACK"]
