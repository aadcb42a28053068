"""Benchmarks: each module here with a `run` measures one part of the product against the limits of this machine."""
