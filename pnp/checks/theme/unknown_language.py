"""A language without hyphenation patterns."""

from collections.abc import Iterator

from pnp.checks.gathering import arts_of
from pnp.diagnostics import ERROR, Fault, check
from pnp.model.faces.layer import TextArt
from pnp.model.faces.theme import Hyphenation, Theme
from pnp.model.game import Game


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
    for language in (said.language for said in _said(game) if said.language):
        from pnp.scene.typesetting.text import knows, languages  # imported here: few packs need its library

        if not knows(language.name):
            known = ", ".join(code for code in languages() if "-" not in code)
            yield Fault(language.span, f"words of '{language}' cannot be parted", f"known are {known}")


def _said(game: Game) -> Iterator[Hyphenation]:
    for theme in game.all(Theme):
        for roles in (theme.roles, *theme.variants.values()):
            yield from (role.hyphenate for role in roles.texts.values() if role.hyphenate)
    yield from (art.hyphenate for art in arts_of(game, TextArt) if art.hyphenate)
