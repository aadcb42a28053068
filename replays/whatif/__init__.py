"""What-if questions: all legal lines from a point, how two lines differ, and whether a table can be backed up."""
