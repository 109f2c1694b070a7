"""Block maps in; their streets, lanes, blocks and diagrams as items out."""
