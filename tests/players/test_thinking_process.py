"""Players think in a process of their own: the same answers, and nothing is left of it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from threading import Timer

import pytest

import hexwar
from hexwar.definition.locations import shipped
from hexwar.players import PlayerError
from hexwar.players.thinking_process import (
    ApartError,
    EndedError,
    Mind,
    ThinkingProcess,
    WhatToAdvise,
    WhatToDo,
)
from hexwar.rules.state import State

PLAYERS = """\
import os


class Loud:
    def choose(self, state, random):
        print("a word")
        os.write(1, b"another")
        return "done"


class Broken:
    def choose(self, state, random):
        raise RuntimeError("no idea")


class Deadly:
    def choose(self, state, random):
        os._exit(3)
"""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThinkingProcess]:
    """One for all tests that leave it as it is; it finds the module ``apart_players``."""
    folder = tmp_path_factory.mktemp("players")
    (folder / "apart_players.py").write_text(PLAYERS, encoding="utf-8")
    sys.path.append(str(folder))
    made = ThinkingProcess()
    yield made
    made.end()
    sys.path.remove(str(folder))


@pytest.fixture
def seen() -> State:
    """What the side that begins sees."""
    state = hexwar.load_game("strike_force_one").start("standard", seed=2)
    return state.seen_by("soviet")


def is_running(pid: int) -> bool:
    """Whether there is a process; not one that has ended and that nobody has taken note of."""
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")  # where there is such a thing
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_a_question_may_be_hurried_before_there_is_a_process(seen: State) -> None:
    process = ThinkingProcess()
    asking = process.ask(WhatToDo("soviet", "hard,rollouts=1000000", seen, 1))
    asking.hurry()
    try:
        assert seen.explain(asking.answer()) is None
    finally:
        process.end()


@pytest.mark.parametrize("name", ["greedy", "hard,rollouts=4"])
def test_the_answer_is_that_of_this_process(
    process: ThinkingProcess, seen: State, name: str
) -> None:
    """Of equal seeds, for every decision of a phase; a level limited by seconds has its own."""
    mind = Mind(lambda: False)
    for seed in range(3):
        question = WhatToDo("soviet", name, seen.clone(), seed)
        action = process.ask(question).answer()
        assert action == question.answer(mind)
        seen.apply(action)


def test_who_is_hurried_answers_with_what_it_has(process: ThinkingProcess, seen: State) -> None:
    """Before it was asked, or in the middle of a thought that would take days."""
    for wait in (0.0, 0.5):
        asking = process.ask(WhatToDo("soviet", "hard,rollouts=100000000", seen, 1))
        timer = Timer(wait, asking.hurry)
        timer.start()
        assert seen.explain(asking.answer()) is None
        timer.join()


def test_nobody_to_hurry_is_no_fault(seen: State) -> None:
    """A process that has not begun, or was ended and not yet replaced, is not told anything."""
    asking = ThinkingProcess().ask(WhatToDo("soviet", "greedy", seen, 1))
    asking.hurry()


def test_what_a_player_prints_is_no_answer(process: ThinkingProcess, seen: State) -> None:
    """Neither by ``print`` nor into the file that ``print`` writes to."""
    asked = process.ask(WhatToDo("soviet", "apart_players:Loud", seen, 1))
    assert str(asked.answer()) == "done"


def test_what_a_player_raises_is_raised_here(process: ThinkingProcess, seen: State) -> None:
    """With its name, and the process goes on."""
    with pytest.raises(PlayerError, match="Broken cannot go on: RuntimeError: no idea"):
        process.ask(WhatToDo("soviet", "apart_players:Broken", seen, 1)).answer()
    with pytest.raises(ValueError, match="did you mean greedy"):
        process.ask(WhatToDo("soviet", "gredy", seen, 1)).answer()
    assert process.replaced == 0


def test_another_takes_the_place_of_one_that_ended(process: ThinkingProcess, seen: State) -> None:
    """Once for a question; a question that ends two of them is not asked again."""
    assert process._process is not None
    process._process.kill()
    process._process.wait()
    process.ask(WhatToDo("soviet", "greedy", seen, 1)).answer()
    before = process.replaced
    with pytest.raises(EndedError):
        process.ask(WhatToDo("soviet", "apart_players:Deadly", seen, 1)).answer()
    assert process.replaced == before + 2
    process.ask(WhatToDo("soviet", "greedy", seen, 1)).answer()


def test_a_game_that_has_changed_is_thought_about_here(
    process: ThinkingProcess, tmp_path: Path
) -> None:
    """The process reads the game's files, and they are not those any more."""
    folder = copytree(shipped("games") / "strike_force_one", tmp_path / "changed")
    seen = hexwar.load_game(folder).start(seed=1).seen_by("soviet")
    game = folder / "game.yaml"
    game.write_text(game.read_text("utf-8").replace("title:", "title: New", 1), encoding="utf-8")
    with pytest.raises(ApartError):
        process.ask(WhatToAdvise(seen, 1)).answer()


def test_the_end_of_it_leaves_nothing_behind(seen: State) -> None:
    """In the middle of a thought; what was asked is not answered any more."""
    process = ThinkingProcess()
    process.begin()
    assert process._process is not None
    pid = process._process.pid
    timer = Timer(0.5, process.end)
    timer.start()
    with pytest.raises(EndedError):
        process.ask(WhatToDo("soviet", "hard,rollouts=100000000", seen, 1)).answer()
    timer.join()
    assert not is_running(pid)
    with pytest.raises(EndedError):
        process.begin()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that ends at once")
def test_it_ends_with_who_began_it(tmp_path: Path) -> None:
    """However that ends: nobody says anything to it."""
    code = (
        "import sys, hexwar\n"
        "from hexwar.players.thinking_process import *\n"
        "process = ThinkingProcess()\n"
        "process.begin()\n"
        "print(process._process.pid, flush=True)\n"
        "seen = hexwar.load_game('strike_force_one').start(seed=1).seen_by('soviet')\n"
        "process.ask(WhatToDo('soviet', 'hard,rollouts=100000000', seen, 1)).answer()\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    time.sleep(0.5)
    parent.kill()
    parent.communicate()
    deadline = time.monotonic() + 300
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_running(pid)
