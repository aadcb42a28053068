"""Cards as data: the language they are written in, what a card is, and the files it is read from. Knows no table."""
