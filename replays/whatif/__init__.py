"""Every line from a point and what it shows; what differs between lines; how far a table can be backed up."""
