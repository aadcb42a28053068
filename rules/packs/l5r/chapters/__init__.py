"""The chapters of the rulebook, one module each: their steps, decisions and actions."""
