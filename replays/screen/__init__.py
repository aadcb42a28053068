"""The full-screen reader of a record in the terminal: events at the left, the table beside them, questions by keys."""
