"""Spoilt files: whatever is in them, they are refused in a line, or become a document that pnp can read."""

from __future__ import annotations

import base64
import json
import random
import re
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from pnp.importing.drafts import ImportRefused
from pnp.loader.target import schema_folder
from pnp.source import load_schemas, read_document, validate
from tests.importing.reading import imported
from tests.importing.test_azgaar import HOLED, world
from tests.importing.test_drawings import ISLES, NET, collection, square
from tests.importing.test_grids import PACKED, TILES, game, layer_of, tiled
from tests.importing.test_networks import DRAWN, ROADS

TMX = f"""<map orientation="orthogonal" width="3" height="3" tilewidth="16" tileheight="16">
<tileset firstgid="1" name="t">
<tile id="0"><properties><property name="terrain" value="grass"/></properties></tile></tileset>
<layer name="Ground" width="3" height="3"><data encoding="csv">{",".join(map(str, TILES))}</data></layer>
<objectgroup name="O"><object id="1" name="Chest" x="40" y="8"/></objectgroup></map>"""

OBJECTS = {"type": "objectgroup", "name": "O", "objects": [{"id": 1, "name": "Chest", "x": 9, "y": 9, "gid": 1}]}
ZIPPED = base64.b64encode(zlib.compress(PACKED)).decode()
HEXES = {"layout": "odd-r", "hexes": {"E1": {"q": 0, "r": 0, "n": "A"}, "E2": {"q": 1, "r": 0, "region": "x"}}}
RAILS = game(
    "horizontal",
    {"hexes": ["B2", "B4"], "color": "plain", "terrain": [{"type": "river", "cost": 40}], "track": [{"side": 2}]},
    {"hexes": ["C3"], "cities": [{"name": {"name": "Aube"}}], "borders": [{"side": 1, "color": "water"}]},
    borders=[{"color": "water", "coords": ["B2p4", "B2p5"]}],
)
TEXTS = {"isles.svg": ISLES, "net.svg": NET, "plan.graphml": DRAWN, "roads.csv": ROADS, "cave.tmx": TMX}
VALUES = {
    "world.json": world(HOLED),
    "map.geojson": json.loads(collection(square("A", 0, 0), square("B", 1, 0))),
    "cave.tmj": tiled(layers=[layer_of(TILES), layer_of(ZIPPED, encoding="base64", compression="zlib"), OBJECTS]),
    "areas.hexjson": HEXES,
    "rails.json": json.loads(RAILS),
}
ODD = (
    None,
    True,
    -1,
    0,
    1e308,
    10**30,
    2.5,
    "",
    "x",
    "-- -> {",
    "\x00\u2028\ud800"[:2],
    [],
    [[]],
    {},
    {"a": {}},
    [None],
    "9" * 99,
)
"""What stands in the place of a value."""

ROUNDS = 60
"""Spoilt versions of each file; `python -m tests.importing.test_spoilt` tries so many thousands."""


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from places(item, (*at, key))


def with_odd(value: Any, at: tuple[Any, ...], odd: Any) -> Any:
    if not at:
        return odd
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at[0]] = with_odd(value[at[0]], at[1:], odd)
    return copy


def spoilt_text(text: str, chance: random.Random) -> bytes:
    content = bytearray(text.encode())
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(content) + 1)
        end = min(len(content), start + chance.choice((0, 1, 1, 3, 20)))
        other = chance.randrange(len(content) + 1)
        piece = chance.choice(
            (b"", b"\x00", b"<", b'"', b"-", b"9e999", b"\xff", b"nan", b",", content[other : other + 9])
        )
        content[start:end] = piece
        if not content:
            break
    return bytes(content)


WORDS = ("", "nan", "-1", "0", "1e999", "9" * 99, "M0 0L", "translate(", "url(#a)", "A", "base64", "x y", "none", "%")
"""What stands in the place of the value of an attribute."""


def with_odd_attributes(text: str, chance: random.Random) -> bytes:
    found = list(re.finditer(r'(?<==")[^"]*(?=")', text))
    for each in sorted(chance.sample(found, chance.randint(1, 3)), key=lambda each: -each.start()):
        text = text[: each.start()] + chance.choice((*WORDS, chance.choice(found)[0])) + text[each.end() :]
    return text.encode()


def attempts(file: str, rounds: int) -> Iterator[bytes]:
    chance = random.Random(file)
    for _ in range(rounds):
        if file in TEXTS:
            spoil = with_odd_attributes if chance.random() < 0.7 and '="' in TEXTS[file] else spoilt_text
            yield spoil(TEXTS[file], chance)
            continue
        value = VALUES[file]
        for _ in range(chance.randint(1, 3)):
            value = with_odd(value, chance.choice([*places(value)]), chance.choice(ODD))
        yield json.dumps(value).encode()


def look_at(content: bytes, file: str) -> None:
    """The document of a file can be read and keeps to its schema, or the file is refused in a line."""
    said = ""
    try:
        found = imported(content, file)
    except ImportRefused as refused:
        said = f"{refused.message} → {refused.hint}"
    if said:
        assert "\n" not in said
        return
    document = validate(read_document(found.text, "t.yaml"), load_schemas(schema_folder()))
    assert not document.findings, (document.findings[0].message, found.text)


@pytest.mark.parametrize("file", [*TEXTS, *VALUES])
def test_spoilt_files_are_refused_or_become_valid_documents(file: str) -> None:
    for content in attempts(file, ROUNDS):
        look_at(content, file)


if __name__ == "__main__":
    for name in (*TEXTS, *VALUES):
        for spoilt in attempts(name, ROUNDS * 1_000):
            look_at(spoilt, name)
