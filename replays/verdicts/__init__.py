"""What the rules say of a move, a game or a whole ledger, on any date, and in words."""
