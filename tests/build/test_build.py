"""`pnp build`: what is written under which names, and what never is."""

from __future__ import annotations

import errno
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pypdfium2
import pytest

from tests.build.conftest import CARDS, Run, files
from tests.packs import harbour
from tests.pipeline import write

RULES = {
    "harbour/rulebook.pdf",
    "harbour/rulebook.md",
    "harbour/rulebook.html",
    "harbour/tables/components.csv",
}
FACES = {f"harbour/svg/boats/{boat}-{side}.svg" for boat in ("sloop", "cutter") for side in ("front", "back")}
PICTURES = {name.replace("svg", "png") for name in FACES}
CONTACT = "harbour/contact.png"


def text_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_range() for page in document)


@pytest.mark.slow
def test_a_whole_game(pnp: Run, work: Path) -> None:
    write(work / "harbour", harbour())
    ran = pnp("build", "harbour")
    assert (ran.status, ran.err) == (0, "")
    assert set(files()) == RULES | FACES | {
        "harbour/harbour-a4.pdf",
        "harbour/harbour-boats-a4.pdf",
        "harbour/harbour-chart-a4.pdf",
        "harbour/harbour-chart-full-size.pdf",
        "harbour/svg/chart/1-front.svg",
    }
    first, *lines = ran.out.splitlines()
    assert first == f"harbour → output/harbour/  {len(files())} files, {len(files())} new or changed"
    assert any("harbour-a4.pdf" in line and line.endswith("the whole game") for line in lines)
    assert "  svg/  5 pictures" in lines
    assert "  tables/  1 table" in lines


@pytest.mark.slow
def test_what_has_not_changed_is_not_written_again(pnp: Run, cards: Path) -> None:
    pnp("build", cards)
    before = {path: path.stat().st_mtime_ns for path in Path("output").rglob("*.*")}
    ran = pnp("build", cards)
    assert ", 0 new or changed" in ran.out
    assert before == {path: path.stat().st_mtime_ns for path in Path("output").rglob("*.*")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "ending"),
    [
        ([], "a4"),
        (["--paper", "letter"], "letter"),
        (["--paper", "A5"], "a5"),
        (["--layout", "duplex"], "duplex-a4"),
        (["--layout", "duplex", "--flip", "short"], "duplex-short-a4"),
        (["--layout", "gutterfold"], "gutterfold-a4"),
        (["--layout", "gutterfold", "--paper", "letter"], "gutterfold-letter"),
        (["--variant", "low-ink"], "low-ink-a4"),
        (["--layout", "duplex", "--variant", "low-ink", "--draft"], "duplex-low-ink-draft-a4"),
    ],
)
def test_what_is_not_the_default_stands_in_the_names(pnp: Run, cards: Path, options: list[str], ending: str) -> None:
    ran = pnp("build", cards, "--format", "pdf", *options)
    assert ran.status == 0, ran.err
    printed = {name for name in files() if name.startswith("harbour/harbour-")}
    assert printed == {f"harbour/harbour-{ending}.pdf", f"harbour/harbour-boats-{ending}.pdf"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--format", "svg"], FACES),
        (["--format", "png", "--dpi", "72"], {CONTACT, *PICTURES}),
        (["--format", "svg", "--format", "png", "--dpi", "72"], {CONTACT, *FACES, *PICTURES}),
        (["--format", "png", "--dpi", "72", "--only", "boats"], PICTURES),
        (["--format", "svg", "--only", "boats"], FACES),
        (["--only", "boats"], {*FACES, "harbour/harbour-boats-a4.pdf"}),
        (["--only", "boats", "--rows", "2", "--format", "svg"], {n for n in FACES if "cutter" in n}),
        (["--rows", "2,1", "--format", "pdf"], {"harbour/harbour-boats-rows-2-1-a4.pdf"}),
    ],
)
def test_what_is_asked_for_is_written_and_no_more(
    pnp: Run, cards: Path, options: list[str], expected: set[str]
) -> None:
    assert pnp("build", cards, *options).status == 0
    assert set(files()) == expected


