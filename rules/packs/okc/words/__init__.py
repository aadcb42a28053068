"""The words of this game's cards: questions with triggers, and effects, joined."""

from rules.language.lexicon import Lexicon
from rules.packs.okc.words import effects, questions
from rules.packs.okc.words.questions import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(questions.WORDS, effects.WORDS)
