"""Card files and deck lists: checked, looked up, imported from public lists."""
