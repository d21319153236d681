"""Section ``reinforcements``: who comes, when, where and at what price, worked out by hand.

In the tiny game *reserves* T2 comes at turn 2 by the gate 0103; two of P1, P2, P3 are declared and
enter by column 1 for 2 points, in no enemy zone; L1 and L2 may enter in turn 1 only, for half a
point; N1 comes when blue has lost a unit, or when red holds two hexes of the bridgehead from turn 2
on; a unit that blue lost comes back once.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny, varied

FAR = {"R1": "0701", "B1": "0705"}


def at(
    turn: int, side: str = "red", setup: dict[str, str] | None = None, options: str = ""
) -> State:
    """The start of a side's movement in a turn."""
    return place("reserves", setup or FAR, f"{side}_movement", options, turn=turn, dice=[1, 1, 1])


def refused(state: State, line: str) -> str:
    violation = state.explain(line)
    assert violation is not None
    return violation.reason


def applied(state: State, *lines: str) -> State:
    for line in lines:
        state.apply(line)
    return state


def available(state: State) -> set[str]:
    return {event.group for event in state.events or [] if event.kind == "available"}


@pytest.mark.parametrize(
    ("turn", "groups"), [(1, {"last_hour"}), (2, {"by_turn"}), (3, {"by_turn"})]
)
def test_groups_become_available_in_their_turn(turn: int, groups: set[str]) -> None:
    state = at(turn)
    assert available(state) == groups
    entering = {line.split()[1] for line in listed(state, "enter")}
    assert entering == ({"L1", "L2"} if turn == 1 else {"T2"})


def test_a_unit_enters_where_its_group_may_and_pays_the_terrain() -> None:
    state = at(2)
    assert listed(state, "enter") == ["enter T2 0103"]
    assert refused(state, "enter T2 0102") == "reinforcements.region"
    assert refused(state, "enter T2 0999") == "reinforcements.region"
    assert refused(state, "enter B1 0103").startswith("reinforcements.")
    assert refused(state, "enter P1 0103").startswith("reinforcements.")
    assert refused(state, "move T2 0103") == "movement.off_map"
    assert refused(state, "enter T2+P1 0103") == "notation"
    (entered,) = state.apply("enter T2 0103")
    assert (entered.kind, entered.path) == ("entered", ("0103",))
    assert str(state.movement_left("T2")) == "2"
    assert refused(state, "enter T2 0104").startswith("reinforcements.")
    state.apply("move T2 0303")
    assert state.position("T2") == "0303"


def test_a_group_waits_until_the_game_ends_and_comes_only_once() -> None:
    state = at(2)
    state.apply("done")
    while state.phase != "red_movement":
        state.apply("done")
    assert (state.turn, available(state)) == (3, set())
    state.apply("enter T2 0103")
    while state.turn == 3:
        state.apply("done")
    assert not listed(state, "enter")


def test_a_group_that_had_its_time_is_gone() -> None:
    state = at(1)
    state.apply("enter L1 0105")
    while state.turn == 1:
        state.apply("done")
    assert [line for line in listed(state, "enter") if "L" in line] == []
    assert refused(state, "enter L2 0104").startswith("reinforcements.")


def test_who_is_sent_back_off_the_map_waits_with_his_own_group(tmp_path: Path) -> None:
    """L1 steps onto R1 in the corner, L2 takes R1's only way out: L1 is out, and may come again.

    He comes as one of his group, by column 1: by the gate, which is shut, comes T2 alone.
    """
    game = varied(tmp_path, "reinforcements: {by_turn: {if: {turn: {at_least: 1}}}}", "reserves")
    setup = {"R1": "0101", "B1": "0201", "B2": "0103", "B3": "0202"}
    state = game.start("meeting", setup=setup, phase="red_movement")
    applied(state, "enter L1 0102", "move L1 0101")
    events = state.apply("enter L2 0102")
    assert [(e.unit, e.path) for e in events if e.kind == "sent_back"] == [("L1", ("0101", ""))]
    assert state.waiting("red") == ("T2", "L1")
    assert listed(state, "enter") == ["enter L1 0104", "enter L1 0105"]
    applied(state, "enter L1 0104")
    assert state.waiting("red") == ("T2",)


def test_who_is_sent_back_off_the_map_comes_again_as_the_one_that_he_was(tmp_path: Path) -> None:
    """Two of three may enter: of L1, who is sent back, and of L2 and P3 only one comes yet."""
    group = "reinforcements: {last_hour: {units: [L1, L2, P3], most: 2}, pool: {units: [P1, P2]}}"
    game = varied(tmp_path, group, "reserves")
    setup = {"R1": "0101", "B1": "0201", "B2": "0103", "B3": "0202"}
    state = game.start("meeting", setup=setup, phase="red_movement")
    applied(state, "enter L1 0102", "move L1 0101")
    assert [e.unit for e in state.apply("enter P3 0102") if e.kind == "sent_back"] == ["L1"]
    assert state.waiting("red") == ("L1", "L2")
    applied(state, "enter L2 0105")
    assert state.waiting("red") == ()


