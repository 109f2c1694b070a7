"""The options of a build, and what it would print: sheets, and rules as pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

from pnp.build.pipeline import illustrated, prepare
from pnp.build.press import printed_sheets
from pnp.build.target import BuildOptions, profile_named
from pnp.build.write import silent
from pnp.diagnostics import Severity
from pnp.facts.rows import manifest
from pnp.model.profile import Profile
from pnp.plugins import OUR_FORMATS, plugin_formats
from pnp.render.pdf import render_pngs
from pnp.scene.parts import Sheet
from pnp.sheet.options import PAPERS, Backs, Cuts, Flip, Layout
from pnp.studio.faces import place
from pnp.studio.resources import Resource
from pnp.studio.session import Json, Message, RequestRefused, StudioSession
from pnp.units import MM_PER_INCH

# The options of a build, as the page offers and sends them.

CHOICES = {
    "paper": tuple(PAPERS),
    "layout": get_args(Layout),
    "flip": get_args(Flip),
    "cuts": get_args(Cuts),
    "backs": get_args(Backs),
}
"""The options with fixed choices; each may be left to the profile."""


def offered(studio: StudioSession, _message: Message) -> Json:
    """Return what can be chosen: the options, the profiles of the pack, its components, and what is built."""
    loaded = studio.loaded()
    game = loaded.game
    bundled = sorted({*game.names(Profile), "home"})
    return {
        **{name: list(choices) for name, choices in CHOICES.items()},
        "profile": bundled,
        "prints": {name: profile_named(loaded, name).prints for name in bundled},
        "defaults": {name: _defaults(profile_named(loaded, name)) for name in bundled},
        "flat": [name for name in bundled if profile_named(loaded, name).registration],
        "components": [{"id": entry.id, "name": entry.name or each.name} for entry, each in manifest(game)],
        "formats": [*OUR_FORMATS, *plugin_formats()],
        "folder": (studio.settings.out / loaded.name).as_posix(),
    }


def _defaults(profile: Profile) -> dict[str, str]:
    """Return what a profile says for each of the options with fixed choices."""
    chosen = {"paper": profile.paper, "layout": profile.layout, "flip": profile.flip, "cuts": profile.cuts}
    return {**chosen, "backs": "needed"}


def options(message: Message, out: Path) -> BuildOptions:
    """Return the options of a message. Raises RequestRefused for values of the wrong kind."""
    given: dict[str, Any] = {}
    for name in ("language", "variant", *CHOICES):
        value = message.get(name) or None
        if not isinstance(value, str | None):
            raise RequestRefused(f"'{name}' is not a text")
        given[name] = value
    for name in ("only", "formats"):
        value = message.get(name) or []
        if not (isinstance(value, list) and len(value) <= MOST_NAMED and all(isinstance(each, str) for each in value)):
            raise RequestRefused(f"'{name}' is not a list of names")
        given[name] = tuple(value) if name == "only" else tuple(value) or None
    dpi = message.get("dpi") or None
    if not (dpi is None or (isinstance(dpi, int) and 36 <= dpi <= 1200)):
        raise RequestRefused("a resolution is a number of dots per inch from 36 to 1200")
    profile = message.get("profile") or "home"
    return BuildOptions(out, profile=str(profile), dpi=dpi, draft=message.get("draft") is True, **given)


MOST_NAMED = 1_000
"""Maximum number of components or formats that a message names."""


# Sheets and rules as pictures of their pages.

SCREEN_DPI, CLOSE_DPI = 96, 220
"""The resolution of a page that fits the window, and of one that is looked at closely."""


def sheets(studio: StudioSession, message: Message) -> Json:
    """Return the pages of a build, in order, with the address of a picture of each."""
    asked = options({**message, "formats": None, "dpi": None}, studio.settings.out)
    key = f"sheets {asked}"
    if key not in studio.cached:
        prepared = prepare(studio.loaded(asked.language), asked, silent, studio.memo(f"sheets {asked.language}"))
        if prepared.target.profile.prints == "faces":
            raise RequestRefused(
                f"the profile '{asked.profile}' makes one page or picture of each face for a printing service, no "
                "sheets: see the faces in Faces, and build their files in Print"
            )
        wrong = [each for each in prepared.examined.report.findings if each.severity is Severity.ERROR]
        studio.cached[key] = printed_sheets(prepared.examined, prepared.target), wrong
    pages, wrong = studio.cached[key]
    return {
        "revision": studio.revision,
        "errors": len(wrong),
        "wrong": [{"message": each.message, "hint": each.hint, **place(each.span)} for each in wrong[:MOST_WRONG]],
        "pages": list(_pages(studio, pages)),
    }


MOST_WRONG = 3
"""Maximum number of errors that are listed above the sheets; Findings lists all."""


def rules(studio: StudioSession, message: Message) -> Json:
    """Return the rulebooks as pages."""
    from pnp.rulebook.pages.compose import compose_rulebook

    language, variant = (message.get(name) or None for name in ("language", "variant"))
    paper = PAPERS.get(str(message.get("paper") or "a4"))
    if paper is None:
        raise RequestRefused("there is no such paper")
    key = f"rules {language} {variant} {paper.name}"
    if key not in studio.cached:
        examined = studio.examined_in(language)
        drawn = (illustrated(each, examined.facts, examined.maps) for each in examined.documents.values())
        studio.cached[key] = [(each.title, compose_rulebook(each, paper.width, paper.height)) for each in drawn]
    books = studio.cached[key]
    return {
        "revision": studio.revision,
        "books": [{"title": title, "pages": list(_pages(studio, pages))} for title, pages in books],
    }


def _pages(studio: StudioSession, pages: Sequence[Sheet]) -> Iterator[Json]:
    """Yield the pages; a page that looks as before has the picture of before."""
    from pnp.render.pdf import fingerprint

    for number, sheet in enumerate(pages, 1):
        name = f"{studio.session}-page-{fingerprint(sheet)[:24]}"
        yield {
            "number": number,
            "width": sheet.width,
            "height": sheet.height,
            "label": sheet.label,
            "side": sheet.side,
            "bookmark": sheet.bookmark,
            "components": list(sheet.components),
            "src": studio.offers.add(name, lambda sheet=sheet: _picture(sheet, SCREEN_DPI)),  # type: ignore[misc]
            "close": studio.offers.add(f"{name}-close", lambda sheet=sheet: _picture(sheet, CLOSE_DPI)),  # type: ignore[misc]
        }


MOST_PIXELS = 25_000_000
"""Maximum number of pixels of a page; a larger one is shown less sharp."""


def _picture(sheet: Sheet, dpi: float) -> Resource:
    area = sheet.width * sheet.height / MM_PER_INCH**2
    (content,) = render_pngs([sheet], min(dpi, (MOST_PIXELS / area) ** 0.5))
    return Resource(content, "image/png")
