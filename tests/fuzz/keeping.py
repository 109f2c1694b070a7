"""What broke a target, kept once for each way in which it did."""

from __future__ import annotations

import hashlib
import traceback
from collections import Counter

from tests.fuzz.targets import CORPUS


def keep(name: str, content: bytes, what: str, error: Exception | None, found: Counter[str]) -> None:
    """Counts what was found, and keeps the content at its first time."""
    found[what] += 1
    if found[what] > 1:
        return
    CORPUS.mkdir(exist_ok=True)
    path = CORPUS / f"{name}-{hashlib.sha256(content).hexdigest()[:10]}.bin"
    path.write_bytes(content)
    say(f"{name}: {what}: {path.name}")
    if error:
        say("".join(traceback.format_exception(error)[-4:]))


def say(text: str) -> None:
    """Prints a line at once."""
    print(text, flush=True)  # noqa: T201  # these are commands
