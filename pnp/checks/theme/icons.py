"""Icons and keywords: drawings that cannot be read, and words that texts print with an icon or in a style."""

import re
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from pnp.checks.names_used import arts_of, icons_without_braces, layers_of, written, written_icons
from pnp.diagnostics import ERROR, WARNING, Fault, Missing, check
from pnp.expression import ExpressionError, parse_template
from pnp.messages import did_you_mean, same
from pnp.model.component import Component
from pnp.model.faces.keywords import index_keywords, unknown_in
from pnp.model.faces.layer import CROPS, IconArt, PathArt, PictureArt, TextArt
from pnp.model.faces.theme import IconSet, Theme, icons_by_name, resolve_theme
from pnp.model.game import Game
from pnp.model.maps.game_map import GameMap
from pnp.model.maps.map_style import MapStyle
from pnp.model.reference import Ref, without_mentions
from pnp.model.row import Row
from pnp.model.rulebook import Rulebook, texts
from pnp.model.values import icons_of
from pnp.scene.paths import PathDataError, is_plain, parse_path


@check("bad-path-data", severity=ERROR)
def bad_path_data(game: Game) -> Iterator[Fault]:
    """Path data cannot be parsed.

    Icons and path layers are written as SVG path data: letters such as M (move to), L (line to), C (curve to) and Z
    (close), each with its numbers. A path begins with M.

    Fix: correct the data at the reported character, or export the path again.

    Bad:
        kind: icons
        icons: {sail: [{fill: M4 20H20L}]}

    Good:
        kind: icons
        icons: {sail: [{fill: M4 20H20L12 3Z}]}
    """
    for data in _paths(game):
        if is_plain(data.name):
            continue
        try:
            parse_path(data.name)
        except PathDataError as error:
            yield Fault(data.span, str(error), "write SVG path data such as M4 4H20V20Z")


def _paths(game: Game) -> Iterator[Ref]:
    for icons in game.all(IconSet):
        for icon in icons.icons:
            yield from (mark.data for mark in icon.marks)
    written = (art.data for art in arts_of(game, PathArt) if art.data.literal is not None)
    yield from (Ref(data.text, data.span) for data in written)  # others are judged for each row
    for art in arts_of(game, TextArt):
        if art.along and not art.along.name.startswith(("circle", "arc")):
            yield art.along
    shapes = (layer.art.shape for layer in layers_of(game) if isinstance(layer.art, PictureArt))
    yield from (shape for shape in shapes if shape and shape.name not in CROPS)


@check("unknown-icon", severity=ERROR)
def unknown_icon(game: Game) -> Iterator[Fault]:
    """An icon is named that does not exist.

    Icons are drawings and files in documents of the kind `icons`, of the pack or of a kit that it uses. Where two
    subfolders of a folder of icons have files of one name, their icons are named by their paths, such as `filled/star`.

    Fix: correct the name, or add the icon to a document of the kind `icons`.

    Bad:
        kind: template
        size: 44 x 68
        layers: [{icon: scisors}]

    Good:
        kind: template
        size: 44 x 68
        layers: [{icon: scissors}]
    """
    known = icons_of(game)
    if known is None:
        return
    fields = icons_without_braces(game)
    for icon in dict.fromkeys(_mentioned(game)):
        if icon.name not in known and same(icon.name, known) is None:
            hint = did_you_mean(icon.name, known) or NO_ICON
            if icon.name in fields:
                hint = f'write "{{{icon.name}}}": it is a field of the rows'
            yield Fault(icon.span, f"unknown icon '{icon}'", hint, cause=Missing(icon.name, "icon"))


NO_ICON = "icons are drawings with names, such as star; add it to a document of 'kind: icons', or use a picture"


def _mentioned(game: Game) -> Iterator[Ref]:
    for art in arts_of(game, IconArt):
        yield from written(art.icon)
    for text in arts_of(game, TextArt):
        yield from written_icons(text.text)
    for theme in game.all(Theme):
        yield from (keyword.icon for keyword in theme.keywords.values() if keyword.icon)
    for game_map in game.all(GameMap):
        yield from game_map.icons
    for style in game.all(MapStyle):
        yield from style.icons


# Keywords.


