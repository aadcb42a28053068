"""Sequence diagrams: pictures of what happened, or could happen, in a stretch of a record."""
