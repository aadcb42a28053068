"""One module a chapter of the rulebook: the steps of the framework, the decisions they ask for, the player actions."""
