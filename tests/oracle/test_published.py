"""The reader of published route maps."""

from __future__ import annotations

from tests.oracle.published import differences, document_of

FILE = """
-- Towns
Alva; 60.1; 30.2
| Brenn; 3
|| Corra; 6
Brenn; Brennstadt; 59.0; 31.5
| Corra; 2
"""


def test_a_file_becomes_a_map_on_which_both_agree() -> None:
    document = document_of(FILE)
    assert list(document["areas"]) == ["Alva", "Brenn", "Corra"]
    assert [road["spaces"] for road in document["roads"]] == [3, 6, 6, 2]
    assert list(differences(document)) == []
