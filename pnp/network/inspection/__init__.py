"""Compute and report the figures of a map."""
