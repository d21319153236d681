"""The computer player where moves and attacks are paid from one pool: points kept for attacks."""

from __future__ import annotations

from pathlib import Path
from random import Random

import hexwar
from hexwar.players.campaign.assessment import CampaignPriorities, assessment_of
from hexwar.players.campaign.points import NOTHING_KEPT, Reserve, reserve
from hexwar.players.decider import Briefing
from tests.rules.tiny import varied

PAID = """
pools: {orders: {title: Orders, side: red, gain: [{phase: red_movement, count: COUNT}], kept: turn}}
sequence:
  phases:
    - {id: red_movement, title: Move, kind: movement, side: red, spends: {pool: orders}}
    - {id: red_combat, title: Fight, kind: combat, side: red, spends: {pool: orders}}
    - {id: blue_movement, title: Blue moves, kind: movement, side: blue}
    - {id: blue_combat, title: Blue fights, kind: combat, side: blue}
"""


def kept(path: Path, count: int) -> tuple[Reserve, hexwar.State]:
    """What red keeps of so many points where two of his stand beside a gun of blue."""
    game = varied(path, PAID.replace("COUNT", str(count)), "battery")
    setup = {"R1": "0303", "R2": "0302", "R3": "0101", "B2": "0402"}
    state = game.start(setup=setup, phase="red_movement")
    seen = state.seen_by("red")
    return reserve(assessment_of(Briefing(seen, 0, Random(1)), CampaignPriorities())), state


def test_the_last_point_is_kept_for_an_attack_that_promises_more(tmp_path: Path) -> None:
    """A move has to gain as much as the attack does that could not be paid for."""
    reserved, state = kept(tmp_path, 1)
    assert reserved.least > 0 and reserved.attackers
    assert {state.frame.unit_ids[unit] for unit in reserved.attackers} <= {"R1", "R2"}


def test_with_points_to_spare_only_attackers_stay(tmp_path: Path) -> None:
    """What no attack needs is there for moves."""
    reserved, _ = kept(tmp_path, 9)
    assert reserved.least == 0 and reserved.attackers


def test_nothing_is_kept_where_moves_cost_nothing(tmp_path: Path) -> None:
    """As in nearly all games."""
    game = varied(tmp_path, "", "battery")
    state = game.start(setup={"R1": "0303", "B1": "0402"}, phase="red_movement")
    seen = state.seen_by("red")
    assert (
        reserve(assessment_of(Briefing(seen, 0, Random(1)), CampaignPriorities())) == NOTHING_KEPT
    )
