"""The meaning of written lines at a table: names, moves, steps, set-up, statements; and moves written as lines."""
