"""A map as a network, and its proofs."""
