"""The cards as a pack of pnp, their rows in a table or in the YAML itself."""

from __future__ import annotations

from pathlib import Path

from benchmarks.cards.rows import Row, write_table

PACK = """\
kind: pack
title: Errands
summary: A deck to measure with.
players: 2 to 4
credit: {designers: [the pnp maintainers]}
licence: {name: CC0 1.0}
documents: [cards.yaml, card.yaml, look.yaml]
components: [{component: cards}]
"""

CARDS = """\
kind: component
makes: card
name: Errands
template: card
"""

CARD = """\
kind: template
size: poker
bleed: 0
layers:
  - {panel: none, outline: edge, radius: 3, where: inset 3}
  - {ellipse: none, outline: rim, where: "top left, 8.4 x 8.4, inset 5.3", name: disc}
  - {text: "{number}", style: number, where: in disc, align: centre, valign: middle}
  - text: "{title}"
    style: title
    where: "top left, 44 x 6, 14 from left, 6.5 from top"
    align: centre
    valign: middle
  - polygon: [[7, 0], [21, 0], [28, 12.124], [21, 24.249], [7, 24.249], [0, 12.124]]
    fill: "{code}"
    outline: rim
    where: "top, 28 x 24.249, 21.876 from top"
  - {text: "{text}", style: body, where: "top left, 51.5 x 31, 6 from left, 53 from top", align: left}
"""

LOOK = """\
kind: theme
palette: {ink: "#000000"}
type:
  number: {family: Fira Sans, size: 13, leading: 13, colour: ink}
  title: {family: Fira Sans, size: 12, leading: 12, colour: ink}
  body: {family: Fira Sans, size: 9, leading: 11, colour: ink}
lines:
  edge: {width: 0.494, colour: ink}
  rim: {width: 0.282, colour: ink}
"""

ASKED = ("id", "title", "number", "code", "text")
"""The columns that the deck has; the others are for tools that want a colour in another way."""


def write_pack(folder: Path, content: list[Row], *, table: bool = True) -> None:
    """Writes the pack into the folder, its rows as `cards.csv` or, without a `table`, into `cards.yaml`."""
    folder.mkdir(parents=True, exist_ok=True)
    chosen = [{name: each[name] for name in ASKED} for each in content]
    written = "rows: cards.csv\n" if table else "rows:\n" + "".join(map(_as_yaml, chosen))
    if table:
        write_table(folder / "cards.csv", chosen)
    documents = {"pack": PACK, "cards": CARDS + written, "card": CARD, "look": LOOK}
    for name, text in documents.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def _as_yaml(each: Row) -> str:
    values = {**each, "id": f"'{each['id']}'", "code": f"'{each['code']}'"}
    first, *rest = (f"{name}: {value}" for name, value in values.items())
    return "".join([f"  - {first}\n", *(f"    {line}\n" for line in rest)])
