"""The kinds of occurrences: what each does to the table, whether it could, and how it reads."""
