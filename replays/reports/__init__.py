"""Reports of cases: everything a ruling rests on, as an HTML page, as Markdown or as PDF."""
