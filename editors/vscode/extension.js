// Starts `hexwar lsp` and lets it look after the YAML files of games.
"use strict";

const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

/** Whether a file stands in a folder that holds a game. */
function isOfGame(document) {
  return document.uri.scheme === "file" && existsSync(join(dirname(document.uri.fsPath), "game.yaml"));
}

async function start() {
  const command = vscode.workspace.getConfiguration("hexwar").get("command") || "hexwar";
  const run = { command, args: ["lsp"], transport: TransportKind.stdio };
  // Other YAML files are left alone: nothing is sent of them.
  const ifOfGame = (document, next) => (isOfGame(document) ? next(document) : undefined);
  client = new LanguageClient("hexwar", "Hexwar", { run, debug: run }, {
    documentSelector: [{ scheme: "file", language: "yaml" }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{yaml,md}") },
    middleware: {
      didOpen: ifOfGame,
      didSave: ifOfGame,
      didClose: ifOfGame,
      didChange: (event, next) => (isOfGame(event.document) ? next(event) : undefined),
      provideCompletionItem: (document, position, context, token, next) =>
        isOfGame(document) ? next(document, position, context, token) : undefined,
      provideHover: (document, position, token, next) =>
        isOfGame(document) ? next(document, position, token) : undefined,
      provideDocumentFormattingEdits: (document, options, token, next) =>
        isOfGame(document) ? next(document, options, token) : undefined,
    },
  });
  try {
    await client.start();
  } catch (problem) {
    client = undefined;
    vscode.window.showErrorMessage(
      `Hexwar: ${command} could not be started (pip install 'hexwar[lsp]'; setting hexwar.command). ${problem.message}`
    );
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("hexwar.restart", async () => {
      await deactivate();
      await start();
    })
  );
  await start();
}

async function deactivate() {
  const stopped = client;
  client = undefined;
  await stopped?.stop();
}

module.exports = { activate, deactivate };
