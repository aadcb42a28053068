"""Who may use the desk: roles, passphrases and one-time links, log-ins, and the page to log in."""
