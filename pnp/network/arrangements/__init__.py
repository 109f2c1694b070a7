"""Requirements over every layout of tiles."""
