"""Maps of published games, converted afresh from the data of other projects, which is not stored here."""
