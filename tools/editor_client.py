"""An editor, as far as a language server sees one: for tests, measurements and fuzzing.

It speaks the protocol itself, over pipes: nothing of the server's library is taken on trust.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

Message = dict[str, Any]

SERVER = (sys.executable, "-m", "hexwar", "lsp", "--stdio")

PATIENCE = 20.0
"""Seconds without a word after which a server is taken for dead."""


class Refused(Exception):  # noqa: N818
    """The server answered a request with an error."""


class Editor:
    """Sends messages and waits for answers; what is published meanwhile is kept by file."""

    def __init__(self, reads: BinaryIO, writes: BinaryIO) -> None:
        self._reads, self._writes = reads, writes
        self._come: SimpleQueue[Message | None] = SimpleQueue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()
        self._last = 0
        self.process = os.getpid()
        self.findings: dict[str, list[Message]] = {}
        self.published = 0
        self.shown: list[str] = []
        self.versions: dict[str, int] = {}

    @property
    def memory(self) -> int:
        """MiB that the server has in memory; 0 where that cannot be told."""
        status = Path(f"/proc/{self.process}/statm")
        return int(status.read_text().split()[1]) * 4096 // 2**20 if status.exists() else 0

    def notify(self, method: str, params: Any) -> None:
        """Tell the server something that it does not answer."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        """Ask the server; its answer. :class:`Refused` if that is an error."""
        self._last += 1
        self._send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        while True:
            message = self._take()
            if message.get("id") == self._last and "method" not in message:
                if "error" in message:
                    raise Refused(message["error"]["message"])
                return message.get("result")

    def wait_for(self, met: Callable[[], bool]) -> None:
        """Take messages until something is so."""
        while not met():
            self._take()

    def start(self, **capabilities: Any) -> Message:
        """Shake hands; what the server says of itself."""
        asked = {"processId": None, "rootUri": None, "capabilities": capabilities}
        answer: Message = self.request("initialize", asked)
        self.notify("initialized", {})
        return answer

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file; its URI."""
        uri = path.absolute().as_uri()
        self.versions[uri] = 1
        said = path.read_text(encoding="utf-8") if text is None else text
        item = {"uri": uri, "languageId": "yaml", "version": 1, "text": said}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return uri

    def change(self, uri: str, text: str) -> None:
        """Hold another text of an open file."""
        self.versions[uri] += 1
        document = {"uri": uri, "version": self.versions[uri]}
        changes = [{"text": text}]
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def close(self, uri: str) -> None:
        """Close a file."""
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def ask(self, feature: str, uri: str, line: int, column: int, **more: Any) -> Any:
        """Ask about a place in a file: ``completion``, ``hover``, ``definition`` ..."""
        position = {"line": line, "character": column}
        asked = {"textDocument": {"uri": uri}, "position": position, **more}
        return self.request(f"textDocument/{feature}", asked)

    def stop(self) -> None:
        """Say goodbye."""
        self.request("shutdown", None)
        self.notify("exit", None)

    def hear_the_end(self) -> None:
        """Read what the server still says until it has closed its end.

        Only then may the pipe be closed: a thread that still read from it would end with an error.
        """
        self._reader.join(PATIENCE)

    def _send(self, message: Message) -> None:
        content = json.dumps(message).encode()
        self._writes.write(b"Content-Length: %d\r\n\r\n%b" % (len(content), content))
        self._writes.flush()

    def _read(self) -> None:
        """Read messages until there are no more; ``None`` is the last."""
        try:
            length = 0
            while line := self._reads.readline():
                name, _, value = line.strip().partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                elif not name:
                    self._come.put(json.loads(self._reads.read(length)))
        finally:
            self._come.put(None)

    def _take(self) -> Message:
        try:
            message = self._come.get(timeout=PATIENCE)
        except Empty:
            raise TimeoutError(f"nothing came; found so far: {self.findings}") from None
        if message is None:
            raise EOFError("the server has closed its end")
        if message.get("method") == "textDocument/publishDiagnostics":
            self.findings[message["params"]["uri"]] = message["params"]["diagnostics"]
            self.published += 1
        elif message.get("method") in ("window/showMessage", "window/logMessage"):
            self.shown.append(message["params"]["message"])
        return message


@contextmanager
def in_this_process() -> Iterator[Editor]:
    """An editor whose server runs in a thread of this process."""
    from hexwar.language_server.server import make_server

    to_server, from_editor = os.pipe()
    to_editor, from_server = os.pipe()
    server = make_server()
    server_reads, server_writes = os.fdopen(to_server, "rb"), os.fdopen(from_server, "wb")
    thread = Thread(target=server.start_io, args=(server_reads, server_writes), daemon=True)
    thread.start()
    with os.fdopen(to_editor, "rb") as reads:
        with os.fdopen(from_editor, "wb") as writes:
            editor = Editor(reads, writes)
            yield editor
            editor.stop()
        thread.join(PATIENCE)
        if thread.is_alive():
            raise TimeoutError("the server does not end")
        server_writes.close()  # a process of its own would close it by ending
        editor.hear_the_end()
    server_reads.close()


@contextmanager
def in_another_process(
    errors: BinaryIO, command: Sequence[str] = SERVER, **place: Any
) -> Iterator[Editor]:
    """An editor that has started ``hexwar lsp``, whose standard error goes to a file.

    ``place`` is where it runs, as ``subprocess`` takes it: ``cwd`` and ``env``.
    """
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=errors, **place) as process:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("no pipes")
        editor = Editor(process.stdout, process.stdin)  # type: ignore[arg-type]
        editor.process = process.pid
        try:
            yield editor
            editor.stop()
        except BaseException:
            process.kill()  # else its end is waited for, and nothing is heard of what went wrong
            raise
        finally:
            editor.hear_the_end()
        if process.wait(PATIENCE):
            raise RuntimeError(f"the server ended with {process.returncode}")
