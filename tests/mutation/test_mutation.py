"""The runner of mutants: which tests it tries on a line, and what it leaves out."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="the extra mutation is not installed")

from tests.mutation.accepted import Accepted
from tests.mutation.mutants import Mutant, drawn
from tests.mutation.reached import Module, Reached, addressable

SOURCE = """\
LIMIT = 3

class Dock:
    depth: float = 2.0

    @cached
    def berths(
        self, most: int = 4
    ) -> int:
        if most < (
            LIMIT
        ):
            return most
        return 0

def moor() -> int:
    return 1
"""


@pytest.mark.parametrize(
    ("line", "related"),
    [
        (1, [10, 11, 12, 13, 14, 17]),  # runs on import: all functions of the module
        (4, [10, 11, 12, 13, 14]),  # the methods of the class
        (6, [10, 11, 12, 13, 14]),  # a decorator, and a default: what they are to
        (8, [10, 11, 12, 13, 14]),
        (11, [10, 11, 12]),  # the head of a statement
        (13, [13]),
        (17, [17]),
    ],
)
def test_a_line_is_judged_by_the_tests_of_what_it_belongs_to(line: int, related: list[int]) -> None:
    assert sorted(Module(SOURCE).related(line)) == related


def test_tests_are_tried_in_turn_the_own_ones_first(tmp_path: Path) -> None:
    (tmp_path / "pnp" / "sheet").mkdir(parents=True)
    (tmp_path / "pnp" / "sheet" / "dock.py").write_text(SOURCE, encoding="utf-8")
    own, slow, quick = "tests/sheet/test_dock.py::a", "tests/x.py::slow", "tests/x.py::quick"
    lines = {"pnp/sheet/dock.py": {13: {slow, quick}, 14: {"tests/x.py::failed"}}}
    reached = Reached(tmp_path, lines, {own: 3.0, slow: 2.0, quick: 0.5, "tests/sheet/test_y.py::b": 0.1})
    assert reached.tests("pnp/sheet/dock.py", 13) == [own, quick, slow]
    assert reached.tests("pnp/sheet/dock.py", 14) == ["tests/sheet/test_y.py::b", own]


@pytest.mark.parametrize(
    ("test", "name"),
    [
        ("tests/a.py::test_b", "tests/a.py::test_b"),
        ("tests/a.py::test_b[1-x]", "tests/a.py::test_b[1-x]"),
        ("tests/a.py::test_b[a|b]", "tests/a.py::test_b"),
        ("tests/a.py::test_b[a\\nb]", "tests/a.py::test_b"),
        ("tests/a.py::test_b[x::y]", "tests/a.py::test_b"),
    ],
)
def test_parameters_that_a_command_line_reads_otherwise_are_left_out(test: str, name: str) -> None:
    assert addressable(test) == name


def test_what_is_accepted_has_a_reason() -> None:
    accepted = Accepted.read()
    assert all(len(each["why"]) > 20 for each in (*accepted.mutants, *accepted.rules))
    cache = Mutant("pnp/sheet/x.py", 3, "core/RemoveDecorator", "@cache", "(removed)", "")
    assert accepted.reason(cache)
    assert accepted.reason(Mutant("pnp/sheet/x.py", 3, "core/RemoveDecorator", "@property", "(removed)", "")) is None


def test_single_mutants_that_are_accepted_stand_in_the_code() -> None:
    root = Path(__file__).parents[2]
    for each in Accepted.read().mutants:
        lines = {line.strip() for line in (root / each["path"]).read_text(encoding="utf-8").splitlines()}
        assert each["before"] in lines, each


def test_exceptions_of_other_modules_are_passed_over(tmp_path: Path) -> None:
    code = (
        "import zlib\n\n\ndef f(data):\n    try:\n        return zlib.decompress(data)\n"
        "    except (OSError, zlib.error):\n        return 1\n"
    )
    (tmp_path / "pnp" / "sheet").mkdir(parents=True)
    (tmp_path / "pnp" / "sheet" / "packed.py").write_text(code, encoding="utf-8")
    for seed in range(9):
        assert "return 1" in [mutant.before for mutant in drawn(tmp_path, ["sheet"], 50, seed)]
