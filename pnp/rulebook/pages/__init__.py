"""Sets a document on sheets of scene items: the rulebook on paper, ready for a back end."""
