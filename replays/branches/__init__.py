"""Branches of a game: leaving a record at a point, playing recorded or written moves from there, storing them."""
