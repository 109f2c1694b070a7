"""Back ends: scenes and sheets to bytes."""
