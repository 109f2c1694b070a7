"""Models, networks and scenes in, faults out."""
