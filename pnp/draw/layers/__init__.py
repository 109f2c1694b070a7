"""Layers to items."""
