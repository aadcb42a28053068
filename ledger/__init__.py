"""Facts: events, the table they fold into, and a store a judge can trust. This package knows no game."""
