"""A record and what can be asked of it: its decisions judged again, explained, walked over, written as a transcript."""
