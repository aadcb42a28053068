"""The words of this game's cards: those for effects, and those that ask about the table."""

from rules.language.lexicon import Lexicon
from rules.packs.tegot.words import effects, questions
from rules.packs.tegot.words.effects import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(effects.WORDS, questions.WORDS)
