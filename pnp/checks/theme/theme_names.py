"""Names of fonts, languages, styles and themes."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import PurePosixPath

from msgspec.structs import replace

from pnp.checks.names_used import arts_of, layers_of, written
from pnp.checks.theme.colours import colours_of_templates, fills_of_templates
from pnp.diagnostics import ERROR, WARNING, Fault, Finding, Missing, Span, check
from pnp.facts.look import FAMILY, own_families
from pnp.messages import did_you_mean, nearest, series, some_of
from pnp.model.faces.layer import Layer, TextArt
from pnp.model.faces.layer_formulas import theme_names
from pnp.model.faces.theme import (
    FONT_FILE,
    Hyphenation,
    Roles,
    Theme,
    base_of,
    left_aside,
    resolve_theme,
)
from pnp.model.game import Game
from pnp.model.maps.map_style import MapStyle
from pnp.model.reference import Ref
from pnp.model.values import roles_of
from pnp.scene.typesetting.font_files import REGULAR, families
from pnp.scene.typesetting.fonts import BOLD, Family, FontError, face, face_from_bytes, face_of
from pnp.scene.typesetting.text import STYLED, emphasis_hint

_BOLD_WORDS = re.compile(r"(?<![\\*])\*\*\*?(?=[^\s*])")
_ITALIC_WORDS = re.compile(r"(?<![\\*])\*(?:\*\*)?(?=[^\s*])")
_IN_BRACES = re.compile(r"\{[^{}]*\}")


@check("unknown-font", severity=ERROR)
def unknown_font(game: Game) -> Iterator[Fault]:
    """A theme names a font that cannot be used.

    Fonts are installed families (packages `fontpkg-…`), or TrueType and OpenType files of the pack. Fonts of the
    system are not used, so that a game looks the same on every computer. Variable fonts, web fonts, and fonts whose
    licence forbids embedding are refused.

    Fix: name an installed family, install its package, or put its `.ttf` or `.otf` file into the pack.

    Bad:
        kind: theme
        type: {title: {family: Firra Sans}}

    Good:
        kind: theme
        type: {title: {family: Fira Sans}}
    """
    seen: set[str] = set()
    for fault in _unusable(game):  # one finding a font, whichever styles name it
        if fault.message not in seen:
            seen.add(fault.message)
            yield fault


def _unusable(game: Game) -> Iterator[Fault]:
    own = {name for theme in game.all(Theme) for name in theme.fonts}
    damaged = any(theme.damaged for theme in game.all(Theme))
    for theme in game.all(Theme):
        for files in theme.fonts.values():
            yield from (fault for file, _, _ in files.faces() for fault in _in_file(file, game))
        for family in _families(theme):
            if FONT_FILE.search(family.name):
                yield from _in_file(family, game)
            elif family.name not in own and not (damaged and _may_be_own(family.name)):
                yield from _installed(family)


def _may_be_own(name: str) -> bool:
    """Whether a family is not similar to an installed one, so that it may be one under `fonts` that has an error."""
    return not nearest(name, families())


def _installed(family: Ref) -> Iterator[Fault]:
    try:
        face(family.name)
    except FontError as error:
        yield Fault(family.span, error.message, error.hint)


def _in_file(file: Ref, game: Game) -> Iterator[Fault]:
    content = game.assets.read(file.name, file.span)
    if isinstance(content, Finding):
        yield Fault(file.span, content.message, content.hint)
        return
    try:
        face_from_bytes(content, PurePosixPath(file.name))
    except FontError as error:
        yield Fault(file.span, error.message, error.hint)


def _families(theme: Theme) -> Iterator[Ref]:
    yield from theme.fallback
    yield from (files.family for files in theme.fonts.values() if files.family)
    for roles in (theme.roles, *theme.variants.values()):
        yield from (role.family for role in roles.lettered if role.family)


@check("missing-weight", severity=WARNING)
def missing_weight(game: Game) -> Iterator[Fault]:
    """A style has a weight that its font does not have.

    The text is printed in the nearest weight of the font, which may look regular instead of bold. Of a variable font
    only the regular is used. A style of words without a `family` is reported if no text style has a font with its
    weight, and `**bold**` or `*italic*` in a text of a template if the font of the text has no bold or no italic. A
    style with `italic: true` is reported, too, if its font has none.

    Fix: write the nearest weight, or take a family that has the weight. For your own fonts, list the files of the
    weights under `fonts`; `italic: slanted` there slants the upright letters.

    Bad:
        # file: look.yaml
        kind: theme
        type: {title: {family: Arimo, weight: 700, size: 12, colour: "#101010"}}

    Good:
        # file: look.yaml
        kind: theme
        type: {title: {family: Fira Sans, weight: 700, size: 12, colour: "#101010"}}
    """
    whole = resolve_theme(game.all(Theme))
    if whole is None:
        return
    own = own_families(whole, game.assets)
    texts = {name: role.family.name if role.family else FAMILY for name, role in whole.roles.texts.items()}
    families = {name: own.get(family, family) for name, family in texts.items()}
    for theme in game.all(Theme):
        for roles in (theme.roles, *theme.variants.values()):
            for name, role in roles.texts.items():
                family = families.get(name)
                yield from _lighter(name, role.span, role.weight, [family] if family else [])
                if role.italic and family and (upright := _upright(family)):
                    message = f"the style '{name}' is italic, but the font '{upright}' has no italic"
                    yield Fault(
                        role.span, message, "take a family that has, or slant it: italic: slanted under 'fonts'"
                    )
            for name, role in roles.inline.items():
                own_family = [own.get(role.family.name, role.family.name)] if role.family else families.values()
                yield from _lighter(name, role.span, role.weight, own_family)
    yield from _unmarked(game, families)


def _unmarked(game: Game, families: Mapping[str, str | Family]) -> Iterator[Fault]:
    """Yield the faults of bold and italic words in fonts that have none."""
    hint = "take another family for the style, or print the words in a style with another one"
    for layer in layers_of(game):
        family = families.get(layer.art.style.text) if isinstance(layer.art, TextArt) else None
        if family is None or not isinstance(layer.art, TextArt):
            continue
        words = _IN_BRACES.sub("x", layer.art.text.text)
        found = _nearest(family, BOLD) if _BOLD_WORDS.search(words) else None
        if found and found[0] < (REGULAR + BOLD) / 2:
            yield Fault(layer.art.text.span, f"the font '{found[1]}' has no bold: '**' changes nothing", hint)
        if _ITALIC_WORDS.search(words) and (upright := _upright(family)):
            yield Fault(layer.art.text.span, f"the font '{upright}' has no italic: '*' changes nothing", hint)


def _upright(family: str | Family) -> str | None:
    """Return the name of a family without italics; None if it has some, or cannot be used."""
    with suppress(FontError):
        name = family.name if isinstance(family, Family) else family
        return None if face_of(family, REGULAR, italic=True).italic else name
    return None


def _lighter(name: str, span: Span, weight: int | None, families: Iterable[str | Family]) -> Iterator[Fault]:
    """Yield the fault of a style with a weight that none of the families has."""
    found = [it for it in (_nearest(family, weight) for family in dict.fromkeys(families)) if it] if weight else []
    if found and all(nearest != weight for nearest, _ in found):
        nearest, family = min(found, key=lambda it: abs(it[0] - (weight or 0)))
        message = f"the style '{name}' has the weight {weight}, but '{family}' is printed in {nearest}, its nearest"
        yield Fault(span, message, f"write 'weight: {nearest}', or take a family that has {weight}")


def _nearest(family: str | Family, weight: int) -> tuple[int, str] | None:
    """Return the weight in which a family is printed, and its name; None if it cannot be used."""
    with suppress(FontError):
        return face_of(family, weight).weight, family.name if isinstance(family, Family) else family
    return None


@check("unknown-style", severity=ERROR)
def unknown_style(game: Game) -> Iterator[Fault]:
    """A layer names a style that the theme does not have.

    The theme defines text styles under `type`, styles of words within a text under `inline`, and line styles under
    `lines`.

    Fix: correct the name, or add the style to the theme.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{text: Market, style: card-tilte}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{text: Market, style: card-title}]
    """
    roles = roles_of(game)
    if roles is None:
        return
    aside = left_aside(game.all(Theme))
    other = aside.roles if aside else Roles()  # what only it has is reported by detached-theme
    words, words_elsewhere = {**roles.texts, **roles.inline}, {**other.texts, **other.inline}
    for theme in game.all(Theme):
        styles = [keyword.style for keyword in theme.keywords.values() if keyword.style]
        yield from _unknown("text style", styles, words, {**words_elsewhere, **theme.roles.texts, **theme.roles.inline})
    for layer in layers_of(game):
        yield from _unknown("text style", texts_of(layer), roles.texts, other.texts)
        for name, styled in styled_in(layer):
            hint = emphasis_hint(name.name, styled.name)
            for fault in _unknown("text style", (name,), words, words_elsewhere):
                yield replace(fault, span=styled.span, hint=hint) if hint else fault
        yield from _unknown("line", lines_of(layer), roles.lines, other.lines)
    anywhere = {name for theme in game.all(Theme) for name in theme.roles.texts}
    for name in (name for style in game.all(MapStyle) for name in style.texts()):
        if name.name not in anywhere:  # a kit's maps may use text styles of the kit's theme
            hint = did_you_mean(name.name, roles.texts)
            yield Fault(name.span, f"unknown text style '{name}'", hint, cause=Missing(name.name, "text style"))


def _unknown(kind: str, names: Iterable[Ref], known: Collection[str], elsewhere: Collection[str]) -> Iterator[Fault]:
    for name in names:
        if name.name not in known and name.name not in elsewhere:
            hint = did_you_mean(name.name, known) or _known(kind, known)
            if kind == "line" and re.match(r"[\d.]+ ?(?:mm|pt|px)?\b", name.name):
                hint = "name a line of the theme, such as thin; its width and colour are written there, under lines"
            yield Fault(name.span, f"unknown {kind} '{name}'", hint, cause=Missing(name.name, kind))


LISTED = 12
"""Maximum number of names that a hint lists."""


def _known(kind: str, names: Collection[str]) -> str:
    if len(names) > LISTED:
        return f"correct the name, or add it to the theme, which has {len(names)} other {kind}s"
    return f"there are {series(sorted(names), 'and')}" if names else "the theme has none"


def texts_of(layer: Layer) -> Iterator[Ref]:
    """Yield the text styles that a layer contains literally."""
    return written(layer.art.style if isinstance(layer.art, TextArt) else None)


def styled_in(layer: Layer) -> Iterator[tuple[Ref, Ref]]:
    """Yield the styles that a text gives to its words, as `[words]{.style}`, each with the words and all of it."""
    if isinstance(layer.art, TextArt) and not layer.art.verbatim:
        text = layer.art.text
        for found in STYLED.finditer(text.text):
            before, _, words = text.text[: found.start()].rpartition("[")
            yield Ref(found[1].strip(), text.part(*found.span(1))), Ref(words, text.part(len(before), found.end()))


def lines_of(layer: Layer) -> Iterator[Ref]:
    """Yield the line styles that a layer contains literally."""
    return written(*theme_names(layer.art).lines)


@check("unknown-theme", severity=ERROR)
def unknown_theme(game: Game) -> Iterator[Fault]:
    """A theme extends one that does not exist or is listed later.

    A theme can extend a theme of a kit, or one that the pack lists before it. A theme is named by its file name without
    `.yaml`, such as `theme`.

    Fix: correct the name, or list the other theme first.

    Bad:
        kind: theme
        extends: thmee
        palette: {ink: "#101010"}

    Good:
        kind: theme
        extends: theme
        palette: {ink: "#101010"}
    """
    earlier: list[Theme] = []
    for theme in game.all(Theme):
        name = theme.extends
        if name and base_of(theme, earlier) is None and not game.may_have(name.name):
            known = [one.id for one in earlier]
            write = f"write {known[0]}" if len(known) == 1 else f"there are {', '.join(known)}"
            hint = did_you_mean(name.name, known) or (write if known else None)
            yield Fault(name.span, f"no theme '{name}' is listed before this one", hint)
        earlier.append(theme)


@check("unknown-language", severity=ERROR)
def unknown_language(game: Game) -> Iterator[Fault]:
    """There are no hyphenation patterns for a language.

    Hyphenation depends on the language. Patterns are available for about fifty languages.

    Fix: correct the code, such as `en`, `de` or `pt-BR`; or write `false`, and add soft hyphens to long words.

    Bad:
        kind: theme
        extends: theme
        type: {body: {hyphenate: xx}}

    Good:
        kind: theme
        extends: theme
        type: {body: {hyphenate: en}}
    """
    for language in (each.language for each in _hyphenations(game) if each.language):
        from pnp.scene.typesetting.text import knows, languages  # imported here: few packs need its library

        if not knows(language.name):
            known = ", ".join(code for code in languages() if "-" not in code)
            yield Fault(language.span, f"words of '{language}' cannot be parted", f"known are {known}")


def _hyphenations(game: Game) -> Iterator[Hyphenation]:
    for theme in game.all(Theme):
        for roles in (theme.roles, *theme.variants.values()):
            yield from (role.hyphenate for role in roles.texts.values() if role.hyphenate)
    yield from (art.hyphenate for art in arts_of(game, TextArt) if art.hyphenate)


@check("detached-theme", severity=ERROR)
def detached_theme(game: Game) -> Iterator[Fault]:
    """A theme extends no other, and templates use names that it does not define.

    The last theme of a pack is the one in use. It inherits colours, texts and lines only if it `extends` another theme;
    that of the house kit is called `theme`.

    Fix: write `extends: theme` in the theme, or define all names that the templates use.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [look.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        palette: {mine: "#7A1F5C"}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{panel: amber}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [look.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        extends: theme
        palette: {mine: "#7A1F5C"}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{panel: amber}]
    """
    themes = list(game.all(Theme))
    roles, aside = roles_of(game), left_aside(themes)
    if roles is None or aside is None:
        return
    names = tuple(dict.fromkeys(_asked(game, roles, aside.roles)))
    if names:
        message = f"the theme '{themes[-1].id}' does not have {some_of(names)}, which '{aside.id}' has"
        yield Fault(themes[-1].span, message, f"write 'extends: {aside.id}' in it")


def _asked(game: Game, roles: Roles, aside: Roles) -> Iterator[str]:
    """Yield the roles that templates use and that only the unused theme has."""
    for colour in (*fills_of_templates(game), *colours_of_templates(game)):
        if colour.name in aside.palette and colour.name not in roles.palette:
            yield colour.name
    for layer in layers_of(game):
        yield from (name.name for name in texts_of(layer) if name.name in aside.texts and name.name not in roles.texts)
        yield from (name.name for name in lines_of(layer) if name.name in aside.lines and name.name not in roles.lines)
