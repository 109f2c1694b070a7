"""The rules of this stage: what can be wrong with a file before its meaning is looked at."""

from __future__ import annotations

from pnp.diagnostics import ERROR, WARNING, Rule

SYNTAX_ERROR = Rule(
    "syntax-error",
    ERROR,
    """
    A document is not YAML, and nothing in it can be read.

    Brackets and quotes must be closed, a colon is followed by a space, and keys that belong together start in the same
    column. The place is where the reader had to stop; the cause is there or on the line above.

    Fix: close what is open, indent with spaces, and quote a text that holds ': ' or begins with one of @ ` % * & ! { [.

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

    Files are read as UTF-8, with or without a byte order mark. UTF-16, or a code page such as Windows-1250, would turn
    letters into other letters without a word.

    Fix: open the file in the editor that wrote it and save it as UTF-8.
    """,
)

BAD_CHARACTER = Rule(
    "bad-character",
    ERROR,
    """
    A text holds a character that can't be printed.

    Control characters, halves of surrogate pairs, and the line breaks U+2028 and U+2029 come from other programs by
    copy and paste. They break SVG and PDF files, terminals and the count of lines.

    Fix: delete the character, or write a space or a line break in its place.

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
    A document is larger or deeper than any honest one.

    Size, depth, the length of a text and what aliases stand for are bounded, so that a file from a stranger can't stop
    the machine. A document may be 16 MiB, and lists and mappings may stand 64 deep.

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
    A document uses a part of YAML that is not read here.

    Tags, merge keys, keys that are lists or mappings, aliases inside their own anchor and a second document in a file
    mean different things to different programs, or nothing at all in a game.

    Fix: write the value itself; for a second document make a second file. Quote a text that begins with '!' or '{'.

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
    A key stands twice in one mapping.

    Only one of the two values can count, and many readers drop the other without a word. Here the first one counts.

    Fix: delete one of them, or give it the name it should have.

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
    A text would be read as something else by another program.

    Many readers of YAML take no for false, 1:30 for 90, 010 for 8 and 2024-01-02 for a date. Here they are text, as
    written. Quotes make every reader agree.

    Fix: quote it, or write the value that is meant: false, 90, 8.

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

BAD_NUMBER = Rule(
    "bad-number",
    ERROR,
    """
    A number is not finite, or has more digits than can be kept.

    Nothing can be drawn or counted with infinity or with what is not a number, and a whole number of more than 18
    digits would be rounded by other readers.

    Fix: write a number of ordinary size, or quote it where a text is meant.

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
    A document holds nothing.

    Each document says with its kind what it is. An empty one was perhaps not saved, or all of it is commented out.

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
    A document does not say what it is, or says something unknown or wrong.

    The kind decides what a document may hold. Without it nothing can be checked.

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
    A key means nothing at its place.

    Most often it is mistyped, or stands one level too deep or too high. What it says would have no effect.

    Fix: take the key that the message proposes, or move it to where it belongs.

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
    A value is of another sort than its place asks for.

    A text stands where a number belongs, or one value where a list belongs.

    Fix: write a value of the sort that the message names.

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
    A value is of the right sort but not one that its place can take.

    It is outside the bounds, none of the words to choose from, or not written the way such a value is written.

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
    A mapping lacks a key that it must have.

    Without it the thing that the mapping describes can't be made.

    Fix: add the key; the message says what it holds.

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
    A file that a document names is not there.

    Files are named by their path from the folder of the pack, with '/' between folders. Upper and lower case differ.

    Fix: correct the name, or put the file where the name says.

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
    A path leads out of the pack, or to something that is no file.

    A pack is a folder that can be given to someone else. What it needs lies inside it, and reading it touches nothing
    outside: no '..', no absolute path, no address, no link that leads out, no device.

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
