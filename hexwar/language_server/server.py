"""The language server: what an editor asks over the protocol, answered by the modules beside.

An author who types is answered at once, by the text as the editor holds it and by what is known of
the game from when it was last checked; each change asks for another check in a thread beside, and
findings are sent when it has some. To check first and answer then was too slow for typing: a large
game takes longer than a key. At the end of the module each group of features is tied to the server.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

import hexwar
from hexwar.definition.diagnostics import Span
from hexwar.language_server import formatting, protocol
from hexwar.language_server import open_files as renaming
from hexwar.language_server.completion import completions, forms_read, hover_text, name_at
from hexwar.language_server.cursor import Cursor, cursor_at
from hexwar.language_server.open_files import CheckingThread, OpenFiles, OpenGame
from hexwar.language_server.protocol import lines_of, outline, path_of, place_of, range_of, uri_of


class Pointed(Protocol):
    """What an editor asks about a place in a file."""

    @property
    def text_document(self) -> types.TextDocumentIdentifier:
        """The file."""

    @property
    def position(self) -> types.Position:
        """The place in it."""


class PointedName(NamedTuple):
    """A name in a game, and the kind of thing that it names: a region, a unit."""

    game: OpenGame
    kind: str
    name: str


class AuthorsServer(LanguageServer):
    """Answers editors about the games whose files they hold open."""

    def __init__(self) -> None:
        super().__init__("hexwar", hexwar.__version__, types.TextDocumentSyncKind.Full)
        self.open_files = OpenFiles()
        self.checks = CheckingThread(self._publish_soon, forms_read)
        self.uris: dict[Path, str] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._published: dict[str, list[types.Diagnostic]] = {}

    # -- files that open, change and close -----------------------------------------------------

    def hold(self, uri: str, text: str) -> None:
        """Take what the editor holds of a file, and check its games."""
        path = path_of(uri)
        if path is None:
            return
        self._loop = self._loop or asyncio.get_running_loop()
        self.uris[path] = uri
        self.checks.want(self.open_files.hold(path, text))

    def let_go(self, uri: str) -> None:
        """Forget a file that was closed; a game of which none is open is checked no more."""
        path = path_of(uri)
        if path is None:
            return
        games = self.open_files.let_go(path)
        self.checks.want(game for game in games if self.open_files.is_open(game))
        for game in games:
            if not self.open_files.is_open(game):
                game.findings = []
                self.open_files.games.pop(game.folder, None)
                self._publish(game)

    def _publish_soon(self, game: OpenGame) -> None:
        if self._loop is not None and not self._loop.is_closed():
            # The checks have a thread of their own, and only the loop writes to the editor.
            self._loop.call_soon_threadsafe(self._publish, game)

    def _publish(self, game: OpenGame) -> None:
        """Tell the editor what is found now in each file, where it is not what it knows."""
        everyone = [
            finding for other in self.open_files.games.values() for finding in other.findings
        ]
        # Once each: games that extend the same one find the same in its files.
        by_file = protocol.by_file(dict.fromkeys(everyone))
        paths_held = {
            str(path) for path in self.open_files.files.texts if path.parent in game.folders
        }
        for file in sorted(by_file.keys() | self._published.keys() | paths_held):
            lines = protocol.lines_in(self.open_files.files.texts.get(Path(file)), file)
            diagnostics = [
                protocol.diagnostic_of(finding, lines, self.codec)
                for finding in by_file.get(file, ())
            ]
            if self._published.get(file) == diagnostics:
                continue
            self._published[file] = diagnostics
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri=self.uri(file), diagnostics=diagnostics)
            )
            if not diagnostics and file not in paths_held:
                del self._published[file]

    # -- what features need --------------------------------------------------------------------

    @property
    def codec(self) -> PositionCodec:
        """How the editor counts columns."""
        return self.workspace.position_codec

    def uri(self, file: str) -> str:
        """The editor's own name for a file, if it has one."""
        return self.uris.get(Path(file)) or uri_of(file)

    def lines(self, uri: str) -> list[str]:
        """The lines of a file that is open; one that is empty if it is not."""
        path = path_of(uri)
        text = None if path is None else self.open_files.files.texts.get(path)
        return [""] if text is None else lines_of(text)

    def game(self, uri: str) -> OpenGame | None:
        """The game that a file belongs to."""
        path = path_of(uri)
        return None if path is None else self.open_files.game_of(path)

    def cursor(self, params: Pointed) -> Cursor | None:
        """What may stand where the editor points."""
        lines = self.lines(params.text_document.uri)
        line, column = place_of(lines, params.position, self.codec)
        return cursor_at(lines, line, column)

    def named(self, params: Pointed) -> PointedName | None:
        """The name that the editor points at."""
        cursor, game = self.cursor(params), self.game(params.text_document.uri)
        named_here = None if cursor is None else name_at(cursor)
        return None if game is None or named_here is None else PointedName(game, *named_here)

    def location(self, place: Span) -> types.Location:
        """A stretch of a file as a link."""
        lines = protocol.lines_in(self.open_files.files.texts.get(Path(place.file)), place.file)
        return types.Location(self.uri(place.file), range_of(place, self.codec, lines))


