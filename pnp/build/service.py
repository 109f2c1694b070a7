"""Finished faces for a print service: one PDF per component or one picture per face, the list and the upload plan."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from math import ceil
from typing import Any, NamedTuple

from msgspec.structs import replace

from pnp.build.examine import Examined
from pnp.build.press import pdf_of, product_text, sheet_options, span_of, stem_of
from pnp.build.target import BuildTarget
from pnp.build.write import Product, Say
from pnp.build_record import FINISHED
from pnp.checks.sheet import MISSING_BACK, NOT_OFFERED, SHORT_BLEED, UNPRINTED_BACK
from pnp.diagnostics import INFO, Fault, Finding, Span
from pnp.escape import csv_text, file_names, json_text
from pnp.facts.rows import FLAT
from pnp.messages import did_you_mean, listed, many
from pnp.model.component import Component
from pnp.model.faces.template import Template
from pnp.model.game import Game
from pnp.model.profile import Offer, Profile, Shape
from pnp.model.reference import Ref
from pnp.render.pdf import pixels
from pnp.scene.items import Ellipse, Rect, Scene
from pnp.scene.parts import Part, PartSet, Sheet, Side, rows_as_text
from pnp.sheet.imposition.single_faces import ENOUGH, finished, in_order, lacking, outlined_by, with_cuts
from pnp.sheet.margins import HOUSE, stamp
from pnp.units import MM_PER_INCH, decimal

# The files: one PDF per component or one picture per face, as the profile requires.

COLUMNS = (
    *("component", "name", "copies", "front", "back", "width", "height"),
    *("product", "sides", "width-mm", "height-mm", "width-in", "height-in", "front-pages", "back-pages"),
)
"""The columns of the order list: width and height of pictures in pixels, the size after cutting, pages of a PDF."""


class Page(NamedTuple):
    """One finished face, with the name of its picture."""

    name: str
    sheet: Sheet


def unfinished(examined: Examined, target: BuildTarget) -> tuple[Finding, ...]:
    """Return findings for what the target cannot use: sizes that it does not accept, and too little bleed."""
    return tuple(
        finding
        for drawn in examined.drawn
        if drawn.parts.parts
        for finding in _told(drawn.parts, examined, target.profile)
    )


def finish(examined: Examined, target: BuildTarget, say: Say) -> Iterator[Product]:
    """Yield the files of every component that the target accepts, one at a time; then the lists of what to upload."""
    label = sheet_options(target, examined).stamp
    plan = UploadPlan(examined, target)
    for drawn in examined.drawn:
        parts = drawn.parts
        if not parts.parts:
            continue
        if reason := _refusal(parts, target.profile):
            plan.leave_out(parts, f"{reason}; {_dieline(parts)}" if parts.kind == "box" else reason)
            continue
        parts = _with_sides(parts, target.profile)
        say(f"{examined.name}: {parts.name} for {target.profile.name}")
        pages = _pages(parts, target, label)
        if target.profile.file == "pdf":
            made = _pdf(parts, pages, examined, target)
            yield plan.recorded(made)
            plan.add_pages(parts, made.name)
        else:
            for picture in _finished_pictures(dict(pages.values()), target.profile):
                yield plan.recorded(picture)
            plan.add_pictures(parts, pages)
    if plan.products:
        rows = csv_text([COLUMNS, *plan.rows()], "\n").encode()
        yield Product(f"{examined.name}{target.finished}.csv", "what to upload and order, and how many of each", rows)
        if not (target.asked.only or target.asked.rows or target.asked.parts):
            plan.leave_out_rules()
        yield plan.product()


def _told(parts: PartSet, examined: Examined, profile: Profile) -> Iterator[Finding]:
    span, pack = span_of(parts, examined), examined.game.id
    refused = _unoffered(parts, profile)
    if refused:
        hint = _alternative(parts, profile, examined.game)
        if _folded(parts):
            flat = any(parts.kind in offer.kinds for offer in profile.offers)
            hint = "print it at home" + (", or order its flat art as a board with a 'product'" if flat else "")
            hint = f"{hint}; {_dieline(parts)}" if parts.kind == "box" else hint
        yield NOT_OFFERED.finding(Fault(span, f"'{parts.name}': {refused}", hint), pack)
        return
    fault = _backless(parts, profile, span)
    if fault:
        yield MISSING_BACK.finding(fault, pack)
    if any(part.back and _sides(part, parts, profile) == 1 for part in parts.parts):
        offer = _offer(parts.parts[0], parts, profile)
        message = f"'{parts.name}' has backs, and {profile.name} prints {offer.name if offer else 'it'} on one side"
        yield UNPRINTED_BACK.finding(Fault(span, message, "print it at home, or leave out the back"), pack)
    short, bleed = max(_lacking(part, parts, profile) for part in parts.parts)
    if short > ENOUGH:
        message = f"'{parts.name}' bleeds {short:.1f} mm less than {profile.name} wants"
        hint = f"write in its template: bleed: {ceil(10 * (bleed + short) - 0.01) / 10:g}"
        yield SHORT_BLEED.finding(Fault(span, message, hint), pack)


def _dieline(parts: PartSet) -> str:
    return f"a build with '--only {parts.component}' and no profile writes its net at full size, to send as a dieline"


def _refusal(parts: PartSet, profile: Profile) -> str | None:
    """Return why the component is left out: it cannot be printed, or lacks required backs. None if it is printed."""
    if profile.missing_backs == "refuse" and _lacks_backs(parts, profile):
        return _unoffered(parts, profile) or f"{profile.name} prints both sides, and it has no backs"
    return _unoffered(parts, profile)


def _unoffered(parts: PartSet, profile: Profile) -> str | None:
    """Return why the target cannot print the component; None if it can."""
    if _folded(parts):
        return f"it is folded, and {profile.name} prints faces"
    if parts.kind and profile.kinds and parts.kind not in profile.kinds:
        return f"{profile.name} does not print components that make a {parts.kind}"
    named = profile.product(parts.product)
    if parts.product and not named and any(offer.identity for offer in profile.offers):
        return f"{profile.name} has no product '{parts.product}'"
    for part in parts.parts:
        if page_of(part, parts, profile) is None and named:
            return f"{part.front.width:g} × {part.front.height:g} mm is not the size of '{named.name}'"
        if page_of(part, parts, profile) is None:
            size = part.front.width, part.front.height
            made = f" for a {SHAPES[_shape(part)]} {parts.kind}" if profile.offer(*size) else ""
            return f"{size[0]:g} × {size[1]:g} mm is no size of {profile.name}{made}"
    return None


SHAPES: dict[Shape, str] = {"rectangle": "rectangular", "circle": "round", "hexagon": "hexagonal"}


def _shape(part: Part) -> Shape:
    match part.outline:
        case Rect():
            return "rectangle"
        case Ellipse():
            return "circle"
        case _:
            return "hexagon"


def _offer(part: Part, parts: PartSet, profile: Profile) -> Offer | None:
    """Return the product or size of the service for a part; None if it is printed at its own size."""
    return profile.offer(part.front.width, part.front.height, parts.kind, _shape(part), parts.product)


def page_of(part: Part, parts: PartSet, profile: Profile) -> tuple[float, float] | None:
    """Return the size of the page of a part, or None if the service does not accept it."""
    return profile.page(part.front.width, part.front.height, parts.kind, _shape(part), parts.product)


# Backs: what is printed behind fronts that have none, so that no front takes the place of a back.


def _sides(part: Part, parts: PartSet, profile: Profile) -> int:
    """Return how many sides of a part the service prints."""
    offer = _offer(part, parts, profile)
    return offer.sides if offer else 2


def _lacks_backs(parts: PartSet, profile: Profile) -> bool:
    """Whether the service prints backs of parts that have none."""
    return any(part.back is None and _sides(part, parts, profile) == 2 for part in parts.parts)


def _gets_blanks(parts: PartSet, profile: Profile) -> bool:
    """Whether blank backs are printed: a deck with some backs in one PDF needs all of them, to keep its order."""
    if not _lacks_backs(parts, profile):
        return False
    mixed = profile.file == "pdf" and any(part.back for part in parts.parts)
    return mixed or profile.missing_backs in ("blank", "default")


def _with_sides(parts: PartSet, profile: Profile) -> PartSet:
    """Return the parts with the sides that are printed: with blank backs, and without backs that are not printed."""
    blanks = _gets_blanks(parts, profile)

    def sided(part: Part) -> Part:
        if _sides(part, parts, profile) == 1:
            return replace(part, back=None) if part.back else part
        if part.back is None and blanks:
            front = part.front
            return replace(part, back=Scene(front.width, front.height, (), front.bleed))
        return part

    return replace(parts, parts=tuple(map(sided, parts.parts)))


def _backless(parts: PartSet, profile: Profile, span: Span) -> Fault | None:
    """Return the fault of fronts without backs, with what is done about them; None if nothing is."""
    if not _lacks_backs(parts, profile):
        return None
    lacking_backs = [part for part in parts.parts if part.back is None and _sides(part, parts, profile) == 2]
    some = "has no back" if len(lacking_backs) == len(parts.parts) else f"lacks {len(lacking_backs)} of its backs"
    rows = tuple(part.name for part in lacking_backs)
    if profile.missing_backs == "refuse":
        message = f"'{parts.name}' {some}, and {profile.name} prints both sides: it is left out"
        return Fault(span, message, "add 'back:' with a template to the component", rows=rows)
    if _gets_blanks(parts, profile):
        message = f"'{parts.name}' {some}: {profile.name} gets blank ones"
        hint = "add 'back:' with a template to the component, or to pack.yaml for all components without one"
        return Fault(span, message, hint, INFO, rows)
    return None


# What the target accepts, and the pages that it gets.


def _folded(parts: PartSet) -> bool:
    """Whether it is to be folded or glued, so that guides are printed over it."""
    return any(part.guides for part in parts.parts)


NEAREST = 3
"""The maximum number of sizes that a hint lists; of more, it names the nearest one."""


def _alternative(parts: PartSet, profile: Profile, game: Game) -> str | None:
    """Return what the service takes instead: the nearest name or size, all of them if they are few, or who takes it."""
    if named := profile.product(parts.product):
        return f"make its template {named.width:g} x {named.height:g}, with the art laid out flat"
    if parts.product:
        return did_you_mean(parts.product, [offer.identity for offer in profile.offers])
    refused = next((part for part in parts.parts if page_of(part, parts, profile) is None), None)
    if refused is None or (parts.kind and profile.kinds and parts.kind not in profile.kinds):
        return _elsewhere(parts, profile, game)
    size, shape = (refused.front.width, refused.front.height), _shape(refused)
    near = profile.nearest(*size, parts.kind, shape)
    if near and len(profile.offers) > NEAREST:
        return f"the nearest that it takes is {_sized(near)}"
    if near:
        suited = ", ".join(_sized(offer) for offer in profile.offers if offer.suits(parts.kind, shape))
        return f"its sizes are {suited}; a profile of your own can list others"
    ways = []
    if other := profile.nearest(*size, parts.kind):
        drawn = f", {SHAPES[other.shape]}" if other.shape else ""
        ways.append(f"for a {parts.kind} it has {other.name} ({other.width:g} × {other.height:g} mm{drawn})")
    flat = {*FLAT, "board"}
    made = [offer for offer in profile.offers if offer.suits("", shape) and flat.intersection(offer.kinds[:1])]
    if made:
        other = min(made, key=lambda offer: offer.distance(*size))
        ways.append(f"with 'makes: {other.kinds[0]}' the nearest is {_sized(other)}")
    return "; ".join(ways) or None


def _sized(offer: Offer) -> str:
    return f"{offer.name} ({offer.width:g} × {offer.height:g} mm)"


def _elsewhere(parts: PartSet, profile: Profile, game: Game) -> str:
    """Return which profiles of print services take a component that this one does not."""
    others = (game.find(Profile, name) for name in dict.fromkeys(game.names(Profile)))
    takers = [each.id for each in others if each and each.prints == "faces" and not _refusal(parts, each)]
    if not takers and not profile.kinds:
        return "print it at home"
    if not takers:
        *first, last = profile.kinds
        kinds = f"{', '.join(first)} or {last}" if first else last
        return f"print it at home: {profile.name} prints components that make a {kinds}"
    return f"print it at home, or with a profile that takes it: {listed(sorted(takers), 'other profile')}"


def _lacking(part: Part, parts: PartSet, profile: Profile) -> tuple[float, float]:
    """Return how much bleed the worse face of a part lacks, and the bleed that it has."""
    page = page_of(part, parts, profile)
    assert page, "the size is taken"
    return max((lacking(face, *page), face.bleed) for face in (part.front, part.back) if face)


def _pages(parts: PartSet, target: BuildTarget, label: str) -> dict[tuple[int, Side], Page]:
    """Return each face of each part on its page; a shared back is one page, called `back`."""
    inset = stamp(label, HOUSE) if label else None
    folder = f"{target.finished.strip('-')}/{parts.component}"
    names = file_names(part.name for part in parts.parts)
    shared = len(parts.parts) > 1 and all(part.back == parts.parts[0].back for part in parts.parts)
    pages: dict[tuple[int, Side], Page] = {}
    for index, (part, name) in enumerate(zip(parts.parts, names, strict=True)):
        size = page_of(part, parts, target.profile)
        assert size, "the size is taken"
        front = finished(part.front, *size, inset)
        if target.profile.spots:
            front = with_cuts(front, part)
        pages[index, "front"] = Page(f"{folder}/{name}-front", front)
        if part.back and shared and index:
            pages[index, "back"] = pages[0, "back"]
        elif part.back:
            back = "back" if shared else f"{name}-back"
            pages[index, "back"] = Page(f"{folder}/{back}", finished(part.back, *size, inset))
    return pages


def _pdf(parts: PartSet, pages: dict[tuple[int, Side], Page], examined: Examined, target: BuildTarget) -> Product:
    order = tuple(in_order(parts, target.profile.order))
    sheets = outlined_by(parts, [pages[face].sheet for face in order], [index for index, _ in order])
    pictured: dict[tuple[int, Side], str] = {}
    content = pdf_of(
        sheets,
        examined,
        target,
        parts.name,
        lambda number: pictured.update({order[number]: parts.parts[order[number][0]].name}),
    )
    name = f"{stem_of(parts, examined, target)}{target.finished}.pdf"
    blank = any(part.back and not part.back.items for part in parts.parts)
    count = many(len(sheets), "page") + (", blank backs" if blank else "")
    faces = many(len(pictured), "face") + rows_as_text(tuple(dict.fromkeys(pictured.values()))) if pictured else ""
    return Product(name, product_text(f"{parts.name} for {target.profile.name}, {count}", target, faces), content)


def _finished_pictures(pages: dict[str, Sheet], profile: Profile) -> Iterator[Product]:
    from pnp.render.pdf import render_pictures

    contents = render_pictures(tuple(pages.values()), profile.dpi, "jpeg" if profile.file == "jpeg" else "png")
    for name, content in zip(pages, contents, strict=True):
        yield Product(f"{name}.{_ending(profile)}", FINISHED, content)


def _ending(profile: Profile) -> str:
    return "jpg" if profile.file == "jpeg" else profile.file


# The upload plan: every file with its digest, and what is ordered of which product, for programs and for checking.

PLAN_VERSION = "1.0"
"""The version of `schemas/plan.schema.json`: the second number grows with a property that is added."""


class UploadPlan:
    """Collects what a service is sent, in the order in which it is written."""

    def __init__(self, examined: Examined, target: BuildTarget) -> None:
        self._examined, self._target = examined, target
        self._files: list[dict[str, Any]] = []
        self._left_out: list[dict[str, str]] = []
        self.products: list[dict[str, Any]] = []

    def recorded(self, product: Product) -> Product:
        """Return the file, after noting its size and digest."""
        digest = hashlib.sha256(product.content).hexdigest()
        self._files.append({"path": product.name, "bytes": len(product.content), "sha256": digest})
        return product

    def leave_out(self, parts: PartSet, reason: str) -> None:
        """Note a component that the service does not print."""
        self._left_out.append({"component": parts.component, "name": parts.name, "reason": reason})

    def leave_out_rules(self) -> None:
        """Note the rulebooks, which are no faces, and how to write them."""
        for name, document in self._examined.documents.items():
            reason = f"{self._target.profile.name} gets faces here; 'pnp rulebook' writes the rules as a PDF in RGB"
            self._left_out.append({"component": name, "name": document.words.rules, "reason": reason})

    def add_pages(self, parts: PartSet, file: str) -> None:
        """Add the parts of a component whose faces are pages of one file."""
        numbers: dict[tuple[int, Side], list[int]] = {}
        for number, face in enumerate(in_order(parts, self._target.profile.order), 1):
            numbers.setdefault(face, []).append(number)
        self._add(parts, {face: {"file": file, "pages": pages} for face, pages in numbers.items()})

    def add_pictures(self, parts: PartSet, pages: dict[tuple[int, Side], Page]) -> None:
        """Add the parts of a component whose faces are a picture each."""
        dpi, ending = self._target.profile.dpi, _ending(self._target.profile)
        shown = {}
        for face, page in pages.items():
            size = pixels(page.sheet.width, page.sheet.height, dpi)
            shown[face] = {"file": f"{page.name}.{ending}", "pixels": list(size)}
        self._add(parts, shown)

    def _add(self, parts: PartSet, shown: dict[tuple[int, Side], dict[str, Any]]) -> None:
        """Add the component as a product of the service; all its parts have the same size."""
        profile = self._target.profile
        first, made = parts.parts[0], []
        for index, part in enumerate(parts.parts):
            back = shown.get((index, "back"))
            faces = {"front": shown[index, "front"]} | ({"back": back} if back else {})
            made.append({"name": part.name, "copies": part.copies, **faces})
        offer = _offer(first, parts, profile)
        width, height = (offer.width, offer.height) if offer else (first.front.width, first.front.height)
        entry: dict[str, Any] = {"component": parts.component, "name": parts.name}
        entry |= {"kind": parts.kind} if parts.kind else {}
        entry |= {"product": offer.name} if offer else {}
        entry |= {"identity": offer.identity} if offer and offer.identity else {}
        entry |= {"interface": list(offer.api)} if offer and offer.api else {}
        entry |= {"order": profile.order} if profile.file == "pdf" else {}
        entry |= {
            "size": {"width": round(width, 4), "height": round(height, 4)},
            "sides": 2 if any(part.back for part in parts.parts) else 1,
            "quantity": parts.count,
            "parts": made,
        }
        self.products.append(entry)

    def rows(self) -> Iterator[tuple[object, ...]]:
        """Yield the rows of the order list, one for each part of a product."""
        for product in self.products:
            width, height = product["size"]["width"], product["size"]["height"]
            inches = (decimal(each / MM_PER_INCH, 3) for each in (width, height))
            sizes = decimal(width, 2), decimal(height, 2), *inches
            for part in product["parts"]:
                front, back = part["front"], part.get("back", {})
                pages = (", ".join(map(str, face.get("pages", ()))) for face in (front, back))
                yield (
                    *(product["component"], part["name"], part["copies"], front["file"], back.get("file", "")),
                    *front.get("pixels", ("", "")),
                    *(product.get("product", product.get("kind", "")), product["sides"], *sizes, *pages),
                )

    def product(self) -> Product:
        """Return the plan as a file."""
        pack, profile, name = self._examined.game.pack, self._target.profile, self._examined.name
        plan = {
            "version": PLAN_VERSION,
            "game": {
                "id": name,
                "title": pack.title if pack else name,
                "language": pack.language if pack else "en",
            },
            "service": {"profile": profile.id, "name": profile.name},
            "draft": self._target.asked.draft,
            "files": self._files,
            "products": self.products,
            "left-out": self._left_out,
        }
        content = f"{json_text(plan)}\n".encode()
        rules = "; the rules are not in it: 'pnp rulebook' writes them" if self._examined.documents else ""
        what = f"the plan for uploading, for programs{rules}"
        return Product(f"{name}{self._target.finished}-plan.json", what, content)


# The default back of the pack, for fronts that have none.


def with_default_backs(game: Game, profile: Profile) -> Game:
    """Return the game as the profile prints it: components without backs have the pack's default back.

    It is drawn in the size of the fronts. Components with fronts of several sizes, and those that the service prints on
    one side or not at all, stay as they are.
    """
    chosen = game.pack.back if game.pack else None
    template = game.find(Template, chosen.name) if chosen else None
    if template is None or not profile.takes_default_backs:
        return game
    documents, made = [], dict[str, Template]()
    for document in game.documents:
        fitting = _back_for(document, template, game, profile) if isinstance(document, Component) else None
        if fitting:
            made[fitting.id] = fitting
            document = replace(document, back=Ref(fitting.id, document.span))
        documents.append(document)
    return replace(game, documents=(*documents, *made.values()))


def _back_for(component: Component, template: Template, game: Game, profile: Profile) -> Template | None:
    """Return the default back in the size of a component's fronts; None if it is not printed behind them."""
    if component.backs or component.box or component.makes in ("die", "standee", "box"):
        return None
    fronts = [front for name in component.fronts if (front := game.find(Template, name.name))]
    sizes = {(front.width, front.height, front.bleed, front.shape, front.corners) for front in fronts}
    if len(sizes) != 1:
        return None
    ((width, height, bleed, shape, corners),) = sizes
    asked = width, height, component.makes, shape, component.product
    offer = profile.offer(*asked)
    if (offer and offer.sides == 1) or profile.page(*asked) is None:
        return None
    name = f"{template.id} {width:g} {height:g} {bleed:g} {shape} {corners:g}"  # no file has such a name
    return replace(template, id=name, width=width, height=height, bleed=bleed, shape=shape, corners=corners)
