"""A document held against its schema."""
