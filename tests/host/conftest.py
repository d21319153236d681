"""What all tests of the host need: the packages of its extra, and a place for what it keeps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

for package in ("starlette", "uvicorn", "websockets"):
    pytest.importorskip(package)

from tests.host.serving import Running, running  # noqa: E402 - it imports the packages

GAMES = ("strike_force_one", "force_on_force", "tamrat", "three_mills", "skerry_sound")


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A host that serves, without a beat to wait for."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("host")
        patch.setenv("HEXWAR_HOME", str(folder))
        with running(folder, *GAMES, per_second=10_000.0) as serving:
            yield serving
