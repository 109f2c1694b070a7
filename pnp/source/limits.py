"""How much a document may hold; each limit is far above an honest file and far below what would hurt."""

FILE_BYTES = 16 * 2**20
"""The size of a file."""

DEPTH = 64
"""Lists and mappings inside each other, those reached through aliases among them; folders inside each other."""

ENTRIES = 100_000
"""Files and folders of a pack that are looked through."""

NODES = 4_000_000
"""Values and keys in a document."""

ALIAS_NODES = 200_000
"""Values that aliases stand for, all together; a long text weighs as one value for each `ALIAS_TEXT` characters."""

ALIAS_TEXT = 100

INHERITED = 50_000
"""Values that the maps of a pack take over from those that they extend, all together."""

TEXT = 1_000_000
"""Characters of one text."""

KEY = 1_000
"""Characters of one key."""

COLUMNS = 1_000
"""Cells of one row of a table."""

ROWS = 10_000
"""Rows of a table, each a thing to print: nine cards a sheet, this is a thousand sheets."""

DIGITS = 18
"""Digits of a whole number, so that every reader holds it exactly."""

PATTERN_TEXT = 2_000
"""Characters of a text that a schema's pattern is tried on; a longer one does not fit."""

FINDINGS = 1_000
"""Findings of one rule in a document that are told; one more tells that there are others."""

PACK_FINDINGS = 5_000
"""Findings in the documents of a pack after which no more of them are read."""

PACK_THEMES = 50
"""Themes of a pack and its kits: each is laid over those before it."""

PACK_ROWS = 100_000
"""Rows that all components of a pack take from tables together."""

MENDED = 10_000
"""Breaches of a schema after which no more are looked for, and nothing of the document is used."""

SHOWN = 60
"""Characters of a value that a message quotes."""
