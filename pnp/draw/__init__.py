"""Drawing: from a game to parts with finished scenes."""
