"""Command points: phases in which acting is paid for out of a pool.

In the tiny game *orders* red has two orders a turn, for units that set out and for attacks; its
leader R3 moves freely. Blue has two signals, of which each activation costs both.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.spending import SpendingRules
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny, varied

APART = {"R1": "0201", "R2": "0202", "R3": "0203", "B1": "0601", "B2": "0602"}


def begin(phase: str = "red_movement", **units: str) -> State:
    return place("orders", {**APART, **units}, phase)


def movers(state: State) -> set[str]:
    return {line.split()[1] for line in listed(state, "move")}


def orders(state: State) -> object:
    return state.records()["orders"]


def test_each_unit_that_sets_out_costs_an_order() -> None:
    state = begin(R3="0301")
    assert orders(state) == 2
    told = [str(event) for event in state.apply("move R1 0101")]
    assert told[-1] == "Orders: Red spends 1 and has 1."
    assert orders(state) == 1


def test_a_unit_that_goes_on_pays_no_more() -> None:
    state = begin()
    state.apply("move R1 0101")
    state.apply("move R1 0102")
    assert orders(state) == 1


IN_PLACE = {
    "dig R1 trench": """
markers:
  trench:
    title: Trench
    side: red
    place: {phase: red_movement, by: {side: red}}
    does: {cost: {add: 1}}
""",
    "clear R1 0201 mines": """
markers:
  mines:
    title: Mines
    side: red
    begins: ["0201"]
    does: {cost: {add: 1}}
    clear: {phase: red_movement, by: {side: red}}
""",
    "take R1 ready": "states: {ready: {title: Ready, taken: {phase: red_movement}}}",
    "face R1 NE": """
facing:
  arcs: {front: [ahead, right_ahead, left_ahead], rear: [behind, right_behind, left_behind]}
  begins: {red: SE, blue: NW}
""",
    "leave R1": """
map: {regions: {edge: ["0201"]}}
exits: {west: {side: red, region: edge}}
""",
    "build R1 0201-0301 bridge": """
terrain: {hexsides: {bridge: {title: Bridge}}}
works: {bridge: {kind: bridge, sites: [0201/0301], build: {phase: red_movement, by: {side: red}}}}
""",
}


@pytest.mark.parametrize("line", IN_PLACE)
def test_what_is_done_in_place_of_a_move_costs_as_much(line: str, tmp_path: Path) -> None:
    """Once for each unit, and nobody does it for whom no order is left."""
    game = varied(tmp_path, IN_PLACE[line], "orders")
    units = {**APART, "R3": "0301"}
    state = game.start(setup=units, phase="red_movement", dice=(1, 1, 1, 1))
    assert orders(state) == 2
    assert state.explain(line) is None
    state.apply(line)
    assert orders(state) == 1
    state = game.start(setup={**units, "R4": "0204"}, phase="red_movement", dice=(1, 1, 1, 1))
    state.apply("move R2 0102")
    state.apply("move R4 0104")
    assert orders(state) == 0
    assert state.explain(line) is not None


ABOARD = "transport: {carriers: {trait: mechanised}, load: {type: leader}, cost: {load: 1}}\n"
SURE = """
stacking: {limit: 3}
combat:
  strength: printed
  automatic: {at_least: 1, result: NE, when: [movement, combat]}
