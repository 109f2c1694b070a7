"""The rules of this stage, with their pages: errors in the files of a pack."""

from pnp.diagnostics import ERROR, INFO, WARNING, Rule

UNKNOWN_KIT = Rule(
    "unknown-kit",
    ERROR,
    """
    A pack uses a kit that does not exist.

    A kit is a folder with a `kit.yaml`, next to the pack's folder or bundled with pnp. It has themes, icons, map styles
    and templates.

    Fix: correct the name under `uses`; the bundled kit is `house`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        uses: [hose]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        uses: [house]
    """,
)

MISPLACED_DOCUMENT = Rule(
    "misplaced-document",
    ERROR,
    """
    A pack or a kit is listed among the documents of another.

    The document `pack.yaml` or `kit.yaml` describes the whole folder. It cannot be part of another pack or kit.

    Fix: give the document the `kind` of its content, or remove it from the list.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [other.yaml]
        # file: other.yaml
        kind: pack
        title: Other
        players: 2

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
    """,
)

DUPLICATE_DOCUMENT = Rule(
    "duplicate-document",
    ERROR,
    """
    Two documents of a pack have the same name.

    A document is named by its file name without `.yaml`, in whichever folder it is. With two of that name, it is
    unclear which one is meant. Names that differ only in upper and lower case count as the same: some systems would
    write the pages of both to the same files.

    Fix: rename one of the files.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, maps/town.yaml]
        # file: town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]
        # file: maps/town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml]
        # file: town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]
    """,
)

UNLISTED_DOCUMENT = Rule(
    "unlisted-document",
    WARNING,
    """
    A YAML file is in the pack's folder, but not part of the pack.

    If `pack.yaml` lists its `documents`, only these are read. This one is neither checked nor printed.

    Fix: list it under `documents`, move it out of the folder, or remove the list: then every document is read.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        documents: []
        # file: town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml]
        # file: town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]
    """,
)

STRAY_FILE = Rule(
    "stray-file",
    WARNING,
    """
    A YAML file in the folder of a pack is no document.

    Without `documents`, every document in the folder of the pack and below it belongs to the pack. A document says in
    its first lines of what `kind` it is. Another YAML file is not read.

    Fix: add the missing line to the document, such as `kind: component`. If the file belongs to another program, move
    it out of the folder, or list the documents of the pack under `documents`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        # file: town.yaml
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        # file: town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]
    """,
)

MISSING_MANIFEST = Rule(
    "missing-manifest",
    INFO,
    """
    Documents are read as a draft, because their folder has no `pack.yaml`.

    That is enough to try something out: every document in the folder is read, and every component is printed. The
    sheets have no title, and there is no first sheet with instructions.

    Fix: write a `pack.yaml` with a title next to the documents.

    Bad:
        # file: plates.yaml
        kind: component
        makes: token
        template: plate
        # file: plate.yaml
        kind: template
        size: 16
        layers: [{icon: star, where: inset 4}]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        # file: plates.yaml
        kind: component
        makes: token
        template: plate
        # file: plate.yaml
        kind: template
        size: 16
        layers: [{icon: star, where: inset 4}]
    """,
)

BARE_TABLE = Rule(
    "bare-table",
    INFO,
    """
    A table without a pack is printed as a plain deck of cards.

    Columns such as title, type, cost, icon, art, text, flavour and copies have their place on the card, under these
    names and many others. Short columns of other names are printed on its last line.

    Fix: to change the look of the cards, make a game of the table with `pnp new my-game --from cards.csv`.

    Bad:
        # file: cards.csv
        Title,Cost,Text
        Umbrella,1,You may ignore one storm.

    Good:
        # file: pack.yaml
        kind: pack
        title: Lost Property
        # file: cards.csv
        Title,Cost,Text
        Umbrella,1,You may ignore one storm.
        # file: cards.yaml
        kind: component
        makes: card
        template: card
        fields: {title: text, cost: number, text: text}
        rows: cards.csv
        # file: card.yaml
        kind: template
        size: poker
        layers: [{text: "{title} {cost} {text}", where: inset 5}]
    """,
)

UNPRINTED_CELL = Rule(
    "unprinted-cell",
    WARNING,
    """
    A bare table has something that its cards do not show.

    It names a picture or an icon that does not exist, has long texts in a column of a name that is not known, a column
    that may be the number of copies, or a row without any text. The cards are printed without it, so that a deck can be
    tried out before it is finished. Pictures are files next to the table; icons are those of the house kit. If no name
    of a column is known, the first row may be a card: it is never printed.

    Fix: correct the name, put the picture there, or give the column one of the names that are known, such as text.

    Bad:
        # file: cards.csv
        Title,Icon
        Umbrella,rain

    Good:
        # file: cards.csv
        Title,Icon
        Umbrella,sun
    """,
)

