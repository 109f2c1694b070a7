"""Tabletop Playground: a package with a template for each piece and pile, and a script that lays out the game.

Facts about the format are in `docs/export-ttpg.md`. Lengths are in centimetres: x away from the viewer, y to the right,
z upwards. A yaw turns clockwise as seen from above.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.build.write import Product
from pnp.diagnostics import Fault
from pnp.escape import file_name
from pnp.export.pictures import SheetPicture, SpriteLimits, SpriteSheet, best_grid, pixels_at
from pnp.export.screen import nameless, nearest
from pnp.export.targets import SHARPEST, ExportedFiles, ExportOptions
from pnp.export.things import ExportedGame, Laid, Piece, Pile, model_of, repeating
from pnp.units import MM_PER_INCH

LIMITS = SpriteLimits(columns=128, rows=128, faces=400, pixels=8192)
"""What a texture of cards may have: 128 faces in each direction. 8192 pixels is the limit of many graphics cards."""

HOW = """For Tabletop Playground. Copy this folder into
  Windows: Documents/My Games/TabletopPlayground/Packages
  macOS, Linux: the folder 'Packages' of the program's data
and start a new game. Choose the package under Objects, put 'Set up' on the table, and choose the number of players in
its context menu."""

FACES = ((0.0, 0.0, 1.0), (0.0, -1.0, 0.0), (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0))
"""The direction of each face of a cube: the first upwards, the last downwards."""


def files_of(game: ExportedGame, _folder: Path, options: ExportOptions) -> ExportedFiles:
    """Return the files of a package: manifest, templates, textures, models and the script."""
    package = _Package(game, options)
    products = tuple(_products(game, package))
    return ExportedFiles(products, HOW, (*package.left_out, *nameless(game)))


def _products(game: ExportedGame, package: _Package) -> Iterator[Product]:
    for pile in game.piles:
        package.add_pile(pile)
    for piece in game.pieces:
        package.add_piece(piece)
    root = file_name(game.title)
    manifest = {"Name": game.title, "Version": "1", "GUID": guid(game.name, "package")}
    yield Product.of_json(f"{root}/manifest.json", "manifest", manifest)
    package.templates["set-up"] = _set_up(game)
    for name, template in package.templates.items():
        yield Product.of_json(f"{root}/Templates/{name}.json", "template", template)
    script = script_of(game, package.templates)
    yield Product(f"{root}/Scripts/set-up.js", "script", script.encode())
    for name, content in package.files.items():
        yield Product(f"{root}/{name}", "picture" if name.endswith(".png") else "model", content)
    if game.rulebook:
        yield Product(f"{root}/rules.pdf", "rulebook", game.rulebook)


def guid(game: str, name: str) -> str:
    """Return 32 hexadecimal digits in capitals that depend on the names only."""
    return hashlib.sha256(f"{game}\n{name}".encode()).hexdigest()[:32].upper()


def centimetres(mm: float) -> float:
    """Return a length in centimetres."""
    return round(mm / 10, 4)


class _Package:
    """The templates of a game by name, with the files that they refer to."""

    def __init__(self, game: ExportedGame, options: ExportOptions) -> None:
        self._game, self._options = game, options
        self._pieces = {piece.id: piece for piece in game.pieces}
        self.templates: dict[str, dict[str, Any]] = {}
        self.files: dict[str, bytes] = {}
        self.left_out: list[Fault] = []
        self._names: dict[str, str] = {}  # of equal pictures, that of the first

    def add_pile(self, pile: Pile) -> None:
        """Add a pile of equally large flat pieces as a stack of cards; what is in other piles is laid one by one.

        If each card has its own picture, the script makes the stack.
        """
        pieces = [self._pieces[each] for each in pile.pieces]
        if pieces and is_stack(pile, self._pieces):
            if self._options.single:
                return
            self.templates[pile.id] = self._cards(pile.id, pile.name, pieces)
        elif pile.shuffled:
            message = (
                f"'{pile.name}' is not shuffled: its pieces are no stack of equal size, and lie next to each other"
            )
            self.left_out.append(self._game.fault(pile.id, message, "mix them by hand"))
        if pile.endless:
            message = f"'{pile.name}' runs out after {len(pieces)}: a stack of this program has an end"
            self.left_out.append(self._game.fault(pile.id, message, "copy and paste a piece in the program"))

    def add_piece(self, piece: Piece) -> None:
        """Add a single piece."""
        if piece.kind in ("die", "box"):
            self.templates[piece.id] = self._model(piece)
        elif piece.kind == "standee":
            self.templates[piece.id] = self._figure(piece)
        elif piece.front:
            self.templates[piece.id] = self._cards(piece.id, piece.name, [piece])

    def _base(self, name: str, title: str, kind: str, thick: bool) -> dict[str, Any]:
        return {
            "Type": kind, "GUID": guid(self._game.name, name), "Name": title, "Metadata": "",
            "CollisionType": "Regular", "Friction": 0.7, "Restitution": 0.0, "Density": 0.5,
            "SurfaceType": "Cardboard", "Roughness": 1.0,
            "Metallic": 0.0, "PrimaryColor": {"R": 1.0, "G": 1.0, "B": 1.0},
            "SecondaryColor": {"R": 0.0, "G": 0.0, "B": 0.0}, "Flippable": True, "AutoStraighten": not thick,
            "ShouldSnap": True, "ScriptName": "", "Blueprint": "", "Models": [], "Collision": [],
            "SnapPointsGlobal": False, "SnapPoints": [], "ZoomViewDirection": {"X": 0.0, "Y": 0.0, "Z": 0.0},
            "Tags": [],
        }  # fmt: skip

    def _cards(self, name: str, title: str, pieces: Sequence[Piece]) -> dict[str, Any]:
        """Return a card, or a stack of cards, the top one first. Boards and tokens are thick cards."""
        first = pieces[0]
        fronts = tuple({each.front.digest: each.front for each in pieces if each.front}.values())
        paired = {(each.front.digest, each.back.digest if each.back else ""): each for each in pieces if each.front}
        backs = tuple(each.back for each in paired.values() if each.back)
        alone = len({each.digest for each in backs}) <= 1
        if not alone:
            fronts = tuple(each.front for each in paired.values() if each.front)
        places = {pair: at for at, pair in enumerate(paired)}
        by_front = {picture.digest: at for at, picture in enumerate(fronts)}
        sheet = SpriteSheet(
            f"{name}-front", best_grid(len(fronts), first.size_mm, LIMITS, self._options.sharpness(SHARPEST)), fronts
        )
        indices = [
            by_front[each.front.digest] if alone else places[each.front.digest, each.back.digest if each.back else ""]
            for each in pieces
            if each.front
        ]
        named = dict(zip(indices, pieces, strict=False))
        made = self._base(name, title, "Card", thick=first.thickness_mm > 1)
        back, index = "", -1
        if backs:
            shown = SpriteSheet(f"{name}-back", sheet.grid, backs)
            back = self._picture(backs[0]) if alone else self._texture(shown)
            index = -2 if alone else -3
        snaps = [self._snap(first, at) for at in range(len(first.snaps))] if len(pieces) == 1 else []
        made |= {
            "FrontTexture": self._texture(sheet), "BackTexture": back, "HiddenTexture": "", "BackIndex": index,
            "HiddenIndex": -3 if backs else -1, "NumHorizontal": sheet.grid.columns, "NumVertical": sheet.grid.rows,
            "Width": centimetres(first.size_mm[0]), "Height": centimetres(first.size_mm[1]),
            "Thickness": max(0.01, centimetres(first.thickness_mm)), "HiddenInHand": True,
            "UsedWithCardHolders": first.kind in ("card", "money"), "CanStack": first.kind not in ("board", "mat"),
            "UsePrimaryColorForSide": False, "FrontTextureOverrideExposed": False, "AllowFlippedInStack": False,
            "MirrorBack": False, "EmissiveFront": False, "Model": self._shape(first), "Indices": indices,
            "CardNames": {str(at): each.name for at, each in sorted(named.items())},
            "CardMetadata": {str(at): each.text for at, each in sorted(named.items()) if each.text}, "CardTags": {},
            "SnapPoints": snaps,
        }  # fmt: skip
        return made

    def _shape(self, piece: Piece) -> str:
        """Return the name of a standard shape, or the picture whose transparent parts are cut off."""
        if piece.outline == "rect":
            return "Rounded" if piece.corner_mm >= 1 else "Square"
        if piece.outline == "round":
            return "Round"
        assert piece.front
        return self._picture(piece.front)

    def _snap(self, piece: Piece, number: int) -> dict[str, Any]:
        """Return a snap point: from the middle of the piece, x upwards and y to the right on its face."""
        snap, (wide, tall) = piece.snaps[number], piece.size_mm
        near = min(nearest(snap, piece.snaps), 30.0)
        turned = {"SnapRotation": 2, "RotationOffset": snap.turn} if snap.turn is not None else {"SnapRotation": 0}
        return {
            "Position": {"X": centimetres(tall / 2 - snap.y), "Y": centimetres(snap.x - wide / 2),
                         "Z": centimetres(piece.thickness_mm / 2)},
            "Range": max(0.1, centimetres(min(near / 2, 15.0))), "RotationOffset": 0.0, "Shape": 0, "FlipValidity": 0,
            "Tags": [], **turned,
        }  # fmt: skip

    def _figure(self, piece: Piece) -> dict[str, Any]:
        assert piece.front
        made = self._base(piece.id, piece.name, "Cardboard Figure", thick=True)
        return made | {
            "FrontTexture": self._picture(piece.front),
            "BackTexture": self._picture(piece.back) if piece.back and piece.back != piece.front else "",
            "FrontExtraMap": "", "BackExtraMap": "", "UseAlpha": False, "ShapeAccuracy": 10, "FigureWidth": 1.0,
            "FigureHeight": 1.0, "FigureZOffset": 0.0, "Collide": True,
        }  # fmt: skip

    def _model(self, piece: Piece) -> dict[str, Any]:
        """Return a die or a box as a mesh of its true size."""
        model = model_of(piece, self._options.sharpness(SHARPEST))
        mesh = f"{piece.id}.obj"
        self.files[f"Models/{mesh}"] = model.obj(10.0)
        made = self._base(piece.id, piece.name, "Dice" if piece.kind == "die" else "Generic", thick=True)
        zero, one = {"X": 0.0, "Y": 0.0, "Z": 0.0}, {"X": 1.0, "Y": 1.0, "Z": 1.0}
        made["Models"] = [{
            "Model": mesh, "Offset": zero, "Scale": one, "Rotation": zero, "Texture": self._texture(model.sheet),
            "NormalMap": "", "ExtraMap": "", "ExtraMap2": "", "IsTransparent": False, "CastShadow": True,
            "IsTwoSided": False, "UseOverrides": True, "SurfaceType": "Cardboard", "Roughness": 1.0,
        }]  # fmt: skip
        if piece.kind == "die":
            made["Faces"] = [
                {"X": x, "Y": y, "Z": z, "Name": value}
                for value, (x, y, z) in zip((*piece.values, *piece.values)[: len(FACES)], FACES, strict=False)
            ]
            if model.repeats:
                self.left_out.append(repeating(self._game, piece))
        return made

    def _picture(self, picture: SheetPicture) -> str:
        wide = pixels_at(picture, self._options.sharpness(SHARPEST), LIMITS.pixels)
        name = self._names.setdefault(picture.digest, picture.file_name(wide))
        if f"Textures/{name}" not in self.files:
            self.files[f"Textures/{name}"] = picture.png(wide)
        return name

    def _texture(self, sheet: SpriteSheet) -> str:
        if len(sheet.pictures) == 1:
            return self._picture(sheet.pictures[0])
        name = self._names.setdefault(sheet.digest, f"{sheet.key}-{sheet.digest[:10]}.png")
        if f"Textures/{name}" not in self.files:
            self.files[f"Textures/{name}"] = sheet.png()
        return name


def is_stack(pile: Pile, pieces: Mapping[str, Piece]) -> bool:
    """Whether a pile is a stack of flat pieces of one size and shape, few enough for one texture."""
    found = [pieces[each] for each in pile.pieces]
    alike = {(each.size_mm, each.outline, each.back is None) for each in found}
    flat = all(each.kind not in ("die", "box", "standee") for each in found)
    return flat and len(alike) == 1 and len({each.id for each in found}) <= LIMITS.faces


# The set-up: a script, because the format of saves is the program's own.


def _set_up(game: ExportedGame) -> dict[str, Any]:
    """Return the template of the object that lays out the game: a piece with the first picture of the game."""
    zero = {"X": 0.0, "Y": 0.0, "Z": 0.0}
    flat = {"X": 0.06, "Y": 0.06, "Z": 0.02}
    model = {"Model": "StandardModels/Cube", "Offset": zero, "Scale": flat, "Rotation": zero, "UseOverrides": True,
             "Roughness": 1.0}  # fmt: skip
    return {
        "Type": "Generic", "GUID": guid(game.name, "set-up"), "Name": "Set up", "Metadata": "",
        "CollisionType": "Regular", "SurfaceType": "Wood", "Tags": [], "Models": [model], "ScriptName": "set-up.js",
    }  # fmt: skip


def laid_positions(game: ExportedGame, templates: Mapping[str, Any], number: int) -> Iterator[tuple[Any, ...]]:
    """Yield what the script creates: template, x and y in centimetres, yaw, whether face down, fixed and shuffled.

    Instead of a template there is a list if the script makes a stack, or if pieces come from pools: templates and
    numbers of pools, the top one first.
    """
    for found in _laid(game, templates, number):
        yield from found


def _laid(game: ExportedGame, templates: Mapping[str, Any], number: int) -> Iterator[list[tuple[Any, ...]]]:
    """Yield what the script creates for each thing of a set-up."""
    piles = {pile.id: pile for pile in game.piles}
    pieces = {piece.id: piece for piece in game.pieces}
    numbers = {pool: at for at, pool in enumerate(game.pools(number))}
    for laid in game.layouts[number]:
        pile = piles.get(laid.what)
        names = pile.pieces if pile else (laid.what,)
        stack = pile is None or is_stack(pile, pieces)
        mixed = pile is not None and stack and pile.shuffled and not any(laid.pools)
        pools = laid.pools or ("",) * len(names)
        slots = [numbers[pool] if pool else templates[name]["GUID"] for name, pool in zip(names, pools, strict=True)]
        if not any(laid.pools) and laid.what in templates:
            yield [_created(templates[laid.what]["GUID"], laid, 0, mixed)]
        elif stack:
            yield [_created(slots, laid, 0, mixed)]
        else:  # a bag: next to each other
            yield [_created([slot], laid, place) for place, slot in enumerate(slots)]


def goings_of(game: ExportedGame, templates: Mapping[str, Any], number: int) -> list[dict[str, Any]]:
    """Return where things of a set-up go after drawing, with the numbers of the entries that the script creates."""
    entries, first = list(_laid(game, templates, number)), [0]
    for found in entries:
        first.append(first[-1] + len(found))
    return [
        {
            "what": [first[at] for at in going.what],
            "by": [[first[at], place] if len(entries[at]) == 1 else [first[at] + place, 0] for at, place in going.by],
            "spots": [[centimetres(-y), centimetres(x), turn] for x, y, turn, _ in going.spots],
            "goes": {templates[name]["GUID"]: spots for name, spots in going.goes.items()},
        }
        for going in game.goings.get(number, ())
    ]


def pools_of(game: ExportedGame, templates: Mapping[str, Any], number: int) -> list[list[str]]:
    """Return the templates of the pieces of each pool of a set-up."""
    piles = {pile.id: pile for pile in game.piles}
    names = [piles[laid.what].pieces if laid.what in piles else (laid.what,) for laid in game.layouts[number]]
    return [[templates[names[at][place]]["GUID"] for at, place in spots] for spots in game.pools(number).values()]


def _created(template: str | list[str | int], laid: Laid, place: int, mixed: bool = False) -> tuple[Any, ...]:
    x, y = centimetres(-laid.y), centimetres(laid.x)
    across = round(place % 5 * MM_PER_INCH / 10, 4)
    down = round(place // 5 * MM_PER_INCH / 10, 4)
    return template, round(x - down, 4), round(y + across, 4), laid.turn, laid.face == "down", laid.locked, mixed


def spaces_of(game: ExportedGame, number: int) -> list[list[Any]]:
    """Return the empty spaces of a set-up: name, x, y, yaw, and the extent along x and y before it is turned."""
    return [
        [space.name, centimetres(-space.y), centimetres(space.x), space.turn]
        + [centimetres(side) for side in reversed(space.size_mm)]
        for space in game.spaces.get(number, ())
    ]


_ZONES = """\
  for (const zone of world.getAllZones()) if (zone.getId().startsWith('space ')) zone.destroy();
  spaces[number].forEach(([name, x, y, yaw, down, across], index) => { // a frame on the table, with its name as id
    const zone = world.createZone(new Vector(x, y, height));
    zone.setId('space ' + (index + 1) + ': ' + name);
    zone.setRotation(new Rotator(0, yaw, 0));
    zone.setScale(new Vector(down, across, 1));
    zone.setColor([1, 1, 1, 0.15]);
    zone.setAlwaysVisible(true);
  });
