"""Parts in, sheets of paper out: arithmetic only."""