UNKNOWN_REQUIREMENTS = Rule(
    "unknown-requirements",
    ERROR,
    """
    A map names a list of requirements that does not exist.

    Requirements that several maps share are documents of the kind `requirements`, named by their file names without
    `.yaml`.

    Fix: correct the name under `keeps`, or list the document in `pack.yaml`.

    Bad:
        kind: area-map
        keeps: [rules]
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]

    Good:
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]
        requirements: [{connected: true}]
    """,
)

UNKNOWN_MAP_BASE = Rule(
    "unknown-map-base",
    ERROR,
    """
    A map or a map style extends one that does not exist, or one of another kind.

    A map that `extends` another inherits everything from it and overrides the keys that it repeats; a map style also
    inherits the keys inside of those. The other one has the same kind, and comes earlier in the list of documents or
    from a kit, so that none extends itself.

    Fix: correct the name, or list the extended map first.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [night.yaml, town.yaml]
        # file: night.yaml
        kind: area-map
        extends: town
        name: The town at night
        # file: town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [town.yaml, night.yaml]
        # file: town.yaml
        kind: area-map
        areas: {Market: {}, Pier: {}, Church: {}}
        roads: [Market -- Pier -- Church -- Market]
        # file: night.yaml
        kind: area-map
        extends: town
        name: The town at night
    """,
)

BAD_OUTLINES = Rule(
    "bad-outlines",
    ERROR,
    """
    The outlines of a map cannot be read from their file.

    A file of outlines is an SVG with a viewBox, whose closed paths are named by label, title or id, or a GeoJSON file
    with polygons, each with its name in a property. It is stretched over the map or fitted into it, so the map has a
    size.

    Fix: correct the `layer`, the `name` of the property or the `projection`, or save the file again.

    Bad:
        # file: isles.yaml
        kind: area-map
        size: 60 x 40
        outlines: {file: isles.geojson, name: NAME}
        areas: {Ness: {}, Wold: {}, Fen: {}}
        roads: [Ness -- Wold -- Fen -- Ness]
        # file: isles.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "Ness"}, "geometry": {"type": "Polygon",
         "coordinates": [[[0, 0], [3, 0], [3, 2], [0, 2], [0, 0]]]}},
        {"type": "Feature", "properties": {"name": "Wold"}, "geometry": {"type": "Polygon",
         "coordinates": [[[3, 0], [6, 0], [6, 2], [3, 2], [3, 0]]]}},
        {"type": "Feature", "properties": {"name": "Fen"}, "geometry": {"type": "Polygon",
         "coordinates": [[[0, 2], [6, 2], [6, 4], [0, 4], [0, 2]]]}}]}

    Good:
        # file: isles.yaml
        kind: area-map
        size: 60 x 40
        outlines: {file: isles.geojson, name: name}
        areas: {Ness: {}, Wold: {}, Fen: {}}
        roads: [Ness -- Wold -- Fen -- Ness]
        # file: isles.geojson
        {"type": "FeatureCollection", "features": [
        {"type": "Feature", "properties": {"name": "Ness"}, "geometry": {"type": "Polygon",
         "coordinates": [[[0, 0], [3, 0], [3, 2], [0, 2], [0, 0]]]}},
        {"type": "Feature", "properties": {"name": "Wold"}, "geometry": {"type": "Polygon",
         "coordinates": [[[3, 0], [6, 0], [6, 2], [3, 2], [3, 0]]]}},
        {"type": "Feature", "properties": {"name": "Fen"}, "geometry": {"type": "Polygon",
         "coordinates": [[[0, 2], [6, 2], [6, 4], [0, 4], [0, 2]]]}}]}
    """,
)

MISSING_TRANSLATION = Rule(
    "missing-translation",
    WARNING,
    """
    A text lacks one of the languages of the game.

    A text can be given in several languages; a column of a table is then named `title@de`. If a language is missing,
    the game's own language is printed. If the game's own language is missing, this is an error, because no other text
    can replace it. Often the name of a column is misspelt, such as `titel` next to `title@de`. Each language also needs
    its own rulebook.

    Fix: add the text in the missing language, or remove the language from `languages`.

    Bad:
        # file: pack.yaml
        kind: pack
        title: {en: Harbour, de: Hafen}
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        languages: [en, de, pl]

    Good:
        # file: pack.yaml
        kind: pack
        title: {en: Harbour, de: Hafen, pl: Port}
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
        languages: [en, de, pl]
    """,
)

LOAD_RULES = (
    UNKNOWN_KIT,
    MISPLACED_DOCUMENT,
    DUPLICATE_DOCUMENT,
    UNLISTED_DOCUMENT,
    STRAY_FILE,
    BARE_TABLE,
    UNPRINTED_CELL,
    MISSING_MANIFEST,
    UNKNOWN_REQUIREMENTS,
    UNKNOWN_MAP_BASE,
    BAD_OUTLINES,
    MISSING_TRANSLATION,
)