"""
"""The part of the script that makes the empty spaces: frames on the table, with their names as ids."""


def script_of(game: ExportedGame, templates: Mapping[str, Any]) -> str:
    """Return the script of the object 'Set up': an action for each number of players."""
    layouts = {str(number): list(laid_positions(game, templates, number)) for number in sorted(game.layouts)}
    pools = {str(number): pools_of(game, templates, number) for number in sorted(game.layouts)}
    goings = {str(number): goings_of(game, templates, number) for number in sorted(game.layouts)}
    spaces = {str(number): spaces_of(game, number) for number in sorted(game.layouts)}
    data = json.dumps(layouts, ensure_ascii=True, separators=(",", ":"))
    return f"""// Lays out the game. Each entry: template, x, y, yaw, face down, fixed, shuffled. Lengths in cm.
const {{ ObjectType, Rotator, Vector, refObject, world }} = require('@tabletop-playground/api');
const layouts = {data};
const pools = {json.dumps(pools, separators=(",", ":"))};
const goings = {json.dumps(goings, separators=(",", ":"))};
const spaces = {json.dumps(spaces, separators=(",", ":"))};
const mixed = (items) => {{
  const left = [...items];
  for (let last = left.length - 1; last > 0; last -= 1) {{
    const other = Math.floor(Math.random() * (last + 1));
    [left[last], left[other]] = [left[other], left[last]];
  }}
  return left;
}};
for (const number of Object.keys(layouts)) refObject.addCustomAction('Set up for ' + number);
refObject.onCustomAction.add((self, player, action) => {{
  const number = action.replace('Set up for ', '');
  const laid = layouts[number];
  if (!laid) return;
  const drawn = pools[number].map(mixed); // the whole pool is shuffled, and then dealt
  const named = laid.map(([template]) => (
    (Array.isArray(template) ? template : [template])
      .map((slot) => (typeof slot === 'number' ? drawn[slot].pop() : slot))
  ));
  const places = laid.map((entry) => entry.slice(1, 4));
  goings[number].forEach(({{ what, by, spots, goes }}) => {{ // to the first free place that a drawn piece says
    const taken = new Set();
    what.forEach((entry, index) => {{
      const [thing, at] = by[index] || [];
      const wanted = (named[thing] && goes[named[thing][at]]) || [];
      const free = wanted.find((each) => !taken.has(each));
      const spot = free === undefined ? wanted[wanted.length - 1] : free;
      if (spot === undefined) return;
      taken.add(spot);
      places[entry] = spots[spot];
    }});
  }});
  const height = self.getPosition().z;
{_ZONES if any(spaces.values()) else ""}  laid.forEach(([, , , , down, fixed, shuffled], index) => {{
    const [x, y, yaw] = places[index];
    const one = (name) => {{
      const made = world.createObjectFromTemplate(name, new Vector(x, y, height + 0.5 + index * 0.05));
      if (made) made.setRotation(new Rotator(0, yaw, down ? 180 : 0));
      return made;
    }};
    const [made, ...others] = named[index].map(one);
    if (!made) return;
    // The next one is below: at the front of a stack that is face down.
    others.forEach((card) => card && made.addCards(card, down));
    if (shuffled) made.shuffle();
    if (fixed) {{ made.snapToGround(); made.setObjectType(ObjectType.Ground); }}
  }});
}});
"""
