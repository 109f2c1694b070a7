"""How checks name what they find."""

from __future__ import annotations

import pytest

from pnp.checks.merging import each_name_once, lengths, quoted, whereabouts
from pnp.diagnostics import Span
from pnp.model.reference import Ref
from pnp.scene.typesetting.lettering import PrintedText


@pytest.mark.parametrize(
    ("mm", "words"), [(0.0, "0.1 mm"), (0.04, "0.1 mm"), (0.1, "0.1 mm"), (0.16, "0.2 mm"), (12.34, "12.3 mm")]
)
def test_a_length_is_never_shown_as_nothing(mm: float, words: str) -> None:
    assert lengths(mm) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Pier", "'Pier'"),
        ("x" * 32, f"'{'x' * 32}'"),
        ("x" * 33, f"'{'x' * 31}…'"),
        (f"{'x' * 30} {'y' * 9}", f"'{'x' * 30}…'"),
    ],
)
def test_a_long_text_is_shown_by_its_beginning(text: str, words: str) -> None:
    assert quoted(text) == words


@pytest.mark.parametrize(("more", "words"), [(0, ""), (1, ", and 1 more text here"), (2, ", and 2 more texts here")])
def test_further_texts_are_counted(more: int, words: str) -> None:
    spans = [Span("card.yaml", line, 1, line, 9) for line in range(1, more + 2)]
    texts = [PrintedText(span, "", layer=span, layer_name="title", row=f"row {span.line}") for span in spans]
    place, layer, rows = whereabouts(texts, "here")
    assert place.endswith(words)
    assert ("more text" in place) == bool(more)
    assert layer == place.replace(" (row 'row 1')", "")
    assert rows == tuple(f"row {span.line}" for span in spans)


def test_mentions_in_other_files_are_named_by_their_files_and_those_in_this_one_by_their_lines() -> None:
    def ref(file: str, line: int) -> Ref:
        return Ref("Pier", Span(file, line, 1, line, 5))

    refs = [ref("m.yaml", 3), ref("a.yaml", 7), ref("m.yaml", 9), ref("z.yaml", 4)]
    ((first, also),) = each_name_once(refs)
    assert first == refs[0]
    assert also == "also on line 9 and in a.yaml and z.yaml"
