"""The reference books: their entries, addresses and shelf, and finding a passage."""
