"""Checks of models, networks and scenes; `registry` lists all checks and rules."""
