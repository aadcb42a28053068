"""A position being played on: timing, decisions, the pack, what words see and what modifies values."""
