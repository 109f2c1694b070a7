"""The game as things on a table, for virtual tables; one module for each program."""
