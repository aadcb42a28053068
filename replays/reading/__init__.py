"""The reading of a transcript: what happened, by the reading of the whole file that costs least."""
