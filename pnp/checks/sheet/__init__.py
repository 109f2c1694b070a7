"""Rules about sheets: what the paper does not hold."""

from pnp.diagnostics import ERROR, Rule

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

SHEET_RULES = (DOES_NOT_FIT,)
