"""A real server of PostgreSQL for tests, from the system's packages: it is reached by a socket in a
folder of its own, and ends with the tests.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

_PLACES = (Path("/usr/lib/postgresql"), Path("/usr/local/pgsql"), Path("/opt/homebrew/opt"))

_numbers = count()


def programs() -> Path | None:
    """The folder that the programs of a server are in; ``None`` if there are none."""
    on_the_path = shutil.which("postgres")
    places = [Path(on_the_path).parent] if on_the_path else []
    for place in _PLACES:
        places += sorted(place.glob("**/bin"), reverse=True) if place.is_dir() else []
    return next((place for place in places if (place / "initdb").exists()), None)


def why_not() -> str:
    """Why no server can be started here; nothing if one can."""
    if os.name != "posix":
        return "a server is started on POSIX systems alone"
    if find_spec("psycopg") is None:
        return "psycopg is not installed"
    if programs() is None:
        return "no program of a PostgreSQL server is installed"
    return ""


@contextmanager
def server() -> Iterator[str]:
    """A server until the block ends; the folder of its socket."""
    folder, bin_ = Path(mkdtemp(prefix="hexwar-pg-")), programs()
    assert bin_ is not None
    # A server is not run by root.
    whose: dict[str, Any] = {}
    if os.geteuid() == 0:
        whose = {"user": _server_user(), "group": "nogroup", "extra_groups": ()}
        shutil.chown(folder, whose["user"])
    data = str(folder / "data")
    environment = {**os.environ, "LC_ALL": "C", "HOME": str(folder)}
    more: dict[str, Any] = {"cwd": folder, "env": environment, **whose}
    more |= {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    subprocess.run(
        [bin_ / "initdb", "-D", data, "-U", "hexwar", "-A", "trust", "-E", "UTF8", "-N"],
        check=True,
        **more,
    )
    options = ["-k", str(folder), "-c", "listen_addresses=", "-c", "fsync=off", "-F"]
    process = subprocess.Popen([bin_ / "postgres", "-D", data, *options], **more)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if "ready to accept connections" in line:
                break
        yield str(folder)
    finally:
        process.send_signal(signal.SIGQUIT)  # at once: nothing of it is wanted any more
        process.communicate(timeout=30)
        shutil.rmtree(folder, ignore_errors=True)


def _server_user() -> str:
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def new_database(folder: str) -> str:
    """The address of an empty database of a server."""
    import psycopg

    name = f"games_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(address_of(folder, "postgres"), autocommit=True) as server_:
        server_.execute(f"create database {name}".encode())
    return address_of(folder, name)


def address_of(folder: str, name: str) -> str:
    """How a database is reached by the socket in a folder."""
    return f"postgresql:///{name}?host={folder}&user=hexwar"
