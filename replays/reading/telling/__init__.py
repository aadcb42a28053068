"""What is told of a reading: its record, its refused lines, its rivals and its expectations."""
