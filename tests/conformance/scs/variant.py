"""Games of the series that a test writes itself, on the ground of ``scs_field`` or another."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import hexwar
from hexwar.rules.game import Game
from tests.conformance.scs.field import FOLDER

MAY_WAIT = "entry: {placing: may_wait}\n"
"""A game of the series in which reinforcements may wait, so that the enemy cannot tell whether."""

HEADER = 'hexwar: 2\nid: variant\ntitle: Variant\nextends: "{}"\n'


def folder(path: Path, yaml: str, base: Path = FOLDER) -> Path:
    """A folder with a game that adds this YAML to the field, or to another game."""
    # A game reaches its own folder and those beside it: what it extends must be there.
    for needed in (FOLDER, base):
        copytree(needed, path / needed.name, dirs_exist_ok=True)
    (path / "game.yaml").write_text(HEADER.format(f"./{base.name}") + yaml, encoding="utf-8")
    return path


def variant(path: Path, yaml: str, base: Path = FOLDER) -> Game:
    """That game, loaded."""
    return hexwar.load_game(folder(path, yaml, base))
