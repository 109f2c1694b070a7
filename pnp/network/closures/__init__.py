"""Judge requirements over all setups of closures on a network."""
