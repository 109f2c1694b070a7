"""The rulebooks of a game: with the pictures of their diagrams, and written in every format."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, assert_never, get_args

from msgspec import Struct
from msgspec.structs import replace

from pnp.build.drawing import cover_with_maps
from pnp.build.examine import Examined, examine
from pnp.build.target import BuildTarget, other_language, reference_file, rules_file
from pnp.build.write import Product, Say, write_all
from pnp.build_record import Written
from pnp.draw.component import FRIEZE, WORDMARK, drawing_context, title_scene
from pnp.facts import Facts
from pnp.facts.diagrams import NoSketchError, Sketch
from pnp.facts.look import UnknownNameError
from pnp.facts.pictures import FaceSketch, FanSketch
from pnp.facts.table import TableSketch
from pnp.loader.pack import Loaded
from pnp.output import OUTPUT
from pnp.render.pdf import render_pdf
from pnp.render.prepress import PdfInfo
from pnp.rulebook import RulebookDocument
from pnp.rulebook.document import AnySketch, Panel
from pnp.scene.bitmaps import open_bitmap
from pnp.scene.items import Item, Picture, Scene
from pnp.scene.parts import Sheet
from pnp.sheet.options import PAPERS
from pnp.units import MM_PER_INCH

if TYPE_CHECKING:
    from pnp.draw.pictures import FaceShelf

# The pictures of diagrams, which are drawn here because `pnp.rulebook` cannot draw.


def illustrated(
    document: RulebookDocument,
    facts: Facts,
    maps: Mapping[object, tuple[Item, ...]] | None = None,
    cover: Scene | None = None,
    wordmark: Scene | None = None,
    frieze: Scene | None = None,
) -> RulebookDocument:
    """Return the document with its title and every picture drawn for paper and screens; `maps` are already drawn."""
    if cover:
        focus = facts.game.pack.cover_focus if facts.game.pack else document.focus
        document = replace(document, cover=cover, focus=focus, cover_svg=_for_screens(cover, "cover-", heavy=True))
    if wordmark:
        document = replace(document, wordmark=wordmark, wordmark_svg=_for_screens(wordmark, "wordmark-", heavy=True))
    if frieze:
        document = replace(document, frieze=frieze, frieze_svg=_for_screens(frieze, "frieze-", heavy=True))
    panels = document.panels()
    if not panels:
        return document
    from pnp.draw.pictures import FaceShelf

    shelf = FaceShelf(facts, replace(drawing_context(facts.game), drawings=dict(maps or {})))
    return document.with_pictures({panel.name: _drawn(panel, shelf) for panel in panels})


def _drawn(panel: Panel, shelf: "FaceShelf") -> Panel:
    scene = draw_picture(panel.sketch, shelf)
    if scene is None:
        return panel
    return replace(panel, scene=scene, svg=_for_screens(scene, f"{panel.name}-", not isinstance(panel.sketch, Sketch)))


def _for_screens(scene: Scene, prefix: str, heavy: bool) -> str:
    """Return the picture as inline SVG; one that may be `heavy` is pixels where its outlines would be megabytes."""
    from pnp.render.svg import render_svg

    svg = render_svg(scene, prefix=prefix)
    if heavy and len(svg) > HEAVY:
        svg = render_svg(_in_pixels(scene), prefix=prefix)
    return svg.decode("utf-8").partition("?>")[2].strip()


def draw_picture(shown: AnySketch, shelf: "FaceShelf") -> Scene | None:
    """Return the picture of a rulebook; None if it cannot be drawn, which checks report."""
    from pnp.draw.overlays import draw_diagram
    from pnp.draw.pictures import draw_annotated, draw_fan
    from pnp.draw.table import draw_table

    try:
        match shown:
            case FanSketch():
                return draw_fan(shown, shelf)
            case FaceSketch():
                return draw_annotated(shown, shelf)
            case TableSketch():
                return draw_table(shown, shelf)
            case Sketch():
                return draw_diagram(shown, shelf.context)
            case _:
                assert_never(shown)
    except (UnknownNameError, NoSketchError):
        return None


HEAVY = 150_000
"""The size in bytes above which a picture of faces is pixels on screens, because a page would be megabytes."""

SCREEN_DPI, SCREEN_WIDTH = 300, 1_300
"""The maximum resolution of such a picture at its size on paper, and its maximum width in pixels."""

SCREEN_QUALITY = 78
"""The quality of such a picture as a JPEG: edges are clean on screens, in a third of the bytes of print."""


def _in_pixels(scene: Scene) -> Scene:
    from pnp.render.pdf import render_pictures

    dpi = min(SCREEN_DPI, SCREEN_WIDTH * MM_PER_INCH / scene.width)
    (content,) = render_pictures([scene], dpi, "jpeg", SCREEN_QUALITY)
    return replace(scene, items=(Picture(0.0, 0.0, scene.width, scene.height, open_bitmap(content)),))


# The rulebooks of one game in every format.

RuleFormat = Literal["md", "html", "pdf", "csv"]

RULE_FORMATS: tuple[RuleFormat, ...] = get_args(RuleFormat)
"""The formats of rules, all of which are made by default."""

WHAT = {
    ".md": "the rules as Markdown",
    ".html": "the rules as a page",
    ".csv": "a table of the rules",
    ".svg": "a diagram of the rules",
}


class RuleOptions(Struct, frozen=True):
    """The options of `pnp rulebook`.

    With `reference`, only the rule reference is made. `language` selects the rulebooks in that language instead of the
    game's own. PDFs have the inks and the standard of the `target`, if its profile prints in CMYK.
    """

    out: Path = OUTPUT
    paper: str = "a4"
    formats: tuple[RuleFormat, ...] = RULE_FORMATS
    reference: bool = False
    language: str | None = None
    target: BuildTarget | None = None


def write_rulebooks(loaded: Loaded, options: RuleOptions, say: Say) -> tuple[Examined, tuple[Written, ...]]:
    """Return the game as checked, and the written files; none if it has an error.

    Raises Refused for a language that the game lacks, OutputError if a file cannot be written.
    """
    other_language(loaded, options.language)
    say(f"{loaded.name}: checking")
    examined = examine(replace(loaded, focus=None))
    if examined.report.errors:
        return examined, ()
    if examined.cover:
        examined = replace(examined, cover=cover_with_maps(examined.facts))
    batch = partial(rule_products, examined, options, say)
    return examined, write_all([batch], options.out / examined.name)


def rule_products(examined: Examined, options: RuleOptions, say: Say) -> Iterator[Product]:
    """Yield the files of the rulebooks in the language of the loaded game.

    The files of the first have plain names, those of others are in folders with the names of the rulebooks. A language
    other than the game's own is part of the names.
    """
    title = [title_scene(examined.cover, part) for part in ("", WORDMARK, FRIEZE)]
    for number, (name, document) in enumerate(examined.documents.items()):
        say(f"{examined.name}: rules")
        folder = f"{name}/" if number else ""
        drawn = illustrated(document, examined.facts, examined.maps, *title)
        for product in _products(drawn, options, examined):
            yield replace(product, name=f"{folder}{product.name}")


def _products(document: RulebookDocument, options: RuleOptions, examined: Examined) -> Iterator[Product]:
    from pnp.rulebook.markdown import TEXT_FORMATS, write_texts
    from pnp.rulebook.pages import compose_reference, compose_rulebook

    paper, language, words = PAPERS[options.paper], examined.language, document.words
    profile = options.target.rules_profile if options.target else ""
    if not options.reference:
        if "pdf" in options.formats:
            sheets = compose_rulebook(document, paper.width, paper.height)
            name = rules_file(paper, language, profile)
            yield _pdf(name, "the rules on paper", document, sheets, words.rules, options, examined)
        texts = [form for form in TEXT_FORMATS if form in options.formats]
        for name, content in write_texts(document, texts, f"-{language}" if language else "").items():
            yield Product(name, WHAT[Path(name).suffix], content)
    sheets = compose_reference(document, paper.width, paper.height)
    if sheets and (options.reference or "pdf" in options.formats):
        name = reference_file(document.name, options.paper, language, profile)
        yield _pdf(name, "the rule reference", document, sheets, words.reference, options, examined)


def _pdf(
    name: str,
    what: str,
    document: RulebookDocument,
    sheets: tuple[Sheet, ...],
    title: str,
    options: RuleOptions,
    examined: Examined,
) -> Product:
    keywords, authors = ("rules", "board game"), ", ".join(document.authors)
    whole = f"{document.title} – {title}"
    info = PdfInfo(whole, authors, document.summary, keywords, document.language, rights=document.rights)
    info = replace(info, contributors=document.contributors, publisher=document.publisher)
    target = options.target
    if target is None or target.profile.colour == "rgb":
        return Product(name, what, render_pdf(sheets, info))
    from pnp.build.press import inks_of, product_text, standard_of

    profile, standard = target.profile, standard_of(examined, target.profile)
    layered, outlines = profile.pdf_layers, profile.outlines
    content = render_pdf(sheets, info, inks_of(profile), standard=standard, layered=layered, outlines=outlines)
    return Product(name, product_text(what, target), content)
