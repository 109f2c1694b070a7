"""What expressions of a game know: maps, components, the pack, and the pack's own definitions."""

from pnp.facts.facts import Facts, gather_facts
from pnp.facts.rows import (
    MOST_FACES,
    count_of,
    faces_of,
    has_too_many_faces,
    is_sure,
    languages_of,
    manifest,
    misspelt_rows,
    rows_of,
)

__all__ = [
    "MOST_FACES",
    "Facts",
    "count_of",
    "faces_of",
    "gather_facts",
    "has_too_many_faces",
    "is_sure",
    "languages_of",
    "manifest",
    "misspelt_rows",
    "rows_of",
]
