"""The rules reference as a judge uses it: read, compared, printed, revised, with one's own rulebook beside it."""
