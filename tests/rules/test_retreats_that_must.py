"""Section ``retreat``: units that must retreat toward a place, at a price for every other hex.

In the tiny game *battle_dice* red retreats to the west edge, blue to the east edge, column 7, by
hexes that are nearer to it; each hex not retreated costs a step. Infantry has four.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, varied

FLAG, STAR = 5, 6
FAR = {"B2": "0101"}
"""Somebody else of blue, so that the game goes on."""


def struck(setup: dict[str, str], flags: int, state: State | None = None) -> State:
    """A position after R1 has attacked B1 next to it, and thrown so many flags."""
    dice = [FLAG] * flags + [STAR] * (3 - flags)
    position = state or place("battle_dice", setup, "red_combat", dice=dice)
    position.apply(f"attack {setup['B1']} by R1")
    return position


def left(state: State, unit: str = "B1") -> int:
    index = state.frame.unit_index[unit]
    return state.rules[CombatRules].forces.steps_left(state, index) if state.cells[index] else 0


def went(state: State, to: str = "") -> list[str]:
    """Where the retreats that are open lead; with ``to`` those that go there are made."""
    hexes = []
    while state.decision is not None and state.decision.kind == "retreat":
        open_now = [line.split()[-1] for line in listed(state, "retreat")]
        hexes += [number for number in open_now if number not in hexes]
        state.apply(f"retreat B1 {to if to in open_now else open_now[0]}")
    return hexes


def test_every_hex_leads_nearer_to_the_edge() -> None:
    setup = {"R1": "0303", "B1": "0403", **FAR}
    open_now = went(struck(setup, 1))
    assert len(open_now) == 2
    assert all(number.startswith("05") for number in open_now)


def test_elsewhere_is_refused_and_it_is_said_why() -> None:
    state = struck({"R1": "0303", "B1": "0403", **FAR}, 1)
    assert state.decision is not None and state.decision.kind == "retreat"
    for number in ("0402", "0404"):
        refused = state.explain(f"retreat B1 {number}")
        assert refused is not None
        assert refused.message == "B1 must retreat towards east, and nowhere else."


def test_who_stands_at_his_edge_loses_a_step_a_hex() -> None:
    state = struck({"R1": "0603", "B1": "0703", **FAR}, 2)
    assert (state.position("B1"), left(state)) == ("0703", 2)


def test_what_of_a_retreat_is_not_made_is_paid_for() -> None:
    """One hex to the edge, and two that there are not."""
    state = struck({"R1": "0503", "B1": "0603", **FAR}, 3)
    went(state)
    assert (state.position("B1") or "")[:2] == "07"
    assert left(state) == 2


def test_friends_in_the_way_are_no_way() -> None:
    setup = {"R1": "0303", "B1": "0403", "B2": "0503", "B3": "0502"}
    around = struck({**setup, "B3": "0504"}, 1), struck(setup, 1)
    assert sorted(left(state) for state in around) == [3, 4], "both hexes behind, or one of them"


def test_whoever_is_at_the_edge_with_too_few_steps_is_gone() -> None:
    state = place(
        "battle_dice",
        {"R1": "0603", "B3": "0703", "B2": "0101"},
        "red_combat",
        dice=[FLAG, FLAG, STAR],
    )
    state.apply("attack 0703 by R1")
    assert not state.position("B3"), "guns have two steps"


@pytest.mark.parametrize(("price", "steps"), [(1, 3), (2, 2), (5, 0)])
def test_a_hex_may_cost_more_than_a_step(tmp_path: Path, price: int, steps: int) -> None:
    game = varied(tmp_path, f"retreat: {{price: {price}}}", "battle_dice")
    setup = {"R1": "0603", "B1": "0703", **FAR}
    state = game.start(setup=setup, phase="red_combat", dice=[FLAG, STAR, STAR])
    assert left(struck(setup, 1, state)) == steps


def test_a_side_without_a_place_retreats_as_it_likes(tmp_path: Path) -> None:
    game = varied(tmp_path, "retreat: {toward: {blue: null}}", "battle_dice")
    setup = {"R1": "0303", "B1": "0403", **FAR}
    state = game.start(setup=setup, phase="red_combat", dice=[FLAG, STAR, STAR])
    assert len(went(struck(setup, 1, state))) > 2


LAKE = """
map: {hexes: {lake: ["0502", "0503", "0504"]}}
terrain: {hexes: {lake: {title: Lake, cost: prohibited}}}
"""


@pytest.mark.parametrize(("measured", "steps"), [("in_hexes", 3), ("by_way", 4)])
def test_a_lake_is_gone_around_where_the_way_is_measured(
    tmp_path: Path, measured: str, steps: int
) -> None:
    """Behind 0403 lies water: by a way that it can go, the unit is nearer in 0402 or 0404."""
    game = varied(tmp_path, f"{LAKE}retreat: {{measured: {measured}}}", "battle_dice")
    setup = {"R1": "0303", "B1": "0403", **FAR}
    state = game.start(setup=setup, phase="red_combat", dice=[FLAG, STAR, STAR])
    struck(setup, 1, state)
    went(state)
    assert left(state) == steps


def test_a_preview_tells_what_is_lost_for_want_of_a_way() -> None:
    state = place("battle_dice", {"R1": "0603", "B1": "0703", **FAR}, "red_combat")
    action = next(iter(state.legal_actions()))
    foreseen = state.preview(action)
    assert foreseen.steps_lost[0] == Fraction(2, 6) ** 3, "stars and armour do nothing"
