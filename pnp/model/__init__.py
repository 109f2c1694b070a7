"""What a game is, as frozen data: documents in, a game out."""
