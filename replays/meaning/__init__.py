"""Written lines at a table: names, moves at a decision, steps, set-up, statements; and moves written back."""
