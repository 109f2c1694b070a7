"""The rulebook of one game, written in every form."""
