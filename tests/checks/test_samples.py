"""Every rule's page: its parts, its sample that fires and its sample that stays silent; and the registry itself."""

from __future__ import annotations

import importlib
import inspect
import re
import textwrap
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pnp.build.examine import examine
from pnp.build.pipeline import undrawn_maps, unprintable
from pnp.build.target import BuildOptions, target_of
from pnp.checks import CHECKS, RULES
from pnp.checks.sheet import NOT_EXPORTED, UNDRAWN_MAP
from pnp.diagnostics import ERROR, Check, Finding, Rule
from pnp.export.targets import ExportOptions, export_pack
from pnp.loader import find_targets
from pnp.loader.pack import Loaded, load
from pnp.model.profile import HOME, Profile
from tests.pipeline import said, write
from tests.scene.pictures import file, gradient
from tests.workbooks import STYLES, cell, xlsx

BYTES = "bad-encoding"
"""A file that is no text can't be shown as one; its test stands with the reading of texts."""

OWN_FAULT = "crashed-check"
"""No content brings a fault of the tool about; its test stands with the running of checks."""

SAMPLED = [rule for rule in RULES if rule.code not in (BYTES, OWN_FAULT)]
SPOILT = [rule for rule in SAMPLED if sum(map(ord, rule.code)) % 2]
"""Every other rule, whichever rules come to stand before it."""

PICTURE = re.compile(r"^# picture: (\S+), (\d+) x (\d+) pixels\n", re.MULTILINE)
"""How a sample says that there is a picture beside its documents."""


WORKBOOK = re.compile(r"^# workbook: (\S+)\n((?:# \|.*(?:\n|\Z))+)", re.MULTILINE)
"""How a sample says what is in a workbook: a line for each row, `hidden` after its last cell if it is hidden."""

MONEY = 7
"""The style of money in the workbooks of samples."""


def workbook(lines: str) -> bytes:
    """The workbook of a sample."""
    rows = []
    for line in lines.splitlines():
        *cells, after = (each.strip() for each in line.removeprefix("# |").split("|"))
        made = "".join(cell_of_sample(each) for each in cells)
        rows.append(f"<row hidden='{int(after == 'hidden')}'>{made}</row>")
    form = '<numFmt numFmtId="167" formatCode="0.00\\ [$€-407]"/></numFmts>'
    styles = STYLES.replace("</numFmts>", form).replace("</cellXfs>", '<xf numFmtId="167"/></cellXfs>')
    return xlsx({"Sheet1": "".join(rows)}, **{"xl/styles.xml": styles})


def cell_of_sample(text: str) -> str:
    """A cell: a number, an amount of money, or a text."""
    money = text.removesuffix(" €")
    if money != text:
        return f'<c s="{MONEY}"><v>{float(money)}</v></c>'
    return cell(int(text) if text.isdecimal() else text)


def sample(rule: Rule, name: str) -> str:
    """The indented lines below `Bad:` or `Good:`."""
    found = re.search(rf"^{name}:\n((?:(?: {{4}}.*)?\n)+)", rule.page + "\n", re.MULTILINE)
    assert found, f"{rule.code} has no sample '{name}:'"
    return textwrap.dedent(found[1])


def found_in(text: str, folder: Path, draft: bool = True) -> tuple[Finding, ...]:
    """What a build of the documents finds before it writes: what a check finds, and what paper does not hold.

    A map may be a `draft`, which a build refuses, unless said otherwise: most samples have no positions.
    """
    documents = WORKBOOK.sub("", PICTURE.sub("", text))
    targets = find_targets([str(write(folder, documents, "sample.yaml"))])
    for name, lines in WORKBOOK.findall(text):
        (folder / name).write_bytes(workbook(lines))
    for name, width, height in PICTURE.findall(text):
        (folder / name).write_bytes(file(gradient(int(width), int(height))))
    return tuple(finding for target in targets for finding in built(load(target), draft))


def left_out(text: str, folder: Path) -> tuple[Finding, ...]:
    """What a check finds in the documents, and what PlayingCards.io cannot hold of them."""
    (target,) = find_targets([str(write(folder / "pack", text, "sample.yaml"))])
    examined, _ = export_pack(load(target), "pcio", ExportOptions(folder / "out", dpi=50), lambda _message: None)
    return examined.report.findings


