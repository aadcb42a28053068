"""A desk in a process of its own: killed, and under load."""
