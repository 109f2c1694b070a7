"""Finished drawings in millimetres: items, parts and sheets, and typesetting."""
