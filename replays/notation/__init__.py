"""Transcripts as text: tokens, lines and their layout. This room knows a game's words, but no table."""
