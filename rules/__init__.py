"""The rules as data with an address, and the engine that decides by them. Pure: no files, clock, randomness or
printing.
"""
