"""Words that were accepted and did nothing, or broke the game: each is found where it stands."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from tests.conformance.scs.variant import folder, variant
from tests.rules.tiny import FOLDER

WITHIN = """sequence:
  phases:
    - {id: run, kind: movement, side: red, phases: [{id: march, kind: movement}]}
"""
TABLE = """tables:
  t:
    title: T
    dice: 1d6
    table: {1..6: none}
    results: {none: [nothing], MORE: [nothing]}
sequence:
  phases:
    - {id: m, kind: movement, side: red}
    - {id: t, kind: table, table: t}
    - {id: b, kind: movement, side: blue}
"""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (WITHIN, ("HW522", "run has phases of its own, and is a movement phase")),
        (TABLE.replace("MORE", "lost"), ("HW302", "result lost is defined and never used")),
        (
            "map: {grid: {letters: columns}}\n",
            ("HW112", "letters: no effect without letters in the ids of hexes"),
        ),
        (
            "stacking: {apart: formations}\n",
            (
                "HW411",
                "units of different formations keep apart, and the game has no section formations",
            ),
        ),
    ],
)
def test_a_word_that_has_nothing_to_do_is_found(
    said: str, found: tuple[str, str], tmp_path: Path
) -> None:
    told = hexwar.check(folder(tmp_path, said, FOLDER / "meadow"))
    assert found in [(one.code, one.message) for one in told]


def test_a_result_that_a_row_leads_to_is_not_found(tmp_path: Path) -> None:
    said = TABLE.replace("MORE: ", "lost: ").replace("1..6: none", "1: lost, 2..6: none")
    told = hexwar.check(folder(tmp_path, said, FOLDER / "meadow"))
    assert "HW302" not in [one.code for one in told]


GALE = """decks:
  winds:
    title: Winds
    hand: 3
    draws: [{phase: dealt, to: hand}]
    cards: {gale: {title: Gale, count: 9, answers: {move: always}, do: [{drift: 9}]}}
    cite: {draws: "1"}
sequence:
  phases:
    - {id: dealt, kind: deal, deck: winds}
    - id: act
      kind: activation
      order: alternating
      points: {most: 3, fire: 2}
      phases: [{id: go, kind: movement}, {id: shoot, kind: fire}]
"""


def test_who_drifts_off_the_map_is_lost_where_nothing_else_is(tmp_path: Path) -> None:
    """No other rule of such a game eliminates units, so that nothing else brings the means."""
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    state = variant(tmp_path, GALE, FOLDER / "action_points").start(seed=1)
    for action in ("activate R1", "move R1 0202"):
        state.apply(action)
    played = next(str(each) for each in state.legal_actions() if "gale" in str(each))
    state.apply(played, dice=[1])
    assert "R1" in state.to_dict()["eliminated"]
