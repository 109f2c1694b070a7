"""`python -m tests.fuzz.odd`: odd formulas, numbers, options, names and files, each put through a command.

Unlike the other hunts, which spoil documents, this one is about what lies around and inside them: what a formula
multiplies, how a number is spelt, what is typed after an option, what a folder holds and how it is called. Whatever it
is, a command ends with 0, 1 or 2, without a traceback, and prints nothing that steers a terminal.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import NoReturn
from unittest.mock import patch

import click

from pnp.cli.main import COMMANDS
from pnp.escape import STEERING
from pnp.expression import ExpressionError, StepBudget, parse, parse_template
from pnp.expression.functions import FUNCTIONS
from pnp.expression.operators import ARITHMETIC, COMPARISONS
from tests.fuzz.command import CLI, STATUSES
from tests.fuzz.keeping import say
from tests.fuzz.targets import _names
from tests.fuzz.trial import faults_escape, reading_once, signature
from tests.packs import harbour
from tests.pipeline import write

STEPS = 50_000
HANGS = 60
"""Seconds after which a case counts as one that never ends."""

HUGE = ("10**300", "-10**300", "10**308", "2**1023", "1/10**300", "-1/3", "10**18", "99999999999", "-99999999999")
SMALL = ("0", "-0", "1", "-1", "2", "7", "1/2", "0.5", "2.5", "true", "false", "none")
TEXTS = ("''", "'x'", "'ab' * 50", "'1 1/2'", "'9' * 320", "'\\u202e'", "'-'", "'¼'", "'٣'", "'{icon:x}'", "'ß' * 99")
LISTS = ("[]", "[0]", "[1, 'x']", "[[]]", "[[1], [2]]", "[none]", "list", "range(9)", "range(-9, 9, 4)", "row.tags")
RECORDS = ("row", "dice(2, 6)", "dice(2, 6)[0]", "odds([1, 'x'])", "odds([row, row])", "name", "n", "yes")
OPERANDS = (*HUGE, *SMALL, *TEXTS, *LISTS, *RECORDS)

OPERATORS = (*ARITHMETIC, *COMPARISONS, "and", "or")

SHAPES = (
    "{a} if {b} else {c}",
    "{a}[{b}]",
    "{a}[{b}][{c}]",
    "{a}.value",
    "not {a}",
    "-{a}",
    "+{a}",
    "sum(x * {a} for x in {b})",
    "list(x for x in {a} if x {o} {b})",
    "count([x for x in {a} for y in {b}])",
    "({a}, {b})",
    "[{a}, {b}] {o} [{c}]",
    "{a} {o} {b} {o} {c}",
)

SPELT = (
    *("0", "-0", "-0.0", "+0", "1e308", "-1e308", "1e309", "1e400", "-1e400", "1e-308", "5e-324", "1e-400"),
    *("9" * 17, "9" * 18, "9" * 19, "9" * 400, "9" * 5_000, "-" + "9" * 400, "0." + "0" * 400 + "1", "1." + "9" * 400),
    *(
        ".nan",
        ".NaN",
        "nan",
        ".inf",
        "-.inf",
        "+.Inf",
        "inf",
        "Infinity",
        "0x7fffffffffffffff",
        "0o17",
        "1_000",
        "1:30",
    ),
    *(
        "0.001",
        "4999.999",
        "5000",
        "5001",
        "1/0",
        "1/3",
        "½",
        "٣",
        "−3",
        "1,5",
        "1e",
        "1e+",
        "--1",
        "[1e308]",
        "{a: 1e308}",
    ),
    *("1e308 x 1e308", "0 x 0", "9999 x 1", "2 to 1e9", "0 to 0", "2 to " + "9" * 400, "~", "true", '""'),
)

TYPED = (
    *(
        "",
        " ",
        "\t",
        "\n",
        "a\nb",
        "-",
        "--",
        "---",
        "=",
        ",",
        ",,",
        ";",
        "0",
        "-1",
        "1",
        "01",
        "1,1",
        "1.5",
        "1e9",
        "inf",
        "nan",
    ),
    *(
        "9" * 400,
        "9" * 5_000,
        "x" * 300,
        "x" * 5_000,
        "x/" * 3_000,
        "\udcff",
        "\x1b[31m",
        "\x9b2J",
        "\u202edcba",
        "\u2028",
    ),
    *(
        "..",
        ".",
        "/",
        "//",
        "~",
        "/dev/null",
        "/dev/full",
        "/dev/stdin",
        "/proc/self/mem",
        "/root/x",
        "nul",
        "con",
        "a:b",
        "*",
    ),
    *(
        "pack.yaml",
        "pack",
        "pack/bay",
        "pack/",
        "pack//bay",
        "pack/../pack",
        "file",
        "file/x",
        "loop",
        "pipe",
        "٣",
        "½",
        "de",
        "a4",
        "pdf",
    ),
)

NAMES = (
    *(
        "d\x1b[31m\nX",
        "\x9b2J",
        "a\tb",
        "\x7f",
        "\u202egnp.exe",
        "\u2066x\u2069",
        "x\u2028y",
        "\u200b",
        "a\u00adb",
        "\ufeff",
    ),
    *(
        os.fsdecode(b"p\xff"),
        os.fsdecode(b"\x80\x81"),
        "x" * 250,
        "é" * 120,
        " ",
        "  a  ",
        "-",
        "--help",
        "-o",
        "a b",
        "a'b\"c",
    ),
    *(
        "<b>&amp;",
        "%41",
        "a%0Ab",
        "a:b,c",
        "::error::x",
        "=1+1",
        "~",
        "$HOME",
        "`id`",
        "{name}",
        "*",
        "a\\b",
        "CON",
        "𝟙",
        "😀",
    ),
)
"""Names of packs, documents and pictures."""

FORMATS = ("text", "json", "github", "sarif")


def _raise(error: Exception) -> NoReturn:
    raise error


def command(arguments: Sequence[str], status: int | None = None) -> str:
    """What a command prints on both streams; AssertionError where it does not end as it may."""
    said = io.StringIO()
    with (
        faults_escape(),
        reading_once(),
        patch.object(CLI, "own_fault", _raise),
        redirect_stdout(said),
        redirect_stderr(said),
    ):
        ended = CLI._status([*arguments])
    assert ended in STATUSES if status is None else ended == status, f"{arguments[0]} ends with {ended}"
    hold_text(said.getvalue())
    return said.getvalue()


def hold_text(text: str) -> None:
    """Holds that a text which was printed steers no terminal."""
    found = STEERING.search(text.replace("\n", "").replace("\t", ""))
    assert found is None, f"it prints {found[0]!r}" if found else ""
    assert "Traceback (most" not in text


@dataclass(frozen=True)
class Odd:
    """One case: what it is, in words that repeat it, and how it is tried in an empty folder."""

    what: str
    run: Callable[[Path], object]


def formula(random: Random) -> Odd:
    """A formula of operators, functions and loops over odd operands, evaluated alone and as a text of a card."""
    text = _formula(random, random.choice([1, 1, 2, 2, 3]))

    def run(_folder: Path) -> None:
        with suppress(ExpressionError):
            parse(text).evaluate(_names(), StepBudget(STEPS))
        with suppress(ExpressionError):
            parse_template(f"a {{{text}}}").render(_names(), StepBudget(STEPS))

    return Odd(text, run)


def _formula(random: Random, depth: int) -> str:
    if not depth:
        return random.choice(OPERANDS)
    below = [f"({_formula(random, random.randrange(depth))})" for _ in range(3)]
    kind = random.randrange(3)
    if kind == 0:
        return f"{below[0]} {random.choice(OPERATORS)} {below[1]}"
    if kind == 1:
        function = random.choice([*FUNCTIONS])
        return f"{function}({', '.join(below[: random.choice([0, 1, 1, 1, 2, 2, 3])])})"
    shape = random.choice(SHAPES)
    return shape.format(a=below[0], b=below[1], c=below[2], o=random.choice(OPERATORS))


PLACES: dict[str, Callable[[str], tuple[str, str]]] = {
    "a definition": lambda text: ("  crew(players): 2 * players\n", f"  crew(players): {text}\n"),
    "a requirement": lambda text: ("holds: crew(players) >= players", f'holds: "{text}"'),
    "a count": lambda text: ("expect: 3", f'expect: "{text}"'),
    "a text": lambda text: ("{sails} of {crew(2)}", f"{{{text}}}"),
    "a rule": lambda text: ("Everyone has {crew(1)} sailors.", f"{{{text}}}"),
    "a turn": lambda text: ('where: "middle, 40 x 10"}', f'where: "middle, 40 x 10", turn: "{{{text}}}"}}'),
    "a condition": lambda text: ('where: "middle, 40 x 10"}', f'where: "middle, 40 x 10", show-when: "{text}"}}'),
    "a repetition": lambda text: (
        'where: "middle, 40 x 10"}',
        f'where: "middle, 40 x 10"}}\n  - {{repeat: {{in: "{text}", cell: 4 x 4}}, panel: ink, where: fill}}',
    ),
    "a table of the rules": lambda text: (
        "sections:\n",
        (
            "tables:\n  t:\n    title: T\n    rows: {each: n, in: 'range(2)'}\n    columns: [{head: N, cell: n}, "
            f'{{head: "{text}", cell: "{text}"}}]\nsections:\n'
        ),
    ),
    "a map": lambda text: ("holds: crew(players) >= players", f"""holds: \"distance('bay', {text}, 'Pier') >= 1\""""),
    "an area": lambda text: (
        "holds: crew(players) >= players",
        f"""holds: \"area('bay', {text}) == count(neighbours('bay', {text}))\"""",
    ),
}
"""Where a formula can be, as what stands there in the small game and what is put in its place."""


