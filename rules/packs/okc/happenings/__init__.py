"""What each kind of occurrence does to the table, whether it could happen now, and how it reads."""
