"""Tiny Epic Game of Thrones."""

from rules.packs.tegot.pack import TinyEpic

PACK = TinyEpic()

__all__ = ["PACK"]
