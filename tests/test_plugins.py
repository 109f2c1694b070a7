"""Checks and output formats of other packages: a small distribution is laid on the import path."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pnp
from pnp import plugins
from pnp.build_record import fingerprint
from pnp.checks.run import plugin_checks
from tests.packs import harbour
from tests.pipeline import ROOT, write

CHECKS = '''
import pnp

@pnp.check("lucky-number", pnp.Severity.WARNING)
def lucky_number(contents):
    """A row has an unlucky number of sails.

    Sailors do not like it.

    Fix: write another number.
    """
    for component in contents.components.values():
        for row in component.rows:
            if row.get("sails") == 2:
                yield pnp.Fault(row.span, f"'{row.name}' has 2 sails", "write 3")

@pnp.check("dead-end", pnp.Severity.INFO)
def shadow(contents):
    yield pnp.Fault(contents.span, f"{contents.title}: {len(contents.maps['bay'].network.moves)} moves")

@pnp.check("broken", pnp.Severity.INFO)
def broken(contents):
    raise KeyError("oops")

@pnp.check("odd", pnp.Severity.INFO)
def odd(contents):
    yield "a text"

no_check = 7
'''

FORMATS = """
import json

def names(export):
    yield "list.json", json.dumps([part.name for part in export.parts["boats"]]).encode()
    for part in export.parts["boats"]:
        yield f"faces/{part.name}.svg", part.front.svg.encode()

def pdf(export):
    yield "x.pdf", b"not ours"

def failing(export):
    yield "a.txt", b"a"
    raise RuntimeError("no more")

def escaping(export):
    yield "../../x.txt", b"a"
"""


def install(folder: Path, **groups: str) -> Path:
    """Lay a distribution into the folder, with entry points such as `checks="name = module:function"`."""
    info = folder / "pnp_fake-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pnp-fake\nVersion: 1.0\n", encoding="utf-8")
    sections = "".join(f"[pnp.{group}]\n{entries}\n" for group, entries in groups.items())
    (info / "entry_points.txt").write_text(sections, encoding="utf-8")
    (folder / "fake_checks.py").write_text(CHECKS, encoding="utf-8")
    (folder / "fake_formats.py").write_text(FORMATS, encoding="utf-8")
    return folder


Install = Callable[..., None]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs the distribution for this process."""
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "cache"))

    def forget() -> None:
        for known in (plugins.plugins, plugins._declaring, plugin_checks):
            known.cache_clear()
        for name in ("fake_checks", "fake_formats"):
            sys.modules.pop(name, None)

    def lay(**groups: str) -> None:
        forget()
        monkeypatch.syspath_prepend(str(install(tmp_path / "site", **groups)))

    yield lay
    forget()


