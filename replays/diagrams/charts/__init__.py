"""Timing charts: pictures of how a round or a sequence is built, read from a game's rules."""