units: {types: {foot: {steps: 9-1-4}}}
"""


def test_who_comes_aboard_pays_as_if_it_set_out(tmp_path: Path) -> None:
    """The carrier does, once; who is carried does nothing for it."""
    game = varied(tmp_path, ABOARD + "units: {types: {foot: {traits: [mechanised]}}}", "orders")
    setup = {"R1": "0201", "R2": "0202", "R4": "0203", "R3": "0201", "B1": "0601"}
    state = game.start(setup=setup, phase="red_movement")
    state.apply("load R3 R1")
    assert orders(state) == 1
    state.apply("move R1 0101")
    assert orders(state) == 1, "once"


def test_an_attack_in_the_middle_of_a_move_is_paid_for_with_the_move(tmp_path: Path) -> None:
    game = varied(tmp_path, SURE, "orders")
    setup = {"R1": "0303", "R2": "0201", "R4": "0205", "R3": "0101", "B1": "0403"}
    state = game.start(setup=setup, phase="red_movement", dice=(1, 1, 1))
    state.apply("attack 0403 by R1")
    assert orders(state) == 1
    state.apply("move R2 0202")
    assert orders(state) == 0
    assert movers(state) <= {"R2", "R3"}


LED = "command: {by: {type: leader}, within: 9, most: 1}"


def test_an_order_of_a_leader_is_used_up_by_what_is_done_in_place_of_a_move(
    tmp_path: Path,
) -> None:
    """One order: who digs has had it, and nobody else sets out."""
    led = f"""
sequence:
  phases:
    - {{id: red_movement, kind: movement, side: red, {LED}}}
    - {{id: red_combat, kind: combat, side: red}}
"""
    trench = IN_PLACE["dig R1 trench"]
    game = varied(tmp_path, f"pools: null\n{led}{trench}", "orders")
    state = game.start(setup=APART, phase="red_movement")
    assert movers(state) == {"R1", "R2", "R3"}
    state.apply("dig R1 trench")
    assert movers(state) == {"R3"}


def test_without_orders_nobody_sets_out_but_those_who_pay_nothing() -> None:
    state = place("orders", {**APART, "R4": "0204", "B1": "0701"}, "red_movement")
    state.apply("move R1 0101")
    state.apply("move R2 0102")
    assert orders(state) == 0
    assert movers(state) == {"R2", "R3"}  # R2 is on the move
    state.apply("move R3 0302")
    assert movers(state) == {"R3"}
    assert state.explain("move R4 0104") is not None


def test_a_stack_that_moves_as_one_pays_once() -> None:
    state = begin(R2="0201", R3="0201")
    state.apply("move R1+R2+R3 0301")
    assert orders(state) == 1


def test_an_attack_costs_what_is_left_after_moving() -> None:
    """Two orders are two attacks, or a move and an attack."""
    near = {"R1": "0303", "R2": "0305", "R3": "0101", "B1": "0403", "B2": "0404"}
    state = place("orders", near, "red_movement", dice=(4, 4))
    state.apply("move R3 0102")
    state.apply("move R2 0304")
    state.apply("done")
    state.apply("attack 0403 by R1")
    assert orders(state) == 0
    assert state.phase == "act"  # R2 stands beside B2, and there are no orders left


def test_an_activation_costs_its_side_its_own_points() -> None:
    state = begin("act")
    assert listed(state) == ["activate B1", "activate B2", "pass"]
    state.apply("activate B1")
    assert state.records()["signals"] == 0
    state.apply("done")
    assert state.phase != "act" or listed(state) == ["pass"]
    assert state.turn == 2


def test_points_that_are_never_kept_are_lost_at_the_end_of_all_activations() -> None:
    state = place("orders", APART, "act")
    state.apply("pass")
    assert state.records()["signals"] == 0


BY_FORMATION = """
formations: {guard: {title: Guard}, line: {title: Line}}
units: {counters: {R1: {formation: guard}, R2: {formation: guard}, R4: {formation: line}}}
pools: {orders: {gain: {phase: red_movement, count: 1d6}}}
sequence:
  phases:
    - id: red_movement
      kind: movement
      side: red
      spends: {pool: orders, each: formation, only: {not: {type: leader}}}
    - {id: red_combat, kind: combat, side: red}
    - {id: act, kind: movement, side: blue, spends: {pool: signals}}
