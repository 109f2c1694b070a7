"""Maps in; states, moves, distances, cuts, proofs out."""
