"""Maps as plain YAML data in; what their requirements come to by brute force out: nothing of pnp is used here."""
