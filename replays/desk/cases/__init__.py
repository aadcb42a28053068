"""Cases at the desk: the list, the page of one with its forms, every act on a case, and what it is exported as."""
