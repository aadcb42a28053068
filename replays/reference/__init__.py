"""The rules reference as a judge uses it: reading, comparing, printing, revising, and one's own copy beside it."""
