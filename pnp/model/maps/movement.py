"""Movement classes: who may move on a map, on which places, along which ways, at which cost, and where it changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from pnp.diagnostics import Span
from pnp.model.reference import Ref
from pnp.source.tree import Listing, Node

LAND = "land"
"""The ground of a place that names none."""

GROUNDS = (LAND, "sea", "lake", "waste")
"""The grounds of areas."""

ROAD = "road"
"""The kind of a road that names none."""

OPEN = "open"
"""The kind of a move without a road on a grid map."""

NEVER = "never"
"""Instead of what crossing a kind of side costs a class: it does not cross such sides."""

PART = "/"
"""The sign between an area and one of its parts in names."""


class GroundWord(Struct, frozen=True):
    """A choice of places in a movement class: by a word, by a tag only, by a district only, or every place.

    The word is a ground, a tag, or the name of a place; the name of an area chooses its parts as well.
    """

    word: Ref | None = None
    tag: Ref | None = None
    district: Ref | None = None

    @classmethod
    def read(cls, node: Node) -> GroundWord:
        """Return the choice at `node`: a word, `{tag: …}`, `{in: …}` or `every place`."""
        if node.value == "every place":
            return cls()
        if "tag" in node:
            return cls(tag=Ref.read(node["tag"]))
        return cls(district=Ref.read(node["in"])) if "in" in node else cls(word=Ref.read(node))

    @property
    def ref(self) -> Ref | None:
        """The name that it is written with; None for every place."""
        return self.word or self.tag or self.district

    @property
    def written(self) -> str:
        """The choice as a map writes it, in quotes if it is a name."""
        if self.word:
            return f"'{self.word}'"
        return f"{{tag: {self.tag}}}" if self.tag else f"{{in: {self.district}}}" if self.district else "every place"


EVERY_GROUND = (GroundWord(),)
"""Chooses every place."""


class MovementClass(Struct, frozen=True, dict=True):
    """A kind of piece: where it may be, along which kinds of roads it moves, and what a move costs it.

    It may be on the places that `on` chooses and `never` does not, and moves `along` roads of these kinds, or of any
    kind if there are none. `costs` replace the cost of a move: by the kind of the road, or by the ground, a tag or the
    name of the place that it enters. `crosses` says what crossing a kind of side costs it in addition, None if it does
    not cross such sides. If it is `apart`, it is in one part of an area that has parts; None if its roads decide that.

    A class `by` others moves as any of these, and changes from one to another only on the places that `change` chooses.
    """

    name: str
    span: Span
    on: tuple[GroundWord, ...] = EVERY_GROUND
    never: tuple[GroundWord, ...] = ()
    along: tuple[Ref, ...] = ()
    costs: tuple[tuple[Ref, int], ...] = ()
    crosses: tuple[tuple[Ref, int | None], ...] = ()
    apart: bool | None = None
    by: tuple[Ref, ...] = ()
    change: tuple[GroundWord, ...] = ()

    @classmethod
    def read(cls, key: Node, value: Node) -> MovementClass:
        """Return the class that a map defines under `key`."""
        parts = value.text_of("parts", "")
        return cls(
            name=key.text,
            span=key.span,
            on=_words(value.get("on")) or EVERY_GROUND,
            never=_words(value.get("never")),
            along=read_names(value.get("along")),
            costs=tuple((Ref.read(name), cost.integer) for name, cost in value.entries("costs")),
            crosses=tuple(
                (Ref.read(name), None if cost.value == NEVER else cost.integer)
                for name, cost in value.entries("crosses")
            ),
            apart=parts == "apart" if parts else None,
            by=read_names(value.get("by")),
            change=_words(value.get("change")),
        )

    @property
    def words(self) -> Iterator[GroundWord]:
        """The choices of places that it names."""
        return (word for word in (*self.on, *self.never, *self.change) if word.ref)

    @cached_property
    def prices(self) -> dict[str, int]:
        """Its costs by kind of road, ground, tag or place."""
        return {ref.name: cost for ref, cost in self.costs}

    def uses(self, kind: str) -> bool:
        """Whether it moves along roads of a kind."""
        return not self.along or any(ref.name == kind for ref in self.along)


def _words(node: Node | None) -> tuple[GroundWord, ...]:
    """Return the choices at `node`: one, or a list of several."""
    if node is None:
        return ()
    return tuple(map(GroundWord.read, node)) if isinstance(node.value, Listing) else (GroundWord.read(node),)


def read_names(node: Node | None) -> tuple[Ref, ...]:
    """Return the names at `node`: one, or a list of several."""
    if node is None:
        return ()
    return tuple(map(Ref.read, node)) if isinstance(node.value, Listing) else (Ref.read(node),)


def read_movement(root: Node) -> tuple[MovementClass, ...]:
    """Return the movement classes described under `movement`."""
    return tuple(MovementClass.read(*item) for item in root.entries("movement"))


# Places and roads as movement sees them, on a map of any kind.


class MovementPlace(Struct, frozen=True):
    """A place as movement sees it: an area, a part of one, or a cell.

    `whole` is the number of the area of a part, `also` the number on the map of a named cell.
    """

    id: str
    span: Span
    ground: str = LAND
    tags: tuple[str, ...] = ()
    district: str | None = None
    stop: bool = True
    whole: int | None = None
    also: str = ""


class MovementRoad(Struct, frozen=True):
    """A road between two places by number: its kind, its index among the spans of the map, and its cost.

    `back` is the cost of the way back; None if there is none.
    """

    start: int
    end: int
    way: int
    kind: str = ROAD
    cost: int = 1
    back: int | None = 1


class UnknownWord(Struct, frozen=True):
    """A word of a movement class that names nothing on the map: what it should name, and the names that exist."""

    ref: Ref
    thing: str
    known: Collection[str]


class TravelMap(Struct, frozen=True, eq=False, dict=True):
    """The places and roads of a map, from which the network of each movement class is made.

    `spans` are those of the roads, `titles` their names if they can be closed. A map is not `whole` if roads are
    missing because of an error in the source. `grounds`, `kinds`, `sides` and `more_tags` are all grounds, kinds of
    roads and of sides, and tags that the map knows, used or not. `ground_word` is what findings call a ground.
    """

    places: tuple[MovementPlace, ...]
    roads: tuple[MovementRoad, ...]
    spans: tuple[Span, ...]
    whole: bool = True
    grounds: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    sides: frozenset[str] = frozenset()
    more_tags: frozenset[str] = frozenset()
    ground_word: str = "ground"
    titles: tuple[str, ...] = ()

    @cached_property
    def words(self) -> frozenset[str]:
        """The grounds, tags and names of places."""
        names = (name for each in self.places for name in (each.ground, each.id, each.also))
        return self.grounds | self.tags | frozenset(name for name in names if name)

    @cached_property
    def tags(self) -> frozenset[str]:
        """The tags of places."""
        return self.more_tags.union(tag for place in self.places for tag in place.tags)

    @cached_property
    def districts(self) -> frozenset[str]:
        """The districts of places, and the areas with parts."""
        return frozenset(
            name for place in self.places
            for name in (place.district, None if place.whole is None else self.places[place.whole].id) if name
        )  # fmt: skip

    def unknown_words(self, mover: MovementClass) -> Iterator[UnknownWord]:
        """Yield the words of a class that name nothing on the map."""
        kinds = self.kinds | {ROAD}
        for choice in mover.words:
            thing, known = (f"{self.ground_word}, tag or place", self.words) if choice.word else ("tag", self.tags)
            thing, known = ("district", self.districts) if choice.district else (thing, known)
            if choice.ref and choice.ref.name not in known:
                yield UnknownWord(choice.ref, thing, known)
        for ref in mover.along:
            if ref.name not in kinds:
                yield UnknownWord(ref, "kind of road", kinds)
        priced = self.words | kinds
        for ref, _ in mover.costs:
            if ref.name not in priced:
                yield UnknownWord(ref, f"{self.ground_word}, tag, place or kind of road", priced)
        for ref, _ in mover.crosses:
            if ref.name not in self.sides:
                yield UnknownWord(ref, "kind of side", self.sides)

    def misspells(self, movement: Iterable[MovementClass]) -> bool:
        """Whether a word of one of these classes names nothing on the map."""
        return any(True for mover in movement for _ in self.unknown_words(mover))

    def area(self, place: int) -> int:
        """Return the number of the area that a place is or is a part of."""
        whole = self.places[place].whole
        return place if whole is None else whole

    @cached_property
    def _named(self) -> tuple[Mapping[str, set[int]], Mapping[str, set[int]], Mapping[str, set[int]]]:
        """The places that a word, a tag and a district choose; a part has the tags and the district of its area too."""
        words, tags, districts = (defaultdict[str, set[int]](set) for _ in range(3))
        for place, own in enumerate(self.places):
            area = self.places[self.area(place)]
            for tag in (*own.tags, *area.tags):
                tags[tag].add(place)
                words[tag].add(place)
            for name in (own.id, own.also or area.id, own.ground):
                words[name].add(place)
            for district in (area.district, area.id if own is not area else None):
                if district is not None:
                    districts[district].add(place)
        return words, tags, districts

    def chosen(self, choices: Iterable[GroundWord]) -> frozenset[int]:
        """Return the places that one of several choices chooses."""
        words, tags, districts = self._named
        found = set[int]()
        for each in choices:
            if each.ref is None:
                return frozenset(range(len(self.places)))
            found |= (words if each.word else tags if each.tag else districts).get(each.ref.name, set())
        return frozenset(found)

    def entered_by(self, mover: MovementClass) -> frozenset[int]:
        """Return the places that a class may be on."""
        return self.chosen(mover.on) - self.chosen(mover.never)

    def named_by(self, mover: MovementClass) -> frozenset[int]:
        """Return the places that a class names under `on` or `costs`: closed ones are open to it."""
        return self.chosen((*(word for word in mover.on if word.ref), *(GroundWord(ref) for ref, _ in mover.costs)))

    def cost(self, mover: MovementClass, kind: str, cost: int, end: int) -> int:
        """Return what a move costs a class: what its `costs` say of the road, or of the place it enters, or `cost`."""
        if not mover.costs:
            return cost
        said = mover.prices
        place, area = self.places[end], self.places[self.area(end)]
        known = (kind, place.id, area.id, *place.tags, *area.tags, place.ground)
        return next((said[name] for name in known if name in said), cost)
