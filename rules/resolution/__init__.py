"""How things happen: moments and their windows, an ability from its cost to its last effect."""
