"""A map on paper."""
