"""Faces as documents describe them: templates, layers and themes."""
