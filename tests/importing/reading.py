"""What is imported, written to files and read again by pnp: its map, and what `pnp check` says of it."""

from __future__ import annotations

from pathlib import Path

from pnp.importing import import_file
from pnp.importing.drafts import Imported
from pnp.loader import find_targets
from pnp.loader.pack import load
from pnp.model.maps import AnyMap
from pnp.model.maps.game_map import GameMap
from tests.pipeline import report_on, told


def imported(content: str | bytes, file: str, folder: Path | None = None) -> Imported:
    """What becomes of a file; others are taken from the folder."""

    def sibling(name: str) -> bytes | None:
        path = (folder or Path()) / name
        return path.read_bytes() if folder and path.is_file() else None

    return import_file(content if isinstance(content, bytes) else content.encode(), file, siblings=sibling)


def written(folder: Path, found: Imported) -> Path:
    """The document, written with the files next to it."""
    for name, content in found.files.items():
        (folder / name).write_bytes(content)
    path = folder / "found.yaml"
    path.write_text(found.text, encoding="utf-8")
    return path


def read(folder: Path, found: Imported, errors: tuple[str, ...] = ()) -> AnyMap:
    """The map of the document, which has no errors but these."""
    path = written(folder, found)
    report = report_on(path)
    assert {each.code for each in report.findings if each.severity.value == "error"} == {*errors}, told(report)
    (area_map,) = [each for target in find_targets([str(path)]) for each in load(target).game.all(GameMap)]
    return area_map


def body(found: Imported) -> list[str]:
    """The lines of the document below its kind, without what is listed at the end."""
    text = found.text.partition(f"kind: {found.kind}\n")[2].partition("\n# Not")[0]
    return text.rstrip("\n").splitlines()
