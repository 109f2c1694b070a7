"""Games to be spoilt: the bundled packs and their kit, the gallery, a small pack, and every map alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import TYPE_CHECKING

from pnp.loader.target import content_folder
from tests.packs import HARBOUR
from tests.pipeline import FILE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SHOWN = 3
"""Components that are drawn of all that hang on a file."""

ALONE = "alone"
"""The ground without a file: what is put there is a document alone."""

WHOLE = "whole"
"""The ground of whole games, each in one text: of those that nothing else uses, and of those made from the schemas."""

CHART = """\
kind: street-map
name: Old town
size: 220 x 200
width: 16
space: 20
streets:
  Mill Street: 20 60 -- 180 60
  Rope Street: {from: [20, 140], via: [[100, 150]], to: [180, 140]}
  West Lane: 20 60 -- 20 140
  East Lane: {from: [180, 60], to: [180, 140], spaces: 2}
tags: {shops: [Mill Street 1, Mill Street 3], start: [West Lane 1]}
one-way-spots: [Mill Street 2]
numbers: {Rope Street 1: 11}
sites: {Chapel: {by: Mill Street 2, tags: [goal]}}
closures: {token: {lies-on: segments, at-most: 1}, cone: {lies-on: {tag: shops}, at-most: 1}}
requirements: [{name: all is joined, connected: true, with: {token: 1}}]
"""


@dataclass(frozen=True, slots=True)
class Ground:
    """The files of one folder by their paths in it; `seeds` are those that are spoilt, mostly its own."""

    name: str
    files: Mapping[str, bytes]
    seeds: Mapping[str, bytes]

    def shown_in(self, name: str) -> tuple[str, ...]:
        """Some components that hang on a file, as far as files name each other; none where that is not to be told."""
        if name not in self.files or name in ("pack.yaml", "kit.yaml"):
            return ()
        reached = (name, *reached_from(self.files, name))
        made = (file for file in reached if re.search(rb"^kind: component$", self.files[file], re.MULTILINE))
        return tuple(PurePosixPath(file).stem for file in made)[:SHOWN]


@cache
def grounds() -> Mapping[str, Ground]:
    """All of them by name."""
    packs = [_folder(path) for path in (*_packs(), ROOT / "tests" / "gallery")]
    sample = _sample()
    maps = {f"{pack.name}-{Path(name).name}": text for pack in packs for name, text in pack.seeds.items() if _map(text)}
    alone = Ground(ALONE, {}, {"town.yaml": CHART.encode(), **maps})
    return MappingProxyType({ground.name: ground for ground in (sample, alone, *packs)})


def reached_from(files: Mapping[str, bytes], name: str) -> Iterator[str]:
    """The files that name a file, those that name these, and so on."""
    seen, waiting = {name, "pack.yaml"}, [name]
    for each in waiting:
        word = re.compile(rb"\b" + re.escape(PurePosixPath(each).stem.encode()) + rb"\b")
        found = [file for file, text in files.items() if file not in seen and word.search(text)]
        seen.update(found)
        waiting += found
        yield from found


def _packs() -> Iterator[Path]:
    return (path for path in sorted(content_folder().iterdir()) if path.is_dir())


def _folder(folder: Path) -> Ground:
    endings = (".yaml", ".csv", ".svg", ".png", ".jpg")
    paths = (path for path in sorted(folder.rglob("*")) if path.suffix in endings)
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return Ground(folder.name, files, files)


def _sample() -> Ground:
    _, *parts = FILE.split(HARBOUR)
    files = {name: text.encode() for name, text in zip(parts[::2], parts[1::2], strict=True)}
    return Ground("harbour", files, files)


def _map(content: bytes) -> bool:
    return b"-map\n" in content[:300].partition(b"kind:")[2][:30]
