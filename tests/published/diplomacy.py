"""Compare the Diplomacy maps of godip and webDiplomacy with their adjacencies.

`python -m tests.published.diplomacy CLONE` reads a clone of https://github.com/zond/godip or of
https://github.com/kestasjk/webDiplomacy, also a bare one. The source of each variant becomes one area map with armies
and fleets: provinces are areas, split coasts are parts, and what only armies or only fleets can use is a road of the
kind `land` or `sea`. `pnp check` must accept the document, and the network of each class must have exactly the moves
that the source has for it (networkx).
"""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from networkx import DiGraph

import pnp

ENTRY = re.compile(r'^\t*\.?Prov\("(?P<name>[^"]+)"\)(?P<rest>.*)$', re.MULTILINE)
CONN = re.compile(r'\.Conn\("([^"]+)", ([^)]*)\)')
FLAG = re.compile(r"\.Flag\(([^)]*)\)")
FLAGS = {
    "godip.Land": {"land"}, "godip.Sea": {"sea"}, "godip.Coast...": {"land", "sea"},
    "godip.Archipelago...": {"land", "sea"},
}  # fmt: skip
"""Who may be in a province or pass a border, by godip's words: armies on land, fleets at sea."""

ROW = re.compile(r"^\s*array\(\s*(['\"])(?P<name>.+?)\1\s*,\s*'(?P<ground>Land|Sea|Coast)'", re.MULTILINE)
BORDER = re.compile(
    r"^\s*array\(\s*(['\"])(.+?)\1\s*,\s*(['\"])(.+?)\3\s*,\s*'(Yes|No)'\s*,\s*'(Yes|No)'", re.MULTILINE
)
GROUNDS = {"Land": {"land"}, "Sea": {"sea"}, "Coast": {"land", "sea"}}
"""The tables of webDiplomacy: territories, and borders with whether fleets and armies pass them."""


CLASSES = {
    "army": "  army: {on: land, along: [road, land], parts: together}",
    "fleet": "  fleet: {on: [sea, coast], along: [road, sea], parts: apart}",
}
"""The movement classes of the document."""