def test_the_enemy_expects_whom_he_does_not_see_until_their_time_is_over(tmp_path: Path) -> None:
    """L1 entered below a top counter or did not, L2 may come yet: till the end of the phase."""
    game = varied(tmp_path, "stacking: {limit: 3, visible: top}", "reserves")
    setup = {"R1": "0102", "R2": "0102", "B1": "0705"}
    state = game.start("meeting", setup=setup, phase="red_movement")
    state.apply("enter L1 0102")
    assert state.waiting("red") == ("L2",)
    assert state.seen_by("blue").waiting("red") == ("L1", "L2")
    state.apply("done")
    assert state.phase != "red_movement"
    assert state.seen_by("blue").waiting("red") == ()


def test_a_flat_price_is_paid_and_the_rest_may_be_moved() -> None:
    state = at(1)
    state.apply("enter L1 0102")
    assert str(state.movement_left("L1")) == "5/2"
    assert "move L1 0302" in listed(state)
    assert "move L1 0401" not in listed(state)


def test_a_declared_group_comes_when_it_is_declared_and_once() -> None:
    state = at(2)
    assert "declare pool" in listed(state)
    assert refused(state, "enter P1 0101").startswith("reinforcements.")
    assert refused(state, "declare by_turn") == "reinforcements.declare"
    assert refused(state, "declare revenge") == "reinforcements.declare"
    assert refused(state, "declare nothing") == "reinforcements.declare"
    (told,) = state.apply("declare pool")
    assert (told.kind, told.units) == ("available", ("P1", "P2", "P3"))
    assert refused(state, "declare pool") == "reinforcements.declare"
    state.apply("enter P3 0101")
    assert str(state.movement_left("P3")) == "1"
    state.apply("enter P1 0105")
    assert not [line for line in listed(state, "enter") if line.startswith("enter P")]
    violation = state.explain("enter P2 0104")
    assert violation and violation.message == "P2 can no longer enter with Pool."


def test_entry_keeps_out_of_enemies_zones_and_full_hexes() -> None:
    """B1 in 0202 controls 0102 and 0103; R1 in 0105 has moved: P1 may come at 0101 and 0104."""
    state = at(2, setup={"R1": "0105", "B1": "0202"})
    assert "enter P1 0105" in listed(applied(state.clone(), "declare pool"), "enter")
    applied(state, "declare pool", "move R1 0104", "move R1 0105")
    assert [line for line in listed(state, "enter") if " P1 " in line] == [
        "enter P1 0101",
        "enter P1 0104",
    ]
    assert refused(state, "enter P1 0102") == "reinforcements.zone"
    assert refused(state, "enter P1 0105") == "stacking.limit"
    assert "enter T2 0103" in listed(state)


def test_an_occupied_hex_is_not_entered() -> None:
    state = at(2, setup={"R1": "0701", "B1": "0103"})
    assert not [line for line in listed(state, "enter") if "T2" in line]
    assert refused(state, "enter T2 0103") == "movement.enemy"


def test_zones_may_block_every_entry() -> None:
    """With ``entry.into_zone: forbidden`` T2 is kept out of 0103 as well."""
    state = at(2, setup={"R1": "0701", "B1": "0202"}, options="blocked")
    assert refused(state, "enter T2 0103") == "reinforcements.zone"
    free = at(2, setup={"R1": "0701", "B1": "0705"}, options="blocked")
    assert listed(free, "enter") == ["enter T2 0103"]


@pytest.mark.parametrize(
    ("turn", "held", "comes"),
    [(1, 2, False), (2, 2, True), (2, 1, False), (3, 3, True)],
)
def test_conditions_are_put_together(turn: int, held: int, comes: bool) -> None:
    """Two hexes held, and not before turn 2; one more is as good."""
    red = dict(zip(("R1", "R2", "R3"), ("0502", "0503", "0504")[:held], strict=False))
    state = at(turn, "blue", {**red, "B1": "0705"})
    assert ("revenge" in available(state)) is comes


def test_a_loss_brings_a_group_and_the_unit_itself_back() -> None:
    """B1 dies in turn 1: N1 becomes available, and B1 may be declared back."""
    setup = {"R1": "0102", "R2": "0201", "B1": "0101", "B2": "0705"}
    state = place("reserves", setup, "red_combat", dice=[1])
    state.apply("attack 0101 by R1 R2")
    state.apply("pass")
    assert state.phase == "blue_movement"
    assert available(state) == {"revenge"}
    assert "declare return" in listed(state)
    state.apply("declare return")
    assert listed(state, "enter") == [
        "enter B1 0502",
        "enter B1 0503",
        "enter B1 0504",
    ]
    state.apply("enter B1 0503")
    assert (state.position("B1"), state.to_dict()["eliminated"]) == ("0503", [])
    assert refused(state, "declare return") == "reinforcements.declare"


