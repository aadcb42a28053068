"""Disputes and rulings: cases, what is claimed and ruled in them, appeals, and precedents."""
