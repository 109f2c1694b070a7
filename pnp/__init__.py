"""A compiler for printable board games."""

__version__ = "0.1.0"
"""The version; the distribution reads it here."""