@check("unused-keyword", severity=WARNING)
def unused_keyword(game: Game) -> Iterator[Fault]:
    """A keyword is in no text of the faces or the rules.

    Keywords are found as whole words with the same capital letters, in the texts of templates and rulebooks and in the
    fields of rows. A keyword that is in none of them may be misspelt. Keywords of kits are not reported.

    Fix: correct the word or its `words`, or remove the keyword.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        uses: []
        documents: [look.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        type: {body: {size: 8.5, colour: "#101010"}}
        inline: {loud: {weight: 700}}
        keywords: {Fliyng: {style: loud}}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{rule: Flying}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{rule}"}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        uses: []
        documents: [look.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        type: {body: {size: 8.5, colour: "#101010"}}
        inline: {loud: {weight: 700}}
        keywords: {Flying: {style: loud}}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{rule: Flying}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{rule}"}]
    """
    theme = resolve_theme(game.all(Theme))
    index = index_keywords(theme.keywords.values()) if theme else None
    if theme is None or index is None or game.pack is None or game.unread or not game.knows_all(Component):
        return
    if any(misfit.kind == "missing" for component in game.all(Component) for misfit in component.misfits):
        return  # texts are missing that may have it
    used = set[str]()
    formulas = [art.text.text for art in arts_of(game, TextArt)]  # `{T}` is no keyword there, which is reported
    for text in (*_texts(game), *formulas):
        used |= index.within(text)
    own = {PurePosixPath(document.name).stem for document in game.pack.documents}
    written = [keyword for each in game.all(Theme) if each.id in own for keyword in each.keywords.values()]
    for keyword in written:
        if keyword.name.name not in used and theme.keywords.get(keyword.name.name) is keyword:
            form = keyword.forms[0]
            words = {word for text in _texts(game) for word in text.split() if len(word) >= len(form) - 1}
            near = did_you_mean(form, words)
            hint = near or "correct the word, or take it out"
            yield Fault(keyword.name.span, f"no text of the faces or rules has the keyword '{keyword.name}'", hint)


@check("unknown-keyword", severity=WARNING)
def unknown_keyword(game: Game) -> Iterator[Fault]:
    """A text has a word in braces that is no keyword.

    The theme has keywords in braces, such as `{T}`. A field of a row has another word in braces, which is printed with
    its braces. Without such keywords, only the names of icons and of the row's own fields are reported, and text styles
    without their point: an icon is `{icon:star}`, styled words are `[words]{.loud}`, and fields are filled in by
    templates.

    Fix: correct the word, add it to the keywords, or write `\\{` to print it.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        documents: [look.yaml, cards.yaml, card.yaml]
        components: [{component: cards}]
        # file: look.yaml
        kind: theme
        extends: theme
        keywords: {"{T}": {icon: star}}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{rule: "{T}, or {TT}"}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{rule}", style: body}]

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
        keywords: {"{T}": {icon: star}}
        # file: cards.yaml
        kind: component
        makes: card
        name: Cards
        template: card
        rows: [{rule: '{T}, or \\{TT}'}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{rule}", style: body}]
    """
    if not game.knows_all(Theme):
        return  # a theme that could not be read may have the keyword
    theme = resolve_theme(game.all(Theme))
    known = {form for keyword in (theme.keywords.values() if theme else ()) for form in keyword.forms}
    braced, icons = any(form.startswith("{") for form in known), icons_by_name(game.all(IconSet))
    for component in game.all(Component):
        for row in component.rows:
            for name, value in row.fields.items():
                for word in unknown_in(value, known) if isinstance(value, str) and "{" in value else ():
                    styled = f"write {{.{word[1:-1]}}} for a text style" if f"]{word}" in str(value) else None
                    meant, span = styled or _meant(word, row, icons), row.spans.get(name, row.span)
                    if braced:
                        hint = did_you_mean(word, known) or meant or "add it to the keywords of the theme"
                        yield Fault(span, f"'{word}' is no keyword", hint, rows=(row.name,))
                    elif meant:
                        yield Fault(span, f"'{word}' is printed with its braces", meant, rows=(row.name,))


def _meant(word: str, row: Row, icons: Collection[str]) -> str | None:
    """Return a hint for a word in braces that is an icon, or a field of its row; None for other words."""
    inner = word[1:-1].strip()
    icon = re.sub(r"^icon[\s:=]*", "", inner).strip("'\" ")
    if icon in icons:
        return f"write {{icon:{icon}}}"
    if inner in row.fields:
        return f"fields are filled in by the template, not in cells: write {{{inner}}} there"
    return None


def _texts(game: Game) -> Iterator[str]:
    """Yield the texts of a game: those of templates and rules without their expressions, and the fields of rows."""
    written = [art.text.text for art in arts_of(game, TextArt)]
    written += [without_mentions(text.text) for book in game.all(Rulebook) if book.keywords for text in texts(book)]
    for text in written:
        try:
            yield from (part for part in parse_template(text).parts if isinstance(part, str))
        except ExpressionError:
            continue
    for component in game.all(Component):
        for row in component.rows:
            yield from (value for value in row.fields.values() if isinstance(value, str))
