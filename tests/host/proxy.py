"""A proxy before several hosts, which sends each connection to one of them."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

Pick = Callable[[str], int]
"""From the table that is asked for (empty: none) to the port of a host."""

_TABLE = re.compile(rb"^\S+ /t/([^/ ]+)")


@contextmanager
def proxy(pick: Pick) -> Iterator[int]:
    """A proxy until the block ends; its port."""

    class Connection(BaseRequestHandler):
        def handle(self) -> None:
            """Pass on all bytes both ways, as soon as it is known who is meant."""
            head = b""
            while b"\r\n\r\n" not in head and (part := self.request.recv(65_536)):
                head += part
            table = _TABLE.match(head)
            port = pick(table.group(1).decode() if table else "")
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)) as host:
                host.sendall(head)
                back = Thread(target=passed_on, args=(host, self.request), daemon=True)
                back.start()
                passed_on(self.request, host)
                back.join()

    with ThreadingTCPServer(("127.0.0.1", 0), Connection) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()


def passed_on(source: socket.socket, goal: socket.socket) -> None:
    """Pass on what comes until there is no more."""
    with suppress(OSError):
        while part := source.recv(65_536):
            goal.sendall(part)
    with suppress(OSError):
        goal.shutdown(socket.SHUT_WR)