def bound(random: Random) -> Odd:
    """A formula somewhere in a game, which is checked."""
    text, place = (
        _formula(random, random.choice([1, 1, 2])).replace('"', "'").replace("\\", ""),
        random.choice([*PLACES]),
    )
    old, new = PLACES[place](text)

    def run(folder: Path) -> None:
        write(folder / "pack", harbour((old, new)))
        command(["check", str(folder / "pack")])
        if random.random() < 0.1:
            command(["rulebook", str(folder / "pack"), "-o", str(folder / "out"), "--format", "csv", "--format", "md"])

    return Odd(f"{place}: {text}", run)


NUMBER = re.compile(r"(?<![A-Za-z0-9#.-])-?\d+(?:\.\d+)?(?![A-Za-z0-9])")


def number(random: Random) -> Odd:
    """A number of a game, spelt oddly."""
    spelt = random.choice(SPELT)
    game = next(game for game in iter(lambda: _games(random), "") if NUMBER.search(game))
    found = random.choice([*NUMBER.finditer(game)])
    text = f"{game[: found.start()]}{spelt}{game[found.end() :]}"

    def run(folder: Path) -> None:
        write(folder / "pack", text)
        name = "pack/pack.yaml" if (folder / "pack" / "pack.yaml").exists() else "pack"
        command(["check", str(folder / name)])
        if random.random() < 0.1:
            command(["build", str(folder / name), "-o", str(folder / "out"), "--draft", "--jobs", "1"])

    line = game.count("\n", 0, found.start()) + 1
    return Odd(f"{spelt[:40]} in line {line} of {game[:30]!r}", run)


