"""A name for shared sheets that one component alone uses."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pnp.diagnostics import WARNING, Fault, check
from pnp.messages import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pnp.facts import Facts


@check("lonely-sheet", severity=WARNING)
def lonely_sheet(facts: Facts) -> Iterator[Fault]:
    """A component asks to share sheets with others, and no other names that sheet.

    Components of one `sheet` are put on the same paper in the whole game. Optional ones print in files of their own and
    share with nobody.

    Fix: give another component the same `sheet`, correct the name, or leave it out.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, buoys.yaml, disc.yaml]
        components: [{component: coins, sheet: pieces}, {component: buoys, sheet: peices}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: disc
        # file: buoys.yaml
        kind: component
        makes: token
        name: Buoys
        template: disc
        # file: disc.yaml
        kind: template
        size: 18 x 18
        layers: []

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [coins.yaml, buoys.yaml, disc.yaml]
        components: [{component: coins, sheet: pieces}, {component: buoys, sheet: pieces}]
        # file: coins.yaml
        kind: component
        makes: token
        name: Coins
        template: disc
        # file: buoys.yaml
        kind: component
        makes: token
        name: Buoys
        template: disc
        # file: disc.yaml
        kind: template
        size: 18 x 18
        layers: []
    """
    pack = facts.game.pack
    if pack is None or pack.damaged:
        return
    sheets = [entry.sheet for entry in pack.components if entry.sheet and not entry.optional]
    uses = Counter(sheet.name for sheet in sheets)
    for sheet in sheets:
        if uses[sheet.name] == 1:
            hint = did_you_mean(sheet.name, (name for name in uses if name != sheet.name))
            yield Fault(sheet.span, f"no other component shares the sheet '{sheet.name}'", hint)
    for entry in pack.components:
        if entry.sheet and entry.optional:
            message = f"'{entry.id}' is optional and so shares no sheet"
            yield Fault(entry.sheet.span, message, "leave out 'sheet' or 'optional'")
