"""What became of a fight is told in words, of each unit, from what events say."""

from __future__ import annotations

from hexwar.engine import Event
from hexwar.viewer.match.aftermath import fight_of, fights_in

BATTLE = Event(
    "battle",
    "",
    "A attacks.",
    target="0201",
    hexes=("0201",),
    attackers=("A",),
    defenders=("Z", "Y"),
    dice=(3,),
    result="D1",
)


def gone(unit: str) -> Event:
    return Event("eliminated", "", "It is eliminated.", unit=unit, hex="0201")


def retreated(unit: str, *path: str) -> Event:
    return Event("retreated", "", "It retreats.", unit=unit, path=path)


def loses(unit: str, left: int) -> Event:
    return Event("step_lost", "", "It loses a step.", unit=unit, hex="0201", left=left)


def by_number(start: str, end: str) -> int:
    """Hexes of one row lie as far apart as their numbers."""
    return abs(int(end) - int(start)) // 100


def test_who_had_nowhere_to_go_is_eliminated_for_that() -> None:
    blocked = Event("retreat_blocked", "", "It has nowhere to go.", unit="Z", hex="0201")
    fight = fight_of(BATTLE, [blocked, gone("Z")])
    assert fight.headline(by_number) == "Z is eliminated: no retreat open"
    assert fight.headline(by_number, brief=True) == "Z eliminated: no retreat open"


def test_who_had_nowhere_to_go_and_stays_is_said_to_stay() -> None:
    blocked = Event("retreat_blocked", "", "It has nowhere to go.", unit="Z", hex="0201")
    fight = fight_of(BATTLE, [blocked, loses("Z", 2), loses("Z", 1)])
    assert fight.headline(by_number) == "Z loses 2 steps and stays: no retreat open"


def test_who_may_not_retreat_is_said_to_stay_for_that() -> None:
    """Not for want of a hex, though none is open to it."""
    fields = {"unit": "Z", "hex": "0201", "barred": "Behind walls"}
    fight = fight_of(BATTLE, [Event("retreat_blocked", "", "It may not.", **fields)])
    assert fight.headline(by_number) == "Z stays: Behind walls"


def test_a_step_and_a_retreat_are_told_together() -> None:
    fight = fight_of(BATTLE, [loses("Z", 1), retreated("Z", "0201", "0301", "0401")])
    assert fight.headline(by_number) == "Z loses a step and retreats 2 hexes"


def test_who_goes_round_is_said_where_it_came_to() -> None:
    """Not that it went so many hexes as lie between, nor as it went."""
    way = [retreated("Z", "0201", "0301"), retreated("Z", "0301", "0401")]
    fight = fight_of(BATTLE, [*way, retreated("Z", "0401", "0301")])
    assert fight.headline(by_number) == "Z retreats to 0301"


def test_who_is_back_on_its_own_hex_is_said_to_have_come_back() -> None:
    """It advanced nowhere, though that is where the battle was."""
    there = [retreated(unit, "0201", "0301") for unit in "ZY"]
    back = [retreated(unit, "0301", "0201") for unit in "ZY"]
    assert fight_of(BATTLE, [there[0], back[0]]).headline(by_number) == "Z comes back to its hex"
    both = fight_of(BATTLE, [*there, *back])
    assert both.headline(by_number) == "Z and Y come back to their hex"


def test_those_who_fare_alike_are_told_together_and_defenders_first() -> None:
    fight = fight_of(BATTLE, [loses("A", 1), gone("Y"), gone("Z")])
    assert fight.headline(by_number) == "Z and Y are eliminated; A loses a step"


def test_nothing_comes_of_it_and_nobody_is_said_to_have_moved() -> None:
    assert fight_of(BATTLE, []).headline(by_number) == "Z and Y stand"
    assert fight_of(BATTLE, []).headline(by_number, pending="Defender retreats") == (
        "Defender retreats"
    )


def test_what_is_done_next_is_no_consequence() -> None:
    moved = Event("moved", "", "Z moves.", unit="Z", path=("0201", "0301"))
    fight = fight_of(BATTLE, [loses("Z", 1), moved, gone("Z")])
    assert fight.headline(by_number) == "Z loses a step"


def test_an_outside_games_own_kind_of_fight_is_one() -> None:
    """It names its attackers, its target and its dice, whatever it is called."""
    ram = Event(
        "rammed", "", "S rams T.", attackers=("S",), defenders=("T",), dice=(6,), hex="0101"
    )
    (fight,) = fights_in([ram, gone("T")])
    assert (fight.hexes, fight.headline(by_number)) == (("0101",), "T is eliminated")
