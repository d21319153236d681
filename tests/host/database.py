"""A real server of PostgreSQL for tests, from the system's packages: it is reached by a socket in a
folder of its own, and ends with the tests.
"""

from __future__ import annotations

import os
import shutil
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
    environment = {**os.environ, "LC_ALL": "C", "HOME": str(folder), "PGDATA": str(folder / "data")}

    def run(program: str, *words: str) -> None:
        # Nothing is read from a pipe: the server would wait when it is full.
        log = folder / "commands"
        with log.open("ab") as told:
            finished = subprocess.run(
                [bin_ / program, *words],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
                check=False,
                **whose,
            )
        assert finished.returncode == 0, log.read_text(encoding="utf-8")

    options = f"-k {folder} -c listen_addresses= -F"  # its disk is waited for by nobody
    try:
        run("initdb", "-U", "hexwar", "-A", "trust", "-E", "UTF8", "-N")
        run("pg_ctl", "-w", "-l", str(folder / "log"), "-o", options, "start")
        try:
            yield str(folder)
        finally:
            run("pg_ctl", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _server_user() -> str:
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def new_database(folder: str) -> str:
    """The address of a database of a server in which nothing is: a schema of its own, which is made
    and thrown away faster.
    """
    import psycopg

    name, base = f"games_{next(_numbers)}", f"postgresql:///postgres?host={folder}&user=hexwar"
    with psycopg.connect(base, autocommit=True) as owner:
        owner.execute(f"create schema {name}".encode())
    return f"{base}&options=-csearch_path%3D{name}"
