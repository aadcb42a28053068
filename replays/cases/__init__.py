"""Disputes and rulings: opening a case, claims, rulings, appeals, precedents."""
