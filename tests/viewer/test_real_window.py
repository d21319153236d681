"""The program itself in a real window: a mouse and a keyboard from outside, and its save read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from hexwar.hexmap import HexMap, Numbering
from hexwar.records import Session, read_record
from hexwar.viewer.app import App
from hexwar.viewer.program.display import USUAL_SIZE
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.tracing.screen import TraceScreen
from hexwar.viewer.tracing.traced_map import Calibration
from tests.viewer.pictured import board, middle
from tests.viewer.table import Table

pytestmark = [
    pytest.mark.window,
    pytest.mark.skipif(
        shutil.which("xdotool") is None and not os.environ.get("HEXWAR_NEED_DISPLAY"),
        reason="needs xdotool",
    ),
]

PATIENCE = 60.0
"""Seconds after which something that has not happened will not happen."""


PEOPLE = ("--side", "us=human")
"""Two people at one screen: the window would propose a computer player."""


def until(what: str, answer: Callable[[], Any]) -> Any:
    """Ask until the answer is true, and give it; the test fails when it never is."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := answer():
            return found
        time.sleep(0.05)
    pytest.fail(f"waited in vain: {what}")


class Program:
    """``hexwar play``, or another command, in a window of a virtual screen."""

    def __init__(
        self,
        environment: dict[str, str],
        home: Path,
        *arguments: str,
        speed: str = "fast",
        verb: str = "play",
    ) -> None:
        self.environment = {**environment, "HEXWAR_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}
        self.environment["XDG_CONFIG_HOME"] = str(home / "config")
        self.environment["HOME"] = str(home)  # where F12 saves a picture
        self.saves, self.pictures = home / "saves", home / "pictures"
        self.pictures.mkdir(parents=True, exist_ok=True)
        settings = home / "config" / "hexwar" / "window.json"
        if not settings.exists():
            settings.parent.mkdir(parents=True, exist_ok=True)
            settings.write_text(
                json.dumps({"speed": speed, "briefings": False, "idle_asked": False}),
                encoding="utf-8",
            )
        command = [sys.executable, "-m", "hexwar", verb, *arguments]
        self.process = subprocess.Popen(command, env=self.environment, stderr=subprocess.PIPE)
        self.window = until("the window opens", self._find_window)
        self._pictures_before = len(self._taken())
        until("the window answers", self._answers)

    def _find_window(self) -> str:
        assert self.process.poll() is None, self.process.communicate()[1]
        found = self._xdotool("search", "--onlyvisible", "--pid", str(self.process.pid))
        return found.split()[0] if found else ""

    def _answers(self) -> bool:
        """Whether a picture has come: only then do clicks meet what they are meant for."""
        self.press("F12")
        return len(self._taken()) > self._pictures_before

    def _xdotool(self, *arguments: str) -> str:
        finished = subprocess.run(
            ["xdotool", *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,  # nothing found yet is an answer too
        )
        return finished.stdout

    def click(self, position: tuple[int, int]) -> None:
        """Move the mouse to a pixel of the window and click."""
        x, y = map(str, position)
        self._xdotool("mousemove", "--sync", "--window", self.window, x, y)
        self._xdotool("click", "1")

    def press(self, key: str) -> None:
        """Press a key, named as X names it."""
        self._xdotool("windowfocus", "--sync", self.window)
        self._xdotool("key", key)

    def type(self, keys: Sequence[str]) -> None:
        """Press keys one after the other."""
        self._xdotool("windowfocus", "--sync", self.window)
        self._xdotool("key", "--delay", "8", *keys)

    def lines(self) -> list[dict[str, Any]]:
        """What the save holds so far, without its header."""
        files = sorted(self.saves.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
        if not files:
            return []
        texts = files[-1].read_text(encoding="utf-8").splitlines()[1:]
        return [json.loads(text) for text in texts]

    def actions(self) -> list[str]:
        """The actions in the save."""
        return [line["do"] for line in self.lines() if "do" in line]

    def wait_for(self, action: str) -> None:
        """Wait until the save has an action."""
        try:
            until(action, lambda: action in self.actions())
        finally:
            print("played so far:", self.actions())  # noqa: T201 - what a failure shows

    def picture(self) -> pygame.Surface:
        """What the window shows, saved by its own command."""
        before = self._taken()
        self.press("F12")
        found = until("a picture", lambda: self._new_picture(before))
        assert isinstance(found, pygame.Surface)
        return found

    def _taken(self) -> set[Path]:
        """The pictures that are there; one that is being written beside them has another name."""
        return set(self.pictures.glob("hexwar-*"))

    def _new_picture(self, before: set[Path]) -> pygame.Surface | None:
        for path in self._taken() - before:
            try:
                return pygame.image.load(path)
            except pygame.error:
                return None  # it is still being written
        return None

    def quit(self) -> None:
        """Close the window from the keyboard and wait for the program."""
        self.press("ctrl+q")
        assert self.process.wait(PATIENCE) == 0


@pytest.fixture
def start(display: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Starts the program with a home of its own; whatever still runs at the end is stopped."""
    started: list[Program] = []

    def start_program(*arguments: str, speed: str = "fast", verb: str = "play") -> Program:
        program = Program(display, tmp_path / "home", *arguments, speed=speed, verb=verb)
        started.append(program)
        return program

    yield start_program
    for program in started:
        if program.process.poll() is None:
            program.process.terminate()
            program.process.wait()
        if program.process.stderr:
            program.process.stderr.close()


def play_opening(click: Callable[[str], None], press: Callable[[str], None]) -> None:
    """Two moves with the mouse, the end of the phase, and an attack: as far as the die."""
    for number in ("0803", "0703", "0804", "0704"):
        click(number)
    press("e")
    click("0603")
    press("enter")
    press("escape")


def ends_a_phase(program: Program) -> bool:
    """Press the key for it: again, if need be, as a game that is still being opened takes none."""
    program.press("e")
    time.sleep(0.5)
    return True


def same(a: pygame.Surface, b: pygame.Surface, rect: pygame.Rect) -> bool:
    """Whether two pictures are alike in a part."""
    parts = [pygame.image.tobytes(picture.subsurface(rect), "RGB") for picture in (a, b)]
    return parts[0] == parts[1]


def test_a_game_by_mouse_and_keyboard(start: Callable[..., Program]) -> None:
    """Move, end the phase, attack, see the result, be refused an undo, quit, resume."""
    twin = Table(Session.new("strike_force_one", seed="7"), USUAL_SIZE)
    spots = {n: twin.board.view.pixel_of(n) for n in ("0803", "0703", "0804", "0704", "0603")}
    names = {"enter": "Return", "escape": "Escape"}
    program = start("strike_force_one", "--seed", "7", *PEOPLE)
    play_opening(lambda n: program.click(spots[n]), lambda k: program.press(names.get(k, k)))
    program.wait_for("attack 0603 by B C")
    assert program.actions()[:3] == ["move B 0703", "move C 0704", "done"]

    play_opening(twin.click, twin.press)
    assert twin.session.entries[-1].action.verb == "attack"
    program.press("ctrl+z")
    twin.press("ctrl+z")
    shown = program.picture()
    for key in ("result-die", "result-title", "notice-text"):
        assert same(shown, twin.app.surface, twin.tree.find(key=key).rect), key
    assert "locked: a die was rolled" in twin.label("notice-text")
    assert not any("undo" in line for line in program.lines())

    program.quit()
    (save,) = program.saves.glob("*.jsonl")
    played = len(program.actions())
    again = start("strike_force_one")
    again.press("Return")  # the question whether to resume
    until("the game goes on", lambda: ends_a_phase(again) and len(read_record(save).lines) > played)
    assert again.actions()[:played] == [str(entry.action) for entry in twin.session.entries]
    again.quit()
    assert list(again.saves.glob("*.jsonl")) == [save]


KEYS = {"enter": "Return", "escape": "Escape", "tab": "Tab"}
"""Keys as X names them."""


def played_by_keys(table: Table) -> list[str]:
    """Play a game to its end for both sides; the keys that did it.

    Two units of a side move towards the enemy in each phase, then the first enemy that can be
    attacked is, and the first answer of a list is taken.
    """
    pressed: list[str] = []
    moved = 0

    def press(*keys: str) -> None:
        table.press(*keys)
        pressed.extend(keys)

    while not table.session.state.is_over:
        chosen, actions = table.board.selection, len(table.session.entries)
        if chosen.available.target_first:
            press("n", "enter", "enter")
        elif not chosen.presentation.is_phase:
            press("1")
        elif moved == 2:
            press("e")
        else:
            press(*("tab",) * (moved + 1))
            press(*("n",) * _hops(table), "enter")
        moved = (moved + 1) % 3 if chosen.presentation.is_phase else 0
        if len(table.session.entries) == actions and not table.session.state.is_over:
            press("escape", "e")  # there was nothing to do, or it was refused
        assert len(pressed) < 1000
    return pressed


def _hops(table: Table) -> int:
    """How often N is pressed to the place, of the nearest, that is next to most enemies."""
    state, near = table.session.state, table.session.state.resolved.map.neighbors
    threatened = table.board.view.threats()

    def foes(number: str) -> int:
        units = (unit for other in near(number) for unit in state.units_at(other))
        return sum(unit not in table.board.selection.ready() for unit in units)

    options = table.board.selection.options()[:12]
    best = max(options, key=lambda number: (foes(number), number in threatened), default="")
    return options.index(best) + 1 if best else 1


def test_a_whole_game_by_keyboard_alone(start: Callable[..., Program]) -> None:
    """Strike Force One to its end: no mouse, both sides, and the last sheet says who has won."""
    twin = Table(Session.new("strike_force_one", seed="7"), (800, 600))
    keys = played_by_keys(twin)
    played = [str(entry.action) for entry in twin.session.entries]
    assert {line.split()[0] for line in played} >= {"move", "attack", "retreat", "advance"}

    program = start(
        "strike_force_one", "--seed", "7", *PEOPLE, "--size", "800x600", speed="instant"
    )
    program.type([KEYS.get(key, key) for key in keys])
    until("the game is over", lambda: len(program.actions()) >= len(played))
    assert program.actions() == played
    verdict = twin.tree.find(key="banner").rect
    until("the verdict", lambda: same(program.picture(), twin.app.surface, verdict))
    program.press("Escape")
    program.quit()


def test_stacks_and_the_hand_over(start: Callable[..., Program]) -> None:
    """Two people and hidden stacks: the curtain between them, a stack in order and in part."""
    twin = Table(Session.new("scs_sample", "battle", seed="3"), USUAL_SIZE)
    twin.press("e", "enter", "e")
    twin.click("07.09")
    piece = twin.tree.find(key="stack-A2").rect.center
    spots = {number: twin.board.view.pixel_of(number) for number in ("07.09", "09.08")}

    program = start("scs_sample", "--scenario", "battle", "--seed", "3", "--side", "league=human")
    program.press("e")
    program.wait_for("done")
    program.press("Return")
    program.press("e")
    until("both are set up", lambda: program.actions() == ["done", "done"])
    program.click(spots["07.09"])
    program.click(piece)
    program.press("o")
    program.wait_for("top A2")
    program.click(spots["09.08"])
    program.wait_for("move A2 09.08")
    program.quit()
    assert program.actions() == ["done", "done", "top A2", "move A2 09.08"]


def test_a_map_is_traced_by_mouse_and_keyboard(
    start: Callable[..., Program], tmp_path: Path
) -> None:
    """Three clicks, the numbers confirmed, a wood painted and a step taken back: in the file."""
    hexes = Numbering(6, 4)
    map_ = HexMap(hexes, dict.fromkeys(hexes.numbers(), "open"))
    pygame.image.save(board(map_), str(tmp_path / "board.png"))
    folder = tmp_path / "mine"
    said = Calibration(6, 4)
    app = App(USUAL_SIZE, Settings())
    twin = TraceScreen(app, None, tmp_path / "board.png", folder, said)
    app.push(twin)
    arguments = ("--out", str(folder), "--columns", "6", "--rows", "4")
    program = start(str(tmp_path / "board.png"), *arguments, verb="trace")

    def click(number: str) -> None:
        scale = twin._scale
        assert scale is not None
        (left, top), (x, y) = scale.corner, middle(map_, number)
        spot = twin.camera.to_screen(left + x / scale.pixels, top + y / scale.pixels)
        program.click(spot)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            twin.handle(pygame.event.Event(kind, pos=spot, button=1))

    for number in ("0101", "0601", "0104"):
        click(number)
        program.picture()  # the click has met the window by then, however slow that is
    program.press("Return")
    until("the folder is begun", (folder / "terrain.yaml").exists)
    program.press("2")
    click("0202")
    until("the wood is written", lambda: '"0202"' in (folder / "map.yaml").read_text())
    click("0303")
    until("the next hex is written", lambda: '"0303"' in (folder / "map.yaml").read_text())
    program.press("ctrl+z")
    until("it is taken back", lambda: '"0303"' not in (folder / "map.yaml").read_text())
    shown = program.picture()
    assert shown.get_size() == USUAL_SIZE
    program.quit()
    assert 'woods: ["0202"]' in (folder / "map.yaml").read_text()
    app.close()
