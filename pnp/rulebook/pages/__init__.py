"""A document in; sheets of scene items out: the rulebook on paper, ready for a back end."""
