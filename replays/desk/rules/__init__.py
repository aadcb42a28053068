"""The rules screens: searching the books, one entry, comparisons, history, a whole book, and the pages of cards."""
