"""The pre-commit hooks and the action: what they run are commands and options that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any

import pytest
import yaml

from pnp.cli.main import group
from tests.pipeline import ROOT


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def scripts() -> list[str]:
    return [step["run"] for step in read("action.yml")["runs"]["steps"] if "run" in step]


def commands() -> list[str]:
    """Every call of pnp in the hooks and the action."""
    calls = [hook["entry"] for hook in read(".pre-commit-hooks.yaml")]
    for script in scripts():
        calls += re.findall(r"(?:^|if |\| )\s*(pnp [^|>;\n]+)", script, re.MULTILINE)
    return calls


@pytest.mark.parametrize("call", commands())
def test_each_command_and_option_exists(call: str) -> None:
    _, name, *words = call.split()
    command = group.get_command(group.make_context("pnp", ["list"]), name)  # type: ignore[attr-defined]
    assert command
    known = {option for each in command.params for option in each.opts}
    assert {word for word in words if word.startswith("--")} <= known


def test_hooks_have_what_pre_commit_needs() -> None:
    hooks = read(".pre-commit-hooks.yaml")
    assert [hook["id"] for hook in hooks] == ["pnp-check", "pnp-check-strict"]
    for hook in hooks:
        assert hook["language"] == "python"
        assert hook["pass_filenames"] is False
        assert re.search(hook["files"], "my-game/cards.csv")
        assert not re.search(hook["files"], "README.md")


def test_the_action_says_what_it_needs_and_nothing_of_a_stranger_is_in_a_script() -> None:
    action = read("action.yml")
    assert action["runs"]["using"] == "composite"
    for step in action["runs"]["steps"]:
        assert ("run" in step) == ("shell" in step)
        assert "${{" not in step.get("run", ""), "a value is handed over by `env`, or it could be a command"
    used = set(re.findall(r"inputs\.([\w-]+)", (ROOT / "action.yml").read_text(encoding="utf-8")))
    assert used == set(action["inputs"])


@pytest.mark.parametrize("script", scripts())
def test_scripts_are_valid_for_bash(script: str) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    subprocess.run([bash, "-n", "-c", script], check=True, capture_output=True)
