"""What expressions of a game know: maps, components, the pack, and the pack's own definitions."""

from pnp.facts.facts import Facts, gather_facts
from pnp.facts.rows import (
    MOST_FACES,
    MOST_PARTS,
    count_of,
    faces_of,
    is_sure,
    languages_of,
    manifest,
    misspelt_rows,
    parts_of,
    prints_too_much,
    rows_of,
    selects_nothing,
)

__all__ = [
    "MOST_FACES",
    "MOST_PARTS",
    "Facts",
    "count_of",
    "faces_of",
    "gather_facts",
    "is_sure",
    "languages_of",
    "manifest",
    "misspelt_rows",
    "parts_of",
    "prints_too_much",
    "rows_of",
    "selects_nothing",
]
