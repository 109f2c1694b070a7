"""ICC profiles that a pack brings: embedded as they are, or refused with the reason."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageCms

from pnp.checks.pack.output_profile import described, unusable
from tests.build.decks import DECK, built
from tests.pipeline import report_on, told, write
from tests.press_profile import NAME, PLACE, made

SHOP = DECK.replace("file: jpeg\ndpi: 100", "file: pdf\noutput-profile: press.icc\nstandard: PDF/X-4")


def with_icc(folder: Path, icc: bytes | None, text: str = SHOP) -> tuple[list[str], dict[str, Path]]:
    """The findings about the profile, and the files of a build of it."""
    (folder / "deck").mkdir(exist_ok=True)
    if icc is not None:
        (folder / "deck" / "press.icc").write_bytes(icc)
    examined, files = built(folder, text, profile="shop")
    return [each.message for each in examined.report.findings if each.code == "bad-output-profile"], files


def test_the_profile_of_the_gallery_is_the_one_that_is_made_and_others_can_read_it() -> None:
    assert PLACE.read_bytes() == made()
    assert ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(BytesIO(made()))).strip() == NAME
    assert unusable(made()) is None
    assert described(made()) == NAME


@pytest.mark.parametrize("condition", ["", "output-condition: FOGRA39\n"])
def test_a_good_one_is_embedded(tmp_path: Path, condition: str) -> None:
    found, files = with_icc(tmp_path, made(), SHOP.replace("standard:", f"{condition}standard:"))
    assert found == []
    with pikepdf.open(files["deck-cards-shop.pdf"]) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.DestOutputProfile.read_bytes() == made()
        assert str(intent.OutputConditionIdentifier) == ("FOGRA39" if condition else NAME)
        assert ("/RegistryName" in intent) is bool(condition)


BAD: dict[str, tuple[bytes | None, str]] = {
    "none": (None, "the pack has no file 'press.icc'"),
    "empty": (b"", "'press.icc' is no ICC profile"),
    "text": (b"text" * 100, "'press.icc' is no ICC profile"),
    "cut short": (made()[:-1], "'press.icc' is an ICC profile that is cut short, or has something after its end"),
    "screen": (made(space=b"RGB "), "'press.icc' is an ICC profile for RGB, not for a press that prints CMYK"),
    "link": (made(kind=b"link"), "'press.icc' is an ICC profile for CMYK, not for a press that prints CMYK"),
    "version": (made(version=5), "'press.icc' is an ICC profile of version 5; PDF/X-4 takes 2 and 4"),
    "tables": (made().replace(b"B2A0", b"B2AX"), "'press.icc' is an ICC profile without the table 'B2A0'"),
    "outside": (
        made().replace(b"wtpt" + made()[made().index(b"wtpt") + 4 :][:8], b"wtpt" + b"\xff" * 8),
        "'press.icc' is an ICC profile without the table 'wtpt'",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_one_is_refused_with_the_reason(tmp_path: Path, name: str) -> None:
    icc, message = BAD[name]
    found, files = with_icc(tmp_path, icc)
    assert [each.replace("there is no file 'press.icc'", "the pack has no file 'press.icc'") for each in found] == [
        message
    ]
    assert files == {}


def test_a_standard_without_what_it_needs_is_refused(tmp_path: Path) -> None:
    found, _ = with_icc(tmp_path, None, SHOP.replace("output-profile: press.icc\n", ""))
    assert found == ["PDF/X-4 needs the ICC profile of the press: there is no 'output-profile'"]
    text = SHOP.replace("output-profile: press.icc\nstandard: PDF/X-4", "standard: PDF/X-1a")
    examined, _ = built(tmp_path, text, profile="shop")
    assert "PDF/X-1a needs a printing condition" in told(examined.report)


@pytest.mark.parametrize("damage", [lambda icc: icc[:140], lambda icc: icc[:128] + b"\xff" * 4 + icc[132:], bytes])
def test_a_damaged_one_has_no_name_and_no_traceback(damage: Callable[[bytes], bytes]) -> None:
    assert isinstance(described(damage(made())), str)
    assert unusable(damage(made())) is None or isinstance(unusable(damage(made())), str)


def test_a_profile_without_a_standard_does_not_end_the_search(tmp_path: Path) -> None:
    report = report_on(
        write(
            tmp_path,
            """
# file: pack.yaml
kind: pack
title: Harbour
players: 2 to 4
documents: [plain.yaml, shop.yaml]
# file: plain.yaml
kind: profile
name: Home
prints: faces
# file: shop.yaml
kind: profile
name: Card shop
prints: faces
standard: PDF/X-4
output-condition: FOGRA39
""",
        )
    )
    assert [each.code for each in report.findings if each.severity.value == "error"] == ["bad-output-profile"]
