"""Kills processes while they write changes, and looks at what they leave: `python -m tests.edit.killing [TIMES]`."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pnp.edit import Journal, open_file, set_value

ROOT = Path(__file__).parents[2]


def write_forever(pack: Path) -> None:
    """Change both files together, one number at a time, undoing and redoing some, until killed."""
    journal = Journal(pack)
    print("ready", flush=True)  # noqa: T201
    first = int((pack / "one.yaml").read_text().partition("number: ")[2].partition(" ")[0]) + 1
    for number in range(first, 10**6):
        changes = [
            change
            for name in ("one.yaml", "two.yaml")
            for change in set_value(open_file(pack, name), ("number",), number)
        ]
        journal.apply(changes, str(number))
        if number % 3 == 0:
            journal.undo()
            journal.redo()


def kill_writers(folder: Path, times: int) -> int:
    """Kill so many writers, and return after how many both files were whole, alike, and undone again."""
    pack, good = folder / "killed", 0
    pack.mkdir()
    texts = {name: f"# {name}\nnumber: 0  # counted\nmore: {'x' * 3000}\n" for name in ("one.yaml", "two.yaml")}
    for name, text in texts.items():
        (pack / name).write_text(text)
    moments = random.Random(1)
    environment = {**os.environ, "PNP_CACHE_DIR": str(folder / "journals")}
    os.environ["PNP_CACHE_DIR"] = environment["PNP_CACHE_DIR"]
    for _ in range(times):
        writer = subprocess.Popen(
            [sys.executable, "-m", "tests.edit.killing", "write", str(pack)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
        )
        assert writer.stdout
        writer.stdout.readline()
        time.sleep(moments.random() * 0.2)
        writer.send_signal(signal.SIGKILL)
        writer.communicate()
        good += is_whole(pack, texts)
    return good


def is_whole(pack: Path, texts: dict[str, str]) -> bool:
    """Whether each file is as some change left it, both as the same one; and all can be undone to the first bytes."""
    known = {}
    for name, text in texts.items():  # before anything is recovered: each file is an old or a new one, never half
        found = (pack / name).read_text()
        number = found.partition("number: ")[2].partition(" ")[0]
        assert found == text.replace("number: 0", f"number: {number}"), f"{name} is half written"
        known[name] = int(number)
    assert max(known.values()) - min(known.values()) <= 1
    journal = Journal(pack)
    numbers = {(pack / name).read_text().partition("number: ")[2].partition(" ")[0] for name in texts}
    assert len(numbers) == 1, f"the files of one entry differ: {numbers}"
    assert not list(pack.glob(".*")), "something is left behind"
    done = journal.undoable
    if done:
        journal.undo()
        assert (pack / "one.yaml").read_text() == texts["one.yaml"].replace(
            "number: 0", f"number: {int(done.says) - 1}"
        )
        journal.redo()
    (number,) = numbers
    return done is None or done.says == number


if __name__ == "__main__":
    if sys.argv[1:2] == ["write"]:
        write_forever(Path(sys.argv[2]))
    else:
        times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
        with tempfile.TemporaryDirectory() as place:
            print(f"{kill_writers(Path(place), times)} of {times} left everything whole")  # noqa: T201
