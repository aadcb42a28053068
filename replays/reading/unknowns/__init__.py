"""Unknown cards of a transcript: what a line tells about one, copies it may be, and passes of who holds one."""
