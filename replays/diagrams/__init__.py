"""Pictures of timing: what happened in a sequence, and how a round is built."""
