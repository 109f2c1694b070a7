"""Convert maps to networks; one module for each kind of map."""
