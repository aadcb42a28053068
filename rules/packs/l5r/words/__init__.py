"""The words of this game's cards: those that ask about the table, triggers, and those for effects."""

from rules.language.lexicon import Lexicon
from rules.packs.l5r.words import effects, questions, triggers
from rules.packs.l5r.words.questions import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(questions.WORDS, triggers.WORDS, effects.WORDS)
