"""Ctrl-C is an interruption wherever it is met, though a library makes an error of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, NoReturn

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from pnp.checks.run import run_checks
from pnp.diagnostics import ERROR, Fault, Span, check
from pnp.interrupts import came_of_an_interrupt, pass_on_interrupt
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.fonts import face_from_bytes
from tests.scene.pictures import file, gradient


def swallow(*_: Any, **__: Any) -> NoReturn:
    try:
        raise KeyboardInterrupt
    except BaseException:
        raise KeyError("as a library does")  # noqa: B904


@check("sunk", severity=ERROR)
def sunk(_boats: list[str]) -> Iterator[Fault]:
    """A boat has sunk."""
    yield swallow()


def test_what_led_to_an_error_is_known() -> None:
    with pytest.raises(KeyError) as swallowed:
        swallow()
    assert came_of_an_interrupt(swallowed.value)
    assert not came_of_an_interrupt(KeyError("a name"))
    pass_on_interrupt(KeyError("a name"))
    with pytest.raises(KeyboardInterrupt):
        pass_on_interrupt(swallowed.value)


def test_a_check_that_was_interrupted_did_not_crash() -> None:
    with pytest.raises(KeyboardInterrupt):
        list(run_checks((sunk,), [], Span("town.yaml")))


def test_a_picture_and_a_font_are_not_damaged_by_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    content = file(gradient(7, 9))
    monkeypatch.setattr(Image, "open", swallow)
    with pytest.raises(KeyboardInterrupt):
        open_bitmap(content)
    monkeypatch.setattr(TTFont, "__init__", swallow)
    with pytest.raises(KeyboardInterrupt):
        face_from_bytes(b"a font", PurePath("own.ttf"))