@pytest.mark.slow
def test_pictures_come_as_dense_as_they_are_asked_for(pnp: Run, cards: Path) -> None:
    pnp("build", cards, "--only", "boats", "--format", "png", "--dpi", "254")
    header = files()["harbour/png/boats/sloop-front.png"][16:24]
    width, height = int.from_bytes(header[:4]), int.from_bytes(header[4:])
    assert width >= 630
    assert (width - 630, height - 880) in [(0, 0), (60, 60)], "the face, or the face with its bleed"


@pytest.mark.slow
def test_part_of_a_game_never_replaces_the_whole(pnp: Run, cards: Path) -> None:
    pnp("build", cards)
    before = files()
    (cards / "boats.yaml").write_text((cards / "boats.yaml").read_text().replace("Sloop", "Skiff"))
    pnp("build", cards, "--only", "boats", "--rows", "1")
    after = files()
    for name in ("harbour-a4.pdf", "harbour-boats-a4.pdf", "rulebook.pdf"):
        assert after[f"harbour/{name}"] == before[f"harbour/{name}"]
    assert "harbour/harbour-boats-rows-1-a4.pdf" in after


@pytest.mark.slow
def test_a_row_keeps_the_name_of_its_files_when_it_is_printed_alone(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS.replace("name: Cutter", "name: Sloop"))
    pnp("build", "harbour", "--format", "svg")
    whole = files()
    assert {"harbour/svg/boats/sloop-front.svg", "harbour/svg/boats/sloop-2-front.svg"} <= set(whole)
    pnp("build", "harbour", "--format", "svg", "--rows", "2")
    assert files() == whole


THIRD_ROW = (
    "'harbour' prints no row 3: --rows counts rows in the order of printing, and the longest selected component has 2; "
    "the last is 'Cutter'"
)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--only", "boots"], "'harbour' has no component 'boots'; did you mean 'boats'?"),
        (["--only", "xyzzy"], "'harbour' has no component 'xyzzy'; there are boats"),
        (["--variant", "lowink"], "'harbour' has no variant 'lowink'; did you mean 'low-ink'?"),
        (["--rows", "3"], THIRD_ROW),
        (["--flip", "short"], "--flip is for paper that is printed on both sides: add --layout duplex"),
        (["--flip", "long", "--layout", "gutterfold"], "add --layout duplex, or leave it out"),
    ],
)
def test_what_the_game_does_not_have_is_refused(pnp: Run, cards: Path, options: list[str], words: str) -> None:
    ran = pnp("build", cards, *options)
    assert ran.status == 2
    assert words in ran.err
    assert not Path("output").exists()


@pytest.mark.slow
def test_a_game_with_an_error_writes_nothing_and_the_others_go_on(pnp: Run, cards: Path) -> None:
    pnp("build", cards)
    before = files()
    write(Path("lake"), CARDS)
    boats = cards / "boats.yaml"
    boats.write_text(
        boats.read_text().replace("name: Sloop", "name: Skiff").replace("template: boat\n", "template: x\n")
    )
    ran = pnp("build", cards, "lake")
    assert ran.status == 1
    assert "harbour/boats.yaml:4:11  error  there is no template 'x'" in ran.err
    assert "harbour: nothing was written; mend the errors first" in ran.err
    assert {name: content for name, content in files().items() if name.startswith("harbour/")} == before
    assert "lake/lake-a4.pdf" in files()


def test_an_error_in_one_document_stops_the_printing_of_another(pnp: Run, cards: Path) -> None:
    bay = cards / "maps" / "bay.yaml"
    bay.write_text(bay.read_text().replace("name: The bay", "nam: The bay"))
    ran = pnp("build", cards / "boats.yaml")
    assert ran.status == 1
    assert not Path("output").exists()


@pytest.mark.slow
def test_a_warning_stops_nothing(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS.replace("credit: ", "accept: [{finding: dead-end, because: it is so}]\ncredit: "))
    ran = pnp("build", "harbour")
    assert ran.status == 0
    assert "unused-acceptance" in ran.err
    assert "harbour/harbour-a4.pdf" in files()


