"""A text in a script that pnp cannot print yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.checks.gathering import quoted, whereabouts
from pnp.diagnostics import ERROR, Fault, check
from pnp.scene.typesetting.scripts import runs_left, unsupported

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.scene.typesetting.lettering import Lettering, PrintedText


@check("unsupported-script", severity=ERROR)
def unsupported_script(lettering: Lettering) -> Iterator[Fault]:
    """A text is in a script that would be printed wrongly.

    Characters are printed one after the other from the left. Hebrew, Arabic and other scripts that run from right to
    left would be mirrored. Devanagari, Thai and other scripts whose letters join, stack or change places would fall
    apart. A combining mark that its font would have to move, such as that of `m̄`, would stand beside its letter.
    Texts in Latin, Greek, Cyrillic, Armenian, Georgian, Ethiopic, Chinese, Japanese and Korean are printed.

    Fix: bring such words as a picture, or write them in another script.

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
        rows: [{title: "שלום"}]
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
        rows: [{title: shalom}]
        # file: card.yaml
        kind: template
        size: 44 x 68
        layers: [{text: "{title}", style: card-title}]
    """
    for name, texts in _by_script(lettering).items():
        whose = "the combining mark of" if name == _MARKS else f"{name} can't be printed yet:"
        first = texts[0]
        said = quoted(first.strays[0] if name == _MARKS else first.text)
        wrong = "" if name != _MARKS else " would stand in the wrong place"
        if name != _MARKS and runs_left(first.text):
            wrong = ", which runs from right to left"
        place, rows = whereabouts(texts, lettering.name)
        hint = "bring these words as a picture" if first.layer else "write them in another script"
        if name == _MARKS:
            hint = "write the letter without the mark, or bring the words as a picture"
        yield Fault(first.span, f"{whose} {said}{wrong}{place}", hint, rows=rows)


_MARKS = ""


def _by_script(lettering: Lettering) -> dict[str, list[PrintedText]]:
    """The texts by the names of their scripts; those with marks in the wrong place apart."""
    found: dict[str, list[PrintedText]] = {}
    for text in lettering.texts:
        names = unsupported(text.text)
        for name in names or ((_MARKS,) if text.strays else ()):
            found.setdefault(name, []).append(text)
    return found
