"""Starting the host: a socket that listens, the store, the application, and links to hand out.

The socket is opened first: a port that is taken is refused before the store is touched. Uvicorn is
handed that socket, so that the links which are printed have the port that is really in use.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from secrets import token_urlsafe

import uvicorn

from hexwar.host.guards import MOST_BYTES, PER_SECOND, SOCKETS, Gate
from hexwar.host.host import Host
from hexwar.host.hub import BEAT, Hub
from hexwar.host.store import SqliteStore, Store, StoreError
from hexwar.host.web import make_app
from hexwar.records.lines import DiceKey

MOST_CONNECTIONS = 2000

DATABASE = ("postgresql://", "postgres://")
"""How the address of a database of PostgreSQL begins."""

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - what is compared with, not listened on


@dataclass(frozen=True, slots=True)
class Place:
    """Where a host is to be found. ``address`` and ``port`` are listened on, port 0 is any that is
    free; ``names`` are further names of the host; ``public`` is how its address begins for others
    where that differs, as behind a proxy.
    """

    address: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()
    public: str = ""
    behind_proxy: bool = False


def is_database(place: Path | str) -> bool:
    """Whether a store is a database, and no file."""
    return str(place).startswith(DATABASE)


def open_store(place: Path | str) -> Store:
    """The store in a file, or in the database of an address. StoreError if it cannot be opened."""
    if not is_database(place):
        return SqliteStore(place)
    try:
        from hexwar.host.postgres import PostgresStore
    except ImportError as missing:
        if missing.name not in (None, "psycopg"):  # None: psycopg without libpq
            raise
        why = "a database needs one package more: pip install 'hexwar[postgres]'"
        raise StoreError(why) from missing
    return PostgresStore(str(place))


@dataclass(slots=True)
class Serving:
    """A host that is ready to serve. OSError where it cannot listen, StoreError where it cannot
    keep anything.
    """

    place: Place
    store: Path | str = field(repr=False)  # the address of a database may have a password
    games: Iterable[str] = ()
    now: Callable[[], float] = time.time
    beat: float = BEAT
    per_second: float = PER_SECOND
    sockets: int = SOCKETS
    random: Random = field(default_factory=Random)
    keys: Callable[[], DiceKey] = DiceKey.drawn
    mail: Sequence[str] = ()
    owner: str = field(default_factory=lambda: token_urlsafe(24), repr=False)

    host: Host = field(init=False)
    hub: Hub = field(init=False)
    gate: Gate = field(init=False)
    server: uvicorn.Server = field(init=False)
    _socket: socket.socket = field(init=False)

    def __post_init__(self) -> None:
        place = self.place
        family = socket.AF_INET6 if ":" in place.address else socket.AF_INET
        self._socket = socket.create_server((place.address, place.port), family=family)
        # Sockets that are accepted have this too; without it small messages wait for one another.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            self.host = Host(open_store(self.store), self.games, self.now, self.random, self.keys)
        except BaseException:
            self._socket.close()
            raise
        self.hub = Hub(self.host, self.beat, mail=self.mail)
        self.gate = Gate(time.monotonic, self.per_second, self.sockets)
        app = make_app(
            self.hub,
            self.gate,
            self.owner,
            ("localhost", socket.gethostname().lower(), *self.place.names),
            self.link,
        )
        config = uvicorn.Config(
            app,
            # What messages and connections may cost is decided here, not left to defaults.
            ws_max_size=MOST_BYTES,
            ws_per_message_deflate=False,
            limit_concurrency=MOST_CONNECTIONS,
            proxy_headers=place.behind_proxy,
            forwarded_allow_ips="127.0.0.1",
            access_log=False,
            server_header=False,
            log_level="warning",
            timeout_graceful_shutdown=2,
        )
        self.server = uvicorn.Server(config)

    @property
    def base(self) -> str:
        """How its addresses begin."""
        if self.place.public:
            return self.place.public.rstrip("/")
        port = self._socket.getsockname()[1]
        name = socket.gethostname() if self.place.address in EVERYWHERE else self.place.address
        host = f"[{name}]" if ":" in name else name
        return f"http://{host}:{port}"

    def link(self, token: str) -> str:
        """The link that opens a seat, or the owner's page: no log ever has what is behind #."""
        return f"{self.base}/#{token}"

    def run(self) -> None:
        """Serve until somebody ends it."""
        try:
            self.server.run(sockets=[self._socket])
        finally:
            self.host.store.close()
