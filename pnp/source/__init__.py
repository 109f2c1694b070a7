"""Text in, plain data with spans and findings out."""
