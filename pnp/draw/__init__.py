"""A game in, parts with finished scenes out."""