def _games(random: Random) -> str:
    from tests.fuzz.foreign import games

    return harbour() if random.random() < 0.3 else random.choice([*games().values()])


SERVING = ("lsp", "studio")
"""Commands that serve until they are stopped; their own tests speak to them."""


def option(random: Random) -> Odd:
    """A command with odd values after its options and as its arguments."""
    name = random.choice([each for each in COMMANDS if each not in SERVING])
    known: click.Command = import_module(f"pnp.cli.{name}_command").command
    options = [each for each in known.params if isinstance(each, click.Option) and "--watch" not in each.opts]
    picked = random.sample(options, min(len(options), random.choice([0, 1, 1, 2])))
    words = [word for each in picked for word in _asked(random, each)]
    arguments = [_argument(random, name) for each in known.params if isinstance(each, click.Argument)]

    def run(folder: Path) -> None:
        write(folder / "pack", harbour())
        (folder / "file").write_bytes(b"\xff")
        (folder / "loop").symlink_to("loop")
        os.mkfifo(folder / "pipe")
        with chdir(folder):
            command([name, *words, *arguments])

    return Odd(f"{name} {[*words, *arguments]!r:.300}", run)


def _asked(random: Random, option: click.Option) -> list[str]:
    """An option with what is typed after it; nothing that a command would write to outside the folder of the case."""
    typed = random.choice(TYPED)
    if isinstance(option.type, click.Choice) and random.random() < 0.5:
        typed = str(random.choice([*option.type.choices]))
    if isinstance(option.type, click.Path) and typed.startswith(("/", "..", "~")):
        typed = "/dev/null"
    return [random.choice(option.opts)] + ([] if option.is_flag else [typed])


def _argument(random: Random, name: str) -> str:
    """Mostly a game, so that it comes to the options; never all games, nor a folder outside that of the case."""
    typed = random.choice(TYPED)
    if name == "explain" or random.random() < 0.3:
        return "pack" if typed.startswith(("/", "..", "~")) or typed in ("", ".") else typed
    return "made" if name == "new" else "pack/bay" if name == "inspect" else "pack"


