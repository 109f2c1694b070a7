"""Sites as icons or landmarks."""

import math
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pnp.draw.town.names import PlacedWords, box, words
from pnp.draw.town.plan import Canvas, Paint, line, pen, straight, to_micrometre
from pnp.draw.town.street_layout import FreeGround, Scape, Sign, Slot, overlap
from pnp.geometry.polygons import (
    Point,
    Ring,
    Shape,
    band,
    between,
    distance_to,
    filled,
    grow,
    signed_area,
    swept,
    union,
)
from pnp.model.maps.map_style import SiteStyle
from pnp.scene.items import Affine, Command, Ellipse, Group, Item, Path, Rect, Stroke
from pnp.scene.paths import curve_points, transformed
from pnp.units import total

# Cut-outs: a drawing with a paper rim around its outline and a flat shadow, like a sticker.

RIM = 0.9
"""The width of the paper rim."""

SHADOW = 0.9
"""The offset of the shadow to the south-east."""

STEPS = 8
"""The number of straight segments that approximate a curve."""


def draw_cut_out(drawing: Group, paint: Paint) -> Iterator[Item]:
    """Yield the shadow and the rim of a drawing, and then the drawing."""
    ground = filled(grow(union(*_filled_grounds(drawing.items, drawing.transform)), RIM))
    yield Path(straight(swept(ground, SHADOW, SHADOW)), paint("shadow"))
    yield Path(straight(ground), paint("sign"))
    yield drawing


def _filled_grounds(items: Iterable[Item], matrix: Affine) -> Iterator[Shape]:
    """Yield the area of each fill and each stroke of a drawing, with holes filled."""
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
    """Yield the subpaths as lines through points; a closed one ends at its first point."""
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
                line += curve_points(line[-1], x1, y1, x2, y2, x, y, steps=STEPS)
            case _:
                line.append(line[0])
    if line:
        yield tuple(line)


# Signs: sites next to streets, as an icon on a disc or as a landmark, with a name on a ribbon and pointers.

MARGIN = 1.0
"""The margin of a ribbon around its text."""

WIDEST = 30.0
"""The maximum width of a line of a name."""

BEHIND = 2.4
"""The distance from the kerb to a sign without a given position: behind the head of its pointer."""

HEAD = 2.6
"""How far the head of a pointer extends behind the kerb."""

TIP = 1.6
"""How far it extends onto the street."""

WING = 2.3
"""Half the width of the head of a pointer."""

END, END_SHARE = 3.0, 0.2
"""How far a pointer stays from the ends of its space: in millimetres at least, and as a share of its length."""

CORNER = 2.0
"""The minimum distance between the end of a path and the corners of a plot."""

SHIFTS = (0.0, 5.0, -5.0, 10.0, -10.0, 16.0, -16.0)
"""The positions to try along the street, as offsets from the middle of the space."""

ANYTHING = "pin"
"""The default icon of sites, if an icon of that name exists."""


