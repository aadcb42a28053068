"""What if: other lines from a point, what differs between lines, every line from here, and how far a table can be backed up."""
