"""An icon explained that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.diagnostics import ERROR, Fault, check
from pnp.messages import did_you_mean
from pnp.model.faces.theme import IconSet, icons_by_name
from pnp.model.rulebook import Rulebook

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.model.game import Game


@check("unknown-rule-icon", severity=ERROR)
def unknown_rule_icon(game: Game) -> Iterator[Fault]:
    """A rulebook explains an icon that there is not.

    Icons come from the icon documents of the pack and of the kits that it uses.

    Fix: correct the name, or draw the icon.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada Byron]}
        licence: {name: CC0}
        documents: [icons.yaml, rules.yaml]
        # file: icons.yaml
        kind: icons
        icons: {anchor: [{line: M12 3v18}]}
        # file: rules.yaml
        kind: rulebook
        icons: {ancor: A place to stop.}
        sections: [{title: Icons, text: [icons: true]}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada Byron]}
        licence: {name: CC0}
        documents: [icons.yaml, rules.yaml]
        # file: icons.yaml
        kind: icons
        icons: {anchor: [{line: M12 3v18}]}
        # file: rules.yaml
        kind: rulebook
        icons: {anchor: A place to stop.}
        sections: [{title: Icons, text: [icons: true]}]
    """
    if not game.knows_all(IconSet):
        return
    known = icons_by_name(game.all(IconSet))
    for rulebook in game.all(Rulebook):
        for meaning in rulebook.meanings:
            if meaning.icon.name not in known:
                hint = did_you_mean(meaning.icon.name, known)
                yield Fault(meaning.icon.span, f"there is no icon '{meaning.icon.name}'", hint)