class Post(Struct, frozen=True):
    """A sign with its position: the centre and half the height of its picture, and its name."""

    sign: Sign
    at: Point
    reach: float
    name: PlacedWords | None

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The spaces that it points at."""
        return self.sign.by if self.sign.arrow else ()

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
    """Return the signs with positions.

    Signs with a given position come first. Each other sign takes the position where it covers least.
    """
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
    """Return a sign at a position, with its name set below the picture."""
    reach = (style.landmark if sign.landmark else style.size) / 2
    role = style.landmark_names if sign.landmark else style.names
    if role is None or not sign.name:
        return Post(sign, at, reach, None)
    text = canvas.look.text(role.name)
    name = words(sign.name, replace(text, colour=canvas.paint("sign")) if style.flags else text, width=WIDEST)
    below = (sign.plot[1] / 2 if sign.plot else reach) - (0.6 if sign.landmark else -0.4)
    return Post(sign, at, reach, replace(name, at=(at[0], at[1] + below + MARGIN + name.height / 2)))


def _paths(post: Post, scape: Scape) -> Iterator[Ring]:
    """Yield the ground of the paths between a sign and the spaces that serve it, if no street is between them.

    The heads of their pointers belong to it.
    """
    for base in _bases(post, scape):
        yield _strip(base, _end(post, base))
    for slot in post.slots:
        (x, y), into = _foot(post.at, slot, scape)
        back = (HEAD - TIP) / 2
        yield box((x - math.cos(into) * back, y - math.sin(into) * back), (HEAD + TIP) / 2, WING, into)


def _bases(post: Post, scape: Scape) -> Iterator[Point]:
    """Yield the start of each path to a sign, behind the head of its pointer, unless a street is in between."""
    for slot in post.slots:
        (x, y), into = _foot(post.at, slot, scape)
        base = x - math.cos(into) * HEAD, y - math.sin(into) * HEAD
        if not _crosses_a_street(base, post.at, scape):
            yield base


def _end(post: Post, base: Point) -> Point:
    """Return where the path from a pointer ends: in the middle of a picture, or straight ahead on a plot."""
    if post.sign.plot is None:
        return post.at
    reach = (max(0.0, side / 2 - CORNER) for side in post.sign.plot)
    x, y = (
        max(middle - far, min(middle + far, start)) for middle, far, start in zip(post.at, reach, base, strict=True)
    )
    return x, y


def _strip(base: Point, at: Point) -> Ring:
    middle, turn = between(base, at), math.atan2(at[1] - base[1], at[0] - base[0])
    return box(middle, math.dist(base, at) / 2, 1.4, turn)


def _moved(post: Post, to: Point) -> Post:
    dx, dy = to[0] - post.at[0], to[1] - post.at[1]
    name = post.name and replace(post.name, at=(post.name.at[0] + dx, post.name.at[1] + dy))
    return replace(post, at=to, name=name)


def _best(post: Post, room: FreeGround) -> Post:
    """Return the sign next to a space that serves its site, at the position where it covers least."""
    tried = [_moved(post, at) for slot in post.sign.by for at in _positions(post, slot, room)]
    return min(tried, key=lambda it: total(map(room.harm, _grounds(it))), default=post)


def _grounds(post: Post) -> list[Ring]:
    return [post.picture, *([post.ribbon] if post.ribbon else [])]


def _positions(post: Post, slot: Slot, room: FreeGround) -> Iterator[Point]:
    """Yield the positions on either side of a space at which the sign is clear of the street."""
    corners = [point for ring in _grounds(post) for point in ring]
    for side in (-1.0, 1.0):
        nx, ny = -math.sin(slot.turn) * side, math.cos(slot.turn) * side
        back = max(-(nx * (x - post.at[0]) + ny * (y - post.at[1])) for x, y in corners)
        far = room.clear + BEHIND + back
        for shift in SHIFTS:
            x, y = slot.middle[0] + math.cos(slot.turn) * shift, slot.middle[1] + math.sin(slot.turn) * shift
            yield x + nx * far, y + ny * far


def draw_paths(posts: Sequence[Post], scape: Scape, canvas: Canvas) -> Iterator[Item]:
    """Yield a path from each sign to the spaces that serve it, unless a street or another sign is in between."""
    ink = canvas.paint("outline")
    for post in posts:
        others = [other.picture for other in posts if other is not post]
        for base in _bases(post, scape):
            end = _end(post, base)
            if not any(overlap(_strip(base, end), other) for other in others):
                yield Path(line((base, end)), None, Stroke(ink, 1.5, cap="round"))
                yield Path(line((base, end)), None, Stroke(canvas.paint("sign"), 0.8, cap="round"))


def _crosses_a_street(start: Point, end: Point, scape: Scape) -> bool:
    """Whether the straight line between two points crosses a street."""
    half = scape.road / 2
    sides = scape.sides.near(((start, end),), half)
    steps = max(1, math.ceil(math.dist(start, end) / 3))
    points = [between(start, end, step / steps) for step in range(steps + 1)] if sides else []
    return any(distance_to(point, *side) < half for point in points for side in sides)


def draw_pointers(posts: Sequence[Post], scape: Scape, canvas: Canvas) -> Iterator[Item]:
    """Yield an arrowhead on the kerb of each space that serves a site, in the colour of the site."""
    for post in posts:
        for slot in post.slots:
            (x, y), turn = _foot(post.at, slot, scape)
            head = ((TIP, 0.0), (-HEAD, -WING), (-HEAD, WING))
            cos, sin = math.cos(turn), math.sin(turn)
            ring = tuple((x + u * cos - v * sin, y + u * sin + v * cos) for u, v in head)
            yield Path(straight((ring,)), canvas.sign(post.sign.district, "rim"), pen(canvas.paint("sign"), 0.5))


def _foot(at: Point, slot: Slot, scape: Scape) -> tuple[Point, float]:
    """Return the point on a space's kerb nearest to a sign, and the direction from there into the street.

    It keeps off the ends of the space, beyond which are others.
    """
    (x, y), turn = slot.middle, slot.turn
    dx, dy = at[0] - x, at[1] - y
    shift = dx * math.cos(turn) + dy * math.sin(turn)
    most = max(slot.length / 2 - max(END, slot.length * END_SHARE), 0.0)
    shift = max(-most, min(most, shift))
    side = 1.0 if dy * math.cos(turn) - dx * math.sin(turn) >= 0 else -1.0
    nx, ny = -math.sin(turn) * side, math.cos(turn) * side
    half = scape.road / 2
    foot = x + math.cos(turn) * shift + nx * half, y + math.sin(turn) * shift + ny * half
    return foot, math.atan2(-ny, -nx)


def draw_signs(posts: Sequence[Post], canvas: Canvas) -> Iterator[Item]:
    """Yield the pictures and the ribbons of all signs."""
    for post in posts:
        yield from _picture(post, canvas)
    for post in posts:
        if post.name:
            yield from _ribbon(post.name, post.sign, canvas)


def _picture(post: Post, canvas: Canvas) -> Iterator[Item]:
    """Yield the picture of a sign: a plot, a cut-out, a landmark's disc or a small disc, with its icon."""
    sign, (x, y) = post.sign, post.at
    ink, paper = canvas.paint("outline"), canvas.paint("sign")
    colour = canvas.sign(sign.district, "rim")
    district = canvas.district(sign.district)
    own = district.icon.name if district and district.icon else ANYTHING if ANYTHING in canvas.look.icons else ""
    icon = sign.icon or own
    if sign.plot:
        width, height = sign.plot
        frame = Rect(
            *to_micrometre((x - width / 2, y - height / 2)), width, height, 2.0, paper, Stroke(ink, 0.35, (2.0, 1.5))
        )
        yield frame
        size = min(width, height) * 0.45
        if icon:
            yield canvas.look.icon(icon, *to_micrometre((x - size / 2, y - size / 2)), size, colour)
    elif sign.landmark and icon and canvas.style.sites and canvas.style.sites.cut_out:
        drawing = canvas.look.icon(icon, *to_micrometre((x - post.reach, y - post.reach)), 2 * post.reach)
        yield from draw_cut_out(drawing, canvas.paint)
    elif sign.landmark and icon:
        reach = post.reach
        yield Ellipse(*to_micrometre((x + 0.8, y + 0.8)), reach, reach, canvas.paint("shadow"))
        yield Ellipse(*to_micrometre((x, y)), reach, reach, canvas.paint("plaza"), pen(ink, 0.5))
        yield Ellipse(*to_micrometre((x, y)), reach - 1.5, reach - 1.5, paper, pen(colour, 1.2))
        size = reach * 1.3
        yield canvas.look.icon(icon, *to_micrometre((x - size / 2, y - size / 2)), size)
    else:
        reach = post.reach
        yield Ellipse(*to_micrometre((x + 0.5, y + 0.5)), reach, reach, canvas.paint("shadow"))
        yield Ellipse(*to_micrometre((x, y)), reach, reach, colour, pen(paper, 0.6))
        size = reach * 1.3
        if icon:
            yield canvas.look.icon(icon, *to_micrometre((x - size / 2, y - size / 2)), size, paper)


def _ribbon(name: PlacedWords, sign: Sign, canvas: Canvas) -> Iterator[Item]:
    """Yield a ribbon with its text, of paper or in the district's colour; that of a landmark is framed."""
    width, height = name.width / 2 + MARGIN, name.height / 2 + MARGIN
    x, y = name.at
    across, down = to_micrometre((2 * width, 2 * height))
    frame = Stroke(canvas.paint("outline"), 0.3) if sign.landmark else None
    flag = canvas.style.sites is not None and canvas.style.sites.flags
    fill = canvas.sign(sign.district, "rim") if flag else canvas.paint("sign")
    yield Rect(*to_micrometre((x - width, y - height)), across, down, 0.9, fill, frame)
    yield name.drawn()
