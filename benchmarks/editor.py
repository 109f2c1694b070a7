"""From a keystroke to findings in an editor: `python -m benchmarks.editor [GAME]`.

A client speaks the protocol to `pnp lsp` as an editor does. It spoils and mends the name of a place of the first map of
a game in turn, and measures the time until the findings of that document arrive. The target is 150 ms for Bahama Taxi.
"""

from __future__ import annotations

import re
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.lsp.client import running
from tests.pipeline import ROOT

ROUNDS = 20
TARGET = 150


def measured(game: str, rounds: int = ROUNDS) -> list[float]:
    """Return the milliseconds of each keystroke."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(shutil.copytree(ROOT / "content" / game, Path(place) / game)).resolve()
        name = next(
            path.relative_to(folder).as_posix()
            for path in sorted(folder.rglob("*.yaml"), key=lambda path: (-path.stat().st_size, path))
            if "kind: area-map" in path.read_text(encoding="utf-8")
        )
        text = (folder / name).read_text(encoding="utf-8")
        spoilt = re.sub(r"(\n  - \S+ -- )\S+\n", r"\1Nowhere\n", text, count=1)
        times = []
        with running(folder) as client:
            client.open(name)
            client.until(name)
            time.sleep(5)  # the full check is done
            for number in range(rounds):
                uri = client.uri(name)
                client.published.pop(uri, None)
                begin = time.perf_counter()
                client.change(name, text if number % 2 else spoilt, number + 2)
                client.until(name, **({"absent": "unknown-place"} if number % 2 else {"code": "unknown-place"}))
                times.append(1000 * (time.perf_counter() - begin))
                time.sleep(0.2)
        return times


def main() -> None:
    game = sys.argv[1] if len(sys.argv) > 1 else "bahama-taxi"
    times = measured(game)
    print(f"{game}: median {statistics.median(times):.0f} ms, maximum {max(times):.0f} ms of {len(times)} keystrokes")
    print(f"target {TARGET} ms: {'met' if statistics.median(times) <= TARGET else 'missed'} by the median")


if __name__ == "__main__":
    main()
