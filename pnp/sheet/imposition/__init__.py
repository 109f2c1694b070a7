"""Imposition: arrange parts on sheets."""
