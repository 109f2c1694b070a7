"""The rulebooks of one game, written in every form."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pnp.build.examine import Examined, examine
from pnp.build.illustrate import illustrated
from pnp.build.names import rules_file
from pnp.build.target import other_language
from pnp.build.write import Product, write_all
from pnp.records import dataclass
from pnp.render.pdf import PdfInfo, render_pdf
from pnp.sheet.paper import PAPERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.build.press import Say
    from pnp.built import Written
    from pnp.load import Loaded
    from pnp.rulebook import Document
    from pnp.scene.sheet import Sheet

RuleFormat = Literal["md", "html", "pdf", "csv"]

WHAT = {
    ".md": "the rules as Markdown",
    ".html": "the rules as a page",
    ".csv": "a table of the rules",
    ".svg": "a diagram of the rules",
}


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """What `pnp rulebook` was asked for; `reference` asks for the rule reference sheets alone, `language` for the
    rulebooks in that language instead of the game's own.
    """

    out: Path = Path("output")
    paper: str = "a4"
    formats: tuple[RuleFormat, ...] = ("md", "html", "pdf", "csv")
    reference: bool = False
    language: str | None = None


def write_rulebooks(loaded: Loaded, options: RuleOptions, say: Say) -> tuple[Examined, tuple[Written, ...]]:
    """The game as it was checked, and the files that were written: none where it has an error.

    Raises Refused for a language that the game lacks, OutputError where a file can't be written.
    """
    other_language(loaded, options.language)
    say(f"{loaded.name}: checking")
    examined = examine(replace(loaded, focus=None))
    if examined.report.errors:
        return examined, ()
    batch = partial(rule_products, examined, options, say)
    return examined, write_all([batch], options.out / examined.name)


def rule_products(examined: Examined, options: RuleOptions, say: Say) -> Iterator[Product]:
    """The files of the rulebooks in the language that the game was read in, the first under plain names, any others in
    folders of their own names. A language that is not the game's own is part of the names.
    """
    language = examined.language
    for number, (name, document) in enumerate(examined.documents.items()):
        say(f"{examined.name}: rules")
        folder = f"{name}/" if number else ""
        yield from (
            Product(f"{folder}{product.name}", product.what, product.content)
            for product in _products(illustrated(document, examined.game, examined.maps), options, language)
        )


def _products(document: Document, options: RuleOptions, language: str) -> Iterator[Product]:
    from pnp.rulebook import TEXT_FORMATS, compose_reference, compose_rulebook, write_texts

    paper = PAPERS[options.paper]
    if not options.reference:
        if "pdf" in options.formats:
            sheets = compose_rulebook(document, paper.width, paper.height)
            yield Product(
                rules_file(paper, language), "the rules on paper", _pdf(document, sheets, document.words.rules)
            )
        texts = [form for form in TEXT_FORMATS if form in options.formats]
        for name, content in write_texts(document, texts, f"-{language}" if language else "").items():
            yield Product(name, WHAT[Path(name).suffix], content)
    sheets = compose_reference(document, paper.width, paper.height)
    if sheets and (options.reference or "pdf" in options.formats):
        name = "-".join(filter(None, (document.name, "reference", language, options.paper))) + ".pdf"
        yield Product(name, "the rule reference", _pdf(document, sheets, document.words.reference))


def _pdf(document: Document, sheets: tuple[Sheet, ...], name: str) -> bytes:
    title, authors = f"{document.title} – {name}", ", ".join(document.authors)
    keywords = ("rules", "board game")
    return render_pdf(sheets, PdfInfo(title, authors, document.summary, keywords, document.language))
