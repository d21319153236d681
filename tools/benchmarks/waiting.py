"""What people wait for: loading, starting, the frames of the window."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter, process_time

import pygame
import yaml

import hexwar
from hexwar.engine import Action
from hexwar.players import make_player
from hexwar.records import Session
from tools.benchmarks.rows import Aim, Measure, Row, Yardstick, longest, per_call


def in_new_process(*command: str) -> Measure:
    """Seconds that a program runs, without a screen and from a warm disk."""
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

    def run() -> None:
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)

    return per_call(run, 1, perf_counter)


def loading_rows(folder: Path) -> Iterator[Row]:
    """From YAML to the first decision of a large game."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.yaml"))]
    yield Row(
        "load, check, compile 2,400 hexes",
        per_call(lambda: hexwar.load_game(folder).start(), 1),
        Yardstick("PyYAML alone", per_call(lambda: [yaml.safe_load(text) for text in texts], 1)),
        Aim("time", 0.3, 0.06),
    )


def starting_rows(shot: Path) -> Iterator[Row]:
    """What a player waits for; ``shot`` is where the window's first frame is written."""
    program = (sys.executable, "-c", "from hexwar.cli import main; raise SystemExit(main())")
    pygame = "import pygame; pygame.init(); pygame.display.set_mode((1280, 800))"
    yield Row(
        "hexwar --help",
        in_new_process(*program, "--help"),
        Yardstick("bare interpreter", in_new_process(sys.executable, "-c", "pass")),
        Aim("over"),
    )
    yield Row(
        "window, start to first frame",
        in_new_process(*program, "play", "strike_force_one", "--screenshot", str(shot)),
        Yardstick("bare pygame window", in_new_process(sys.executable, "-c", pygame)),
        Aim("over"),
    )


def fighting_rows() -> Iterator[Row]:
    """Frames of the window while battles of each shipped game are fought and shown, from the click
    on. What lies between two battles is not measured.
    """
    for game in _GAMES:
        for size in _SIZES:
            yield from _rows_of_fights(game, size)


def _rows_of_fights(game: str, size: tuple[int, int]) -> Iterator[Row]:
    """The rows of one game. One side is a person's and the others are a computer's, so that no
    curtain covers what hidden units do.
    """
    actions: list[Action] = []
    taken: list[float] = []

    def begin() -> Session:
        session = Session.new(game, seed=1)
        for side in [*session.players][1:]:
            session.seat(side, "easy")
        return session

    def frames() -> float:
        from hexwar.viewer.window import WindowSize, fighting

        if not actions:  # played once, so that no thinking is measured with what is shown of it
            played, player, random = begin(), make_player("easy"), Random(1)
            while not played.state.is_over and len(played.entries) < _ACTIONS:
                seen = played.state.seen_by(played.state.side_to_act or "")
                played.apply(player.choose(seen, random))
            actions.extend(entry.action for entry in played.entries)
        go_on, fight = fighting(begin, actions, WindowSize(size))
        taken.clear()
        for _ in range(_FRAMES):
            go_on()
            began = process_time()
            fight()
            taken.append(process_time() - began)
        return sorted(taken)[-1 - _FRAMES // 100]

    pictures: list[pygame.Surface] = []

    def show() -> None:
        window = pygame.display.get_surface()
        if not pictures:  # there is no window before it has shown a battle
            pictures.append(window.copy())
        window.blit(pictures[0], (0, 0))
        pygame.display.flip()

    def share() -> float:
        if not taken:  # this row alone was chosen
            frames()
        return sum(seconds > 1 / 60 for seconds in taken) / len(taken)

    battles = f"battles of {game} shown at {size[0]} x {size[1]}"
    bare = Yardstick("one picture, blit and flip", longest(show, 300))
    yield Row(f"{battles}: one frame in a hundred", frames, bare, Aim("time", 1 / 60, 1 / 120))
    yield Row(
        f"{battles}: frames that take longer than 16.7 ms",
        share,
        Yardstick("one frame in a hundred", lambda: 0.01),
        Aim("share", 1, 0.5),
    )


_GAMES = (
    "strike_force_one",
    "marenfeld",
    "tamrat",
    "scs_sample",
    "orva_front",
    "three_mills",
    "skerry_sound",
    "force_on_force",
)
_SIZES = ((1280, 800), (1920, 1080))
_ACTIONS, _FRAMES = 300, 400
"""So many actions are played for their battles, and so many frames of these are measured."""


def panning_rows(folder: Path) -> Iterator[Row]:
    """Frames of the window while a large map is panned, tiles that come into view included."""
    from hexwar.viewer.window import WindowSize, panning

    pan = panning(Session.new(folder, seed=1), WindowSize((1920, 1080)))
    window = pygame.display.get_surface()
    picture = window.copy()

    def show() -> None:
        window.blit(picture, (0, 0))
        pygame.display.flip()

    yield Row(
        "frame while panning 60 x 40, 200 counters",
        per_call(pan, 100),
        Yardstick("one picture, blit and flip", per_call(show, 100)),
        Aim("time", 1 / 60, 1 / 120),
    )
    yield Row(
        "the same, one frame in a hundred is longer",
        longest(pan, 300),
        Yardstick("one picture, blit and flip", longest(show, 300)),
        Aim("time", 1 / 60, 1 / 120),
    )
