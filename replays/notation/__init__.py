"""Transcripts as text: tokens, lines and their layout. Knows a game's words, but no table."""