@pytest.mark.slow
def test_a_draft_is_stamped_on_every_page_of_every_file(pnp: Run, work: Path) -> None:
    write(work / "harbour", harbour(("name: Sloop", "nam: Sloop")))
    assert pnp("build", "harbour", "--draft", "--layout", "duplex", "--format", "pdf").status == 1
    assert pnp("build", "harbour", "--draft", "--rows", "1", "--format", "pdf").status == 1
    written = sorted(Path("output/harbour").glob("*.pdf"))
    assert [path.name for path in written] == [
        "harbour-boats-duplex-draft-a4.pdf",
        "harbour-boats-rows-1-draft-a4.pdf",
        "harbour-chart-draft-full-size.pdf",
        "harbour-chart-duplex-draft-a4.pdf",
        "harbour-chart-rows-1-draft-a4.pdf",
        "harbour-chart-rows-1-draft-full-size.pdf",
        "harbour-duplex-draft-a4.pdf",
    ]
    for path in written:
        pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(path)]
        assert all("DRAFT · 1 error" in page or "stays blank" in page for page in pages), path


def test_rows_are_printed_alone(pnp: Run, cards: Path) -> None:
    assert pnp("build", cards, "--rows", "2", "--format", "pdf").status == 0
    words = text_of(Path("output/harbour/harbour-boats-rows-2-a4.pdf"))
    assert ("Cutter" in words, "Sloop" in words) == (True, False)


@pytest.mark.slow
def test_a_draft_is_printed_in_spite_of_errors_and_says_so_on_every_sheet(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS.replace("expect: 3", "expect: 4").replace("title: Boats", "titel: Boats"))
    assert pnp("build", "harbour").status == 1
    assert not Path("output").exists()
    ran = pnp("build", "harbour", "--draft")
    assert ran.status == 1
    faces = {face.replace("/svg/", "/svg-draft/") for face in FACES}
    assert set(files()) == faces | {"harbour/harbour-draft-a4.pdf", "harbour/harbour-boats-draft-a4.pdf"}
    document = pypdfium2.PdfDocument(Path("output/harbour/harbour-boats-draft-a4.pdf"))
    assert all("DRAFT · 2 errors" in page.get_textpage().get_text_range() for page in document)


@pytest.mark.slow
def test_a_part_that_the_paper_does_not_hold_is_told(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS.replace("size: 63 x 88", "size: 300 x 400", 1))
    ran = pnp("build", "harbour")
    assert ran.status == 1
    assert "[does-not-fit]" in ran.err
    assert not Path("output").exists()
    ran = pnp("check", "harbour")
    assert (ran.status, ran.out.count("[does-not-fit]")) == (1, 1), "a check says so too"
    assert pnp("build", "harbour", "--paper", "a3").status == 1


MATS = """\
# file: pack.yaml
kind: pack
title: Bay
# file: mat.yaml
kind: component
makes: mat
template: mat-face
# file: mat-face.yaml
kind: template
size: 240 x 180
layers: []
# file: cards.yaml
kind: component
makes: card
template: card-face
# file: card-face.yaml
kind: template
size: poker
layers: []
"""


@pytest.mark.slow
@pytest.mark.parametrize(("profile", "paper"), [("cricut", "letter"), ("silhouette", "letter"), ("silhouette", "a4")])
def test_what_a_cutting_machine_has_no_room_for_stops_nothing(pnp: Run, work: Path, profile: str, paper: str) -> None:
    write(work / "bay", MATS)
    asked = ("build", "bay", "--profile", profile, "--paper", paper, "--format", "pdf")
    ran = pnp(*asked)
    assert (ran.status, ran.err.count("[does-not-fit]")) == (0, 1 if profile == "cricut" else 0)
    assert {name.partition("/")[2] for name in files()} == {
        f"bay-{name}{profile}-{paper}.pdf" for name in ("", "mat-", "cards-")
    }
    write(work / "bay", MATS.replace("240 x 180", "400 x 180"))
    ran = pnp(*asked)
    assert ran.status == 0
    assert "warning  'Mat' is left out: 400 × 180 mm does not fit on" in ran.err
    assert Path(f"output/bay/bay-cards-{profile}-{paper}.pdf").exists()
    write(work / "bay", MATS.replace("240 x 180", "400 x 180").replace("size: poker", "size: 300 x 400"))
    ran = pnp(*asked)
    assert (ran.status, ran.err.count("error  ")) == (1, 2), "nothing is left to print"


