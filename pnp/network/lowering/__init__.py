"""One module a kind of map."""
