"""The recipes of the how-to pages work as they stand, in a game that they are laid over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hexwar
from hexwar.definition import load
from hexwar.rules.movement.section import Movement

HOW_TO = Path(__file__).resolve().parents[2] / "docs" / "how-to"
RECIPES = {
    title: text
    for page in ("author-a-game.md", "recipes.md")
    for title, text in re.findall(
        r"^### … (.*?)\?\n(.*?)(?=^##|\Z)",
        (HOW_TO / page).read_text(encoding="utf-8"),
        re.MULTILINE | re.DOTALL,
    )
}
SERIES = "several games on the same rules"
BASE = """\
hexwar: 2
id: base
title: Base
sides: {red: {name: Red}, blue: {name: Blue}}
map: {grid: {columns: 9, rows: 8}, default: open}
terrain: {hexes: {open: {cost: 1}}}
units:
  types: {infantry: {steps: 4-3-6}}
  counters: {A: {side: red, type: infantry}, X: {side: blue, type: infantry}}
movement: {allowance: printed}
stacking: {limit: 2}
zones_of_control: {entering: stop}
combat:
  strength: printed
  column: ratio
  dice: 1d2
  columns: [1:2, 1:1, 2:1]
  table: {1: [NE, DE, DE], 2: [NE, NE, DE]}
  results: {DE: [{eliminate: defender}], NE: [nothing]}
sequence:
  turns: 4
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_movement, kind: movement, side: blue}
    - {id: blue_combat, kind: combat, side: blue}
victory: [{winner: red, if: {eliminated: {side: blue}}}, {winner: blue}]
scenarios: {meeting: {setup: {A: "0203", X: "0803"}}}
"""


def blocks(title: str) -> list[str]:
    """The YAML of a recipe."""
    return re.findall(r"```yaml\n(.*?)```", RECIPES[title], re.DOTALL)


def written(folder: Path, text: str) -> Path:
    """A folder with this game in it."""
    folder.mkdir()
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder


def test_there_are_recipes() -> None:
    assert len(RECIPES) >= 20
    assert SERIES in RECIPES


@pytest.mark.parametrize("title", [title for title in RECIPES if title != SERIES])
def test_a_recipe_is_sound(title: str, tmp_path: Path) -> None:
    """Without an error, and without a warning but for counters that it leaves out of the set-up."""
    written(tmp_path / "base", BASE)
    (recipe,) = blocks(title)
    header = "hexwar: 2\nid: mine\ntitle: Mine\nextends: ../base\n"
    folder = written(tmp_path / "mine", header + recipe)
    assert [str(found) for found in hexwar.check(folder) if found.code != "HW505"] == []
    hexwar.load_game(folder).start(seed=1)


def test_the_recipe_for_a_series_is_sound(tmp_path: Path) -> None:
    series, game = blocks(SERIES)
    assert hexwar.check(written(tmp_path / "my_series", series)) == []
    rest = "".join(BASE.splitlines(keepends=True)[3:]).replace(
        "movement: {allowance: printed}\n", ""
    )
    resolved = load(written(tmp_path / "my_game", game + rest)).resolve()
    assert resolved[Movement].allowance is None
    assert resolved[Movement].minimum_move == "none"
