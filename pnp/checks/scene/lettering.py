"""Characters that no font has, scripts that cannot be typeset, labels of maps that cover something."""

from collections.abc import Iterator, Sequence

from pnp.checks.merging import quoted, whereabouts
from pnp.diagnostics import ERROR, WARNING, Fault, check
from pnp.scene.typesetting.lettering import Lettering, PrintedText, by_script, runs_left, unsupported

NAMED = 5
"""Maximum number of characters that a message names."""


@check("missing-glyph", severity=ERROR)
def missing_glyph(lettering: Lettering) -> Iterator[Fault]:
    """Some characters of a text are in no font and are not printed.

    Text on a face uses the family of its style, then the fallback families of the theme. Sheets and rulebooks use Fira
    Sans and Barlow Condensed, then the fallback families, Arimo, and all other families of the theme.

    Fix: use another character, or an icon such as {icon:star}, or add a family with that character to `fallback` in the
    theme.

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
        place, layer, rows = whereabouts(texts, lettering.name)
        hint = "write another character, use an icon, or add a family to the theme's fallback"
        fact = f"no font has {_listed(chars, script)}"
        yield Fault(texts[0].span, fact + place, hint, rows=rows, cause=fact + layer)


def _by_script(lettering: Lettering) -> dict[str, list[tuple[PrintedText, list[str]]]]:
    """Return the texts with their missing characters, by script.

    Characters of scripts that cannot be printed at all are omitted: no font would help.
    """
    found: dict[str, list[tuple[PrintedText, list[str]]]] = {}
    for text in lettering.texts:
        for script, chars in by_script(char for char in text.missing if not unsupported(char)).items():
            found.setdefault(script, []).append((text, chars))
    return found


def _listed(chars: Sequence[str], script: str) -> str:
    """Return the first of the characters, and the number of others."""
    if len(chars) == 1:
        return f"'{chars[0]}' (U+{ord(chars[0]):04X})"
    named = [f"'{char}'" for char in (chars if len(chars) <= NAMED else chars[: NAMED - 1])]
    last = named.pop() if len(chars) <= NAMED else f"{len(chars) - NAMED + 1} more"
    return f"the {script} characters {', '.join(named)} and {last}".replace("the  ", "the ")


@check("unsupported-script", severity=ERROR)
def unsupported_script(lettering: Lettering) -> Iterator[Fault]:
    """A text is in a script that would be printed wrongly.

    Characters are printed one after the other from left to right. Hebrew, Arabic and other scripts from right to left
    would be mirrored. Devanagari, Thai and other scripts whose letters join, stack or change places would be broken. A
    combining mark that its font would have to move, such as that of `m̄`, would be next to its letter. Texts in Latin,
    Greek, Cyrillic, Armenian, Georgian, Ethiopic, Chinese, Japanese and Korean are printed.

    Fix: use a picture of such words, or write them in another script.

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
    for name, texts in _unsupported_script_by_script(lettering).items():
        whose = "the combining mark of" if name == _MARKS else f"{name} can't be printed yet:"
        first = texts[0]
        said = quoted(first.strays[0] if name == _MARKS else first.text)
        wrong = "" if name != _MARKS else " would be in the wrong place"
        if name != _MARKS and runs_left(first.text):
            wrong = ", which runs from right to left"
        place, layer, rows = whereabouts(texts, lettering.name)
        hint = "bring these words as a picture" if first.layer else "write them in another script"
        if name == _MARKS:
            hint = "write the letter without the mark, or bring the words as a picture"
        fact = f"{whose} {said}{wrong}"
        yield Fault(first.span, fact + place, hint, rows=rows, cause=fact + layer)


_MARKS = ""


def _unsupported_script_by_script(lettering: Lettering) -> dict[str, list[PrintedText]]:
    """Return the texts by the names of their scripts; those with misplaced combining marks separately."""
    found: dict[str, list[PrintedText]] = {}
    for text in lettering.texts:
        names = unsupported(text.text)
        for name in names or ((_MARKS,) if text.strays else ()):
            found.setdefault(name, []).append(text)
    return found


