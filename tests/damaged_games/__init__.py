"""Transcripts of random legal games, damaged as people damage them, and how well the reader of transcripts judges them.

`games` plays a game and writes its lines, `engine_walk` asks the engine what can be read where, `damages` and `slips`
make the damaged transcripts and say who may be blamed, `kinds` has them by name, `measuring` reads them and counts.
`python -m tests.damaged_games` prints the figures.
"""
