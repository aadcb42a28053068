"""The desk itself: a transcript or a stored game, judged as it is written, and everything that is asked about it."""
