"""Requirements and closures for a map, drawn by a seed: every demand about as often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.oracle.table import DEMANDS

if TYPE_CHECKING:
    from random import Random

    from tests.oracle.board import Board, Data

DEALT = tuple(DEMANDS)
GROUNDS = ("places", "crossings", "segments", "stretches")
NAMES = {"places": ("cone", "cab"), "crossings": ("barrier", "gate"), "segments": ("token",), "stretches": ("jam",)}


def closures(random: Random, board: Board) -> Data:
    """What may be laid on a board: on its places, and on what else it has."""
    spots = {
        "places": [place.name for place in board.places if place.stop],
        "crossings": [spot.name for spot in board.crossings],
        "segments": [spot.name for spot in board.segments],
        "stretches": [name for name, _ in board.stretches],
    }
    tags = sorted(board.words()[1]) or ["inn"]
    kinds = [(ground, name) for ground in GROUNDS if spots[ground] for name in NAMES[ground]]
    found = {}
    for ground, name in random.sample(kinds, min(len(kinds), random.randint(1, 2))):
        closure: Data = {"lies-on": ground}
        few = sorted(random.sample(spots[ground], min(len(spots[ground]), random.randint(1, 5))))
        if ground == "places":
            closure["lies-on"] = random.choice(("places", few, few, {"tag": random.choice(tags)}))
        elif random.random() < 0.5:
            closure["only"] = few
        if random.random() < 0.3:
            closure["never"] = random.sample(spots[ground], 1)
        if random.random() < 0.7:
            closure["at-most"] = random.randint(1, 3)
        if ground in ("places", "stretches") and random.random() < 0.4:
            closure["holds"] = True
        found[name] = closure
    return found


class Asker:
    """Draws requirements about a board."""

    def __init__(self, random: Random, board: Board, kinds: Data, arranged: bool) -> None:
        self.random, self.kinds, self.arranged = random, list(kinds), arranged
        self.stops = [place.name for place in board.places if place.stop]
        self.named = [*self.stops, *self.stops, *(site.name for site in board.sites)]
        _, tags, districts = board.words()
        self.groups = [{"tag": tag} for tag in sorted(tags)][:6] + [{"in": each} for each in sorted(districts)][:4]

    def requirement(self, demand: str) -> Data:
        """A requirement of that demand."""
        found: Data = {demand: self._body(demand)}
        if self.random.random() < 0.02:
            _misspell(found, demand)
        if demand != "isolation" and self.kinds and self.random.random() < (0.25 if self.arranged else 0.6):
            laid = self.random.sample(self.kinds, self.random.randint(1, len(self.kinds)))
            found["with"] = {kind: self.random.randint(1, 2) for kind in laid}
        if self.random.random() < (0.7 if self.arranged else 0.15):
            found["in"] = "every setup"
        return found

    def _body(self, demand: str) -> Data:  # noqa: C901  one case a demand
        random = self.random
        match demand:
            case "reach":
                return self._both("from", "to")
            case "distance":
                body = {"from": self._some(), "to": self._some()}
                return {**body, **self._bounds(6)}
            case "within":
                return {**self._both("every", "a"), "at-most": random.randint(1, 5)}
            case "adjacent" | "not-adjacent":
                return [random.choice(self.named), random.choice(self.named)]
            case "degree":
                counts = random.choice(({}, {"counts": "in"}, {"counts": "out"}))
                return {**self._maybe("of"), **counts, **self._bounds(4)}
            case "count":
                return {**self._maybe("of"), **self._bounds(8)}
            case "no-trap":
                return True if random.random() < 0.5 else {"unless": self._some()}
            case "survives":
                return {"closed": random.randint(1, 2)}
            case "isolation":
                by = random.sample(self.kinds, random.randint(1, len(self.kinds))) if self.kinds else []
                body = {**self._maybe("of"), **self._maybe("from"), "at-least": random.randint(1, 3)}
                return {**body, "by": by if len(by) > 1 else by[0]} if by and random.random() < 0.8 else body
            case "fair-starts":
                return {**self._maybe("from"), "to": self._some(), "at-most": random.choice((0, 0.1, 0.25, 0.5, 1))}
            case _:
                return True

    def _some(self) -> Data:
        """Some places: a group, one by its name, a few."""
        kind = self.random.random()
        if self.groups and kind < 0.4:
            return self.random.choice(self.groups)
        if kind < 0.7:
            return self.random.choice(self.named)
        names = list(dict.fromkeys(self.named))
        return self.random.sample(names, min(len(names), self.random.randint(1, 3)))

    def _maybe(self, key: str) -> Data:
        return {key: self._some()} if self.random.random() < 0.7 else {}

    def _both(self, start: str, goal: str) -> Data:
        return {**self._maybe(start), goal: self._some()}

    def _bounds(self, most: int) -> Data:
        kind = self.random.random()
        if kind < 0.15:
            return {"is": self.random.randint(0, most)}
        least, upper = self.random.randint(0, 2), self.random.randint(1, 2 * most)
        if kind < 0.4:
            return {"at-least": least}
        return {"at-most": upper} if kind < 0.85 else {"at-least": least, "at-most": upper}


def _misspell(found: Data, demand: str) -> None:
    """Names what is not there."""
    body = found[demand]
    if isinstance(body, list):
        body[0] = "Nowhere"
    elif isinstance(body, dict):
        for key in ("to", "of", "a", "unless"):
            if key in body:
                body[key] = {"tag": "nothing"} if isinstance(body[key], dict) else "Nowhere"
