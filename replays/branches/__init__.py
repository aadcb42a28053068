"""Other lines of a game: leaving a record, playing moves again, going on with written ones, keeping them."""
