// Starts `hexwar lsp` and lets it look after the YAML files of games.
"use strict";

const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { dirname, join } = require("node:path");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

/** Whether a file stands in a folder that holds a game. */
function isOfGame(document) {
  return document.uri.scheme === "file" && existsSync(join(dirname(document.uri.fsPath), "game.yaml"));
}

/** Why a program cannot be started, or nothing if it can be. */
function whyNot(command) {
  return new Promise((resolve) => {
    const tried = spawn(command, ["--version"], { stdio: "ignore" });
    tried.once("error", (problem) => resolve(problem.message));
    tried.once("spawn", () => resolve(undefined));
  });
}

/** Say that there is no server, and offer the setting that names the program. */
async function complain(command, why) {
  const choose = "Name the program";
  const said = `Hexwar: ${command} could not be started: ${why}. Perhaps: pip install 'hexwar[lsp]'.`;
  if ((await vscode.window.showErrorMessage(said, choose)) === choose) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "hexwar.command");
  }
}

async function start() {
  const command = vscode.workspace.getConfiguration("hexwar").get("command") || "hexwar";
  const why = await whyNot(command);
  if (why !== undefined) {
    complain(command, why); // nobody waits until it is read
    return;
  }
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
    complain(command, problem?.message ?? problem ?? "it ended at once");
  }
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("hexwar.restart", async () => {
      await deactivate();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("hexwar.command")) {
        await deactivate();
        await start();
      }
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
