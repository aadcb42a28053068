"""The table as people look at it: every card with its values as they count now, laid out as its game says."""
