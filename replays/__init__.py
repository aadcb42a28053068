"""Composes the ledger and the rules into what a judge does: read, step, verify, branch, explore, draw, rule."""