def make_server() -> AuthorsServer:
    """A server that has all its features, and checks in its own thread."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_unexpected)
    server = AuthorsServer()
    for add in (_add_files, _add_writing, _add_names, _add_order):
        add(server)
    server.checks.start()
    return server


def _is_unexpected(record: logging.LogRecord) -> bool:
    """Whether something is worth a line on the standard error: what a user is refused is not."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcInvalidParams))


def _add_files(server: AuthorsServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: types.DidOpenTextDocumentParams) -> None:
        server.hold(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: types.DidChangeTextDocumentParams) -> None:
        # Whole texts, as the server asks for them: the last is how the file stands.
        for change in params.content_changes[-1:]:
            server.hold(params.text_document.uri, change.text)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: types.DidSaveTextDocumentParams) -> None:
        game = server.game(params.text_document.uri)
        server.checks.want([game] if game else [])

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: types.DidCloseTextDocumentParams) -> None:
        server.let_go(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def did_change_on_disk(_: types.DidChangeWatchedFilesParams) -> None:
        server.checks.want(server.open_files.games.values())

    @server.feature(types.SHUTDOWN)
    def shutdown(_: Any) -> None:
        server.checks.close()


def _add_writing(server: AuthorsServer) -> None:
    letters = types.CompletionOptions(trigger_characters=[":", " ", "{", "[", ",", "-", '"'])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, letters)
    def completion(params: types.CompletionParams) -> list[types.CompletionItem]:
        cursor, game = server.cursor(params), server.game(params.text_document.uri)
        if cursor is None:
            return []
        path = path_of(params.text_document.uri)
        sections_there = game.sections_beside(str(path)) if game else frozenset()
        return completions(cursor, game.names if game else None, sections_there)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        cursor, game = server.cursor(params), server.game(params.text_document.uri)
        text = "" if cursor is None else hover_text(cursor, game.names if game else None)
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content) if text else None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri, game = params.text_document.uri, server.game(params.text_document.uri)
        lines, path = server.lines(uri), str(path_of(uri))
        findings_in_file = [
            finding for finding in (game.findings if game else []) if finding.file == path
        ]
        first, last = params.range.start.line + 1, params.range.end.line + 1
        touched = [finding for finding in findings_in_file if first <= finding.line <= last]
        offered = [
            action
            for finding in touched
            for action in protocol.actions_for(finding, uri, lines, server.codec)
        ]
        mend_all = protocol.mend_all(findings_in_file, uri, lines, server.codec)
        return [*offered, *([mend_all] if mend_all else [])]


def _add_names(server: AuthorsServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        target = server.named(params)
        if target is None or target.game.names is None:
            return []
        places = renaming.definitions(target.game.names, target.kind, target.name)
        return [server.location(place) for place in places]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        target = server.named(params)
        if target is None:
            return []
        try:
            places = renaming.mentions(server.open_files, *target)
        except renaming.CannotRenameError:  # a file is broken: what was known of the game before
            names = target.game.names
            places = names.all_of(target.kind, target.name) if names else []
        kinds = [
            mention
            for mention in places
            if not mention.defined or params.context.include_declaration
        ]
        return [server.location(mention.place) for mention in kinds]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        target, cursor = server.named(params), server.cursor(params)
        if target is None or cursor is None:
            return None
        line = params.position.line
        lines = server.lines(params.text_document.uri)
        end = cursor.start + len(cursor.whole)
        place = Span("", line + 1, cursor.start + 1, line + 1, end + 1)
        return range_of(place, server.codec, lines)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        target = server.named(params)
        if target is None:
            return None
        try:
            edits = renaming.renamed(server.open_files, *target, params.new_name)
        except renaming.CannotRenameError as reason:
            raise JsonRpcInvalidParams(str(reason)) from reason
        changes: dict[str, list[types.TextEdit]] = {}
        for place, text in edits.items():
            at = server.location(place)
            changes.setdefault(at.uri, []).append(types.TextEdit(at.range, text))
        return types.WorkspaceEdit(changes=changes)


def _add_order(server: AuthorsServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri, game = params.text_document.uri, server.game(params.text_document.uri)
        root = game.trees.get(str(path_of(uri))) if game else None
        return [] if root is None else outline(root, server.lines(uri), server.codec)

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def format_file(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        lines = server.lines(params.text_document.uri)
        text = formatting.formatted("\n".join(lines))
        if text is None:
            return []
        end = types.Position(len(lines) - 1, server.codec.client_num_units(lines[-1]))
        return [types.TextEdit(types.Range(types.Position(0, 0), end), text)]
