"""Transcripts of random legal games, damaged as people damage them, and how well the reader of transcripts judges them.

`games` plays a game and writes its lines, `engine_walk` asks the engine what can be read where, `damages` makes the
damaged transcripts and says who may be blamed, `measuring` reads them and counts. `python -m tests.damaged_games`
prints the figures.
"""
