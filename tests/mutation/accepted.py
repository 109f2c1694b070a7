"""Mutants that no test can notice, with the reasons: `accepted.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from tests.mutation.mutants import Mutant

LIST = Path(__file__).with_name("accepted.toml")


@dataclass(frozen=True)
class Accepted:
    """Single mutants, and rules that hold for many."""

    mutants: tuple[dict[str, str], ...]
    rules: tuple[dict[str, str], ...]

    @classmethod
    def read(cls) -> Accepted:
        """Return what `accepted.toml` lists."""
        listed: dict[str, Any] = tomllib.loads(LIST.read_text(encoding="utf-8"))
        return cls(tuple(listed.get("mutant", ())), tuple(listed.get("rule", ())))

    def reason(self, mutant: Mutant) -> str | None:
        """Return why no test can notice a mutant, or None if one should."""
        for rule in self.rules:
            there = fnmatch(mutant.path, rule.get("path", "*")) and fnmatch(mutant.operator, f"core/{rule['operator']}")
            if there and re.search(rule["before"], mutant.before) and re.search(rule.get("after", ""), mutant.after):
                return rule["why"]
        for each in self.mutants:
            if (each["path"], each["before"], each["after"]) == mutant.key:
                return each["why"]
        return None
