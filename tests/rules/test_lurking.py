"""Hidden units in a game with battles, by what rule-lawyers ask.

In the tiny game *lurking* red may hide in woods; units move three hexes, stop in enemy zones and
attack by number: 3 on the die is a retreat of two hexes for one attacker. B4 may come in turn 2 at
the east edge and in the woods 0602. B1, B2, R1 and R4 may advance beyond the hex they have won.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hexwar.engine.event import Event
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.rules.tiny import listed, tiny


def lurking(
    phase: str, hides: dict[str, str], *, dice: Iterable[int] = (), turn: int = 1, **others: str
) -> State:
    """A position in a phase: red units that hide, and others that do not."""
    state = tiny("lurking").start(phase=phase, setup={**hides, **others}, dice=dice, turn=turn)
    state.conceal(sum(1 << state.frame.unit_index[unit] for unit in hides))
    return state


def heard(state: State, line: str) -> list[str]:
    """What blue is told of an action, without phases."""
    events = state.view("blue").known_events(state.apply(line))
    return [str(e) for e in events if e.kind not in ("phase_begins", "phase_ends")]


def test_a_hex_that_looks_empty_is_not_attacked() -> None:
    state = lurking("blue_combat", {"R1": "0403"}, B1="0503", R4="0504")
    assert listed(state, "attack") == ["attack 0504 by B1"]
    empty = lurking("blue_combat", {"R1": "0302"}, B1="0503", R4="0504")
    assert state.explain("attack 0403 by B1") == empty.explain("attack 0403 by B1") is not None


def test_who_attacks_from_hiding_is_seen_before_the_dice_are_told() -> None:
    state = lurking("red_combat", {"R1": "0403"}, dice=[4], B1="0503", R4="0504")
    told = heard(state, "attack 0503 by R1")
    assert told[0] == "R1 in 0403 is no longer hidden."
    assert "R1" in told[1] and state.view("blue").sees("R1")


def test_a_combat_phase_of_those_who_hide_waits_for_its_end() -> None:
    """Whether R1 has an enemy beside it is told to nobody."""
    for number in ("0403", "0302"):
        state = lurking("blue_combat", {"R1": number}, B1="0503", B2="0901", R4="0504")
        state.apply("done")
        while state.phase != "red_combat":
            state.apply("done")
        assert state.side_to_act == "red" and "done" in listed(state)


def test_who_would_retreat_upon_those_who_hide_finds_them_and_goes_elsewhere() -> None:
    """B1 must go back two hexes, and R1 lurks in one of those behind it."""
    state = lurking("red_combat", {"R1": "0602"}, dice=[3], B1="0503", R4="0504", R2="0404")
    state.apply("attack 0503 by R4")
    assert "retreat B1 0602" in listed(state)
    told = heard(state, "retreat B1 0602")
    assert told[0] == "R1 in 0602 is no longer hidden."
    assert told[1].startswith("B1 retreats from 0503 to 0402")
    assert state.position("R1") == "0602"


def test_who_retreats_through_woods_has_shown_who_is_not_there() -> None:
    history = History(lurking("red_combat", {"R1": "0302"}, dice=[3], B1="0503", R4="0504"))
    history.apply("attack 0503 by R4")
    history.apply("retreat B1 0602")
    assert history.undo_lock == "locked: what was hidden could be seen"


def test_who_advances_stops_before_those_who_hide() -> None:
    """B1 has won 0404 and goes on to the woods behind it."""
    state = lurking("blue_combat", {"R1": "0403"}, dice=[3], B1="0504", R4="0404")
    state.apply("attack 0404 by B1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(next(line for line in listed(state, "retreat") if "0403" not in line))
    assert "advance B1 0404-0403" in listed(state)
    told = heard(state, "advance B1 0404-0403")
    assert told[0] == "R1 in 0403 is no longer hidden."
    assert (state.position("B1"), state.position("R1")) == ("0404", "0403")


def test_who_comes_as_reinforcement_upon_those_who_hide_may_come_elsewhere() -> None:
    state = lurking("blue_movement", {"R1": "0602"}, turn=2, B1="0803")
    assert "enter B4 0602" in listed(state)
    assert heard(state, "enter B4 0602") == ["R1 in 0602 is no longer hidden."]
    assert state.position("B4") is None and "enter B4 0602" not in listed(state)
    state.apply("enter B4 0903")
    assert state.position("B4") == "0903"


def test_it_is_the_same_when_nothing_is_told() -> None:
    told, untold = (
        lurking("red_combat", {"R1": "0602"}, dice=[3], B1="0503", R4="0504") for _ in range(2)
    )
    for state, events in ((told, True), (untold, False)):
        state.apply("attack 0503 by R4", events=events)
        state.apply("retreat B1 0602", events=events)
    assert told == untold and told.view("blue").sees("R1")


@pytest.mark.parametrize(
    ("units", "heard_of"), [(("R1",), []), (("R1", "R4"), ["Out of supply: R4."])]
)
def test_that_a_hidden_unit_is_out_of_supply_is_told_to_nobody(
    units: tuple[str, ...], heard_of: list[str]
) -> None:
    """It would tell which part of the map it is in."""
    state = lurking("red_combat", {"R1": "0602"}, B1="0503", R4="0504")
    event = Event("out_of_supply", "", f"Out of supply: {', '.join(units)}.", units=units)
    event.hidden = {"blue": ("R1",)}
    assert [str(known) for known in state.known_events([event], "blue")] == heard_of
    assert list(map(str, state.known_events([event], "red"))) == [event.text]
