"""The rules of this stage: what can be wrong with a file before its meaning is looked at."""

from pnp.diagnostics import ERROR, WARNING, Rule

SYNTAX_ERROR = Rule(
    "syntax-error",
    ERROR,
    """
    A document is not valid YAML, so nothing in it can be read.

    Close brackets and quotes, write a space after each colon, and start keys of the same level in the same column. The
    position is where the parser stopped; the cause is there or on the line above.

    Fix: close what is open, indent with spaces, and quote a text that contains ': ' or begins with one of @ ` % * & ! {
    [.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

BAD_ENCODING = Rule(
    "bad-encoding",
    ERROR,
    """
    A file is not UTF-8 text.

    Files are read as UTF-8, with or without a byte order mark. UTF-16, or a code page such as Windows-1250, would
    silently turn letters into other letters.

    Fix: open the file in the editor that wrote it and save it as UTF-8.
    """,
)

BAD_CHARACTER = Rule(
    "bad-character",
    ERROR,
    """
    A text contains a character that cannot be printed.

    Control characters, halves of surrogate pairs, and the line breaks U+2028 and U+2029 come from other programs by
    copy and paste. They break SVG and PDF files, terminals and line numbers.

    Fix: delete the character, or replace it with a space or a line break.

    Bad:
        kind: area-map
        name: "Har\\0bour"
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        name: Harbour
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

OVER_LIMIT = Rule(
    "over-limit",
    ERROR,
    """
    A document is larger or more deeply nested than the limit.

    File size, nesting, the length of a text and the expansion of aliases are limited, so that a file from a stranger
    cannot stop your computer. A document may have 16 MiB, and lists and mappings may be nested 64 levels deep.

    Fix: split the document, or write out what its aliases repeat.

    Bad:
        [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[Market]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [[Market, Church], [Church, Pier], [Pier, Market]]
    """,
)

FORBIDDEN_YAML = Rule(
    "forbidden-yaml",
    ERROR,
    """
    A document uses a feature of YAML that is not supported.

    Tags, merge keys, keys that are lists or mappings, aliases inside their own anchor, and a second document in a file
    mean different things to different programs, and are not needed in a game.

    Fix: write the value itself; put a second document into a second file. Quote a text that begins with '!' or '{'.

    Bad:
        kind: area-map
        name: !draft Harbour
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        name: "!draft Harbour"
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

DUPLICATE_KEY = Rule(
    "duplicate-key",
    ERROR,
    """
    A mapping has the same key twice.

    Only one of the two values can apply. Many YAML readers silently drop one; pnp uses the first.

    Fix: delete one of them, or correct its name.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}, Market: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

SURPRISING_VALUE = Rule(
    "surprising-value",
    WARNING,
    """
    A text would be read as another value by other programs.

    Many YAML readers take no for false, 1:30 for 90, 010 for 8, and 2024-01-02 for a date. pnp reads them as text. With
    quotes, every reader agrees.

    Fix: quote it, or write the value that you mean: false, 90, 8.

    Bad:
        kind: area-map
        name: 1:30
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        name: "1:30"
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

CUT_TEXT = Rule(
    "cut-text",
    WARNING,
    """
    A text without quotes ends before a number sign.

    In YAML, a `#` after a blank begins a comment: of `Harbour #2`, only `Harbour` is the text.

    Fix: quote the whole text; put a blank after the `#` of a comment.

    Bad:
        kind: area-map
        name: Harbour #2
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        name: "Harbour #2"
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

BAD_NUMBER = Rule(
    "bad-number",
    ERROR,
    """
    A number is not finite, or has too many digits.

    Infinity and "not a number" cannot be drawn or counted. A whole number of more than 18 digits would be rounded by
    other readers.

    Fix: write a smaller number, or quote it if you mean a text.

    Bad:
        kind: area-map
        areas: {Market: {at: [.inf, 20]}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        areas: {Market: {at: [10, 20]}, Church: {at: [30, 20]}, Pier: {at: [20, 40]}}
        roads: [Market -- Church -- Pier -- Market]
        size: 50 x 50
    """,
)

EMPTY_DOCUMENT = Rule(
    "empty-document",
    ERROR,
    """
    A document is empty.

    Each document states its kind. An empty one was perhaps not saved, or is commented out completely.

    Fix: write the document, beginning with its kind, or delete the file and its line in the pack.

    Bad:
        # kind: area-map

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

UNKNOWN_KIND = Rule(
    "unknown-kind",
    ERROR,
    """
    A document has no kind, or an unknown one.

    The kind decides which keys a document can have. Without it, nothing can be checked.

    Fix: begin the document with a line such as 'kind: area-map'.

    Bad:
        kind: aera-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

UNKNOWN_KEY = Rule(
    "unknown-key",
    ERROR,
    """
    A key is not known at its position.

    Most often it is misspelt, or indented one level too far or too little. It would have no effect.

    Fix: use the key that the message suggests, or move it to where it belongs.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {tagz: [start]}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {tags: [start]}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

WRONG_TYPE = Rule(
    "wrong-type",
    ERROR,
    """
    A value has the wrong type.

    For example, it is a text where a number is expected, or a single value where a list is expected.

    Fix: write a value of the type that the message names.

    Bad:
        kind: area-map
        areas: {Market: {tags: start}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]

    Good:
        kind: area-map
        areas: {Market: {tags: [start]}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier -- Market]
    """,
)

WRONG_VALUE = Rule(
    "wrong-value",
    ERROR,
    """
    A value has the right type, but is not allowed.

    It is out of range, not one of the possible words, or not in the required format.

    Fix: write a value as the message describes it.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market Church, Church -- Pier -- Market]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church, Church -- Pier -- Market]
    """,
)

MISSING_KEY = Rule(
    "missing-key",
    ERROR,
    """
    A mapping lacks a required key.

    Without this key, pnp cannot use the rest of the mapping.

    Fix: add the key; the message says what its value is.

    Bad:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier, {from: Pier}]

    Good:
        kind: area-map
        areas: {Market: {}, Church: {}, Pier: {}}
        roads: [Market -- Church -- Pier, {from: Pier, to: Market}]
    """,
)

MISSING_FILE = Rule(
    "missing-file",
    ERROR,
    """
    A document names a file that does not exist.

    Files are named by their path from the folder of the pack, with '/' between folders. Upper and lower case matter.

    Fix: correct the name, or put the file there.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [maps/harbour.yaml]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: []
    """,
)

BAD_PATH = Rule(
    "bad-path",
    ERROR,
    """
    A path leads out of the pack, or to something that is not a file.

    A pack is a folder that you can give to someone else, so all its files are inside it. A path must not contain '..',
    be absolute, be a web address, follow a link out of the pack, or name a device.

    Fix: copy the file into the pack and name it by its path from there.

    Bad:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: [../harbour.yaml]

    Good:
        # file: pack.yaml
        kind: pack
        title: Harbour
        players: 2 to 4
        credit: {designers: [Ada]}
        licence: {name: CC0}
        documents: []
    """,
)

SOURCE_RULES: tuple[Rule, ...] = (
    SYNTAX_ERROR,
    BAD_ENCODING,
    BAD_CHARACTER,
    OVER_LIMIT,
    FORBIDDEN_YAML,
    DUPLICATE_KEY,
    SURPRISING_VALUE,
    CUT_TEXT,
    BAD_NUMBER,
    EMPTY_DOCUMENT,
    UNKNOWN_KIND,
    UNKNOWN_KEY,
    WRONG_TYPE,
    WRONG_VALUE,
    MISSING_KEY,
    MISSING_FILE,
    BAD_PATH,
)
"""Every rule of this stage, in the order in which the stage comes upon them."""
