"""Characters that no font has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import whereabouts
from pnp.diagnostics import ERROR, Fault, check
from pnp.scene.typesetting.scripts import by_script, unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pnp.scene.typesetting.lettering import Lettering, PrintedText


NAMED = 5
"""How many characters a message names."""


@check("missing-glyph", severity=ERROR)
def missing_glyph(lettering: Lettering) -> Iterator[Fault]:
    """Characters of a text are in no font and are not printed.

    A text of a face is set in the family of its role; what that lacks comes from the theme's fallback families. Sheets
    and rulebooks are set in Fira Sans and Barlow Condensed; what these lack comes from the fallback families, from
    Arimo, and from all other families of the theme.

    Fix: write another character, use an icon such as {icon:star}, or add a family that has it to the theme's
    `fallback`.

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
        rows: [{title: "go 🚀"}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]

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
        rows: [{title: "go →"}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]
    """
    for script, lacking in _by_script(lettering).items():
        texts = [text for text, _ in lacking]
        chars = list(dict.fromkeys(char for _, missing in lacking for char in missing))
        place, rows = whereabouts(texts, lettering.name)
        hint = "write another character, use an icon, or add a family to the theme's fallback"
        yield Fault(texts[0].span, f"no font has {_listed(chars, script)}{place}", hint, rows=rows)


def _by_script(lettering: Lettering) -> dict[str, list[tuple[PrintedText, list[str]]]]:
    """The texts with the characters that they lack, by script; no font would help one that cannot be printed at all."""
    found: dict[str, list[tuple[PrintedText, list[str]]]] = {}
    for text in lettering.texts:
        for script, chars in by_script(char for char in text.missing if not unsupported(char)).items():
            found.setdefault(script, []).append((text, chars))
    return found


def _listed(chars: Sequence[str], script: str) -> str:
    """The first of the characters, and how many more there are."""
    if len(chars) == 1:
        return f"'{chars[0]}' (U+{ord(chars[0]):04X})"
    named = [f"'{char}'" for char in (chars if len(chars) <= NAMED else chars[: NAMED - 1])]
    last = named.pop() if len(chars) <= NAMED else f"{len(chars) - NAMED + 1} more"
    return f"the {script} characters {', '.join(named)} and {last}".replace("the  ", "the ")
