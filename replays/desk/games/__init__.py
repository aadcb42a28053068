"""The games of the ledger on the desk: their list, the replay of one, and single views of it."""
