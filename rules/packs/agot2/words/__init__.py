"""The words of this game's cards: questions, triggers and effects."""
