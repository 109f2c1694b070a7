"""Rules about printing and exporting: what paper, a print service or a virtual table does not accept."""

from pnp.diagnostics import ERROR, INFO, WARNING, Rule

DOES_NOT_FIT = Rule(
    "does-not-fit",
    ERROR,
    """A part is larger than its paper.

Boards are split over several sheets; every other part must fit on one. The room on a sheet depends on the paper and its
margins. For a cutting machine it is no error if a part does not fit in the area that the machine cuts, or is left out
because it does not fit on the paper.

Fix: choose a larger paper with `--paper`, or make the template smaller; make a large face that may be split a `board`.

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
    """A print service does not offer a component.

A profile lists the sizes that the service prints. Components of another size, and those that are folded, are left out
of its files.

Fix: give the template one of the sizes, add the size to your own profile, or print the component at home.

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
    """A face has much less bleed than a print service needs.

Bleed is artwork beyond the cut, for inexact cuts. A gap is filled with an enlarged copy of the face, which is visible
where lines or texts are near the cut.

Fix: increase the `bleed` of the template, and extend its artwork that far.

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
    file: png
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
    file: png
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

MISSING_BACK = Rule(
    "missing-back",
    WARNING,
    """A component has no backs, and a print service prints both sides.

In a file of fronts alone, each second front would be printed as the back of the one before. So the default back of the
pack (`back` in `pack.yaml`) or a blank back is printed behind each front; profiles with `missing-backs: refuse` leave
the component out.

Fix: give the component or the pack a `back`, or accept blank ones.

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
    file: pdf
    bleed: 3
    missing-backs: refuse
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    # file: card.yaml
    kind: template
    size: poker
    bleed: 3
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
    file: pdf
    bleed: 3
    missing-backs: refuse
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    back: card
    # file: card.yaml
    kind: template
    size: poker
    bleed: 3
    layers: []""",
)

UNPRINTED_BACK = Rule(
    "unprinted-back",
    WARNING,
    """A print service prints a component on one side only, and it has backs.

Some products have one printed side, such as folding boards and stickers. Their backs are left out.

Fix: print the component at home, give it the size of a product with two sides, or leave out its `back`.

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
    products:
      OneSide: {name: One side, size: poker, pixels: 822 x 1122, kinds: [card], sides: 1}
    # file: cards.yaml
    kind: component
    makes: card
    name: Cards
    template: card
    back: card
    # file: card.yaml
    kind: template
    size: poker
    bleed: 3
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
    products:
      OneSide: {name: One side, size: poker, pixels: 822 x 1122, kinds: [card], sides: 1}
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
    """A map cannot be drawn, so there is nothing to print.

A draft without positions is checked and its requirements are proved. To draw it, pnp needs its size and the position of
each place.

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

IDLE_VARIANT = Rule(
    "idle-variant",
    WARNING,
    """A variant of the theme changes nothing that is printed.

A variant such as `low-ink` overrides colours, text styles and lines of the theme. Colours that only your own theme has,
and colours that are written as codes, are the same in the variants of the house theme.

Fix: override the colours of your theme in the variant: `variants: {low-ink: {palette: {sky: paper}}}`.

Bad:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [tickets.yaml, ticket.yaml, look.yaml, sparing.yaml]
    components: [{component: tickets}]
    # file: tickets.yaml
    kind: component
    makes: card
    name: Tickets
    template: ticket
    # file: ticket.yaml
    kind: template
    size: mini-euro
    background: sky
    layers: []
    # file: sparing.yaml
    kind: profile
    name: Sparing
    prints: sheets
    variant: sparing
    # file: look.yaml
    kind: theme
    extends: theme
    palette: {sky: "#C9D6EA", sea: "#7FA3C7"}
    variants: {sparing: {palette: {sea: paper}}}

Good:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [tickets.yaml, ticket.yaml, look.yaml, sparing.yaml]
    components: [{component: tickets}]
    # file: tickets.yaml
    kind: component
    makes: card
    name: Tickets
    template: ticket
    # file: ticket.yaml
    kind: template
    size: mini-euro
    background: sky
    layers: []
    # file: sparing.yaml
    kind: profile
    name: Sparing
    prints: sheets
    variant: sparing
    # file: look.yaml
    kind: theme
    extends: theme
    palette: {sky: "#C9D6EA", sea: "#7FA3C7"}
    variants: {sparing: {palette: {sky: paper}}}""",
)

CUT_LABEL = Rule(
    "cut-label",
    INFO,
    """A seam between the sheets of a board runs through a word.

A board that is larger than the paper is split over several sheets. Its seams are moved to where they cut no labels, as
far as the size of the paper allows. A word that is cut is hard to read if the sheets are glued a millimetre off.

Fix: move the text a few centimetres, let it break into lines, or choose a larger paper with `--paper`.

Bad:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [boards.yaml, board.yaml]
    components: [{component: boards}]
    # file: boards.yaml
    kind: component
    makes: board
    name: Board
    template: board
    # file: board.yaml
    kind: template
    size: 370 x 180
    layers: [{text: Harbourmasters, style: game-title, where: "middle, 120 x 20"}]

Good:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2 to 4
    documents: [boards.yaml, board.yaml]
    components: [{component: boards}]
    # file: boards.yaml
    kind: component
    makes: board
    name: Board
    template: board
    # file: board.yaml
    kind: template
    size: 370 x 180
    layers: [{text: Harbourmasters, style: game-title, where: "middle left, 120 x 20"}]""",
)

NOT_EXPORTED = Rule(
    "not-exported",
    WARNING,
    """A virtual table cannot hold something of the game.

Programs lack some kinds of pieces, and limit the sizes of pictures and the number of objects. `pnp export` leaves out
what does not fit, writes the rest, and says what and why; the file `README.txt` says it, too.

Fix: what the hint says; often another program can hold it.

Bad:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2
    documents: [boats.yaml, face.yaml, table.yaml]
    components: [{component: boats}]
    # file: boats.yaml
    kind: component
    makes: token
    name: Boats
    template: face
    copies: 4
    # file: face.yaml
    kind: template
    size: 20
    layers: [{panel: "#D0E0F0"}]
    # file: table.yaml
    kind: table
    things: {fleet: {component: boats, as: pile, endless: true, at: middle}}

Good:
    # file: pack.yaml
    kind: pack
    title: Harbour
    players: 2
    documents: [boats.yaml, face.yaml, table.yaml]
    components: [{component: boats}]
    # file: boats.yaml
    kind: component
    makes: token
    name: Boats
    template: face
    copies: 4
    # file: face.yaml
    kind: template
    size: 20
    layers: [{panel: "#D0E0F0"}]
    # file: table.yaml
    kind: table
    things: {fleet: {component: boats, as: pile, at: middle}}""",
)

EXPORT_RULES = (NOT_EXPORTED,)

SHEET_RULES = (
    CUT_LABEL,
    DOES_NOT_FIT,
    IDLE_VARIANT,
    MISSING_BACK,
    NOT_OFFERED,
    SHORT_BLEED,
    UNDRAWN_MAP,
    UNPRINTED_BACK,
)