@check("crowded-label", severity=WARNING)
def crowded_label(lettering: Lettering) -> Iterator[Fault]:
    """A label of a map is printed over another place, another label or the edge, or the title hides a place.

    A label that does not fit into its place is printed next to it, on the side where it covers least. At the size at
    which a component prints this map, it covers something on every side. Up to 1,000 labels of area maps are checked,
    each once for every size.

    Fix: give the place a shorter `label`, move it or its `label-at`, or print the map larger.

    Bad:
        kind: area-map
        size: 120 x 90
        areas:
          Market: {at: [30, 45], label: Market of the fishermen}
          Church: {at: [55, 45], label: Church of Saint Nicholas}
          Pier: {at: [80, 45], label: Pier of the big white boats}
          Inn: {at: [55, 20], label: Inn at the end of the world}
          Mill: {at: [55, 70], label: Mill in the old town centre}
        roads: [Market -- Church -- Pier -- Inn -- Market -- Mill -- Pier]

    Good:
        kind: area-map
        size: 120 x 90
        areas:
          Market: {at: [30, 45], label: M}
          Church: {at: [55, 45], label: C}
          Pier: {at: [80, 45], label: P}
          Inn: {at: [55, 20], label: I}
          Mill: {at: [55, 70], label: W}
        roads: [Market -- Church -- Pier -- Inn -- Market -- Mill -- Pier]
    """
    for label in lettering.crowded:
        message = f"the label {quoted(label.label)} runs into {label.over} {lettering.name}"
        yield Fault(label.span, message, label.hint)


@check("crowded-road", severity=WARNING)
def crowded_road(lettering: Lettering) -> Iterator[Fault]:
    """The spaces of a road are shorter than the style says, overlap others or a place, or look like others.

    Spaces of a route are as large as the pieces that are laid on them, at the size at which a component prints the map.
    Colours with the same mark must differ for colour-blind players as well.

    Fix: move a place, bend the road with `via`, print the map larger, or choose smaller spaces in the style's `tracks`.

    Bad:
        kind: area-map
        size: 240 x 90
        areas:
          Market: {at: [30, 45]}
          Church: {at: [120, 45]}
          Pier: {at: [210, 45]}
        roads:
          - {from: Market, to: Church, spaces: 12}
          - {from: Church, to: Pier, spaces: 3}

    Good:
        kind: area-map
        size: 240 x 90
        areas:
          Market: {at: [30, 45]}
          Church: {at: [120, 45]}
          Pier: {at: [210, 45]}
        roads:
          - {from: Market, to: Church, spaces: 2}
          - {from: Church, to: Pier, spaces: 2}
    """
    for road in lettering.roads:
        yield Fault(road.span, f"{road.message} {lettering.name}", road.hint)


@check("crowded-slots", severity=WARNING)
def crowded_slots(lettering: Lettering) -> Iterator[Fault]:
    """An area of a map has no room for its slots or marks, or only for slots that are smaller than the style says.

    Slots are as large as the pieces that are put on them, at the size at which a component prints the map. Where they
    do not fit into the outline of an area, they are printed down to half as large, and then not at all.

    Fix: print the map larger, enlarge the area, choose smaller `slots` or `marks`, or list under `tags` of
    `slots` which areas have some.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Slots
        documents: [land.yaml, land-style.yaml, face.yaml, board.yaml]
        components: [{component: board}]
        # file: land.yaml
        kind: area-map
        size: 100 x 60
        areas:
          Mora: {outline: [[5, 5], [80, 5], [80, 55], [5, 55]]}
          Pell: {outline: [[80, 5], [86, 5], [86, 11], [80, 11]]}
        roads: [Mora -- Pell]
        # file: land-style.yaml
        kind: map-style
        regions: {slots: {count: 1, size: 12}}
        # file: face.yaml
        kind: template
        size: 100 x 60
        layers: [{map: land, style: land-style, where: fill}]
        # file: board.yaml
        kind: component
        makes: board
        name: Board
        template: face

    Good:
        # file: pack.yaml
        kind: pack
        title: Slots
        documents: [land.yaml, land-style.yaml, face.yaml, board.yaml]
        components: [{component: board}]
        # file: land.yaml
        kind: area-map
        size: 100 x 60
        areas:
          Mora: {outline: [[5, 5], [60, 5], [60, 55], [5, 55]]}
          Pell: {outline: [[60, 5], [95, 5], [95, 55], [60, 55]]}
        roads: [Mora -- Pell]
        # file: land-style.yaml
        kind: map-style
        regions: {slots: {count: 1, size: 12}}
        # file: face.yaml
        kind: template
        size: 100 x 60
        layers: [{map: land, style: land-style, where: fill}]
        # file: board.yaml
        kind: component
        makes: board
        name: Board
        template: face
    """
    hint = "print the map larger, enlarge the area, or choose smaller slots and marks in the map style"
    for slots in lettering.slots:
        yield Fault(slots.span, f"{slots.message} {lettering.name}", hint)
