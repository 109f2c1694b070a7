"""The same cards drawn by pnp and by others: rows, packs, the floor, the peers."""
