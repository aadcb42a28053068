"""The words of this game's cards: questions, triggers and effects, joined."""

from rules.language.lexicon import Lexicon
from rules.packs.l5r.words import effects, questions, triggers
from rules.packs.l5r.words.questions import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(questions.WORDS, triggers.WORDS, effects.WORDS)
