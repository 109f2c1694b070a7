"""The parts of a run: the cards, the start of the command, the games, and the maps."""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

from benchmarks.cards.deck import write_pack
from benchmarks.cards.peers import PEERS, Peer, browser
from benchmarks.cards.rows import rows, write_table
from benchmarks.environments import ROOT, environment, own_environment
from benchmarks.judging import Verdict, seconds, size, table
from benchmarks.measuring import Taken, Task, in_turn, middle

GAMES = ("bahama-taxi", "destination-race", "taxi-derby", "taxicab")
MAPS = ("arrangements", "closures", "distances", "jams", "scaling")
FLOOR = ROOT / "benchmarks" / "cards" / "floor.py"
OURS, OURS_YAML, WHOLE, FLOOR_NAME, CHROMIUM = (
    "pnp, rows as CSV",
    "pnp, rows as YAML",
    "pnp, and the whole game as a second PDF",
    "floor",
    "gamecards and Chromium",
)
FEW, MANY, MOST = 56, 540, 5_400


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of a run came to, for the page."""

    title: str
    text: str
    verdicts: tuple[Verdict, ...] = ()


@dataclass(frozen=True, slots=True)
class Bench:
    """What a run works with: its options, the Python that has pnp, and a folder for its files."""

    python: Path
    folder: Path
    cache: Path
    by: str
    rounds: int
    quick: bool
    patience: float = 60
    few: tuple[str, ...] = ()
    skipped: list[str] = field(default_factory=list)
    page: Path = ROOT / "docs" / "performance.md"

    @classmethod
    def begun(cls, asked: argparse.Namespace) -> Bench:
        """The bench of a run with these options."""
        asked.cache.mkdir(parents=True, exist_ok=True)
        python = asked.pnp.absolute() if asked.pnp else own_environment(asked.cache)
        folder = Path(mkdtemp(prefix="pnp-benchmarks-"))
        os.environ["PNP_CACHE_DIR"] = str(folder / "cache")  # what is measured leaves the user's alone
        return cls(
            python,
            folder,
            asked.cache,
            asked.by,
            asked.rounds or (3 if asked.quick else 5),
            asked.quick,
            asked.patience,
            tuple(asked.few),
        )

    def say(self, text: str) -> None:
        """Tells what is being done."""
        print(text, file=sys.stderr, flush=True)

    def pnp(self, *arguments: str) -> tuple[str, ...]:
        """The command line of a command of pnp."""
        return (str(self.python.parent / "pnp"), *arguments)

    def font(self) -> Path:
        """The font file that all draw with."""
        script = "import fontpkg; print(fontpkg.select_file(fontpkg.family('Fira Sans'), 400, 'normal').path)"
        ran = subprocess.run((str(self.python), "-c", script), check=True, capture_output=True, text=True)
        return Path(ran.stdout.strip())


def cards(bench: Bench) -> Part:
    """The same cards by all tools."""
    font, texts, verdicts = bench.font(), [], []
    peers = [] if bench.quick else list(_installed(bench))
    medians: dict[int, dict[str, float]] = {}
    for count in (FEW, MANY) if bench.quick else (FEW, MANY, MOST):
        able = [each for each in peers if count == FEW or (count < MOST and each[0].name not in bench.few)]
        tasks = [*_own(bench, count), *(_peer(peer, python, font, bench, count) for peer, python in able)]
        digests: dict[str, set[str]] = {}
        taken = in_turn([_digested(task, digests) for task in tasks], bench.rounds, bench.say, bench.patience)
        texts.append(f"### {count:,} cards\n\n{_card_table(tasks, taken, digests, bench)}")
        medians[count] = {name: middle(each, bench.by) for name, each in taken.items()}
        if count == MOST:
            verdicts.append(Verdict("memory of 5,400 cards", middle(taken[OURS], "memory"), 300, "MB"))
    return Part("Cards", "\n".join(texts), (*_card_verdicts(medians), *verdicts))


def _card_verdicts(medians: Mapping[int, Mapping[str, float]]) -> list[Verdict]:
    verdicts = []
    for count, floor, rival in ((MANY, 1.5, 15), (FEW, 2.5, 5)):
        of = medians[count]
        verdicts.append(Verdict(f"{count} cards, relative to the floor", of[OURS] / of[FLOOR_NAME], floor))
        rivals = {name: of[name] for name in ("protograf", "decksmith", "cartuli") if name in of}
        if rivals:
            best = min(rivals, key=rivals.__getitem__)
            verdicts.append(
                Verdict(f"{count} cards, relative to the fastest of three ({best})", of[OURS] / of[best], 1 / rival)
            )
    if CHROMIUM in medians[MANY]:
        ratio = medians[MANY][OURS] / medians[MANY][CHROMIUM]
        verdicts.append(Verdict("540 cards, relative to HTML through Chromium", ratio, 1 / 3))
    if MOST in medians:
        verdicts.append(Verdict("5,400 cards, relative to 540", medians[MOST][OURS] / medians[MANY][OURS], 11))
    return verdicts


def _own(bench: Bench, count: int) -> list[Task]:
    """The tasks of pnp and of the floor: each build begins without what another left."""
    content = rows(count)
    tasks = []
    for name, of, only in ((OURS, "csv", True), (OURS_YAML, "yaml", True), (WHOLE, "whole", False)):
        folder = bench.folder / f"{of}{count}"
        write_pack(folder / "errands", content, table=of != "yaml")
        clean = partial(shutil.rmtree, folder / "output", ignore_errors=True)
        command = bench.pnp("build", "errands", "--format", "pdf", *(("--only", "cards") if only else ()))
        tasks.append(Task(name, command, folder, clean, folder / "output" / "errands"))
    folder = bench.folder / f"csv{count}"
    command = (str(bench.python), str(FLOOR), "errands/cards.csv", "floor.pdf")
    return [*tasks, Task(FLOOR_NAME, command, folder, writes=folder / "floor.pdf")]


def _installed(bench: Bench) -> list[tuple[Peer, Path]]:
    """The peers that can be run here, with their Pythons; of the others it is said why not."""
    found = []
    for peer in PEERS:
        if peer.name == CHROMIUM and not browser():
            bench.skipped.append(f"{peer.name}: there is no Chromium here")
            continue
        bench.say(f"{peer.package}: environment")
        try:
            found.append((peer, environment(peer.package.partition("=")[0], (peer.package,), bench.cache)))
        except subprocess.CalledProcessError as error:
            bench.skipped.append(
                f"{peer.name}: {peer.package} can't be installed: {error.stderr.strip().splitlines()[-1]}"
            )
    return found


def _peer(peer: Peer, python: Path, font: Path, bench: Bench, count: int) -> Task:
    folder = bench.folder / f"{peer.name.partition(' ')[0]}{count}"
    folder.mkdir()
    content = rows(count)
    write_table(folder / "cards.csv", content)
    write_table(folder / "semicolons.csv", content, ";")
    peer.prepare(folder, python, font)
    return Task(peer.name, peer.command(folder, python, font), folder, writes=folder / peer.writes)


def _digested(task: Task, digests: dict[str, set[str]]) -> Task:
    """The task, with what it wrote the time before noted before it is run again."""

    def before() -> None:
        if task.writes and task.writes.exists():
            digests.setdefault(task.name, set()).add(_digest(task.writes))
        task.before()

    return Task(task.name, task.arguments, task.folder, before, task.writes)


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(path.rglob("*.pdf"))


def _digest(path: Path) -> str:
    return hashlib.sha256(b"".join(each.read_bytes() for each in _files(path))).hexdigest()


def _card_table(
    tasks: list[Task], taken: Mapping[str, list[Taken]], digests: Mapping[str, set[str]], bench: Bench
) -> str:
    lacking = {peer.name: peer.lacks for peer in PEERS}
    ours = middle(taken[OURS], bench.by)
    lines = []
    for task in tasks:
        runs, writes = taken[task.name], task.writes
        files = _files(writes) if writes else []
        different = digests.get(task.name, set()) | ({_digest(writes)} if writes else set())
        same = "–" if task.name not in digests else "yes" if len(different) == 1 else "no"
        lines.append(
            (
                task.name + (f" (without {lacking[task.name]})" if lacking.get(task.name) else ""),
                seconds(middle(runs, "wall")),
                seconds(middle(runs, "cpu")),
                f"{middle(runs, bench.by) / ours:.2f}",
                f"{middle(runs, 'memory'):.0f} MB",
                " + ".join(size(each.stat().st_size) for each in files),
                same,
            )
        )
    head = ("what", "elapsed", "processor", "relative to pnp", "memory", "PDF", "same bytes twice")
    return table(head, lines)


def start(bench: Bench) -> Part:
    """The start of the command, beside that of Python with click."""
    folder = bench.folder / "start"
    folder.mkdir()
    subprocess.run(bench.pnp("new", "small"), cwd=folder, check=True, capture_output=True)
    tasks = [
        Task("Python with click imported", (str(bench.python), "-c", "import click"), folder),
        Task("pnp --help", bench.pnp("--help"), folder),
        Task("pnp check of the pack that `pnp new` writes", bench.pnp("check", "small"), folder),
    ]
    taken = in_turn(tasks, bench.rounds, bench.say)
    python, *others = (middle(taken[task.name], bench.by) for task in tasks)
    lines = [_plain_row(task, taken[task.name], middle(taken[task.name], bench.by) / python) for task in tasks]
    verdicts = (
        Verdict("`pnp --help`, relative to Python with click", others[0] / python, 2),
        Verdict("`pnp check` of a small pack, relative to Python with click", others[1] / python, 8),
    )
    return Part("Start", table(("what", "elapsed", "processor", "ratio", "memory"), lines), verdicts)


def games(bench: Bench) -> Part:
    """All bundled games, built at first and built again."""
    folder = bench.folder / "games"
    folder.mkdir()
    command = bench.pnp("build", *GAMES, "--format", "pdf")
    pin = (shutil.which("taskset") or "", "--cpu-list", "0")
    alone = (*pin, *command) if pin[0] else command
    clean = partial(shutil.rmtree, folder / "output", ignore_errors=True)
    tasks = [
        Task("four games, one core", alone, folder, clean),
        Task("four games, as many cores as there are", command, folder, clean),
        Task("four games again, nothing changed", command, folder),
    ]
    taken = in_turn(tasks, max(1, bench.rounds // 2), bench.say, bench.patience)
    lines = [_plain_row(task, taken[task.name]) for task in tasks]
    first, _, again = (middle(taken[task.name], bench.by) for task in tasks)
    verdicts = (
        Verdict("four games to A4 PDF, one core", first, 10, "s"),
        Verdict("the same again, nothing changed", again, 1, "s"),
    )
    return Part("Games", table(("what", "elapsed", "processor", "memory"), lines), verdicts)


def maps(bench: Bench) -> Part:
    """The benchmarks of maps: each holds what it promises, or ends with a fault."""
    lines, verdicts = [], []
    python = environment("maps", (str(ROOT), "networkx==3.6.1"), bench.cache) if not bench.quick else bench.python
    for name in MAPS:
        task = Task(name, (str(python), "-m", f"benchmarks.{name}"), ROOT)
        bench.say(name)
        ran = subprocess.run(task.arguments, cwd=ROOT, capture_output=True, text=True)
        lines.append((f"`python -m benchmarks.{name}`", "yes" if ran.returncode == 0 else "no"))
        verdicts.append(Verdict(f"benchmarks.{name}: missed targets", float(ran.returncode != 0), 0, "missed"))
    return Part("Maps", table(("what", "holds"), lines), tuple(verdicts))


def _plain_row(task: Task, runs: list[Taken], ratio: float | None = None) -> tuple[str, ...]:
    figures = (seconds(middle(runs, "wall")), seconds(middle(runs, "cpu")))
    share = () if ratio is None else (f"{ratio:.2f}",)
    return task.name, *figures, *share, f"{middle(runs, 'memory'):.0f} MB"


PARTS: Mapping[str, Callable[[Bench], Part]] = {"cards": cards, "start": start, "games": games, "maps": maps}
"""The parts by their names."""