@dataclass
class Atlas:
    """A variant as godip has it: who may be in each province or coast, and who passes from one to another."""

    stands: dict[str, set[str]] = field(default_factory=dict)
    moves: dict[tuple[str, str], set[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, source: str) -> Atlas:
        """Read the Go source of a variant."""
        atlas = cls()
        for entry in ENTRY.finditer(source):
            name, rest = entry["name"], entry["rest"]
            flags = FLAG.search(rest)
            atlas.stands.setdefault(name, set()).update(_flags(flags[1]) if flags else set())
            for end, said in CONN.findall(rest):
                atlas.moves.setdefault((name, end), set()).update(_flags(said))
        return atlas

    @classmethod
    def read_tables(cls, source: str) -> Atlas:
        """Read the tables of a variant in PHP, where a coast is `Spain (North Coast)`, of which no army knows."""

        def place(name: str) -> str:
            return re.sub(r" \((.+) Coast\)$", lambda found: f"/{found[1].lower()}", name.replace("\\\\'", "'"))

        atlas = cls()
        for row in ROW.finditer(source):
            atlas.stands[place(row["name"])] = set(GROUNDS[row["ground"]])
        for name in [*atlas.stands]:
            if "/" in name:
                atlas.stands[name] = {"sea"}
                atlas.stands[name.partition("/")[0]] = {"land"}
        for _, start, _, end, fleets, armies in BORDER.findall(source):
            passes = ({"sea"} if fleets == "Yes" else set()) | ({"land"} if armies == "Yes" else set())
            for one, other in ((start, end), (end, start)):
                atlas.moves.setdefault((place(one), place(other)), set()).update(passes)
        return atlas

    def graph(self, who: str) -> DiGraph[str]:
        """Where armies (`land`) or fleets (`sea`) may be, and their moves."""
        graph: DiGraph[str] = DiGraph()
        graph.add_nodes_from(name for name, flags in self.stands.items() if who in flags)
        graph.add_edges_from(
            (start, end) for (start, end), flags in self.moves.items()
            if who in flags and start in graph and end in graph
        )  # fmt: skip
        return graph

    def document(self, title: str) -> str:
        """The variant as one map, in YAML."""
        coasts = [name for name in self.stands if "/" in name]
        lines = [
            "kind: area-map",
            f"name: {title}",
            "movement:",
            *(CLASSES[name] for name, _ in classes_of(self)),
            "areas:",
        ]
        for name, flags in self.stands.items():
            if name in coasts:
                continue
            parts = [coast.partition("/")[2] for coast in coasts if coast.startswith(f"{name}/")]
            said = ["ground: sea"] if flags == {"sea"} else []
            said += ["tags: [coast]"] if flags == {"land", "sea"} or parts else []
            said += [f"parts: {{{', '.join(f'{part}: {{}}' for part in parts)}}}"] if parts else []
            lines.append(f"  {json.dumps(name)}: {{{', '.join(said)}}}")
        return "\n".join([*lines, "roads:", *(f"  - {road}" for road in self._roads())]) + "\n"

    def _roads(self) -> list[str]:
        """The roads: those of armies and fleets, of armies, and of fleets, with one of each pair both ways."""
        split = {name.partition("/")[0] for name in self.stands if "/" in name}
        moves = {who: set(self.graph(who).edges) for who in ("land", "sea")}
        assert not any(end in split for move in moves["sea"] for end in move), "a fleet in a whole split province"
        roads, done = [], set()
        for start, end in self.moves:
            for who in ("both", "land", "sea"):
                own = (
                    moves["land"] & moves["sea"]
                    if who == "both"
                    else moves[who] - moves["land" if who == "sea" else "sea"]
                )
                if (start, end) not in own or (end, start, who) in done:
                    continue
                done.add((start, end, who))
                kind = "" if who == "both" else f", kind: {who}"
                one_way = "" if (end, start) in own else ", one-way: true"
                roads.append(f"{{from: {json.dumps(start)}, to: {json.dumps(end)}{kind}{one_way}}}")
        return roads


def _flags(said: str) -> set[str]:
    return {flag for word in said.split(",") for flag in FLAGS[word.strip()]}


def classes_of(atlas: Atlas) -> list[tuple[str, str]]:
    """The classes of a variant, with the word for where they may be; some variants have no fleets."""
    return [(name, who) for name, who in (("army", "land"), ("fleet", "sea")) if len(atlas.graph(who))]


def digest(graph: DiGraph[str]) -> str:
    """A short digest of the places and moves of a graph."""
    words = [*sorted(graph), *(f"{start}>{end}" for start, end in sorted(graph.edges))]
    return hashlib.sha256("\n".join(words).encode()).hexdigest()[:12]


def compare(title: str, atlas: Atlas) -> str:
    """Return a line on a variant: its figures, or what differs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.yaml"
        path.write_text(atlas.document(title), encoding="utf-8")
        game = pnp.load(path)
        errors = [finding for finding in game.findings if finding.severity.value == "error"]
        figures = []
        for name, who in classes_of(atlas):
            expected, found = atlas.graph(who), game.maps["board"].classes[name].to_networkx()
            if set(found) != set(expected) or set(found.edges) != set(expected.edges):
                wrong = sorted(set(found.edges) ^ set(expected.edges))[:5], sorted(set(found) ^ set(expected))[:5]
                return f"{title:24} DIFFERS for the {name}: {wrong}"
            figures.append(f"{name} {len(found):3} places {len(found.edges):4} moves {digest(found)}")
    told = "".join(f"\n    {finding.code}: {finding.message}" for finding in errors)
    return f"{title:24} {', '.join(figures)}{told}"


def atlases(clone: Path) -> dict[str, Atlas]:
    """The variants with maps in a clone, by their names."""

    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(clone), *words], capture_output=True, text=True, check=False).stdout

    found = {}
    for name in git("ls-tree", "-r", "--name-only", "HEAD", "variants").splitlines():
        if name.endswith(".go") and not name.endswith(("_test.go", "bindata.go")):
            text = git("show", f"HEAD:{name}")
            if len(ENTRY.findall(text)) > 5:
                found[Path(name.replace("beta/", "")).parts[1]] = Atlas.read(text)
        elif name.endswith("/install.php"):
            text = git("show", f"HEAD:{name}")
            if len(ROW.findall(text)) > 5:
                found[Path(name).parts[1]] = Atlas.read_tables(text)
    return found


def main() -> int:
    """Compare all variants of a clone, and print a line on each."""
    lines = [compare(name, atlas) for name, atlas in sorted(atlases(Path(sys.argv[1])).items())]
    sys.stdout.write("\n".join([*lines, f"{len(lines)} variants"]) + "\n")
    return 1 if any("DIFFERS" in line or "\n" in line for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
