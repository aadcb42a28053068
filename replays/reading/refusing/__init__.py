"""Lines that are not made: where each is judged, and what becomes of it."""
