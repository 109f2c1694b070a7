"""Finished drawings in millimetres: items, parts and sheets, with text measured and set."""
