"""The Old King's Crown."""

from rules.packs.okc.pack import OldKingsCrown

PACK = OldKingsCrown()

__all__ = ["PACK"]
