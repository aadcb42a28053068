"""Transcripts: reading, formatting and writing them, and the positions they begin with."""
