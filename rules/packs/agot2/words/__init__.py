"""The words of this game's cards: questions, effects and triggers, joined."""

from rules.language.lexicon import Lexicon
from rules.packs.agot2.words import effects, questions, triggers
from rules.packs.agot2.words.questions import SYMBOLS

__all__ = ["SYMBOLS", "WORDS"]

WORDS = Lexicon(questions.WORDS, effects.WORDS, triggers.WORDS)
