"""Models, networks and scenes in, faults out; `registry` knows all checks and rules."""
