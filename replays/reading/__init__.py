"""Running a transcript: where each written line belongs in the game, and what it assumes or breaks."""
