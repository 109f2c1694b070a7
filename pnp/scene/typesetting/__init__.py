"""Text in, positioned items out."""
