"""Exact plane geometry, no documents."""
