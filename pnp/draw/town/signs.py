"""Sites as icons or landmarks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.names import PlacedWords, box, words
from pnp.draw.town.plan import Canvas, Paint, line, pen, straight
from pnp.draw.town.street_layout import FreeGround, Scape, Sign, Slot, distance_to, overlap
from pnp.geometry.polygons import Point, Ring, Shape, band, between, filled, grow, signed_area, swept, union
from pnp.model.maps.map_style import SiteStyle
from pnp.scene.items import Affine, Command, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.paths import transformed
from pnp.units import total

# Cut-outs: a drawing with a rim of paper round its outline and a flat shadow, as if it were cut out and stuck on.

RIM = 0.9
"""How wide the rim of paper is."""

SHADOW = 0.9
"""How far the shadow falls to the south-east."""

STEPS = 8
"""In how many straight pieces a curve is taken."""


def draw_cut_out(drawing: Group, paint: Paint) -> Iterator[Item]:
    """The shadow and the rim of a drawing, and the drawing on them."""
    ground = filled(grow(union(*_filled_grounds(drawing.items, drawing.transform)), RIM))
    yield Path(straight(swept(ground, SHADOW, SHADOW)), paint("shadow"))
    yield Path(straight(ground), paint("sign"))
    yield drawing


def _filled_grounds(items: Iterable[Item], matrix: Affine) -> Iterator[Shape]:
    """The ground of each fill and each line of a drawing, holes and all."""
    for item in items:
        if not isinstance(item, Path):
            continue
        for ring in _lines(transformed(item.commands, matrix)):
            if item.fill and len(ring) > 2:
                yield (_outward(ring),)
            if item.stroke and len(ring) > 1:
                yield band(ring, item.stroke.width * matrix[0])


def _outward(line: Ring) -> Ring:
    return line if signed_area(line) >= 0 else line[::-1]


def _lines(commands: Iterable[Command]) -> Iterator[Ring]:
    """The lines of a path from point to point, each closed one ending where it began."""
    line: list[Point] = []
    for command in commands:
        match command:
            case ("M", x, y):
                if line:
                    yield tuple(line)
                line = [(x, y)]
            case ("L", x, y):
                line.append((x, y))
            case ("C", x1, y1, x2, y2, x, y):
                line += _curve(line[-1], (x1, y1), (x2, y2), (x, y))
            case _:
                line.append(line[0])
    if line:
        yield tuple(line)


def _curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    for step in range(1, STEPS + 1):
        t = step / STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * start[0] + b * one[0] + c * two[0] + d * end[0], a * start[1] + b * one[1] + c * two[1] + d * end[1]


# Signs: sites beside streets, as an icon on a disc or as a landmark, each with its name on a ribbon and a pointer.

MARGIN = 1.0
"""The room in a ribbon round its words."""

WIDEST = 30.0
"""How long a line of a name may be."""

BEHIND = 2.4
"""How far from the kerb a sign stands that looks for a place itself: behind the head of its pointer."""

HEAD = 2.6
"""How far the head of a pointer reaches behind the kerb."""

SHIFTS = (0.0, 5.0, -5.0, 10.0, -10.0, 16.0, -16.0)
"""How far along the street it may stand from the middle of its space."""

ANYTHING = "pin"
"""The icon of a site that names none, where there is one of that name."""


class Post(Struct, frozen=True):
    """A sign that has its place: the middle and the half height of its picture, and its words."""

    sign: Sign
    at: Point
    reach: float
    name: PlacedWords | None

    @property
    def ribbon(self) -> Ring | None:
        """The ground of its ribbon."""
        return self.name.ground(MARGIN) if self.name else None

    @property
    def picture(self) -> Ring:
        """The ground of its picture, or of its plot."""
        if self.sign.plot:
            return box(self.at, self.sign.plot[0] / 2, self.sign.plot[1] / 2, 0.0)
        return box(self.at, self.reach, self.reach, 0.0)


def set_up(scape: Scape, style: SiteStyle, canvas: Canvas, room: FreeGround) -> tuple[Post, ...]:
    """Every sign in its place: those that have one first, then each of the others where it is least in the way."""
    posts: dict[int, Post] = {}
    order = sorted(range(len(scape.signs)), key=lambda number: scape.signs[number].at is None)
    for number in order:
        sign = scape.signs[number]
        post = _post(sign, sign.at or (0.0, 0.0), style, canvas)
        if sign.at is None:
            post = _best(post, room)
        room.take(post.picture, *([post.ribbon] if post.ribbon else []), *_paths(post, scape))
        posts[number] = post
    return tuple(posts[number] for number in range(len(scape.signs)))


def _post(sign: Sign, at: Point, style: SiteStyle, canvas: Canvas) -> Post:
    reach = (style.landmark if sign.landmark else style.size) / 2
    role = style.landmark_names if sign.landmark else style.names
    if role is None or not sign.name:
        return Post(sign, at, reach, None)
    name = words(sign.name, canvas.look.text(role.name), width=WIDEST)
    below = (sign.plot[1] / 2 if sign.plot else reach) - (0.6 if sign.landmark else -0.4)
    return Post(sign, at, reach, replace(name, at=(at[0], at[1] + below + MARGIN + name.height / 2)))


def _paths(post: Post, scape: Scape) -> Iterator[Ring]:
    """The ground of the paths between a sign and the spaces that serve it, where no street lies between."""
    for base in _bases(post, scape):
        yield _strip(base, post.at)


def _bases(post: Post, scape: Scape) -> Iterator[Point]:
    """Where the paths to a sign begin: behind the head of its pointer, unless a street lies on the way."""
    for slot in post.sign.by:
        (x, y), into = _foot(post.at, slot, scape)
        base = x - math.cos(into) * HEAD, y - math.sin(into) * HEAD
        if not _crosses_a_street(base, post.at, scape):
            yield base


def _strip(base: Point, at: Point) -> Ring:
    middle, turn = between(base, at), math.atan2(at[1] - base[1], at[0] - base[0])
    return box(middle, math.dist(base, at) / 2, 1.4, turn)


def _moved(post: Post, to: Point) -> Post:
    dx, dy = to[0] - post.at[0], to[1] - post.at[1]
    name = post.name and replace(post.name, at=(post.name.at[0] + dx, post.name.at[1] + dy))
    return replace(post, at=to, name=name)


def _best(post: Post, room: FreeGround) -> Post:
    """The post beside a space that serves its site, on the side and at the spot where it covers least."""
    tried = [_moved(post, at) for slot in post.sign.by for at in _beside(post, slot, room)]
    return min(tried, key=lambda it: total(map(room.harm, _grounds(it))), default=post)


def _grounds(post: Post) -> list[Ring]:
    return [post.picture, *([post.ribbon] if post.ribbon else [])]


def _beside(post: Post, slot: Slot, room: FreeGround) -> Iterator[Point]:
    """The spots on either side of a space where all of the post stands clear of the street."""
    corners = [point for ring in _grounds(post) for point in ring]
    for side in (-1.0, 1.0):
        nx, ny = -math.sin(slot.turn) * side, math.cos(slot.turn) * side
        back = max(-(nx * (x - post.at[0]) + ny * (y - post.at[1])) for x, y in corners)
        far = room.clear + BEHIND + back
        for shift in SHIFTS:
            x, y = slot.middle[0] + math.cos(slot.turn) * shift, slot.middle[1] + math.sin(slot.turn) * shift
            yield x + nx * far, y + ny * far


def draw_paths(posts: Sequence[Post], scape: Scape, canvas: Canvas) -> Iterator[Item]:
    """A path from each sign to the kerbs of the spaces that serve it, where no street or other sign lies between."""
    ink = canvas.paint("outline")
    for post in posts:
        others = [other.picture for other in posts if other is not post]
        for base in _bases(post, scape):
            if not any(overlap(_strip(base, post.at), other) for other in others):
                yield Path(line((base, post.at)), None, Stroke(ink, 1.5, cap="round"))
                yield Path(line((base, post.at)), None, Stroke(canvas.paint("sign"), 0.8, cap="round"))


def _crosses_a_street(start: Point, end: Point, scape: Scape) -> bool:
    """Whether a street lies on the way between two points."""
    half = scape.road / 2
    sides = scape.sides.near(((start, end),), half)
    steps = max(1, math.ceil(math.dist(start, end) / 3))
    points = [between(start, end, step / steps) for step in range(steps + 1)] if sides else []
    return any(distance_to(point, *side) < half for point in points for side in sides)


def draw_pointers(posts: Sequence[Post], scape: Scape, canvas: Canvas) -> Iterator[Item]:
    """For each space that serves a site, an arrowhead on its kerb in the colour of the site."""
    for post in posts:
        for slot in post.sign.by:
            (x, y), turn = _foot(post.at, slot, scape)
            tip, wing = 1.6, 2.3
            head = ((tip, 0.0), (-HEAD, -wing), (-HEAD, wing))
            cos, sin = math.cos(turn), math.sin(turn)
            ring = tuple((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in head)
            yield Path(straight((ring,)), canvas.sign(post.sign.district, "rim"), pen(canvas.paint("sign"), 0.5))


def _foot(at: Point, slot: Slot, scape: Scape) -> tuple[Point, float]:
    """The point on a space's kerb that is nearest to a sign, and the direction from there into the street."""
    (x, y), turn = slot.middle, slot.turn
    dx, dy = at[0] - x, at[1] - y
    shift = dx * math.cos(turn) + dy * math.sin(turn)
    shift = max(-slot.length / 2 + 3.0, min(slot.length / 2 - 3.0, shift))
    side = 1.0 if dy * math.cos(turn) - dx * math.sin(turn) >= 0 else -1.0
    nx, ny = -math.sin(turn) * side, math.cos(turn) * side
    half = scape.road / 2
    foot = x + math.cos(turn) * shift + nx * half, y + math.sin(turn) * shift + ny * half
    return foot, math.atan2(-ny, -nx)