@pytest.mark.slow
def test_the_safe_zone_of_a_home_of_its_own_is_told(pnp: Run, cards: Path) -> None:
    assert "[outside-safe-zone]" not in pnp("check", cards).out
    (cards / "home.yaml").write_text("kind: profile\nname: At home\nprints: sheets\nsafe: 20\n", encoding="utf-8")
    pack = (cards / "pack.yaml").read_text(encoding="utf-8")
    (cards / "pack.yaml").write_text(pack.replace("documents:\n", "documents:\n  - home.yaml\n"), encoding="utf-8")
    ran = [pnp(command, cards) for command in ("check", "build")]
    told = [[line for line in each.splitlines() if "[outside-safe-zone]" in line] for each in (ran[0].out, ran[1].err)]
    assert told[0], "a check says it"
    assert told[0] == told[1], "as a build without options does"


@pytest.mark.slow
def test_the_whole_game_has_its_title_and_every_card(pnp: Run, cards: Path) -> None:
    pnp("build", cards)
    text = text_of(Path("output/harbour/harbour-a4.pdf"))
    assert "Harbour" in text
    assert "Ada Byron" in text
    assert (text.count("1 of 4"), text.count("2 of 4")) == (1, 2), "copies are printed"


@pytest.mark.slow
def test_a_map_alone(pnp: Run, work: Path) -> None:
    Path("square.yaml").write_text(
        "kind: area-map\nname: The square\nsize: 60 x 60\n"
        "areas: {Market: {at: [15, 15]}, Church: {at: [45, 15]}, Pier: {at: [30, 45]}}\n"
        "roads: [Market -- Church -- Pier -- Market]\n"
    )
    ran = pnp("build", "square.yaml")
    assert (ran.status, ran.err) == (0, "")
    assert set(files()) == {
        "square/square-a4.pdf",
        "square/square-full-size.pdf",
        "square/svg/square/square-front.svg",
    }
    assert ET.parse("output/square/svg/square/square-front.svg").getroot().get("width", "").startswith("60")


STRIP = """
kind: area-map
size: 380 x 76
adjacency: drawn
areas:
  Aldmoor: {outline: [[10, 10], [130, 10], [130, 66], [10, 66]]}
  Brackenwater: {outline: [[130, 10], [250, 10], [250, 66], [130, 66]]}
  Corra: {outline: [[250, 10], [370, 10], [370, 66], [250, 66]]}
"""


def test_a_map_with_outlines_alone_shows_them(pnp: Run, work: Path) -> None:
    Path("strip.yaml").write_text(STRIP)
    assert pnp("build", "strip.yaml").status == 0
    drawing = Path("output/strip/svg/strip/strip-front.svg").read_text(encoding="utf-8")
    assert "#d6e6ef" in drawing.lower(), "the sea of the political style"


