"""What the YAML scanner could not read, in a designer's words.

The scanners say where they stopped and what they were doing; what the designer did is guessed from the text around that
place. The first diagnosis that fits is told.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import yaml

from pnp.source.diagnoses import DIAGNOSES
from pnp.source.rules import BAD_CHARACTER, SYNTAX_ERROR
from pnp.source.text import position
from pnp.source.trouble import Diagnosis, Trouble

if TYPE_CHECKING:
    from pnp.source.ledger import Ledger
    from pnp.source.tree import Mark

ESCAPE = re.compile(r"\\U(?!00(?:10|0[0-9a-fA-F]))[0-9a-fA-F]{8}")
"""An escape for more than the last code point there is."""


def report_syntax_error(error: yaml.YAMLError, text: str, bracket: Mark | None, ledger: Ledger) -> None:
    """Note why `text` can't be read; `bracket` is where the innermost bracket opened that is not closed yet."""
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        escape = ESCAPE.search(text)
        mark = position(text, escape.start()) if escape else (1, 1, 1, 2)
        ledger.add(
            SYNTAX_ERROR, mark, "an escape in double quotes stands for no character", "write the character itself"
        )
        return
    at = (error.problem_mark.line, error.problem_mark.column)
    since = (error.context_mark.line, error.context_mark.column) if error.context_mark else at
    why = f"{error.context or ''}: {error.problem or ''}"
    found = diagnose(Trouble(text.split("\n"), at, since, why, bracket))
    rule = BAD_CHARACTER if "invalid Unicode character escape" in why else SYNTAX_ERROR
    ledger.add(rule, found.mark(), found.message, found.hint)


def diagnose(trouble: Trouble) -> Diagnosis:
    """The likeliest cause of the trouble."""
    for words, look in DIAGNOSES:
        if re.search(words, trouble.why):
            found = look(trouble)
            if found:
                return found
    problem = trouble.why.partition(": ")[2]
    return Diagnosis(trouble.at, f"this can't be read as YAML: {problem}", "quote the text, or mend the line above")
