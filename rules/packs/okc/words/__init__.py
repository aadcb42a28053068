"""The words of this game's cards: those that ask or trigger, and those for effects."""

from rules.language.lexicon import Lexicon
from rules.packs.okc.words import effects, questions
from rules.packs.okc.words.questions import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(questions.WORDS, effects.WORDS)
