"""Requirements with closures on the map."""
