"""What a face could not draw as written: expressions that fail, values, icons, pictures and effects."""

import math
from collections.abc import Iterator

from pnp.checks.merging import group_placed, place_as_text, rows_met
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.scene.parts import Drawn, PlacedPicture
from pnp.units import MM_PER_INCH

# Expressions that fail, or give what cannot be drawn.


@check("failed-expression", severity=ERROR)
def failed_expression(drawn: Drawn) -> Iterator[Fault]:
    """An expression of a template cannot be evaluated for a row.

    Expressions know the fields of the row, `index`, the names of the repetitions around them, and the facts of the
    game.

    Fix: correct the name in the template, or add the field to the row.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{title: Opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{titel}"}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{title: Opera}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}"}]
    """
    return (error.fault for error in drawn.errors if error.kind == "expression")


@check("unusable-value", severity=ERROR)
def unusable_value(drawn: Drawn) -> Iterator[Fault]:
    """A row gives a layer a value that it cannot use.

    If a template takes a colour, an icon, a style or a map from the row, the row must name one that exists.

    Fix: correct the value in the row, or add what it names.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{mark: stra}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: "{mark}", where: inset 10}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{mark: star}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: "{mark}", where: inset 10}]
    """
    return (error.fault for error in drawn.errors if error.kind == "value")


@check("bad-picture", severity=ERROR)
def bad_picture(drawn: Drawn) -> Iterator[Fault]:
    """A picture cannot be used.

    Pictures are complete PNG or JPEG files of at most 40 million pixels in the pack's folder, or SVG files of at most
    16 MiB. The content of the file decides, not its name.

    Fix: save it again as the message says; use a PNG for what an SVG cannot have.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fox.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
        # file: fox.png
        a few words

    Good:
        # picture: fox.png, 600 x 600 pixels
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fox.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
    """
    return (error.fault for error in drawn.errors if error.kind == "bad-picture")


@check("bad-icon", severity=ERROR)
def bad_icon(drawn: Drawn) -> Iterator[Fault]:
    """An icon cannot be drawn.

    Its file is missing, damaged or too large, it draws nothing, or its shapes are outside its page or its grid. Icons
    of path data are drawn on a square of 24 × 24 unless their document has another `grid`. A draft shows a crossed box.

    Fix: name the file as it is called, save it again with the page fitted to the drawing, or write the `grid` of the
    path data.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [icons.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: icons.yaml
        kind: icons
        icons: {sail: [{fill: M40 480H480L256 40Z}]}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{mark: sail}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: "{mark}", where: inset 10}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [icons.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: icons.yaml
        kind: icons
        grid: 512
        icons: {sail: [{fill: M40 480H480L256 40Z}]}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{mark: sail}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{icon: "{mark}", where: inset 10}]
    """
    return (error.fault for error in drawn.errors if error.kind == "bad-icon")


@check("undrawn-effect", severity=WARNING)
def undrawn_effect(drawn: Drawn) -> Iterator[Fault]:
    """A part of an SVG picture is left out.

    Shapes, gradients, transparency, clips, patterns, markers, embedded pictures, style sheets and texts in fonts at
    hand, shadows, blurs and masks are printed. Other filters and some rarer things are not: the rest is printed without
    them.

    Fix: remove the effect, convert a text to paths, or save this part of the picture as PNG.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fox.svg}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
        # file: fox.svg
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
          <filter id="grain"><feTurbulence baseFrequency="2"/></filter>
          <circle cx="4" cy="4" r="3" filter="url(#grain)"/>
        </svg>

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fox.svg}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
        # file: fox.svg
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">
          <circle cx="4" cy="4" r="3" fill="#336699" fill-opacity="0.5"/>
        </svg>
    """
    return (error.fault for error in drawn.errors if error.kind == "undrawn-effect")


SHARP, POOR = 300, 150
"""Resolutions in pixels per inch below which a picture looks soft, and below which it looks broken."""


@check("blurred-picture", severity=WARNING)
def blurred_picture(drawn: Drawn) -> Iterator[Fault]:
    """A picture has too few pixels for its printed size.

    Print needs 300 pixels per inch. With fewer, a picture looks soft. Below 150 it is an error, because the pixels are
    visible.

    Fix: use a picture with as many pixels as the message says, or a smaller box.

    Bad:
        # picture: fox.png, 300 x 400 pixels
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fox.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]

    Good:
        # picture: fox.png, 300 x 400 pixels
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fox.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: "20 x 30"}]
    """
    blurred = (picture for picture in drawn.pictures if density(picture) < SHARP)
    for group in group_placed((picture.name, picture) for picture in blurred):
        worst = min(group, key=density)
        across, down = (math.ceil(pixels * SHARP / density(worst)) for pixels in worst.pixels)
        size = f"{worst.width:.0f} × {worst.height:.0f} mm"
        fact = f"the picture '{worst.name}' has {density(worst)} pixels to the inch at {size}"
        message = fact + place_as_text((worst, *group))
        hint = f"bring one of {across} × {down} pixels, or make it smaller"
        severity = ERROR if density(worst) < POOR else WARNING
        yield Fault(worst.span, message, hint, severity, rows_met(group), cause=fact)


def density(picture: PlacedPicture) -> int:
    """Return the resolution of a picture in pixels per inch, rounded."""
    return round(picture.pixels[0] * MM_PER_INCH / picture.width)


@check("missing-picture", severity=ERROR)
def missing_picture(drawn: Drawn) -> Iterator[Fault]:
    """A picture is named that the pack does not have.

    Pictures are files of the pack, or of a kit that it uses, named by their paths from its folder. A draft shows a
    crossed box instead.

    Fix: correct the name, or add the file; leave the field empty if a row has no picture.

    Bad:
        # picture: fox.png, 600 x 600 pixels
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fxo.png}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]

    Good:
        # picture: fox.png, 600 x 600 pixels
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{art: fox.png}, {art: ""}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{picture: "{art}", where: inset 4}]
    """
    return (error.fault for error in drawn.errors if error.kind == "missing-picture")
