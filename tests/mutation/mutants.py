"""Draw mutants of the code with cosmic-ray's operators: one small change each, at places drawn by a seed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cosmic_ray.plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code

EQUIVALENT = (
    "core/ReplaceComparisonOperator_Is_Eq",  # nothing here overrides `==` so that it differs for singletons
    "core/ReplaceComparisonOperator_IsNot_NotEq",
    "core/ReplaceComparisonOperator_Eq_Is",  # small integers and interned names are identical where they are equal
    "core/ReplaceComparisonOperator_NotEq_IsNot",
    "core/VariableReplacer",  # these two need arguments that name variables
    "core/VariableInserter",
)
"""Operators that are left out, since most of what they make behaves as before."""


@dataclass(frozen=True)
class Mutant:
    """One change: the file, relative to the root, the first line that it touches, the operator and the changed code."""

    path: str
    line: int
    operator: str
    before: str
    after: str
    code: str

    @property
    def name(self) -> str:
        """What is printed and listed: the place, and the changed line before and after."""
        return f"{self.path}:{self.line}: {self.before} => {self.after}"

    @property
    def key(self) -> tuple[str, str, str]:
        """What identifies it in the list of accepted ones: not the line's number, which other changes move."""
        return self.path, self.before, self.after


def drawn(root: Path, packages: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Return `count` mutants of the packages.

    Lines are drawn evenly, then one mutant of each line, so that an operator with many variants weighs no more.
    """
    random = Random(seed)
    places: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for package in packages:
        for path in sorted((root / "pnp" / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            for line, operator, occurrence in _positions(path.read_text(encoding="utf-8")):
                places.setdefault((name, line), []).append((operator, occurrence))
    order = sorted(places)
    random.shuffle(order)
    found = []
    for name, line in order:
        if len(found) == count:
            break
        operator, occurrence = random.choice(places[name, line])
        mutant = _mutant(root, name, line, operator, occurrence)
        if mutant is not None:
            found.append(mutant)
    return found


def _positions(source: str) -> Iterator[tuple[int, str, int]]:
    """Each line that an operator can change, with the operator and which of its occurrences that is."""
    unjudged = _unjudged_lines(source)
    nodes = list(ast_nodes(get_ast(source)))
    for operator_name in cosmic_ray.plugins.operator_names():
        if operator_name in EQUIVALENT:
            continue
        operator = _operator(operator_name)
        starts = (start for node in nodes for start, _ in operator.mutation_positions(node))
        for occurrence, (line, column) in enumerate(starts):
            if not any(first <= (line, column) < last for first, last in unjudged):
                yield line, operator_name, occurrence


def _operator(name: str) -> Any:
    return cosmic_ray.plugins.get_operator(name)()


def _unjudged_lines(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Spans of code that no test can tell from another: annotations, protocols, aliases of types, imports for types."""
    found = []
    for node in ast.walk(ast.parse(source)):
        spans: list[ast.AST | None] = []
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                arguments += [each for each in (node.args.vararg, node.args.kwarg) if each]
                spans = [node.returns, *(each.annotation for each in arguments)]
            case ast.AnnAssign():
                spans = [node.annotation]
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                spans = [node]
            case ast.ClassDef(bases=[ast.Name(id="Protocol"), *_]):
                spans = [node]  # read by the type checker
            case ast.Assign(targets=[ast.Name(id=name)]) if name[:1].isupper() and not name.isupper():
                spans = [node]  # the alias of a type
            case ast.Call(func=ast.Name(id="cast" | "TypeVar"), args=[kind, *_]):
                spans = [kind]
        for span in spans:
            if span is not None:
                first, last = (span.lineno, span.col_offset), (span.end_lineno, span.end_col_offset)  # type: ignore[attr-defined]
                found.append((first, last))
    return found


def _mutant(root: Path, name: str, line: int, operator: str, occurrence: int) -> Mutant | None:
    source = (root / name).read_text(encoding="utf-8")
    try:
        code = mutate_code(source, _operator(operator), occurrence)
    except AttributeError:  # cosmic-ray's ExceptionReplacer does not know exceptions such as `zlib.error`
        return None
    if code is None or code == source:
        return None
    try:
        ast.parse(code)
    except SyntaxError:
        return None
    old, new = source.splitlines(), code.splitlines()
    if len(old) != len(new):
        return Mutant(name, line, operator, old[line - 1].strip(), "(removed)", code)
    changed = (number for number, (a, b) in enumerate(zip(old, new, strict=True), 1) if a != b)
    first = next(changed, line)
    return Mutant(name, first, operator, old[first - 1].strip(), new[first - 1].strip(), code)
