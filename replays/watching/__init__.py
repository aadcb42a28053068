"""Looking through a record: its windows, who had which opportunity in them, and stepping."""
