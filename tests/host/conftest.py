"""What all tests of the host need: the packages of its extra, and a place for what it keeps."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.host.serving import Running

GAMES = ("strike_force_one", "force_on_force", "tamrat", "three_mills", "skerry_sound")

LARGE = ("marenfeld", "orva_front", "scs_sample")
"""Of hundreds of units."""

# Who has installed hexwar without the extra has nothing to test here.
if not all(find_spec(package) for package in ("starlette", "uvicorn", "websockets")):
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A host that serves, without a beat to wait for.

    One a module: the folder that it keeps games in is this process's meanwhile.
    """
    from tests.host.serving import running

    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("host")
        patch.setenv("HEXWAR_HOME", str(folder))
        with running(folder, *GAMES, *LARGE, per_second=10_000.0) as serving:
            yield serving


@pytest.fixture(scope="session")
def database_server() -> Iterator[str]:
    """A server of PostgreSQL; the folder of its socket."""
    from tests.host.database import server, why_not

    if why := why_not():
        assert "HEXWAR_NEED_DATABASE" not in os.environ, why
        pytest.skip(why)
    with server() as folder:
        yield folder


@pytest.fixture
def database(database_server: str) -> str:
    """The address of a database of PostgreSQL, which is empty."""
    from tests.host.database import new_database

    return new_database(database_server)


@pytest.fixture(params=["sqlite", "postgresql"])
def place_of_store(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store is to be: each kind of them."""
    if request.param == "sqlite":
        return tmp_path / "host.sqlite"
    address: str = request.getfixturevalue("database")
    return address
