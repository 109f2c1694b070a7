"""Exports of the bundled games, looked at by programs of others: `python -m tests.export.outside FOLDER [GAME ...]`."""
