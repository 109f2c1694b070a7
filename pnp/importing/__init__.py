"""Maps from files of other programs, and coordinates for maps without any."""
