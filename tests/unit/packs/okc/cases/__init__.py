"""One small table for each card with a text: what it does when it should."""
