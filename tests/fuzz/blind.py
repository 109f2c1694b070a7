"""`python -m tests.fuzz.blind`: tries targets with seeds that were spoilt at random, many in little time."""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from random import Random

from tests.fuzz.keeping import keep, say
from tests.fuzz.targets import TARGETS
from tests.fuzz.trial import signature
from tests.fuzz.words import NUMBERS, TOKENS

SECONDS = 2.0
"""What one of these may take of a processor."""

MEMORY = 2 * 2**30
"""Bytes of address space that all may take: more is a fault, not the end of the machine."""

SCRAPS = (*(text.encode(errors="replace") for text in TOKENS), *(repr(number).encode() for number in NUMBERS))


def main() -> int:
    """Runs until all are tried; 1 where something was found."""
    arguments = argparse.ArgumentParser(prog="python -m tests.fuzz.blind", description=__doc__)
    arguments.add_argument("--target", choices=[*TARGETS], action="append", help="only these; all where none is named")
    arguments.add_argument("--cases", type=int, default=1_000, help="how many for each")
    arguments.add_argument("--seed", type=int, default=0)
    asked = arguments.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    return min(1, sum(_hunt(name, asked.cases, asked.seed) for name in asked.target or TARGETS))


def _hunt(name: str, cases: int, number: int) -> int:
    """Tries so many; how many kinds of faults were found."""
    target, random, found, slowest = TARGETS[name], Random(number), Counter[str](), 0.0
    seeds = [*target.seeds()]
    for _ in range(cases):
        content = spoilt(random, seeds)
        start = time.process_time()
        try:
            target.run(content)
        except Exception as error:
            keep(name, content, signature(error), error, found)
        seconds = time.process_time() - start
        slowest = max(slowest, seconds)
        if seconds > SECONDS:
            keep(name, content, f"slow: {seconds:.0f} s", None, found)
    say(f"{name}: {cases:,} tried, seed {number}; slowest {slowest:.2f} s; {len(found)} faults: {dict(found)}")
    return len(found)


def spoilt(random: Random, seeds: list[bytes]) -> bytes:
    """One of the seeds with some of its bytes, words and lines changed, or taken from another."""
    content = random.choice(seeds)
    for _ in range(random.choice([1, 1, 2, 3, 6])):
        at = random.randrange(len(content) + 1)
        far = at + random.choice([0, 1, 1, 2, 8, 60])
        line = content.find(b"\n", at) + 1 or len(content)
        match random.randrange(8):
            case 0:
                content = content[:at] + content[far:]
            case 1:
                content = content[:at] + content[at:line] * random.choice([2, 3, 40]) + content[line:]
            case 2:
                other = random.choice(seeds)
                begin = random.randrange(len(other) + 1)
                content = content[:at] + other[begin : begin + random.choice([4, 20, 200])] + content[far:]
            case 3:
                content = content[:at] + bytes([random.randrange(256)]) + content[at + 1 :]
            case 4:
                content = (
                    content[:at] + random.choice([b"\x00", b"\xff", b"\x7f\xff\xff\xff", b"\xff\xff"]) + content[far:]
                )
            case _:
                content = content[:at] + random.choice(SCRAPS) + content[far:]
    return content[:200_000]


if __name__ == "__main__":
    sys.exit(main())