def draw_signs(posts: Sequence[Post], canvas: Canvas) -> Iterator[Item]:
    """The pictures and the ribbons of all signs."""
    for post in posts:
        yield from _picture(post, canvas)
    for post in posts:
        if post.name:
            yield from _ribbon(post.name, canvas)


def _picture(post: Post, canvas: Canvas) -> Iterator[Item]:
    sign, (x, y) = post.sign, post.at
    ink, paper = canvas.paint("outline"), canvas.paint("sign")
    colour = canvas.sign(sign.district, "rim")
    district = canvas.district(sign.district)
    own = district.icon.name if district and district.icon else ANYTHING if ANYTHING in canvas.look.icons else ""
    icon = sign.icon or own
    if sign.plot:
        width, height = sign.plot
        frame = Rect(*_at(x - width / 2, y - height / 2), width, height, 2.0, paper, Stroke(ink, 0.35, (2.0, 1.5)))
        yield frame
        size = min(width, height) * 0.45
        if icon:
            yield canvas.look.icon(icon, *_at(x - size / 2, y - size / 2), size, colour)
    elif sign.landmark and icon and canvas.style.sites and canvas.style.sites.cut_out:
        drawing = canvas.look.icon(icon, *_at(x - post.reach, y - post.reach), 2 * post.reach)
        yield from draw_cut_out(drawing, canvas.paint)
    elif sign.landmark and icon:
        reach = post.reach
        yield Ellipse(*_at(x + 0.8, y + 0.8), reach, reach, canvas.paint("shadow"))
        yield Ellipse(*_at(x, y), reach, reach, canvas.paint("plaza"), pen(ink, 0.5))
        yield Ellipse(*_at(x, y), reach - 1.5, reach - 1.5, paper, pen(colour, 1.2))
        size = reach * 1.3
        yield canvas.look.icon(icon, *_at(x - size / 2, y - size / 2), size)
    else:
        reach = post.reach
        yield Ellipse(*_at(x + 0.5, y + 0.5), reach, reach, canvas.paint("shadow"))
        yield Ellipse(*_at(x, y), reach, reach, colour, pen(paper, 0.6))
        size = reach * 1.3
        if icon:
            yield canvas.look.icon(icon, *_at(x - size / 2, y - size / 2), size, paper)


def _ribbon(name: PlacedWords, canvas: Canvas) -> Iterator[Item]:
    """A strip of paper with swallow tails under the words."""
    width, height = name.width / 2 + MARGIN, name.height / 2 + MARGIN
    x, y = name.at
    yield Rect(*_at(x - width, y - height), round(2 * width, 3), round(2 * height, 3), 0.9, canvas.paint("sign"),
               Stroke(canvas.paint("outline"), 0.3))  # fmt: skip
    yield name.drawn()


def _at(x: float, y: float) -> Point:
    return round(x, 3), round(y, 3)
