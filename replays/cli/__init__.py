"""The command line, one module a verb; a module whose name starts with an underscore is shared by several."""

VERB_AND_ARGS = "VERB [ARGS]..."
"""How help texts name what follows a group of verbs: by the word that heads its list."""
