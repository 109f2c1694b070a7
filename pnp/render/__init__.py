"""Scenes and sheets in, bytes out."""
