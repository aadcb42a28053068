"""Card files and deck lists: checking, showing, importing."""
