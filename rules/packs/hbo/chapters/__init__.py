"""One module a chapter of the rulebook: its steps, decisions and actions."""
