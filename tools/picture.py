"""Draws the pictures of the documentation: a battle in the middle of a game, before the die.

``python tools/picture.py`` writes docs/images/*.png, the same on every machine whose pygame
letters alike; ``python tools/picture.py SCENE`` draws one of them.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from hexwar import load_game
from hexwar.records import Session
from hexwar.viewer.app import App
from hexwar.viewer.screens.board import BoardScreen
from hexwar.viewer.settings import Settings

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE = (1280, 800)
SEED = 4
PLAYED = (
    "move A 0702",
    "move B 0703",
    "move E 0703",
    "move C 0704",
    "move D 0705",
    "move F 0706",
    "done",
    "attack 0603 by B E C",
    "retreat W 0504",
    "advance B",
    "move Z 0504",
    "move Y 0403",
    "done",
    "done",
    "move E 0503",
    "move A 0602",
    "move C 0604",
    "move D 0604",
    "move F 0605",
    "done",
)
VILLAGES = {
    "G1": "1006",
    "G2": "0906",
    "I4": "1106",
    "B1": "1007",
    "B2": "1107",
    "I1": "0606",
    "I2": "0607",
    "I5": "1306",
    "I6": "1407",
    "C1": "0807",
    "C2": "1208",
    "EG": "1005",
    "E1": "0605",
    "E3": "0904",
    "E4": "1105",
    "E5": "1405",
    "E6": "1304",
    "EB1": "1004",
    "EC": "0803",
}
BRIDGEHEAD = {
    "11.08": "A1 A2 M1",
    "11.09": "I3 I4",
    "10.09": "F1 LHQ",
    "11.13": "I1 I2",
    "12.06": "C1",
    "11.03": "I5 I6",
    "10.03": "F2",
    "12.08": "V2 G2",
    "13.07": "V3",
    "14.07": "H1",
    "14.09": "B1",
    "12.13": "V1 G1",
    "13.03": "V4 G3",
    "15.09": "T1 D1",
    "18.11": "RHQ",
}
REDUCED = ("I4", "V3", "A2")
ON_THE_RIVER = {
    "0807": "A1 A2",
    "0806": "N5 N4",
    "0906": "M1",
    "0707": "U2",
    "0607": "M2",
    "0904": "N3 N2",
    "0803": "N1",
    "0605": "U1",
    "0911": "N6 A3",
    "0912": "N7 M3",
    "0811": "U3",
    "0907": "D8 G1",
    "1006": "T1",
    "1007": "D3",
    "0903": "D7",
    "1012": "D9 D6",
    "1111": "D4",
    "1108": "C1",
    "1305": "H1 D2",
    "1310": "H2",
    "1807": "T2 T3",
    "1407": "D10",
}
ON_THE_ROAD = {
    "07.05": "W1 E1",
    "07.06": "W2 E2",
    "08.05": "V1 VG",
    "09.06": "V2 VC",
    "03.06": "W3",
    "13.05": "G1 G2",
    "09.05": "N1",
    "10.04": "N2",
    "06.04": "N3",
    "10.06": "S1",
    "11.07": "S2",
    "08.08": "S3",
    "12.05": "B1",
    "13.04": "B2",
    "13.06": "B3",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """A game with a battle about to be fought: ``target`` is aimed at, ``zoom`` steps closer."""

    name: str
    session: Callable[[], Session]
    target: str
    zoom: int = 0

    @property
    def path(self) -> Path:
        """Where its picture belongs."""
        return IMAGES / f"{self.name}.png"


def advanced_game() -> Session:
    """A game played as far as a battle."""
    session = Session.new("strike_force_one", "advanced", seed=SEED)
    for action in PLAYED:
        session.apply(action)
    return session


def bridgehead() -> Session:
    """A position in the middle of a game, some units at reduced strength."""
    game = load_game("scs_sample")
    setup = {unit: number for number, units in BRIDGEHEAD.items() for unit in units.split()}
    state = game.start("battle", setup=setup, phase="league_combat", turn=3, seed=SEED)
    for unit in REDUCED:
        state.lost[state.frame.unit_index[unit]] = 1
    return Session(game, state)


def villages() -> Session:
    """A position before the villages of a battle of the musket age."""
    game = load_game("marenfeld")
    return Session(game, game.start(setup=VILLAGES, phase="crown_combat", turn=5, seed=SEED))


def river() -> Session:
    """A position on the Orva, in the third turn of the campaign."""
    game = load_game("orva_front")
    setup = {unit: number for number, units in ON_THE_RIVER.items() for unit in units.split()}
    return Session(game, game.start(setup=setup, phase="union_combat", turn=3, seed=SEED))


def road() -> Session:
    """The convoy before the first pass: the chit of the vanguard is drawn, and it has marched."""
    game = load_game("tamrat")
    setup = {unit: number for number, units in ON_THE_ROAD.items() for unit in units.split()}
    # Fair weather, a quiet morning, the second chit of the cup.
    state = game.start(setup=setup, phase="weather", dice=[2, 4, 2], turn=3)
    session = Session(game, state)
    session.apply("done")
    return session


SCENES = (
    Scene("strike_force_one", advanced_game, "0504"),
    Scene("scs_sample", bridgehead, "12.08", 4),
    Scene("marenfeld", villages, "1005", 3),
    Scene("orva_front", river, "0907", 3),
    Scene("tamrat", road, "09.05", 3),
)


def draw(scene: Scene, path: Path, size: tuple[int, int] = SIZE, scale: float = 1.0) -> None:
    """Set the scene, aim, and save what the window shows."""
    app = App(size, Settings(scale, speed="instant"))
    app.play(scene.session())
    board = app.screen
    if not isinstance(board, BoardScreen):
        raise SystemExit("the board is not on the screen")
    if scene.zoom:
        board.view.zoom(board.view.pixel_of(scene.target), scene.zoom)
    board.look_at(scene.target, cursor=False)
    board.board_commands.click(scene.target)
    board.look_at(None, cursor=False)
    while app.step(0.1):
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(app.surface, str(path))
    app.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the documentation.")
    names = [scene.name for scene in SCENES]
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"among {', '.join(names)}")
    parser.add_argument("--folder", type=Path, default=IMAGES)
    chosen = parser.parse_args(arguments)
    unknown = set(chosen.scenes) - set(names)
    if unknown:
        parser.error(f"there is no scene {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as home:
        # The player's own settings and saves play no part in it.
        os.environ["HEXWAR_HOME"] = home
        for scene in SCENES:
            if scene.name in (chosen.scenes or names):
                draw(scene, chosen.folder / scene.path.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
