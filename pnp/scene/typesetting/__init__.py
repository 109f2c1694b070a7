"""Typesetting: from text and style to positioned items."""
