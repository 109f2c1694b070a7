"""The rules of this stage: what can be wrong with the files of a pack as a whole."""

from __future__ import annotations

from pnp.diagnostics import ERROR, WARNING, Rule

UNKNOWN_KIT = Rule(
    "unknown-kit",
    ERROR,
    """
    A pack uses a kit that is not there.

    A kit is a folder with a `kit.yaml`, beside the pack's folder or bundled with pnp. It brings themes, icons, map
    styles and templates.

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
    A document stands where a document of its kind has no place.

    The manifest of a folder is a pack or a kit, and neither can be listed among the documents of another.

    Fix: give the document the `kind` of what it describes, or take it out of the list.

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

    Documents are known by their file names without `.yaml`, whatever folder they are in. Of two with the same name only
    one could be meant. Names that differ only in upper and lower case count as the same: some systems would write the
    pages of both to the same files.

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
    A YAML file lies in the pack's folder and is not part of the pack.

    Only the files that `pack.yaml` lists are read, so this one is neither checked nor printed.

    Fix: list it under `documents`, or move it out of the folder.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2
        credit: {designers: [Ada]}
        licence: {name: CC0}
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

UNKNOWN_REQUIREMENTS = Rule(
    "unknown-requirements",
    ERROR,
    """
    A map keeps a list of requirements that is not there.

    Lists that several maps keep are documents of the kind `requirements`, named by their file names without `.yaml`.

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
    A map extends one that is not there, or one of another kind.

    A map that `extends` another has all that the other says, but for what it says itself. The other is of the same kind
    and stands before it in the list of documents, so that none can extend itself.

    Fix: correct the name, or list the map that is extended first.

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

MISSING_TRANSLATION = Rule(
    "missing-translation",
    WARNING,
    """
    A text is not given in every language that the game is said to be in.

    A text of a row, a name or a text of a template may be keyed by language, a column of a table called `title@de`.
    Where a language is missing, the text of the game's own language is printed in its place. Where that one is missing,
    no text can take its place: this is an error. Often the name of a column is mistyped, such as `titel` beside
    `title@de`. A rulebook is in one language; each of the others needs a rulebook of its own.

    Fix: add the text in the language that is named, or take the language out of `languages`.

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
    UNKNOWN_REQUIREMENTS,
    UNKNOWN_MAP_BASE,
    MISSING_TRANSLATION,
)
