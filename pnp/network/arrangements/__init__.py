"""Judge requirements over all arrangements of tiles."""
