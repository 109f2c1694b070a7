"""Whole games that are none of ours: two that nothing else uses, and those of the documentation, page by page."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pnp.checks import RULES
from tests.packs import HARBOUR
from tests.pipeline import FILE, ROOT

BLOCK = re.compile(r"^```(?:yaml|csv)\n(# file: .*?)^```", re.MULTILINE | re.DOTALL)
SAMPLE = re.compile(r"^(?:Bad|Good):\n((?:(?: {4}.*)?\n)+)", re.MULTILINE)

MANIFEST = (
    "# file: pack.yaml\nkind: pack\ntitle: Sample\nplayers: 2\ndocuments: [{documents}]\ncomponents: [{components}]\n"
)


@cache
def games() -> Mapping[str, str]:
    """All of them by name, each the text of its files after lines `# file: name`."""
    return MappingProxyType({name: _with_manifest(text) for name, text in _texts()})


def files_of(game: str) -> dict[str, str]:
    """The files of a game's text, by name."""
    _, *parts = FILE.split(game)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def written(files: Mapping[str, str]) -> str:
    """The text of a game with these files."""
    return "".join(f"# file: {name}\n{text.rstrip(chr(10))}\n" for name, text in files.items())


def _texts() -> Iterator[tuple[str, str]]:
    yield "harbour", HARBOUR
    for path in sorted((Path(__file__).parent / "foreign").glob("*.txt")):
        yield path.stem, path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "docs").glob("*.md")):
        blocks = BLOCK.findall(path.read_text(encoding="utf-8"))
        if blocks:
            yield path.stem, "".join(blocks)
    for rule in RULES:
        for number, found in enumerate(SAMPLE.findall(rule.page + "\n")):
            text = textwrap.dedent(found).lstrip("\n")
            yield f"{rule.code}-{number}", text if text.startswith("# file:") else f"# file: {_name(text)}\n{text}"


def _name(text: str) -> str:
    return "pack.yaml" if re.search(r"^kind: pack$", text, re.MULTILINE) else "sample.yaml"


def _with_manifest(game: str) -> str:
    """The game with a manifest that lists all documents, where it has none."""
    files = files_of(game)
    if "pack.yaml" in files:
        return game
    documents = [name for name in files if name.endswith(".yaml")]
    made = [Path(name).stem for name in documents if re.search(r"^kind: component$", files[name], re.MULTILINE)]
    components = ", ".join(f"{{component: {name}}}" for name in made)
    return MANIFEST.format(documents=", ".join(documents), components=components) + game