def test_lost_units_come_back_by_themselves_where_nobody_declares_it() -> None:
    """At the first start of blue's movement at which somebody has been lost."""
    setup = {"R1": "0102", "R2": "0201", "B1": "0101", "B2": "0705"}
    state = place("reserves", setup, "red_combat", "by_itself", dice=[1])
    applied(state, "attack 0101 by R1 R2", "pass")
    assert available(state) == {"revenge", "return"}
    assert refused(state, "declare return") == "reinforcements.declare"
    state.apply("enter B1 0503")
    assert state.position("B1") == "0503"
    assert at(2, "blue", options="by_itself").to_dict()["memory"] == {}


def test_entry_at_the_start_of_a_phase_is_over_when_a_unit_on_the_map_moves() -> None:
    """L1 and L2 pay half a point and go on with the rest, the one and then the other."""
    state = applied(at(1, options="at_first"), "enter L1 0102", "move L1 0201", "enter L2 0105")
    assert refused(state, "move L1 0202") == "movement.one_at_a_time"
    applied(state, "move L2 0204")
    state = applied(at(1, options="at_first"), "enter L1 0102", "move R1 0602")
    assert refused(state, "enter L2 0105") == "reinforcements.if"
    assert listed(state, "enter") == []
    state = applied(at(2, options="at_first"), "move R1 0602")
    assert refused(state, "declare pool") == "reinforcements.if"
    assert listed(state, "declare") == []


@pytest.mark.parametrize(
    ("setup", "unit", "why"),
    [
        (FAR, "R1", "R1 is no reinforcement."),
        ({**FAR, "B2": "0704"}, "B2", "B2 belongs to the other side."),
        ({**FAR, "N1": "0704"}, "N1", "N1 belongs to the other side."),
        ({**FAR, "T2": "0104"}, "T2", "T2 is on the map already."),
    ],
)
def test_why_a_unit_on_the_map_does_not_enter(setup: dict[str, str], unit: str, why: str) -> None:
    """Blue's lost units are declared back: B2, which is there, waits for no such thing."""
    violation = at(1, setup=setup).explain(f"enter {unit} 0103")
    assert violation is not None
    assert violation.message == why


def test_why_a_unit_off_the_map_does_not_come_back() -> None:
    state = at(1, "blue", {**FAR, "B2": "0704"})
    violations = [state.explain(f"enter {unit} 0503") for unit in ("B2", "B3")]
    assert [violation and violation.message for violation in violations] == [
        "B2 is on the map already.",
        "B3 was not eliminated: Return does not bring it.",
    ]


BASES = """
map: {regions: {bases: ["0101", "0605", "0705"]}}
control: {begins: {blue: ["0605", "0705"]}}
units: {counters: {N2: {side: blue, type: foot}}}
reinforcements:
  bases:
    side: blue
    phase: blue_movement
    units: [N2]
    entry: {region: bases, at: {controlled: own}, cost: 1}
"""


def test_units_enter_in_bases_that_are_in_their_own_hands(tmp_path: Path) -> None:
    """0605 is vacant, and red's: R1 has been there since."""
    game = varied(tmp_path, BASES, "reserves")
    state = game.start(setup={"R1": "0605", "B1": "0503"}, phase="red_movement")
    assert state.explain("enter N2 0605") is not None
    state.apply("move R1 0404")
    while state.phase != "blue_movement":
        state.apply("done")
    assert {line for line in listed(state, "enter") if "N2" in line} == {"enter N2 0705"}
    state = game.start(setup={"R1": "0201", "B1": "0503"}, phase="blue_movement")
    lines = {line for line in listed(state, "enter") if "N2" in line}
    assert lines == {"enter N2 0605", "enter N2 0705"}


def test_a_price_that_nobody_can_pay_keeps_a_unit_out() -> None:
    """N1 has three points, and the entry costs four."""
    state = at(2, "blue", {"R1": "0502", "R2": "0503", "B1": "0705"})
    assert "revenge" in available(state)
    assert not listed(state, "enter")
    assert refused(state, "enter N1 0504") == "reinforcements.entry"


def test_every_counter_is_somewhere_at_every_end() -> None:
    """Fixed seeds of whole games: who has entered is on the map or among the lost."""
    for seed in range(10):
        state = tiny("reserves").start(seed=seed)
        entered: set[str] = set()
        random = Random(seed)
        while not state.is_over:
            play(state, random, 1)
            for event in state.events or []:
                if event.kind == "entered":
                    entered.add(event.unit)
                elif event.kind == "sent_back" and not event.path[-1]:
                    entered.discard(event.unit)
        lost = set(state.to_dict()["eliminated"])
        assert entered <= lost | {u for u in entered if state.position(u)}
