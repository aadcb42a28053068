"""The kinds of occurrence: what each does to the table, whether it could happen now, and how it reads."""
