"""Bold and italic in a line of text: `**bold**`, `*italic*`, `***both***`.

A backslash keeps a mark as it is: `\\*` is an asterisk. `\\ ` is a space at which no line ends.
"""

from __future__ import annotations

import re

from pnp.scene.text import Run

_TOKEN = re.compile(r"\\[\\*\"'. -]|\*{1,3}|[^\\*]+|\\", re.DOTALL)
_BOLD, _ITALIC = 2, 1


def parse_markup(text: str) -> tuple[Run, ...]:
    """The runs of a marked-up text; neighbours differ in look.

    Asterisks open a look before what is no space and close it after what is no space; those that do neither, or find no
    partner, are printed.
    """
    tokens = _TOKEN.findall(text)
    looks = _looks(tokens)
    runs: list[tuple[int, str]] = []
    look = 0
    for index, token in enumerate(tokens):
        if index in looks:
            look ^= looks[index]
            continue
        string = token[1:].replace(" ", "\u00a0") if len(token) == 2 and token[0] == "\\" else token
        if runs and runs[-1][0] == look:
            runs[-1] = (look, runs[-1][1] + string)
        else:
            runs.append((look, string))
    return tuple(Run(string, bool(look & _BOLD), bool(look & _ITALIC)) for look, string in runs)


def _looks(tokens: list[str]) -> dict[int, int]:
    """Which tokens switch which look: those that open one and those that close it, in pairs of equal length."""
    pairs: dict[int, int] = {}
    opened: list[int] = []
    for index, token in enumerate(tokens):
        if token[0] != "*":
            continue
        before = tokens[index - 1][-1] if index else " "
        after = tokens[index + 1][0] if index + 1 < len(tokens) else " "
        partner = next((at for at in reversed(opened) if tokens[at] == token), None)
        if partner is not None and not before.isspace():
            opened = [at for at in opened if at < partner]
            pairs[partner] = pairs[index] = len(token)
        elif not after.isspace():
            opened.append(index)
    return pairs
