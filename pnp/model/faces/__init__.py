"""What faces look like."""
