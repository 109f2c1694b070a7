"""A comparison as text, JSON and HTML."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pnp.compare.comparison import compared
from pnp.compare.writing import as_data, as_html, as_lines
from tests.compare.test_comparison import states


@pytest.mark.slow
def test_the_text_the_data_and_the_page_say_the_same(tmp_path: Path) -> None:
    old, new = states(tmp_path, ("Sloop,1,Market", "Sloop,3,Market"), ("title: Harbour", 'title: "<b>Harbour"'))
    comparison = compared(old, new)
    text = "\n".join(as_lines(comparison))
    assert "~ cards: Sloop  sails: 1 → 3" in text
    assert "title: Harbour → <b>Harbour" in text
    data = json.loads(json.dumps(as_data(comparison)))
    assert data["rows"][0]["fields"] == [{"field": "sails", "before": "1", "after": "3"}]
    page = as_html(comparison, old, new)
    assert page.count("data:image/png;base64,") == 2
    assert "<b>Harbour" not in page
    assert "<del>1</del> <ins>3</ins>" in page
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.slow
def test_the_same_states_give_the_same_page(tmp_path: Path) -> None:
    old, new = states(tmp_path, ("Sloop,1,Market", "Sloop,3,Market"))
    comparison = compared(old, new)
    assert as_html(comparison, old, new) == as_html(comparison, old, new)


@pytest.mark.slow
def test_no_change_is_said(tmp_path: Path) -> None:
    old, new = states(tmp_path)
    assert list(as_lines(compared(old, new))) == ["new: nothing changed"]
    assert "Nothing changed" in as_html(compared(old, new), old, new)
