"""Change the files of a pack byte by byte: values, entries, rows; with undo and redo.

The functions return changes and write nothing; a `Journal` writes them. All raise `EditRefused`.
"""

from pnp.edit import tables
from pnp.edit.documents import add_item, copy_item, move_item, remove_item, rename_key, set_value, steps_of, value_at
from pnp.edit.journal import Journal, JournalEntry
from pnp.edit.texts import ByteChange, EditRefused, PackFile, new_file, open_file, replaced_text

__all__ = [
    "ByteChange",
    "EditRefused",
    "Journal",
    "JournalEntry",
    "PackFile",
    "add_item",
    "copy_item",
    "move_item",
    "new_file",
    "open_file",
    "remove_item",
    "rename_key",
    "replaced_text",
    "set_value",
    "steps_of",
    "tables",
    "value_at",
]
