"""Who may use what, and why not: one ordered table of conditions, each with its rule."""
