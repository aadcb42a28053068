"""Looking through a record: its windows, who had which opportunity, and stepping."""
