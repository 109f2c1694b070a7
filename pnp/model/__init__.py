"""The model of a game: documents are read into frozen records. No I/O."""
