"""Settings for all tests: no test opens a real window or plays a sound unless it says so."""

from __future__ import annotations

import gc
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache, wraps
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

import hexwar
from hexwar.definition.locations import find_game, shipped
from hexwar.rules.game import Game

# Set before anything imports pygame. A test marked ``window`` takes the ``display`` fixture.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# What is printed has the same width and colours in everybody's terminal.
os.environ["COLUMNS"] = "80"
for variable in ("NO_COLOR", "FORCE_COLOR"):
    os.environ.pop(variable, None)

# Whoever runs the tests sees the same: no example depends on the day, on what was drawn before, on
# whether CI is set (hypothesis has a profile for that, from which these would inherit) or on which
# modules happen to be imported (it draws from the constants that are written in them).
# tools/explore.py looks for new examples. A slow machine is not a failing test.
pytest.MonkeyPatch().setattr(providers, "_get_local_constants", Constants, raising=False)
for profile, examples, alike in (("hexwar", 20, True), ("thorough", 200, True), ("new", 60, False)):
    settings.register_profile(
        profile,
        deadline=None,
        derandomize=alike,
        database=None,
        print_blob=False,
        max_examples=examples,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("hexwar")

ROOT = Path(__file__).resolve().parent.parent

collect_ignore = ["rules/packages"]
"""A package for a program of its own: without that program it cannot be imported."""


_load = hexwar.load_game


@cache
def _loaded(source: str | Path, folder: Path) -> Game:
    """A shipped game by the name under which it was asked for."""
    return _load(source)


@wraps(_load)
def _load_once(source: str | Path) -> Game:
    """Load each shipped game once; the games of tests, and what they write, are read anew."""
    try:
        folder = find_game(source).resolve()
    except hexwar.DefinitionError:
        return _load(source)
    return _loaded(source, folder) if folder.parent == shipped("games") else _load(source)


def pytest_configure() -> None:
    """Games do not change while they are played, and no test writes into those that are shipped."""
    pytest.MonkeyPatch().setattr(hexwar, "load_game", _load_once)


@pytest.fixture
def loaded_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests that change what sections bring into play: no game compiled before is theirs."""
    monkeypatch.setattr(hexwar, "load_game", _load)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Tests of everything in a fraction of the time, where all of them were run elsewhere."""
    parser.addoption("--one-in", type=int, default=1, help="run one test in so many, the same ones")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark as slow what a matrix leaves out: one case in so many stays, everywhere the same."""
    matrices: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("matrix"):
            matrices.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, cases in matrices.items():
        marker = cases[0].get_closest_marker("matrix")
        assert marker is not None
        kept = -(-len(cases) // marker.kwargs["one_in"])
        for case in Random(name).sample(cases, len(cases))[kept:]:
            case.add_marker("slow")
    if (one_in := config.getoption("--one-in")) > 1:
        config.hook.pytest_deselected(items=[item for item in items if _left_out(item, one_in)])
        items[:] = [item for item in items if not _left_out(item, one_in)]


def _left_out(item: pytest.Item, one_in: int) -> bool:
    """By the name of a test alone: what else is collected, and in which order, does not matter."""
    return crc32(item.nodeid.encode()) % one_in > 0


# Ten thousand tests are there to stay: looking for garbage among them, as often as in a small
# program, took a tenth of the time.
gc.set_threshold(50_000, 20, 100)


def pytest_collection_finish() -> None:
    """Leave out of every search for garbage what has been collected so far."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds pyproject.toml."""
    return ROOT


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tests' saves and settings out of the user's own folders."""
    for folder in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(folder, str(tmp_path / folder.lower()))


@pytest.fixture(autouse=True)
def _no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice for which nobody gives a seed fall alike for whoever runs the tests, by the number of
    the key in its test; so does what players in a window or a terminal draw from.
    """
    numbers = count()

    def numbered(size: int) -> bytes:
        return sha256(str(next(numbers)).encode()).digest()[:size]

    def seeded(*seed: Any) -> Random:
        return Random(*(seed or (1,)))

    monkeypatch.setattr("hexwar.records.lines.token_bytes", numbered)
    monkeypatch.setattr("hexwar.viewer.match.thinking.Random", seeded)
    monkeypatch.setattr("hexwar.cli.text.conversation.Random", seeded)


@pytest.fixture(scope="session")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """An environment whose DISPLAY is a virtual screen of 1280 x 960, for a program under test.

    Without Xvfb the test is skipped, unless HEXWAR_NEED_DISPLAY is set, as it is in .ci/run.
    """
    server = shutil.which("Xvfb")
    if server is None:
        if os.environ.get("HEXWAR_NEED_DISPLAY"):
            pytest.fail("HEXWAR_NEED_DISPLAY is set and Xvfb is not installed")
        pytest.skip("needs Xvfb")
    number = tmp_path_factory.mktemp("display") / "number"
    with number.open("wb") as report:
        process = subprocess.Popen(
            # Without -noreset the server starts afresh when its last client leaves, and whoever
            # connects in that moment (the program, after a look by xdotool) is turned away.
            [server, "-noreset", "-displayfd", str(report.fileno()), "-screen", "0", "1280x960x24"],
            pass_fds=[report.fileno()],
            stderr=subprocess.DEVNULL,
        )
    try:
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("SDL_VIDEODRIVER", "WAYLAND_DISPLAY")
        }
        yield {**environment, "DISPLAY": f":{_read_when_written(number, process)}"}
    finally:
        process.terminate()
        process.wait()


def _read_when_written(number: Path, process: subprocess.Popen[bytes]) -> str:
    """The display number that Xvfb writes once it accepts clients."""
    for _ in range(200):
        if (text := number.read_text()).endswith("\n"):
            return text.strip()
        if process.poll() is not None:
            break
        time.sleep(0.05)
    pytest.fail(f"Xvfb did not start (exit code {process.poll()})")


@pytest.fixture
def machine_fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes a machine whose fonts are those in some folders; of none unless it is told."""
    from hexwar.fonts import machine
    from hexwar.viewer.drawing import lettering, theme
    from hexwar.viewer.printed_map import names

    kept = (
        *(
            machine._fonts,
            machine.is_drawable,
            machine.bold_beside,
            lettering.pieces,
            lettering._opens,
            lettering._font_of,
        ),
        *(
            lettering._face,
            theme.lettering,
            theme._width,
            theme._wrapped,
            names.plate,
            names._glyph,
        ),
    )

    def forget() -> None:
        for each in kept:
            each.cache_clear()

    def made(*folders: Path) -> None:
        monkeypatch.setattr(machine, "folders", lambda: folders)
        forget()

    yield made
    forget()
