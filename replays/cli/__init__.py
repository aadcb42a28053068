"""The command line, one module a verb; a module whose name starts with an underscore is shared by several."""