def built(loaded: Loaded, draft: bool) -> tuple[Finding, ...]:
    """What is found when it is built for the profile among its own documents, or at home."""
    mine = (each.id for each in loaded.game.all(Profile) if not each.span.file.startswith("house/"))
    target = target_of(loaded, BuildOptions(profile=next(mine, HOME.id)))
    examined = examine(loaded, variant=target.variant)
    undrawn = () if draft else undrawn_maps(examined)
    return (*examined.report.findings, *unprintable(examined, target), *undrawn)


def words(findings: tuple[Finding, ...]) -> str:
    return "\n".join(f"{finding.span}: {finding.code}: {finding.message}" for finding in findings) or "nothing found"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_page_has_a_summary_a_reason_and_a_way_out(rule: Rule) -> None:
    summary, blank, *rest = rule.page.splitlines()
    assert re.fullmatch(r"[A-Z][^\n]{10,}\.", summary), "the first line is a sentence"
    assert blank == ""
    before, fix, _ = "\n".join(rest).partition("\nFix: ")
    assert len(before.split()) >= 8, "a paragraph says why"
    assert fix, "a paragraph begins with 'Fix:'"
    assert all(len(line) <= 120 for line in rule.page.splitlines() if not line.startswith(" "))
    assert rule.page == inspect.cleandoc(rule.page)
    assert not re.search(r"^ {1,3}\S", rule.page, re.MULTILINE), "only samples are indented, by four"


@pytest.mark.parametrize("rule", SAMPLED, ids=lambda rule: rule.code)
def test_the_bad_sample_fires_alone_and_the_good_one_is_silent(
    rule: Rule, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    draft = rule is not UNDRAWN_MAP
    texts = {name: sample(rule, name) for name in ("Bad", "Good")}
    if rule is NOT_EXPORTED:
        bad, good = (left_out(text, tmp_path / name) for name, text in texts.items())
    else:
        bad, good = (found_in(text, tmp_path / name, draft) for name, text in texts.items())
    assert rule.code in {finding.code for finding in bad}, words(bad)
    assert {finding.code for finding in bad if finding.severity is ERROR} <= {rule.code}, words(bad)
    assert not [finding for finding in good if finding.code == rule.code or finding.severity is ERROR], words(good)
    golden(f"{rule.code}.txt", "".join(f"{said(finding)}\n" for finding in bad))


def misspelt(text: str, random: Random) -> str:
    """The text with one word spelt wrong, most likely the name of something."""
    words = list(re.finditer(r"(?<!kind: )\b(?!yaml)[A-Za-z]{4,}\b(?![:.])", text))
    words = words or list(re.finditer(r"[A-Za-z]{4,}", text))
    word = random.choice(words)
    at = random.randrange(word.start() + 1, word.end() - 1)
    return f"{text[:at]}{text[at + 1]}{text[at]}{text[at + 2 :]}"


@pytest.mark.parametrize("rule", SPOILT, ids=lambda rule: rule.code)
def test_what_is_found_in_a_good_sample_with_a_slip_is_said_as_before(
    rule: Rule, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    text = misspelt(sample(rule, "Good"), Random(rule.code))
    golden(f"slip-{rule.code}.txt", "".join(f"{said(finding)}\n" for finding in found_in(text, tmp_path)))


def test_codes_are_slugs_and_each_stands_once() -> None:
    codes = [rule.code for rule in RULES]
    assert len(set(codes)) == len(codes)
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", code) for code in codes)


def test_the_registry_lists_the_checks_that_are_there() -> None:
    folder = Path(importlib.import_module("pnp.checks").__file__ or "").parent
    there: dict[str, Check] = {}
    for path in folder.rglob("*.py"):
        module = importlib.import_module(".".join(("pnp.checks", *path.relative_to(folder).with_suffix("").parts)))
        for name, value in vars(module).items():
            if isinstance(value, Check):
                assert value.rule.code == name.replace("_", "-"), f"{module.__name__}.{name} is named for its check"
                there[name] = value
    assert set(map(id, there.values())) == set(map(id, CHECKS))
    assert len(CHECKS) == len(there)
    assert {check.rule.code for check in CHECKS} <= {rule.code for rule in RULES}
