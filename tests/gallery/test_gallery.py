"""The gallery checked in every variant, imposed in every layout on every paper, built, and sent to every profile."""

from __future__ import annotations

import shutil
from pathlib import Path

import pypdfium2
import pytest
import yaml

from pnp.build.examine import examine
from pnp.build.pipeline import build
from pnp.build.target import BuildOptions
from pnp.facts.look import variants_of
from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.model.profile import Profile
from pnp.sheet.imposition.impose import impose, misfits
from pnp.sheet.options import PAPERS, Flip, Layout, Options
from tests.games import GALLERY, examined, loaded
from tests.pipeline import told
from tests.sheet.soundness import assert_sound

FOLDER = Path(__file__).parent

pytestmark = pytest.mark.xdist_group(GALLERY)

LAYOUTS: list[tuple[Layout, Flip]] = [
    ("single", "long"),
    ("duplex", "long"),
    ("duplex", "short"),
    ("gutterfold", "long"),
]


@pytest.mark.nightly
@pytest.mark.parametrize("variant", [None, *variants_of(loaded(GALLERY).game)])
def test_nothing_is_wrong_in_any_variant(variant: str | None) -> None:
    found = examine(loaded(GALLERY), variant=variant) if variant else examined(GALLERY)
    assert found.report.findings == ()
    assert all(drawn.errors == () for drawn in found.drawn)


@pytest.mark.nightly
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("layout", "flip"), LAYOUTS)
def test_every_component_lies_well_on_every_paper(paper: str, layout: Layout, flip: Flip) -> None:
    options = Options(PAPERS[paper], layout, flip)
    laid = 0
    for parts in (drawn.parts for drawn in examined(GALLERY).drawn):
        if misfits(parts, options):
            assert paper in ("photo", "a5"), parts.name
        elif not parts.spread:
            assert_sound(impose(parts, options), parts, options)
            laid += 1
    assert laid >= 25


@pytest.mark.nightly
def test_it_is_built(tmp_path: Path) -> None:
    options = BuildOptions(out=tmp_path, formats=("pdf", "svg", "cut-svg"))
    _, written = build(loaded(GALLERY), options, lambda _said: None)
    names = {each.path.relative_to(tmp_path / "gallery").as_posix() for each in written}
    assert {"gallery-a4.pdf", "gallery-board-full-size.pdf", "gallery-spare-table-a4.pdf"} <= names
    assert {
        "svg/table/ropes-on-the-quay-front.svg",
        "svg/die-six/1-front.svg",
        "cut/gallery-box-a4-page-1.svg",
    } <= names
    pages = pypdfium2.PdfDocument(tmp_path / "gallery" / "gallery-a4.pdf")
    texts = [page.get_textpage().get_text_bounded() for page in pages]
    said = " ".join(" ".join(text for text in texts if "how to print · sheet" in text).split())
    for drawn in examined(GALLERY).drawn:
        assert drawn.parts.name in said
        assert drawn.parts.stock.split(",")[0].lower() in said.lower()


SHOWN = ("shapes", "die-six")
"""The components of the gallery that every profile prints."""

NEEDED = (
    "look",
    "lettering",
    "sign-icons",
    "grid-icons",
    "marks",
    *SHOWN,
    "faces/base",
    "faces/shape",
    "faces/back",
    "faces/pip",
)
"""The documents that they need."""


LEFT_OUT = ("cover", "cover-focus", "wordmark", "frieze", "back", "definitions", "requirements")
"""Keys of the pack that name what a small gallery does not have."""


@pytest.fixture(scope="module")
def two_components(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    """The gallery with two components and all profiles: whatever else is in it need not be proved for each of them."""
    folder = tmp_path_factory.mktemp("small") / "gallery"
    pack = yaml.safe_load((FOLDER / "pack.yaml").read_text(encoding="utf-8"))
    kinds = {name: yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))["kind"] for name in pack["documents"]}
    documents = [*(f"{name}.yaml" for name in NEEDED), *(name for name, kind in kinds.items() if kind == "profile")]
    for name in documents:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(FOLDER / name, folder / name)
    for name in ("signs", "art"):
        shutil.copytree(FOLDER / name, folder / name)
    kept = {key: value for key, value in pack.items() if key not in LEFT_OUT}
    components = [{"component": name} for name in SHOWN]
    small = kept | {"languages": ["en"], "documents": documents, "components": components}
    (folder / "pack.yaml").write_text(yaml.safe_dump(small), encoding="utf-8")
    (target,) = find_targets([str(folder)])
    return load(target)


@pytest.mark.slow
@pytest.mark.parametrize("profile", loaded(GALLERY).game.names(Profile))
def test_every_profile_takes_it(profile: str, two_components: Loaded, tmp_path: Path) -> None:
    found, written = build(two_components, BuildOptions(out=tmp_path, profile=profile), lambda _said: None)
    assert not found.report.errors, told(found.report)
    assert written
    assert all(each.path.stat().st_size > 50 for each in written)