"""


def by_formation(path: Path, dice: int, **units: str) -> State:
    game = varied(path, BY_FORMATION, "orders")
    return game.start(setup={**APART, **units}, phase="red_movement", dice=(dice,))


def test_a_formation_pays_once_and_all_of_it_moves(tmp_path: Path) -> None:
    state = by_formation(tmp_path, 1, R4="0204")
    assert orders(state) == 1
    state.apply("move R1 0101")
    assert orders(state) == 0
    assert movers(state) == {"R1", "R2", "R3"}  # R2 is of the guard, R3 pays nothing
    refused = state.explain("move R4 0104")
    assert refused is not None


def test_who_pays_nothing_opens_no_formation(tmp_path: Path) -> None:
    state = by_formation(tmp_path, 1, R4="0204")
    state.apply("move R3 0302")
    assert orders(state) == 1
    state.apply("move R4 0104")
    assert orders(state) == 0
    assert movers(state) <= {"R3", "R4"}


def test_a_die_says_how_many_may_move(tmp_path: Path) -> None:
    state = by_formation(tmp_path, 5)
    assert orders(state) == 5
    assert [str(e) for e in state.events or [] if e.kind == "points_roll"] == [
        "Orders: die 5 (1d6)."
    ]


@pytest.mark.parametrize(
    "yaml",
    [
        "sequence: {phases: [{id: rest, kind: recovery, side: red, spends: {pool: orders}}]}",
        "sequence: {phases: [{id: march, kind: movement, side: red, spends: {pool: signals}}]}",
        "combat: {battle: {declare: all_first}}",
    ],
)
def test_what_cannot_be_paid_for_is_found(tmp_path: Path, yaml: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, f"{yaml}\n", FOLDER / "orders"))
    assert "HW641" in {one.code for one in found}


def test_points_that_are_gone_before_they_can_be_spent_are_found(tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    lost = "pools: {orders: {kept: never}, signals: {gain: {phase: red_combat, count: 2}}}\n"
    found = hexwar.check(folder(tmp_path, lost, FOLDER / "orders"))
    assert [(one.code, one.message.split(":")[0]) for one in found] == [
        ("HW440", "signals is empty in act")
    ]


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(8):
        state = tiny("orders").start(seed=seed)
        play(state, Random(seed), 300)
        assert broken_invariants(state) == []
        assert 0 <= int(state.records()["orders"]) <= 2


def test_who_pays_in_a_phase_is_who_has_a_pool_for_it() -> None:
    """Blue begins without signals, for which it acts; in red's movement it pays nothing."""
    state = tiny("orders").start(seed=1)
    spending, red, blue = state.rules[SpendingRules], *range(2)
    moving, acting = (state.frame.phase_ids.index(phase) for phase in ("red_movement", "act"))
    assert spending.cannot_pay(state, acting, blue) != 0
    assert spending.cannot_pay(state, acting, red) == 0
    assert spending.cannot_pay(state, moving, red) == spending.cannot_pay(state, moving, blue) == 0


BY_HEX = BY_FORMATION.replace("each: formation", "each: hex")


def by_hex(path: Path, **units: str) -> State:
    """One order; R1 and R2 in one hex if a test says so."""
    yaml = f"{BY_HEX}stacking: {{limit: 2}}\n"
    game = varied(path, yaml, "orders")
    return game.start(setup={**APART, **units}, phase="red_movement", dice=(1,))


def test_a_hex_pays_once_and_all_who_began_there_move(tmp_path: Path) -> None:
    state = by_hex(tmp_path, R2="0102", R1="0102", R4="0204")
    assert orders(state) == 1
    state.apply("move R1 0101")
    assert orders(state) == 0
    assert "R2" in movers(state) and "R4" not in movers(state)
    state.apply("move R2 0103")
    assert orders(state) == 0
    assert state.explain("move R4 0104") is not None


def test_who_comes_into_a_hex_that_has_been_paid_for_has_not_paid(tmp_path: Path) -> None:
    """R3, a leader, pays nothing and opens nothing for those whom it joins or leaves."""
    state = by_hex(tmp_path, R1="0102", R2="0202", R4="0204")
    state.apply("move R1 0101")
    assert "R2" not in movers(state)
