"""A compiler for printable board games."""
