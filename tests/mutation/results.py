"""The file of a run's results: a line of JSON for each, written when it is known, so that a run can be resumed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.mutation.mutants import Mutant
from tests.mutation.watching import HANGS, TOO_LONG

KILLED, SURVIVED, ACCEPTED = "killed", "survived", "accepted"
LEFT = "left"
"""No test notices it where only functions are swapped; it is still to be tried in a copy of the repository."""

NOT_JUDGED = "not judged"

DEAD = (KILLED, TOO_LONG, HANGS)


def digest(root: Path, packages: Sequence[str]) -> str:
    """Return a digest of the code that mutants are drawn from."""
    files = sorted(path for package in packages for path in (root / "pnp" / package).rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:16]


@dataclass
class Results:
    """What is known of the mutants of one sample."""

    file: Path
    outcomes: dict[int, dict[str, Any]] = field(default_factory=dict)

    @classmethod
    def read(cls, file: Path, run: dict[str, Any]) -> Results:
        """Return the results in a file, which is begun if it is not there.

        Raises ValueError if the file is of another run: another sample, other code.
        """
        if not file.exists():
            file.write_text(json.dumps(run) + "\n", encoding="utf-8")
        head, *lines = file.read_text(encoding="utf-8").splitlines()
        if json.loads(head) != run:
            raise ValueError(f"{file} is of another run: {head}; name another file with --results, or remove it")
        read = [json.loads(line) for line in lines if line.endswith("}")]  # the last one may be cut short
        return cls(file, {each["number"]: each for each in read})

    def add(self, number: int, mutant: Mutant, outcome: str, why: str = "") -> None:
        """Remember how a mutant ended and which test, or what, decided that; both here and in the file."""
        line = {"number": number, "mutant": mutant.name, "operator": mutant.operator, "outcome": outcome, "why": why}
        self.outcomes[number] = line
        with self.file.open("a", encoding="utf-8") as file:
            file.write("\n" * (not self._whole()) + json.dumps(line) + "\n")

    def _whole(self) -> bool:
        with self.file.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"

    def outcome(self, number: int) -> str:
        """Return how a mutant ended; an empty text if that is not known."""
        return str(self.outcomes.get(number, {}).get("outcome", ""))

    def of(self, outcome: str) -> list[dict[str, Any]]:
        """Return the results of one outcome, in the order of the sample."""
        return [each for _, each in sorted(self.outcomes.items()) if each["outcome"] == outcome]

    def share(self) -> float:
        """Return the share of killed mutants among those that count; those not judged count as survivors."""
        counts = Counter(each["outcome"] for each in self.outcomes.values())
        dead = sum(counts[each] for each in DEAD)
        alive = counts[SURVIVED] + counts[NOT_JUDGED] + counts[LEFT]
        return dead / (dead + alive) if dead + alive else 1.0

    def summary(self, sample: int) -> str:
        """Return the survivors, and a line of counts."""
        doubtful = [f"{outcome}: {each['mutant']}" for outcome in (SURVIVED, NOT_JUDGED) for each in self.of(outcome)]
        counts = Counter(each["outcome"] for each in self.outcomes.values())
        parts = [f"{counts[each]} {each}" for each in (*DEAD, SURVIVED, ACCEPTED, LEFT, NOT_JUDGED) if counts[each]]
        known = f"{len(self.outcomes)} of {sample} mutants: {', '.join(parts)}"
        return "\n".join([*doubtful, f"{known}; {self.share():.1%} of those that count are killed"])
