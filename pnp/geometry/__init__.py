"""Plane geometry of streets, blocks and polygons; it knows no documents."""
