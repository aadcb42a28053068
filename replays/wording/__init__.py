"""Events, tables and records in plain words, for the terminal, for pages and for pictures alike."""
