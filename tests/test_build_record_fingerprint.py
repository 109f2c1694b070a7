"""The fingerprint of the installation differs after any change of what pages depend on, whatever its version says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pnp import build_record as module
from pnp.build_record import fingerprint
from tests.build.conftest import CARDS, files
from tests.cli.conftest import work
from tests.pipeline import ROOT, write

__all__ = ["work"]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of modules with a package of fonts, long since at rest."""
    folder = tmp_path / "site"
    (folder / "fontpkg_test" / "deep").mkdir(parents=True)
    (folder / "fontpkg_test-1.0.dist-info").mkdir()
    for name in ("__init__.py", "font.ttf", "deep/other.ttf"):
        (folder / "fontpkg_test" / name).write_bytes(b"as it was")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(module, "SETTLED", -60_000_000_000)
    return folder / "fontpkg_test"


def in_place(path: Path) -> None:
    before = path.stat()
    path.write_bytes(b"as it is!")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def by_another_file(path: Path) -> None:
    before = path.stat()
    other = path.with_name("other")
    other.write_bytes(b"as it is!")
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(path)


def by_a_link(path: Path) -> None:
    path.rename(path.with_name("aside"))
    path.symlink_to("aside")
    path.with_name("aside").write_bytes(b"as it is!")


CHANGES: dict[str, Callable[[Path], None]] = {
    "in place": in_place,
    "by another file": by_another_file,
    "by a link": by_a_link,
    "gone": Path.unlink,
    "renamed": lambda path: path.rename(path.with_name("new")) and None,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["font.ttf", "deep/other.ttf"])
def test_a_file_of_the_same_version_size_and_time_is_noticed(site: Path, change: str, name: str) -> None:
    before = fingerprint()
    assert fingerprint() == before
    CHANGES[change](site / name)
    assert fingerprint() != before


def test_a_new_file_and_a_new_version_are_noticed(site: Path) -> None:
    seen = [fingerprint()]
    (site / "more.ttf").write_bytes(b"")
    seen.append(fingerprint())
    (site.parent / "fontpkg_test-1.0.dist-info").rename(site.parent / "fontpkg_test-1.1.dist-info")
    seen.append(fingerprint())
    (site.parent / "unknown-1.0.dist-info").mkdir()
    seen.append(fingerprint())
    assert len(set(seen)) == 4


def test_bytecode_is_made_of_sources(site: Path) -> None:
    before = fingerprint()
    (site / "__pycache__").mkdir()
    (site / "__pycache__" / "font.pyc").write_bytes(b"bytecode")
    assert fingerprint() == before


def test_while_a_file_may_still_change_nothing_is_the_same(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert site.is_dir()
    monkeypatch.setattr(module, "SETTLED", 60_000_000_000)
    assert fingerprint() != fingerprint()


OPENED = """
import sys
opened, before = set(), set(sys.modules)
sys.addaudithook(lambda event, details: event == "open" and isinstance(details[0], str) and opened.add(details[0]))
from pnp.cli.main import _status
assert _status(sys.argv[1:]) == 0
import json
from pnp.build_record import CUTTING, PACKAGES, _own_and_data, _packages
known = [source.path for source in (*_own_and_data(), *_packages((*PACKAGES, *CUTTING)))]
loaded = [getattr(module, "__file__", None) or "" for name, module in sys.modules.items() if name not in before]
print("\\n" + json.dumps([sorted({*opened, *loaded}), known]))
"""


@pytest.mark.nightly
def test_every_file_of_a_package_that_a_build_opens_is_in_it(tmp_path: Path) -> None:
    """An oracle for the list of packages: what Python says of each file that is opened, and of each module."""
    write(tmp_path / "harbour", CARDS)
    formats = [word for form in ("pdf", "svg", "png", "cut-svg", "cut-dxf") for word in ("--format", form)]
    command = [sys.executable, "-c", OPENED, "build", "harbour", "--jobs", "1", *formats]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=True)
    used, known = json.loads(ran.stdout.rpartition("\n[")[2].join(["[", ""]))
    packages = [Path(folder) for folder in sys.path if Path(folder).name in ("site-packages", "dist-packages")]
    inside = {path for path in used if any(Path(path).is_relative_to(folder) for folder in packages)}
    sources = {path for path in inside if "__pycache__" not in path and ".dist-info" not in path}
    assert len(sources) > 100
    assert any(path.endswith(".ttf") for path in sources)
    assert sources - set(known) == set()


@pytest.mark.nightly
def test_fonts_that_are_replaced_under_the_same_version_are_drawn(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fontpkg_fira_sans

    package = Path(fontpkg_fira_sans.__file__ or "").parent
    shutil.copytree(package, work / "site" / package.name)
    write(work / "harbour", CARDS)
    command = [sys.executable, "-m", "pnp", "build", "harbour", "--only", "boats", "--format", "svg"]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(work / "site"), str(ROOT))))

    def built(out: str = "output") -> str:
        return subprocess.run([*command, "-o", out], check=True, capture_output=True, text=True).stdout

    built()
    assert ", 0 new or changed" in built()
    fonts = {path.stem.rpartition("-")[2]: path for path in (work / "site").rglob("*.ttf")}
    for name, path in fonts.items():
        if "Italic" not in name:
            before, content = path.stat(), fonts["BlackItalic"].read_bytes()
            path.write_bytes(content)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ", 0 new or changed" not in built()
    built("clean")
    assert files() == files(Path("clean"))
