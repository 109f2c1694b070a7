"""The commands: the only printing and the only exit."""
