"""One module for each chapter of the rulebook: its steps, decisions and actions."""
