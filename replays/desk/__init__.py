"""The web desk: a local server whose screens show what the command line prints, one module a screen."""
