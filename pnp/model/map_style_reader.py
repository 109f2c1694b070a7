"""Styles of maps out of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.model.acceptance import Acceptance
from pnp.model.block_style import BlockStyle
from pnp.model.game_map import Point, read_size
from pnp.model.map_style import (
    LEAST,
    ROOFS,
    SIDES,
    Clearing,
    CompassStyle,
    CoreStyle,
    Dash,
    FrameStyle,
    IconStyle,
    LabelStyle,
    MapStyle,
    Mark,
    PlaceStyle,
    RoadStyle,
    Shape,
    Side,
    SiteStyle,
    StreetStyle,
    TownStyle,
    WaterStyle,
    Where,
)
from pnp.model.reference import Ref

if TYPE_CHECKING:
    from pnp.source.tree import Node


def read_map_style(root: Node, name: str, damaged: bool = False) -> MapStyle:
    """The style that stands in the document `root`, which its schema has passed."""
    seed, inset, roads, lit = root.get("seed"), root.get("inset"), root.get("roads"), root.get("lit")
    core, water, town, compass = root.get("core"), root.get("water"), root.get("town"), root.get("compass")
    streets, sites, frame = root.get("streets"), root.get("sites"), root.get("frame")
    colours = root.get("colours")
    return MapStyle(
        id=name,
        span=root.span,
        places=_places(root["places"]),
        seed=seed.text if seed else "",
        inset=inset.number if inset else 0.0,
        roads=_roads(roads) if roads else None,
        lit=_places(lit) if lit else None,
        core=_core(core) if core else None,
        tints=_truth(root, "tints"),
        water=_water(water) if water else None,
        town=_town(town) if town else None,
        compass=_compass(compass) if compass else None,
        blocks=BlockStyle.read(root["blocks"]) if "blocks" in root else None,
        streets=_streets(streets) if streets else None,
        sites=_sites(sites) if sites else None,
        frame=_frame(frame) if frame else None,
        clear=tuple(Clearing(_point(node["at"]), read_size(node["size"])) for node in root.list("keep-clear")),
        colours={key.text: Ref.read(value) for key, value in colours.items()} if colours else {},
        accepts=tuple(map(Acceptance.read, root.list("accept"))),
        damaged=damaged,
    )


def _places(node: Node) -> PlaceStyle:
    label, icon = node.get("label"), node.get("icon")
    return PlaceStyle(
        diameter=node["diameter"].number,
        shape=_shape(node),
        rim=_number(node, "rim", 0.0),
        outline=_number(node, "outline", 0.0),
        lift=_number(node, "shadow", 0.0),
        label=_label(label) if label else None,
        icon=IconStyle(icon["size"].number, _offset(icon)) if icon else None,
    )


def _label(node: Node) -> LabelStyle:
    where: Where = node["where"].text if "where" in node else "inside"  # type: ignore[assignment]  # the schema has said so
    return LabelStyle(Ref.read(node["style"]), where, _offset(node), _number(node, "least", LEAST))


def _roads(node: Node) -> RoadStyle:
    dash = node.get("dash")
    return RoadStyle(
        node["width"].number,
        _number(node, "casing", 0.0),
        Dash(dash["width"].number, dash["length"].number, dash["gap"].number) if dash else None,
    )


def _core(node: Node) -> CoreStyle:
    return CoreStyle(Ref.read(node["tag"]), _shape(node), _number(node, "plate", 0.0), _number(node, "margin", 0.0))


def _water(node: Node) -> WaterStyle:
    plain = WaterStyle()
    given: tuple[Side, ...] = tuple(side.text for side in node.list("sides"))  # type: ignore[misc]  # the schema has said so
    sides = tuple(side for side in SIDES if side in given) if "sides" in node else SIDES
    return WaterStyle(
        sides,
        _number(node, "coast", plain.coast),
        _number(node, "beach", plain.beach),
        _truth(node, "life"),
    )


def _town(node: Node) -> TownStyle:
    plain = TownStyle()
    return TownStyle(
        parks=_number(node, "parks", plain.parks),
        lot=_number(node, "lot", plain.lot),
        pavement=_number(node, "pavement", plain.pavement),
        outline=_number(node, "outline", plain.outline),
        shadow=_number(node, "shadow", plain.shadow),
        emblems=_truth(node, "emblems"),
        roofs=tuple(map(Ref.read, node.list("roofs"))) or tuple(Ref(role, node.span) for role in ROOFS),
    )


def _compass(node: Node) -> CompassStyle:
    at = node.get("at")
    return CompassStyle(_number(node, "size", 20.0), _point(at) if at else None)


def _streets(node: Node) -> StreetStyle:
    plain, marks = StreetStyle(), node.get("marks")
    return StreetStyle(
        _number(node, "kerb", plain.kerb),
        _number(node, "divider", plain.divider),
        _number(node, "pavement", plain.pavement),
        _ref(node, "names"),
        _ref(node, "numbers"),
        tuple(Mark(Ref.read(tag), _ref(mark, "colour"), _ref(mark, "icon")) for tag, mark in marks.items())
        if marks
        else (),
    )


def _sites(node: Node) -> SiteStyle:
    plain = SiteStyle()
    size, landmark = _number(node, "size", plain.size), _number(node, "landmark", plain.landmark)
    cut_out = "cut-out" in node and node["cut-out"].value is True
    return SiteStyle(size, _ref(node, "names"), landmark, _ref(node, "landmark-names"), cut_out)


def _frame(node: Node) -> FrameStyle:
    grid = read_size(node["grid"]) if "grid" in node else (0.0, 0.0)
    return FrameStyle(_number(node, "width", FrameStyle().width), int(grid[0]), int(grid[1]), _ref(node, "names"))


def _ref(node: Node, key: str) -> Ref | None:
    value = node.get(key)
    return Ref.read(value) if value else None


def _shape(node: Node) -> Shape:
    return "square" if "shape" in node and node["shape"].text == "square" else "disc"


def _offset(node: Node) -> Point:
    return _point(node["offset"]) if "offset" in node else (0.0, 0.0)


def _point(node: Node) -> Point:
    x, y = node
    return x.number, y.number


def _number(node: Node, key: str, default: float) -> float:
    value = node.get(key)
    return value.number if value else default


def _truth(node: Node, key: str) -> bool:
    value = node.get(key)
    return value is not None and value.value is True