def name(random: Random) -> Odd:
    """A game whose folder, document, table or picture has an odd name, through every command and format."""
    odd, place = random.choice(NAMES), random.choice(["folder", "document", "listed", "picture", "kit"])
    asked = random.choice(
        [
            *([["check", "--format", form] for form in FORMATS]),
            *([["list"], ["list", "--format", "json"], ["build", "-o", "out", "--jobs", "1"]]),
            *([["rulebook", "-o", "out", "--jobs", "1"], ["inspect"], ["inspect", "--format", "csv"]]),
            *(
                [
                    ["inspect", "--format", "svg", "-o", "out"],
                    ["check", "--overlay", "out"],
                    ["check", "--profile-time"],
                ]
            ),
        ]
    )

    def run(folder: Path) -> None:
        home = folder / (odd if place == "folder" else "pack")
        quoted = (
            '"'
            + odd.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").encode("utf-8", "replace").decode()
            + '"'
        )
        change = {
            "listed": ("  - icons.yaml\n", f"  - icons.yaml\n  - {quoted}\n"),
            "picture": ("layers: []", f"layers:\n  - {{picture: {quoted}, where: fill}}"),
            "kit": ("uses: [house]", f"uses: [house, {quoted}]"),
        }.get(place, ("title: Harbour", "title: Harbour"))
        write(home, harbour(change))
        if place != "folder":
            with suppress(OSError):  # a name that can't be one
                (home / f"{odd}.yaml").write_text("kind: icons\nicons: {}\n", encoding="utf-8")
        with chdir(folder):
            command([asked[0], *asked[1:], "--", home.name])

    return Odd(f"{place} {odd!r} {asked}", run)


THINGS: dict[str, Callable[[Path], object]] = {
    "a folder": Path.mkdir,
    "a pipe": os.mkfifo,
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a link to its folder": lambda path: path.symlink_to("."),
    "a link to all": lambda path: path.symlink_to("/"),
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a link to memory": lambda path: path.symlink_to("/proc/self/mem"),
    "an empty file": lambda path: path.write_bytes(b""),
    "a file of zeros": lambda path: path.write_bytes(b"\0" * 99),
    "a file of 0xFF": lambda path: path.write_bytes(b"\xff" * 99),
    "a secret": lambda path: (path.write_bytes(b"kind: pack"), path.chmod(0)),
    "nothing": lambda path: None,
    "deep folders": lambda path: _deep(path, 1_500),
    "a name with 0xFF": lambda path: path.with_name(os.fsdecode(b"\xff.yaml")).write_text("kind: icons"),
    "a large file": lambda path: _sparse(path, 2**33),
}


def _deep(path: Path, folders: int) -> None:
    path.mkdir()
    handle = os.open(path, os.O_RDONLY)
    for _ in range(folders):
        os.mkdir("d", dir_fd=handle)
        below = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = below
    os.close(handle)


def _sparse(path: Path, size: int) -> None:
    with path.open("wb") as file:
        file.truncate(size)


def thing(random: Random) -> Odd:
    """Something else in the place of a file of a game, or beside it."""
    put, place = (
        random.choice([*THINGS]),
        random.choice(
            [
                "pack.yaml",
                "boats.yaml",
                "maps",
                "maps/bay.yaml",
                "rules.yaml",
                "more.yaml",
                "kit.yaml",
                "art.png",
                "out",
                "output",
            ]
        ),
    )
    asked = random.choice(
        [
            *([["check"], ["list"], ["build", "--jobs", "1"], ["build", "-o", "pack/out", "--jobs", "1"]]),
            *(
                [
                    ["rulebook", "--jobs", "1"],
                    ["inspect"],
                    ["inspect", "-o", "pack/out"],
                    ["check", "--overlay", "pack/out"],
                ]
            ),
        ]
    )
    target = random.choice(["pack", "pack", "pack/pack.yaml", ".", f"pack/{place}", "pack/bay"])

    def run(folder: Path) -> None:
        home = folder / "pack"
        write(home, harbour(("layers: []", "layers:\n  - {picture: art.png, where: fill}")))
        path = home / place if place != "output" else folder / "output"
        shutil.rmtree(path, ignore_errors=True)
        path.unlink(missing_ok=True)
        THINGS[put](path)
        with chdir(folder):
            command([asked[0], *asked[1:], "--", target])

    return Odd(f"{put} at {place}: {asked} {target}", run)


KINDS: dict[str, Callable[[Random], Odd]] = {
    "formula": formula,
    "bound": bound,
    "number": number,
    "option": option,
    "name": name,
    "thing": thing,
}


