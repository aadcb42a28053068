"""The report of a case: one page that holds everything a ruling rests on."""
