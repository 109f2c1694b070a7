"""Imposition: arrange parts on sheets of paper. It works on sizes and positions only, without reading content."""
