"""The extension for VS Code starts what pnp has, and the settings for other editors are well formed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib

import pytest

from pnp.cli.main import group
from tests.pipeline import ROOT

EXTENSION = ROOT / "editors" / "vscode"
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The examples of the page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def test_the_extension_starts_a_command_that_pnp_has() -> None:
    package = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    script = (EXTENSION / package["main"]).read_text(encoding="utf-8")
    program, command = package["contributes"]["configuration"]["properties"]["pnp.command"]["default"]
    assert (program, command in group.list_commands(None)) == ("pnp", True)  # type: ignore[arg-type]
    named = set(re.findall(r'registerCommand\("([\w.]+)"', script))
    assert named == {each["command"] for each in package["contributes"]["commands"]}
    assert set(re.findall(r'getConfiguration\("pnp"\).get\("(\w+)"', script)) == {"command"}
    asked = set(re.findall(r'require\("([\w-]+)', script)) - {"vscode"}
    assert asked == set(package["dependencies"]), "what it loads is installed with it"
    assert {"workspaceContains:**/pack.yaml", "workspaceContains:**/kit.yaml"} <= set(package["activationEvents"])


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_extension_is_well_formed() -> None:
    done = subprocess.run(["node", "--check", str(EXTENSION / "extension.js")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


STAND_IN = """
const commands = {}, said = [];
let command = ["nowhere", "lsp"], configured;
class LanguageClient {
  constructor(_id, _name, server) { this.server = server; }
  async start() { if (this.server.command === "nowhere") throw new Error("spawn nowhere ENOENT"); this.running = true; }
  isRunning() { return Boolean(this.running); }
  async stop() { if (!this.running) throw new Error("a client that did not start"); this.running = false; }
}
const modules = {
  "vscode-languageclient/node": {LanguageClient, TransportKind: {stdio: 0}},
  vscode: {
    commands: {registerCommand: (name, act) => (commands[name] = act), executeCommand: (...given) => said.push(given)},
    window: {showErrorMessage: async (text, button) => (said.push(text), button)},
    workspace: {
      getConfiguration: () => ({get: () => command}), createFileSystemWatcher: () => ({}),
      onDidChangeConfiguration: (act) => (configured = act),
    },
  },
};
const load = require("module")._load;
require("module")._load = (name, ...rest) => modules[name] || load(name, ...rest);
const extension = require(process.argv[1]);
(async () => {
  await extension.activate({subscriptions: []});
  await commands["pnp.restart"]();
  command = ["pnp", "lsp"];
  await configured({affectsConfiguration: (name) => name === "pnp.command"});
  await commands["pnp.restart"]();
  await extension.deactivate();
  console.log(JSON.stringify(said));
})();
"""
"""The modules that VS Code gives an extension, as far as ours needs them; its client refuses to be stopped twice."""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_extension_says_where_pnp_is_missing_and_starts_it_once_it_is_named() -> None:
    command = ["node", "-e", STAND_IN, str(EXTENSION / "extension.js")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (message, opened, *again) = json.loads(done.stdout)
    assert "spawn nowhere ENOENT" in message
    assert "pip install 'pnp-press[lsp]'" in message
    assert "pnp.command" in message
    assert opened == ["workbench.action.openSettings", "pnp.command"]
    assert again == [message, opened], "the command of restarting says the same, and the new setting starts it"


def test_settings_of_other_editors_are_well_formed_and_start_the_server() -> None:
    (helix,) = map(tomllib.loads, blocks("toml"))
    assert helix["language-server"]["pnp"] == {"command": "pnp", "args": ["lsp"]}
    assert [(each["name"], each["language-servers"][0]) for each in helix["language"]] == [
        ("yaml", "pnp"),
        ("csv", "pnp"),
    ]
    for settings in map(json.loads, blocks("json")):
        (servers,) = settings.values()
        for server in servers.values():
            assert server["command"] == ["pnp", "lsp"]
            assert server.get("selector") or re.compile(server["highlightingModeRegex"])
    assert all('"pnp", "lsp"' in each for each in blocks("lua"))
    assert all('("pnp" "lsp")' in each for each in blocks("elisp"))
    for editor in ("VS Code", "Neovim", "Helix", "Emacs", "Sublime Text", "Kate", "Zed"):
        assert f"## {editor}" in PAGE
