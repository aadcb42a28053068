"""Verdicts: what the rules say of a move, a game or a whole ledger, by the rules of any date, and in words."""
