"""All words that card files of this game may use: those that ask about the table, for effects and for triggers."""

from rules.language.lexicon import Lexicon
from rules.packs.agot2.words import effects, questions, triggers
from rules.packs.agot2.words.questions import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(questions.WORDS, effects.WORDS, triggers.WORDS)
