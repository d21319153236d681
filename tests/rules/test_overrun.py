"""Section ``overrun``: who never may, over the tiny game *meadow*."""

from __future__ import annotations

from pathlib import Path

from hexwar.engine.state import NOBODY
from tests.rules.tiny import varied

OVERRUN = "zones_of_control: {entering: stop, leaving: allowed}\noverrun: {cost: 1}\n"
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "overrun.md"


def test_who_begins_in_an_enemy_zone_does_not_overrun_and_the_page_says_so(tmp_path: Path) -> None:
    game = varied(tmp_path, OVERRUN, "meadow")
    setup = {"R1": "0302", "B1": "0402", "B2": "0705"}
    refused = game.start(setup=setup, phase="red_movement").explain("overrun 0402 by R1")
    assert refused is not None
    assert refused.message == "R1 began the phase in an enemy zone of control and cannot overrun."
    assert "did not begin the phase in an enemy zone of control" in PAGE.read_text("utf-8")


def test_a_battle_in_a_phase_that_is_nobodys_ends_without_an_overrun(tmp_path: Path) -> None:
    overrun = OVERRUN.replace("cost: 1", "cost: 1, ends: unless_vacated")
    game = varied(tmp_path, overrun, "meadow")
    state = game.start(setup={"R1": "0302", "B1": "0402"}, phase="red_movement")
    state.phase_side = NOBODY
    agenda = list(state.agenda)
    state.battle_ended()
    assert state.agenda == agenda
