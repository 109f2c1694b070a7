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
    window.showErrorMessage(`pnp can't be started: ${error.message}. Run: pip install 'pnp-press[lsp]'`);
  }
}

async function activate(context) {
  context.subscriptions.push(
    commands.registerCommand("pnp.restart", async () => {
      if (client) await client.stop();
      await start();
    }),
  );
  await start();
}

function deactivate() {
  return client ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
