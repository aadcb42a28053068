"""What each kind of occurrence does to the table, whether it could, and how it reads."""
