"""The words of this game's cards: effects and questions, joined."""

from rules.language.lexicon import Lexicon
from rules.packs.tegot.words import effects, questions
from rules.packs.tegot.words.effects import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(effects.WORDS, questions.WORDS)
