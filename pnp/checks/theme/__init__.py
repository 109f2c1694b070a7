"""Checks on themes and icons."""