def test_names_of_a_map_alone_that_are_cut_by_its_sheets_are_told(
    pnp: Run, work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.sheet.imposition.tiling.cut_words", lambda *_: ("Aldmoor",))
    Path("strip.yaml").write_text(STRIP)
    ran = pnp("build", "strip.yaml")
    assert (ran.status, "1 note" in ran.err + ran.out) == (0, True)


def test_a_folder_to_write_to(pnp: Run, cards: Path) -> None:
    ran = pnp("build", cards, "--format", "svg", "-o", "to/print")
    assert "harbour → to/print/harbour/  4 files" in ran.out
    assert {f"harbour/{Path(name).name}" for name in files(Path("to/print"))} == {
        f"harbour/{Path(name).name}" for name in FACES
    }


def test_two_games_of_one_name_are_not_written_over_each_other(pnp: Run, cards: Path) -> None:
    write(Path("other/harbour"), CARDS)
    ran = pnp("build", cards, "other/harbour")
    assert ran.status == 2
    assert "'harbour' and 'other/harbour' would both be written as 'harbour'" in ran.err
    write(Path("other/Harbour"), CARDS)
    ran = pnp("build", cards, "other/Harbour")
    assert "'harbour' and 'other/Harbour' would both be written as 'Harbour'" in ran.err
    assert not Path("output").exists()
    assert pnp("build", cards, cards / "boats.yaml", "--format", "svg").out.count("→") == 1


@pytest.mark.parametrize("blocked", ["output", "output/harbour", "output/harbour/svg"])
def test_a_folder_that_cannot_be_made_is_told(pnp: Run, cards: Path, blocked: str) -> None:
    Path(blocked).parent.mkdir(parents=True, exist_ok=True)
    Path(blocked).write_text("in the way")
    ran = pnp("build", cards, "--format", "svg")
    assert ran.status == 2
    assert "output" in ran.err
    assert "Traceback" not in ran.err
    assert Path(blocked).read_text() == "in the way"


@pytest.mark.slow
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_whole(
    pnp: Run, cards: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    pnp("build", cards, "--format", "svg")
    before = files()
    (cards / "boat.yaml").write_text(
        (cards / "boat.yaml").read_text().replace("background: paper", "background: amber")
    )

    def full(*_arguments: object, **_folders: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)
    ran = pnp("build", cards, "--format", "svg")
    assert ran.status == 2
    assert ran.err == "cannot write 'output/harbour/svg/boats/sloop-front.svg': no space left on device\n"
    assert files() == before, "neither half a file nor one that was begun"


@pytest.mark.slow
def test_a_variant_leaves_the_faces_that_are_to_be_printed(pnp: Run, work: Path) -> None:
    write(work / "harbour", CARDS)
    assert pnp("build", "harbour").status == 0
    before = {name: Path("output", name).read_bytes() for name in files()}
    assert pnp("build", "harbour", "--variant", "low-ink").status == 0
    assert {name: Path("output", name).read_bytes() for name in before} == before
    assert "harbour/svg-low-ink/boats/sloop-front.svg" in files()


@pytest.mark.slow
def test_a_variant_that_changes_nothing_says_so(pnp: Run, work: Path) -> None:
    coded = re.sub(r"background: [a-z]+", 'background: "#C9D6EA"', CARDS)
    write(work / "harbour", coded)
    ran = pnp("build", "harbour", "--variant", "low-ink")
    assert (ran.status, ran.err.count("[idle-variant]")) == (0, 1), ran.err
    assert "idle-variant" not in pnp("build", "harbour").err
    write(work / "harbour", CARDS.replace("background: paper", "background: park"))
    assert "idle-variant" not in pnp("build", "harbour", "--variant", "low-ink").err


def test_a_draft_map_says_why_it_is_not_drawn(pnp: Run, work: Path) -> None:
    (work / "draft.yaml").write_text(
        "kind: area-map\nsize: 90 x 60\nareas: {A: {}, B: {at: [20, 20]}}\nroads: [A -- B]\n"
    )
    (work / "flat.yaml").write_text("kind: area-map\nareas: {A: {}, B: {}, C: {}}\nroads: [A -- B -- C]\n")
    partly, wholly = pnp("build", "draft.yaml"), pnp("build", "flat.yaml")
    assert (partly.status, wholly.status) == (1, 1)
    assert "'draft' can't be drawn: 'A' has no position  [undrawn-map]" in partly.err
    assert "'flat' can't be drawn: it has no size  [undrawn-map]" in wholly.err
    assert pnp("check", "flat.yaml").status == 0
