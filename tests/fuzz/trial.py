"""One spoilt file among the files of a game: read, checked, proved, drawn, reported and printed."""

from __future__ import annotations

import copy
import re
import traceback
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from unittest.mock import patch

from msgspec.structs import replace

from pnp.build.memo import Memo
from pnp.build.pipeline import Prepared, prepare, products
from pnp.build.previews import maps_of, overlays_of, pictures_of
from pnp.build.rules import RuleOptions, rule_products
from pnp.build.target import BuildOptions
from pnp.build_record import fingerprint
from pnp.checks import RULES
from pnp.loader import Target
from pnp.loader.pack import load
from pnp.messages import Refused
from pnp.network.inspection import inspect_map, inspection_data, inspection_text
from pnp.report import as_github, as_json, as_sarif, as_text
from pnp.scene.paths import parse_path
from pnp.source import read_document, validate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.rulebook import RulebookDocument
    from tests.fuzz.ground import Ground

OPTIONS = BuildOptions(draft=True, formats=("pdf", "svg"))
"""A draft prints whatever can be drawn, with errors too."""

PRINTED = 2
"""Components that are printed of all that a spoilt file changes."""

CRASHES = ("pnp.checks.run.crashed", "pnp.build.drawing.crashed", "pnp.checks.map.map_findings.crashed")
"""Where a fault of ours becomes a finding."""

PATH = re.compile(rb"[^\n/][^\n]*/[^\n]+")


@dataclass(frozen=True, slots=True)
class Case:
    """A file of a ground with another content; as bytes its path stands before it in a line of its own."""

    ground: str
    name: str
    content: bytes

    def written(self) -> bytes:
        """The case as a file of the corpus."""
        return f"{self.ground}/{self.name}\n".encode() + self.content


def read_case(written: bytes) -> Case:
    """The case in a file of the corpus."""
    path, _, content = written.partition(b"\n")
    assert PATH.fullmatch(path), path
    ground, _, name = path.decode().partition("/")
    return Case(ground, name, content)


class Bench:
    """A ground laid out in a folder, and what came of it before anything was spoilt."""

    def __init__(self, ground: Ground, folder: Path) -> None:
        self.ground, self.folder = ground, folder
        for name, content in ground.files.items():
            self._put(name, content)
        self._memo = Memo()
        self._sound: frozenset[int] = frozenset()
        self._books: dict[str, RulebookDocument] = {}
        if ground.files:
            examined = self._prepared(self._target(None), self._memo).examined
            self._sound, self._books = frozenset(map(id, examined.drawn)), dict(examined.documents)

    def run(self, case: Case) -> None:
        """Puts the file there, does with the game what users do, and puts the old file back."""
        self._put(case.name, case.content)
        memo = copy.copy(self._memo)
        memo.turn()
        try:
            with faults_escape(), suppress(Refused), reading_once():
                self._look(self._target(case), memo, self.ground.shown_in(case.name))
        finally:
            self._put(case.name, self.ground.files.get(case.name))

    def _look(self, target: Target, memo: Memo, only: tuple[str, ...]) -> None:
        prepared = self._prepared(target, memo, only)
        report = prepared.examined.report
        assert not [each for each in report.findings if each.code == "crashed-check"], as_text(report)
        for write in (as_text, as_json, as_github):
            write(report).encode()
        as_sarif(report, RULES, "1").encode()
        list(overlays_of(prepared.examined))
        changed = [drawn for drawn in prepared.examined.drawn if id(drawn) not in self._sound]
        part = replace(prepared.examined, drawn=tuple(changed[:PRINTED]))
        for _ in products(Prepared(part, prepared.target), _silent):
            pass
        if prepared.examined.documents != self._books:
            for _ in rule_products(prepared.examined, RuleOptions(), _silent):
                pass
        if not self.ground.files:
            _inspect(target)

    def _prepared(self, target: Target, memo: Memo, only: tuple[str, ...] = ()) -> Prepared:
        return prepare(load(target), replace(OPTIONS, only=only), _silent, memo)

    def _target(self, case: Case | None) -> Target:
        if case and not self.ground.files:
            return Target(self.folder, self.ground.name, self.folder / case.name)
        kit = self.folder / "kit.yaml"
        return Target(self.folder, self.ground.name, kit if kit.exists() else None)

    def _put(self, name: str, content: bytes | None) -> None:
        path = self.folder / name
        if content is None:
            path.unlink()
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def _inspect(target: Target) -> None:
    for mapped in maps_of(load(target)):
        if not mapped.map.damaged:
            inspection = inspect_map(mapped.map, mapped.lowered)
            inspection_text(inspection)
            inspection_data(inspection)
            list(pictures_of(mapped, inspection, "svg"))


@contextmanager
def faults_escape() -> Iterator[None]:
    """A check or a drawing that crashes is not told as a finding: what it raised is raised."""

    def again(_what: str, error: Exception, *_place: object) -> NoReturn:
        raise error

    with patch(CRASHES[0], again), patch(CRASHES[1], again), patch(CRASHES[2], again):
        yield


_read_once = lru_cache(maxsize=512)(read_document)
_validated_once = lru_cache(maxsize=512)(validate)
_parsed_once = lru_cache(maxsize=2_000)(parse_path)
_digested_once = lru_cache(maxsize=2)(fingerprint)


@contextmanager
def reading_once() -> Iterator[None]:
    """What is not spoilt is not read again for every case."""
    with (
        patch("pnp.loader.reader.read_document", _read_once),
        patch("pnp.loader.reader.validate", _validated_once),
        patch.object(import_module("pnp.checks.theme.icons"), "parse_path", _parsed_once),
        patch("pnp.build_record.fingerprint", _digested_once),
    ):
        yield


def signature(error: BaseException) -> str:
    """What tells one fault from another: the kind of exception, and the last line of ours that it came through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "pnp" in Path(frame.filename).parts]
    if isinstance(error, AssertionError) and not frames:
        return str(error)[:60]
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "?"
    return f"{type(error).__name__} at {where}"


def _silent(_said: str) -> None:
    """Progress is told to nobody."""
