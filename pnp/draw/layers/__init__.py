"""From layers to items."""
