"""Events, tables and records in plain words, for terminal, pages and pictures alike."""
