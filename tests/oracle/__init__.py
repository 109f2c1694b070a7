"""Judge maps by brute force, from plain YAML data; only `held` and `mending` import pnp, to compare with it."""
