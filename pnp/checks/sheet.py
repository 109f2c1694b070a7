"""Rules about what is printed for: what the paper does not hold, and what a print service does not take."""

from pnp.diagnostics import ERROR, WARNING, Rule

DOES_NOT_FIT = Rule(
    "does-not-fit",
    ERROR,
    """A part is larger than the paper that it is to be printed on.

Boards are split over as many sheets as they need, every other part has to fit on one. What a sheet holds depends on the
paper and on its margins.

Fix: choose a larger paper with `--paper`, or make the template smaller; a large face that may be cut is a `board`.

Bad:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [posters.yaml, poster.yaml]
    components: [{component: posters}]
    # file: posters.yaml
    kind: component
    makes: mat
    name: Posters
    template: poster
    # file: poster.yaml
    kind: template
    size: 400 x 400
    layers: []

Good:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [posters.yaml, poster.yaml]
    components: [{component: posters}]
    # file: posters.yaml
    kind: component
    makes: board
    name: Posters
    template: poster
    # file: poster.yaml
    kind: template
    size: 400 x 400
    layers: []""",
)

NOT_OFFERED = Rule(
    "not-offered",
    WARNING,
    """A component is nothing that a print service takes.

A profile lists the sizes that the service prints. What has another size, or is folded from a sheet, is left out of the
files for it.

Fix: give the template one of the sizes, list another size in a profile of your own, or print the component at home.

Bad:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [shop.yaml, cards.yaml, card.yaml]
    components: [{component: cards}]
    # file: shop.yaml
    kind: profile
    name: Card shop
    prints: faces
    sizes: {poker: 825 x 1125}
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    # file: card.yaml
    kind: template
    size: 44 x 68
    layers: []

Good:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [shop.yaml, cards.yaml, card.yaml]
    components: [{component: cards}]
    # file: shop.yaml
    kind: profile
    name: Card shop
    prints: faces
    sizes: {poker: 825 x 1125}
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    # file: card.yaml
    kind: template
    size: poker
    layers: []""",
)

SHORT_BLEED = Rule(
    "short-bleed",
    WARNING,
    """A face bleeds much less than a print service wants.

Bleed is art beyond the cut, for a knife that strays. What is missing is filled by enlarging the face a little, which
shows where lines or texts stand near the cut.

Fix: raise the `bleed` of the template, and let its art reach that far.

Bad:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [shop.yaml, cards.yaml, card.yaml]
    components: [{component: cards}]
    # file: shop.yaml
    kind: profile
    name: Card shop
    prints: faces
    bleed: 3
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    # file: card.yaml
    kind: template
    size: poker
    bleed: 1
    layers: []

Good:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [shop.yaml, cards.yaml, card.yaml]
    components: [{component: cards}]
    # file: shop.yaml
    kind: profile
    name: Card shop
    prints: faces
    bleed: 3
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    # file: card.yaml
    kind: template
    size: poker
    bleed: 3
    layers: []""",
)

UNDRAWN_MAP = Rule(
    "undrawn-map",
    ERROR,
    """A map can't be drawn, so there is nothing to print.

A draft without positions is checked and its requirements are proved all the same, but a picture of it needs a size and
a position for each place.

Fix: give the map a `size` and each place its position with `at`.

Bad:
    kind: area-map
    areas: {Market: {}, Church: {}, Pier: {}}
    roads: [[Market, Church, Pier, Market]]

Good:
    kind: area-map
    size: 100 x 100
    areas: {Market: {at: [20, 20]}, Church: {at: [80, 20]}, Pier: {at: [50, 80]}}
    roads: [[Market, Church, Pier, Market]]""",
)

SHEET_RULES = (DOES_NOT_FIT, NOT_OFFERED, SHORT_BLEED, UNDRAWN_MAP)
