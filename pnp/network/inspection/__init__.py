"""The figures of a map."""
