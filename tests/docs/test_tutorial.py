"""The tutorial, followed to the letter."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.docs.walk import blocks, follow_page
from tests.pipeline import ROOT

TUTORIAL = ROOT / "docs" / "tutorial.md"
PAGE = TUTORIAL.read_text(encoding="utf-8")
INSTALL, *STEPS = blocks(PAGE)


@pytest.mark.slow
def test_what_it_says_happens(pnp: Run, work: Path) -> None:
    runs = follow_page(STEPS, pnp)
    assert runs[-1].status == 0
    assert any(ran.status for ran in runs), "some mistakes are made on purpose, and their findings shown"
    assert [name for name in re.findall(r"`(output/[^`]+)`", PAGE) if not Path(name).is_file()] == []


def test_it_is_installed_as_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert INSTALL.kind == "sh"
    install, activate = INSTALL.text.splitlines()
    assert f"```sh\n{install} && " in readme
    assert activate == "source .venv/bin/activate"


def test_the_commands_in_its_text_are_there(pnp: Run) -> None:
    named = re.findall(r"`pnp (\w+)([^`]*)`", PAGE)
    assert len(named) > 5
    for command, arguments in named:
        ran = pnp(command, "--help")
        assert ran.status == 0, command
        options = [word for word in shlex.split(arguments) if word.startswith("--")]
        assert [option for option in options if option not in ran.out] == []


def test_every_file_of_the_new_game_is_explained() -> None:
    table = {name for row in re.findall(r"^\| (`.+`) \|", PAGE, re.MULTILINE) for name in re.findall(r"`(\S+)`", row)}
    starter = ROOT / "content" / "starter"
    assert {path.name for path in starter.iterdir() if path.is_file()} <= table


def test_what_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)
    assert links
    assert [link for link in links if not (TUTORIAL.parent / link).is_file()] == []
