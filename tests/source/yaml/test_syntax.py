from collections.abc import Callable

import pytest

from tests.pipeline import said
from tests.source.reading import only, read

# (text, line, column, words of the message, words of the hint)
CASES = [
    ("a:\n\tb: 1\n", 2, 1, "a tab indents this line", "spaces"),
    ("a:\n  b: 1\n\tc: 2\n", 3, 1, "a tab indents this line", "spaces"),
    ('a: "abc\nb: 2\n', 1, 4, 'the quote " that opens here is never closed', "close it"),
    ("a: 'abc\nb: 2\n", 1, 4, "the quote ' that opens here is never closed", "close it"),
    ('a: "abc\nb: "x"\n', 1, 4, "is closed on line 2 only", "close it"),
    ("name: 'it's here'\nb: 1\n", 1, 7, "the quotes end before 's here'", 'whole text: "it\'s here"'),
    ("'1'1/( icon: * ,'\n", 1, 4, "follows a closing quote", "quotes"),
    ('a: "b", "c"\n', 1, 7, "follows a closing quote", "quotes"),
    ("at: [1, 2\nname: x\n", 1, 5, "the '[' that opens here is not closed", "']'"),
    ("roads:\n  - [a, b\n  - [c, d]\n", 2, 5, "the '[' that opens here is not closed", "']'"),
    ("m: {a: 1, b: 2\nn: 3\n", 1, 4, "the '{' that opens here is not closed", "'}'"),
    ("a: 1\nb: [\n", 2, 4, "the '[' that opens here is not closed", "']'"),
    ("at: [1, 2}\n", 1, 10, "'}' is found where the '[' of line 1 is still open", "write ']'"),
    ("at: [\n  a,\n  b\n  [c]\n]\n", 4, 3, "expected ',' or ']' before '[c]'", "line 1"),
    ('at: ["a" "b"]', 1, 10, "expected ',' or ']' before '\"b\"]'", "a comma between two items"),
    ("at: [1, 2]]\n", 1, 11, "the ']' closes nothing", "delete it"),
    ("a: 1\nb: 2\nk:\n  c: 1\n  name\n  d: 2\n", 5, 3, "no colon follows 'name'", "a colon"),
    ("k:\n  - a\n  b: 1\n", 3, 3, "a dash is missing on line 3", "begin the line with '- '"),
    ("items:\n  - {a: 1}\n  {b: 2}\n  - {c: 3}\n", 3, 3, "a dash is missing on line 3", "begin the line with '- '"),
    ("items:\n  - {a: 1}\n  {b: 2}\n  # c\n\n  - {c: 3}\n", 3, 3, "a dash is missing on line 3", "the line with '- '"),
    ("items:\n  {b: 2}\n  - {c: 3}\n", 2, 3, "a dash is missing on line 2", "begin the line with '- '"),
    ("items:\n  {b: 2}\n  # c\n\n  - {c: 3}\n", 2, 3, "a dash is missing on line 2", "begin the line with '- '"),
    ("k:\n  x: 1\n    y: 2\n  - x: 3\n", 2, 3, "a dash is missing on line 2", "begin the line with '- '"),
    ('k:\n  x: "1"\n    y: 2\n  - x: 3\n', 2, 3, "a dash is missing on line 2", "begin the line with '- '"),
    ("k:\n    x: 1\n    y: 2\n  - x: 3\n", 2, 3, "a dash is missing on line 2", "begin the line with '- '"),
    ("k:\n  x: 1\n  y: 2\n  z: 3\n  - x: 3\n", 2, 3, "a dash is missing on line 2", "indent the lines below it by two"),
    ("k:\n  x: 1\n  - x: 3\n", 2, 3, "a dash is missing on line 2", "begin the line with '- '"),
    ("k:\n  x\n  y: 1\n  - z\n", 2, 3, "no colon follows 'x'", "a colon"),
    ("k:\n  - {a: 1}, {a: 2}\n", 2, 11, "follows a closing bracket", "begin each item on a separate line"),
    ("k:\n  - {a: 1} - {a: 2}\n", 2, 12, "a second item begins on this line", "begin each item on a separate line"),
    ('a: "one\nb: two" three\n', 1, 4, "is closed on line 2 only", "close it"),
    ("k:\n      - aaa\n      bb\n      - c\n", 3, 7, "a dash is missing on line 3", "begin the line with '- '"),
    ("a: {x} of y\n", 1, 4, "a text that begins with '{' has no quotes", "quote it: '{x} of y'"),
    ("kind:area-map\nareas: {}\n", 1, 5, "no space follows the colon after 'kind'", "write 'kind: area-map'"),
    ("areas:\n  gate:1\n  hall: 2\n", 2, 7, "no space follows the colon after 'gate'", "write 'gate: 1'"),
    ("kind: a\nareas\nb: 1\n", 2, 1, "no colon follows 'areas'", "colon"),
    ("a: b\nc\nd: e\n", 2, 1, "no colon follows 'c'", "indent"),
    ("title: The game: a tale\n", 1, 8, "a text with ': ' in it has no quotes", "'The game: a tale'"),
    ("a: b\n  c: d\n", 2, 3, "more than line 1", "same column"),
    ("a: @x\n", 1, 4, "a text can't begin with '@'", "quote it: '@x'"),
    ("a: `x`\n", 1, 4, "a text can't begin with '`'", "quote it: '`x`'"),
    ("a: %x\n", 1, 4, "a text can't begin with '%'", "quote it: '%x'"),
    ("a: **bold** text\n", 1, 4, "a text can't begin with '*'", "quote it: '**bold** text'"),
    ("a: & b\n", 1, 4, "a text can't begin with '&'", "quote it: '& b'"),
    ("a: !x!y z\n", 1, 4, "a text can't begin with '!'", "quote it"),
    ('a: "C:\\path"\n', 1, 7, "the escape '\\p' means nothing", "single quotes"),
    ('a: "\\xZZ"\n', 1, 7, "stands for no character", "write the character"),
    ("n: en: Cart, de: Wagen\n", 1, 4, "no braces around them", "write {en: Cart, de: Wagen}"),
    ("n: en: Cart, red, de: Wagen\n", 1, 4, "no braces around them", "write {en: 'Cart, red', de: Wagen}"),
    ("n: the end: a tale, or two\n", 1, 4, "a text with ': ' in it", "quote it: 'the end: a tale, or two'"),
    ("a:\n  - b: sun, c: 'x {n}'}\n", 2, 23, "the '}' at the end of the line closes nothing", "write '{' before 'b'"),
    ("a:\n  - t: Start\n      - b: c\n", 3, 7, "the key above it, 't', has its value", "in the column of 't'"),
    ("a:\n  - {b: 1}\n   - {b: 2}\n", 3, 4, "indented more than the item of line 2", "start it in the same column"),
    ("a:\n  b: {c: [1, 2}\n", 2, 15, "is still open", "write ']' before it"),
    ("a:\n  b: {c: [1, 2}, d: 3}\n", 2, 15, "is still open", "write ']' in its place"),
    ("a:\n  - {b: 1, c: 2)\n  - {b: 1}\n", 2, 16, "')' is written where '}' belongs", "write '}' in its place"),
    ("a: - b\n", 1, 4, "can't begin behind its key", "next line"),
    ("a: {b: #8C6B43, c: d}\ne: 1\n", 1, 8, "'#' begins a comment here", "quote the colour: '#8C6B43'"),
    ("a: [x, # y]\ne: 1\n", 1, 8, "'#' begins a comment here", "quote a text"),
    (
        "a: {en: Guild: the Heron, de: x}\n",
        1,
        9,
        "a text with ': ' in it has no quotes",
        "quote it: 'Guild: the Heron'",
    ),
    ("a:\n  - {b: 1}\n  {c: 2}\n", 3, 3, "a dash is missing", "begin the line with '- '"),
    ("a:\n  {b: 1}\n  {c: 2}\n", 3, 3, "a dash is missing", "begin each item of the list with '- '"),
    ("a:\n  b: 1\n c: 2\n", 3, 2, "indented unlike any line above", "same column"),
    ("a:\n  - b\n - c\n", 3, 2, "a list item is among the keys", "indent"),
    ("a:\n  - b\n  c: 1\n", 3, 3, "a dash is missing on line 3", "'- '"),
    ("a: |x\n  b\n", 1, 5, "nothing may follow the '|'", "next line"),
    (": a\n", 1, 1, "there is no key before this colon", "key"),
    ("{a: 1}\nb: 2\n", 2, 1, "the document has ended before this line", "one mapping"),
    ("%YAML 2.0\n---\na: 1\n", 1, 1, "a line can't begin with '%'", "delete"),
    ("a: @it's\n", 1, 4, "a text can't begin with '@'", 'quote it: "@it\'s"'),
    ('a: "the" ' + "g" * 70 + "\n", 1, 10, "follows a closing quote", "put the whole text in quotes"),
    ("\n" * 8 + "a: {b: #8C6B43, c: d}\n", 9, 8, "'#' begins a comment here", "quote the colour: '#8C6B43'"),
    ("a: 1\nname:\u00a0Pier\nb: 2\n", 2, 6, "a no-break space is no space after a colon", "replace it with a space"),
    (
        "a: 'Cat's \"big\" supper'\n",
        1,
        9,
        "follows a closing quote",
        "a quote inside is written twice in single quotes",
    ),
    ("a: 'Cat's supper'\n", 1, 4, "the quotes end before", 'quote the whole text: "Cat\'s supper"'),
    ("k" * 1100 + ": 1\n", 1, 1101, "no key can be before this colon", "shorten"),
    ("a:\n  - x\nk:\n  name\n  d: 2\n", 4, 3, "no colon follows 'name'", "a colon"),
    ("k:\n  c: 1\n  name\nb:\n  - x\n", 3, 3, "no colon follows 'name'", "a colon"),
    ("k:\n    a: b\n       c: d\n", 3, 8, "more than line 2", "same column"),
    ("a: {slot: Air {n}, b: 1}\n", 1, 11, "a text with '{' in it has no quotes", "quote it: 'Air {n}'"),
    ("a: {slot: Air {n}}\nb: 1\n", 1, 11, "a text with '{' in it has no quotes", "quote it: 'Air {n}'"),
    ("k:\n  - [Take {n} of {m}, b]\n", 2, 6, "a text with '{' in it has no quotes", "quote it: 'Take {n} of {m}'"),
    ("a: {t: I'm a {icon:cat}, b: 1}\n", 1, 8, "a text with '{' in it has no quotes", 'quote it: "I\'m a {icon:cat}"'),
    ("areas:\n  Pear yard {at: [9, 2], in: hill}\n", 2, 3, "no colon follows 'Pear yard'", "{at: [9, 2], in: hill}'"),
    ("areas:\n  Pear yard {at: 9}\n", 2, 3, "no colon follows 'Pear yard'", "write 'Pear yard: {at: 9}'"),
    ("areas:\n  Pear yard {}\n  Mill: {}\n", 2, 3, "no colon follows 'Pear yard'", "write 'Pear yard: {}'"),
    ("a: 1\nTake {n} cards\nb: 2\n", 2, 1, "no colon follows 'Take {n} cards'", "a line that goes on the text"),
    ("a: 1\nlanguages [en, de]\nb: 2\n", 2, 1, "no colon follows 'languages'", "write 'languages: [en, de]'"),
    ("areas: {Pear yard {at: 9}, b: 1}\n", 1, 9, "no colon follows 'Pear yard'", "write 'Pear yard: {at: 9}'"),
    ("copies: 5 stock: card\n", 1, 11, "the key 'stock' is on the line of another", "write 'stock: card' on the next"),
    ("title: 'A B' players: 2\n", 1, 14, "the key 'players' is on the line of another", "'players: 2' on the next"),
    ("a: [en, de] players: 2\n", 1, 13, "the key 'players' is on the line of another", "'players: 2' on the next"),
    ("  - name: Ada in: town\n", 1, 15, "the key 'in' is on the line of another", "if it is one text: 'Ada in: town'"),
    ("title: 7 wonders: duel\n", 1, 8, "a text with ': ' in it has no quotes", "quote it: '7 wonders: duel'"),
    (
        "k:\n  - a: 1\n    b: 2\n  c: 3\n    d: 4\n",
        4,
        3,
        "column of the dashes",
        "more if it belongs to the item of line 2, or",
    ),
    ("k:\n  - a: 1\n    b: 2\n  a: 3\n    b: 4\n", 4, 3, "a dash is missing", "begin the line with '- '"),
    ("k:\n  - {a: {b: 1}\n  - {a: 2}\n", 2, 5, "the '{' that opens here is not closed", "close it with '}'"),
    ("rule: text: optional\n", 1, 7, "a colon is written where a comma belongs", "write text, optional"),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), CASES)
def test_a_mistake_is_told_where_it_was_made(
    text: str, line: int, column: int, message: str, hint: str, scanner: str
) -> None:
    document = read(text)
    finding = only(document)
    assert (finding.code, finding.span.line, finding.span.column) == ("syntax-error", line, column)
    assert message in finding.message
    assert hint in (finding.hint or "")
    assert document.root is None
    assert document.damaged


def test_all_of_a_mistake_is_told_as_before(golden: Callable[[str, str], None]) -> None:
    golden("mistakes.txt", "".join(f"{text[:90]!r}\n  {said(only(read(text)))}\n" for text, *_ in CASES))


def test_what_no_diagnosis_fits_is_told_in_the_words_of_the_scanner() -> None:
    finding = only(read("...\n...\n"))
    assert finding.code == "syntax-error"
    assert finding.hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a: {en: Guild: the Heron}\n", "quote it: 'Guild: the Heron'"),
        ("a: {en: The Guild name: x}\n", "quote it: 'The Guild name: x', or write a comma before 'name'"),
    ],
)
def test_a_comma_is_proposed_where_the_last_word_may_be_a_key(text: str, hint: str) -> None:
    assert only(read(text)).hint == hint
