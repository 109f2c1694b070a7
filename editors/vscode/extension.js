// Starts `pnp lsp` and connects the editor with it. The server does everything else.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function start() {
  const [command, ...args] = workspace.getConfiguration("pnp").get("command");
  const server = { command, args, transport: TransportKind.stdio };
  const files = [
    { scheme: "file", language: "yaml" },
    { scheme: "file", pattern: "**/*.{csv,tsv}" },
  ];
  const watched = workspace.createFileSystemWatcher("**/*.{yaml,yml,csv,tsv,xlsx,ods,svg,png}");
  client = new LanguageClient("pnp", "pnp", server, {
    documentSelector: files,
    synchronize: { fileEvents: watched },
  });
  try {
    await client.start();
  } catch (error) {
    const fix = "Run: pip install 'pnp-press[lsp]', or write the path of pnp into the setting pnp.command.";
    const open = "Open the setting";
    window.showErrorMessage(`pnp can't be started: ${error.message}. ${fix}`, open).then((chosen) => {
      if (chosen === open) commands.executeCommand("workbench.action.openSettings", "pnp.command");
    });
  }
}

async function stop() {
  if (client && client.isRunning()) await client.stop(); // a client that did not start refuses to be stopped
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("pnp.restart", restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("pnp.command") && restart()),
  );
  await start();
}

function deactivate() {
  return stop();
}

module.exports = { activate, deactivate };