def run(*arguments: str, cwd: Path, path: Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, with a folder on its import path."""
    env = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{path}", "PNP_CACHE_DIR": str(cwd / "cache")}
    command = [sys.executable, "-m", "pnp", *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


def found(folder: Path, text: str = "") -> list[tuple[str, str, str]]:
    pack = pnp.load(write(folder / "harbour", text or harbour()))
    return [(each.code, each.severity.value, each.message) for each in pack.findings]


def test_a_check_of_another_package_reports_under_its_name(installed: Install, tmp_path: Path) -> None:
    installed(checks="lucky-number = fake_checks:lucky_number\ndead-end = fake_checks:shadow")
    assert found(tmp_path) == [
        ("pnp-fake/lucky-number", "warning", "'Cutter' has 2 sails"),
        ("pnp-fake/dead-end", "info", "Harbour: 8 moves"),
    ]


def test_its_findings_can_be_accepted(installed: Install, tmp_path: Path) -> None:
    installed(checks="lucky-number = fake_checks:lucky_number")
    accept = 'template: boat\naccept: [{finding: pnp-fake/lucky-number, at: Cutter, because: "it is one"}]\n'
    assert found(tmp_path, harbour(("template: boat\n", accept))) == []


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("broken = fake_checks:broken", "the check 'pnp-fake/broken' stopped: KeyError: 'oops'"),
        ("odd = fake_checks:odd", "the check 'pnp-fake/odd' stopped: TypeError: it yielded 'a text' instead of"),
        (
            "none = fake_checks:no_check",
            "the check 'pnp-fake/none' stopped: TypeError: 'fake_checks:no_check' is not a",
        ),
        ("gone = fake_checks:gone", "the check 'pnp-fake/gone' stopped: AttributeError: "),
        ("lost = no_such_module:check", "the check 'pnp-fake/lost' stopped: ModuleNotFoundError: "),
    ],
)
def test_one_that_fails_is_a_finding_and_the_others_go_on(
    entry: str, message: str, installed: Install, tmp_path: Path
) -> None:
    installed(checks=f"{entry}\nz-last = fake_checks:lucky_number")
    pack = pnp.load(write(tmp_path / "harbour", harbour()))
    crash, lucky = sorted(pack.findings, key=lambda finding: finding.code)
    assert (crash.code, lucky.code) == ("crashed-check", "pnp-fake/lucky-number")
    assert crash.message.startswith(message)
    assert crash.hint == (
        "this is a fault of pnp-fake, not of your content: please report it to its authors, or uninstall it"
    )


def test_it_is_not_asked_while_something_could_not_be_read(installed: Install, tmp_path: Path) -> None:
    installed(checks="lucky-number = fake_checks:lucky_number")
    codes = [code for code, _, _ in found(tmp_path, harbour(("makes: card", "makes: crad")))]
    assert codes
    assert not [code for code in codes if "/" in code]


@pytest.mark.slow
def test_the_commands_know_it(tmp_path: Path) -> None:
    site = install(tmp_path / "site", checks="lucky-number = fake_checks:lucky_number")
    write(tmp_path / "harbour", harbour())
    page = run("explain", "pnp-fake/lucky-number", cwd=tmp_path, path=site)
    assert "A row has an unlucky number of sails." in page.stdout
    assert "Fix: write another number." in page.stdout
    report = json.loads(run("check", "harbour", "--format", "sarif", cwd=tmp_path, path=site).stdout)["runs"][0]
    assert [each["ruleId"] for each in report["results"]] == ["pnp-fake/lucky-number"]
    assert [each["id"] for each in report["tool"]["driver"]["rules"]] == ["pnp-fake/lucky-number"]


@pytest.mark.nightly
def test_what_lies_in_the_working_folder_or_in_a_pack_is_not_installed(tmp_path: Path) -> None:
    entries = {"checks": "lucky-number = fake_checks:lucky_number", "formats": "names = fake_formats:names"}
    install(write(tmp_path / "harbour", harbour()), **entries)
    install(tmp_path / "here", **entries)
    write(tmp_path / "here" / "harbour", harbour())
    for folder, pack in ((tmp_path / "here", "harbour"), (tmp_path, "harbour"), (tmp_path / "harbour", ".")):
        ran = run("check", pack, "--strict", cwd=folder, path=tmp_path / "none")
        assert (ran.returncode, "pnp-fake" in ran.stdout + ran.stderr) == (0, False), ran.stdout
        assert run("build", pack, "--format", "names", cwd=folder, path=tmp_path / "none").returncode == 2


@pytest.mark.nightly
def test_an_output_format_is_one_of_the_command(tmp_path: Path) -> None:
    site = install(tmp_path / "site", formats="names = fake_formats:names\npdf = fake_formats:pdf")
    write(tmp_path / "harbour", harbour())
    ran = run("build", "harbour", "--format", "names", "--format", "svg", cwd=tmp_path, path=site)
    assert ran.returncode == 0, ran.stderr
    out = tmp_path / "output" / "harbour"
    assert json.loads((out / "names" / "list.json").read_text("utf-8")) == ["Sloop", "Cutter"]
    assert (out / "names/faces/Sloop.svg").read_bytes() == (out / "svg/boats/sloop-front.svg").read_bytes()
    assert not list(out.rglob("*.pdf"))
    assert "names" in run("build", "--help", cwd=tmp_path, path=site).stdout
    before = (site / "fake_formats.py").read_text("utf-8")
    (site / "fake_formats.py").write_text(before.replace("[part.name", "[part.name.upper()"), encoding="utf-8")
    run("build", "harbour", "--format", "names", "--format", "svg", cwd=tmp_path, path=site)
    assert json.loads((out / "names" / "list.json").read_text("utf-8")) == ["SLOOP", "CUTTER"]


def test_our_formats_stay_ours(installed: Install, tmp_path: Path) -> None:
    installed(formats="pdf = fake_formats:pdf\nnames = fake_formats:names")
    pack = pnp.load(write(tmp_path / "harbour", harbour()))
    paths = pack.build(tmp_path / "out", formats=["pdf"], only=["boats"])
    assert [path.name for path in paths] == ["harbour-boats-a4.pdf"]
    assert paths[0].read_bytes().startswith(b"%PDF")
    names = pack.build(tmp_path / "out", formats=["names"], only=["boats"], rows=[2], draft=True)
    assert [path.relative_to(tmp_path / "out").as_posix() for path in names] == [
        "harbour/names-draft/list.json",
        "harbour/names-draft/faces/cutter.svg",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "message"),
    [("failing", "RuntimeError: no more"), ("escaping", "ValueError: '../../x.txt' is not the path")],
)
def test_a_format_that_fails_is_told_with_its_package(name: str, message: str, tmp_path: Path) -> None:
    site = install(tmp_path / "site", formats=f"{name} = fake_formats:{name}")
    write(tmp_path / "harbour", harbour())
    ran = run("build", "harbour", "--format", name, cwd=tmp_path, path=site)
    assert ran.returncode == 2
    assert f"the format '{name}' of the package 'pnp-fake' failed: {message}" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not list(tmp_path.rglob("x.txt"))


def test_a_change_of_its_code_is_a_change_of_the_installation(
    installed: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pnp.build_record.SETTLED", 0)  # or files as new as these are taken to be changing still
    installed(formats="names = fake_formats:names")
    before = fingerprint()
    (tmp_path / "site" / "fake_checks.py").write_text("", encoding="utf-8")
    assert fingerprint() == before
    (tmp_path / "site" / "fake_formats.py").write_text("", encoding="utf-8")
    assert fingerprint() != before


def test_the_first_of_two_copies_of_a_package_counts(installed: Install, tmp_path: Path) -> None:
    installed(checks="old = fake_checks:broken")
    sys.path.append(str(install(tmp_path / "later", checks="new = fake_checks:broken")))
    try:
        assert [plugin.name for plugin in plugins.plugins("checks")] == ["old"]
    finally:
        sys.path.pop()
