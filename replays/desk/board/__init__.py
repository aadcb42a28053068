"""The board: the calls for a judge, what a judge does with one, and every table at a glance."""
