"""Text in, one document out."""
