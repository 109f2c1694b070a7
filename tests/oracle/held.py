"""A document put to pnp and to brute force, and where the two differ."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from pnp.model.maps.area_map import read_area_map
from pnp.model.maps.block_map import read_block_map
from pnp.model.maps.grid_map import read_grid_map
from pnp.model.maps.street_map import read_street_map
from pnp.model.maps.tile_map import read_tile_map
from pnp.network import lay_out, lower, prove
from pnp.network.budget import SearchBudget
from pnp.source import load_schemas, read_document, validate
from tests.oracle.mutants import ROOT
from tests.oracle.replay import misses
from tests.oracle.verdict import Map, answer

if TYPE_CHECKING:
    from pnp.network import Proof
    from tests.oracle.board import Data

READERS = {
    "area-map": read_area_map,
    "block-map": read_block_map,
    "grid-map": read_grid_map,
    "street-map": read_street_map,
    "tile-map": read_tile_map,
}
WORK = 2_500
"""How many setups brute force tries for one requirement, times the states of the map."""

LEAST = 20
"""How many it tries at least."""


@dataclass(frozen=True)
class Held:
    """A requirement that was put to both: the demand, pnp's verdict and method, and what differs."""

    demand: str
    verdict: str
    method: str
    scope: str
    differs: str | None = None


SPOKEN_FOR = ("null", "true", "false", "yes", "no", "on", "off", "nan", "inf")
"""Words that are no words where they stand without quotes."""


class UnreadError(Exception):
    """The document does not keep its schema."""


@cache
def schemas() -> object:
    """The schemas."""
    return load_schemas(ROOT / "schemas")


def map_of(text: str) -> Any:
    """The map of a document; raises UnreadError where it does not keep its schema."""
    document = validate(read_document(text.encode(), "map.yaml"), schemas())  # type: ignore[arg-type]
    errors = [finding for finding in document.findings if finding.severity.value == "error"]
    if document.root is None or errors:
        raise UnreadError("; ".join(f"{each.span}: {each.message}" for each in document.findings))
    return READERS[document.root["kind"].text](document.root, "map")


def proofs_of(text: str, steps: int | None = None) -> tuple[Proof, ...]:
    """The proofs of pnp for a document, with so many steps for each."""
    game_map = map_of(text)
    lowered, layout = lower(game_map), lay_out(game_map)
    found: list[Proof] = []
    for requirement in game_map.requirements:
        found += prove((requirement,), lowered, layout, SearchBudget(steps) if steps else None)
    return tuple(found)


def held(drawn: Map, steps: int | None = None) -> list[Held]:
    """Each requirement of a map, judged by both.

    Raises TooCloseError or TooManyError where brute force can't tell, UnreadError where the document is none.
    """
    document, limit = drawn.document, limit_of(drawn)
    answers = [answer(drawn, each, limit, thorough=steps is not None) for each in document["requirements"]]
    try:
        proofs = proofs_of(written(document), steps)
    except UnreadError:
        raise
    except Exception as error:  # a fault of pnp's is a difference like others
        return [Held("any", "broken down", "direct", "printed", repr(error))]
    found = []
    for requirement, told, proof in zip(document["requirements"], answers, proofs, strict=True):
        differs = misses(requirement, told, proof, bounded=steps is not None)
        verdict = {True: "holds", False: "broken", None: "unknown"}[proof.holds]
        if not proof.asked or proof.is_empty:
            verdict = "empty" if proof.asked else "not asked"
        found.append(Held(proof.demand, verdict, proof.method, proof.scope, differs))
    return found


def limit_of(drawn: Map) -> int:
    """How many setups of a map brute force tries."""
    return max(LEAST, WORK // len(drawn.printed.owner))


def written(document: Data) -> str:
    """The document as a file: what stands under each key on lines of their own, what these hold in a line."""
    return "".join(f"{key}:{_below(value)}\n" for key, value in document.items())


def _below(value: Data) -> str:
    match value:
        case dict() if value:
            return "".join(f"\n  {_inline(key)}: {_inline(said)}" for key, said in value.items())
        case list() if value:
            return "".join(f"\n  - {_inline(said)}" for said in value)
        case _:
            return f" {_inline(value)}"


def _inline(value: Data) -> str:
    """A value as JSON, which is YAML too; a plain word without quotes."""
    plain = isinstance(value, str) and value.isalpha() and value.lower() not in SPOKEN_FOR
    return str(value) if plain else json.dumps(value, ensure_ascii=False)
