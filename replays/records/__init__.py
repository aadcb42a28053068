"""A record and the questions asked of it: judged again, explained, walked over, written as a transcript."""