TRIED: dict[str, tuple[tuple[str, str], tuple[str, ...], int]] = {
    "an empty text, often, in a definition": ((PLACES["a definition"]("count('' * 10**300)")), ("check", "pack"), 1),
    "an empty text, often, in a text": ((PLACES["a text"]("'' * 10**300")), ("check", "pack"), 0),
    "a text less than never, in a definition": (
        PLACES["a definition"]("len('x' * -10**300) + 9"),
        ("check", "pack"),
        0,
    ),
    "a text less than never, in a rulebook": (PLACES["a rule"]("'x' * -10**300"), ("check", "pack"), 0),
    "a text less than never, in a cell": (
        PLACES["a table of the rules"]("n + len('x' * -10**300)"),
        ("check", "pack"),
        0,
    ),
    "rows with 5,000 nines": (("title: Harbour", "title: Harbour"), ("build", "pack", "--rows", "9" * 5_000), 2),
    "a path of 6,000 characters": (("title: Harbour", "title: Harbour"), ("inspect", "x/" * 3_000), 2),
    "a name of 300 characters": (("title: Harbour", "title: Harbour"), ("inspect", "x" * 300), 2),
    "an output folder of 6,000 characters": (
        ("title: Harbour", "title: Harbour"),
        ("build", "pack", "-o", "x/" * 3_000, "--jobs", "1"),
        2,
    ),
    **{
        f"{put}, {' '.join(asked)}": (("title: Harbour", "title: Harbour"), ("put", put, *asked), status)
        for put in ("a link to itself", "a link to nothing", "a pipe", "deep folders", "a name with 0xFF")
        for asked, status in (
            *((("check", "pack", "--format", form), 0) for form in FORMATS),
            (("list", "."), 0),
            (("build", "pack", "--jobs", "1", "-o", "out"), 0),
            (("build", "pack/pack.yaml", "--jobs", "1", "-o", "pack/out"), 0),
        )
    },
}
"""What once ended with the status 3: a change of the small game, what is typed, and how it ends now."""


def command_of(what: str) -> Odd:
    """One of these as a case."""
    change, words, status = TRIED[what]

    def run(folder: Path) -> None:
        write(folder / "pack", harbour(change))
        arguments = words[2:] if words[0] == "put" else words
        if words[0] == "put":
            THINGS[words[1]](folder / "pack" / "more.yaml")
        with chdir(folder):
            command(arguments, status)

    return Odd(what, run)


def cases(kind: str, seed: int) -> Iterator[Odd]:
    """Cases of a kind without end, always the same for a seed."""
    at = 0
    while True:
        yield KINDS[kind](Random(f"{kind} {seed} {at}"))
        at += 1


def attempt(odd: Odd) -> None:
    """Tries a case in a folder of its own; raises what it raises."""
    folder = Path(tempfile.mkdtemp(prefix="odd-"))
    homes = {"HOME": str(folder), **{f"XDG_{each}_HOME": str(folder) for each in ("CONFIG", "CACHE", "DATA")}}
    try:
        with patch.dict(os.environ, homes):
            odd.run(folder)
    finally:
        subprocess.run(["rm", "-rf", "--", str(folder)], check=False)  # folders may lie deeper than shutil goes


def _given_up(*_signal: object) -> None:
    raise TimeoutError(f"still at work after {HANGS} seconds")


def main() -> int:
    """Tries so many of each kind; 1 where something was found."""
    arguments = argparse.ArgumentParser(prog="python -m tests.fuzz.odd", description=__doc__)
    arguments.add_argument("--kind", choices=[*KINDS], action="append", help="only these; default: all")
    arguments.add_argument("--cases", type=int, default=500, help="how many of each kind; default: 500")
    arguments.add_argument("--seed", type=int, default=0)
    asked = arguments.parse_args()
    signal.signal(signal.SIGALRM, _given_up)
    found: Counter[str] = Counter()
    for kind in asked.kind or KINDS:
        stream = cases(kind, asked.seed)
        for _ in range(asked.cases):
            odd = next(stream)
            signal.alarm(HANGS)
            try:
                attempt(odd)
            except Exception as error:
                what = signature(error)
                found[what] += 1
                if found[what] == 1:
                    say(f"{kind}: {what}: {error!s:.200}\n    {odd.what}")
            finally:
                signal.alarm(0)
        say(f"{kind}: {asked.cases:,} tried, seed {asked.seed}; so far {len(found)} faults")
    say(f"{len(found)} faults: {dict(found)}")
    return min(1, len(found))


if __name__ == "__main__":
    sys.exit(main())
