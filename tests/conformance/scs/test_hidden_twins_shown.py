"""Twins again: what a person is shown, in the terminal and the window, tells nothing hidden.

The hidden units are of other movement classes here, so that their zones of control differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.records import Session
from hexwar.rules.history import History
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.selection import Selection
from tests.cli.conversation import talk
from tests.conformance.scs.field import field, position
from tests.conformance.scs.test_hidden_twins import SCS, hidden_from, reached, twin_of
from tests.examples import examples

BLUE = "blue_movement"


def printed(state: State) -> str:
    """What the text mode says about a movement phase; nothing is played."""
    own = [u for u in state.resolved[Units].counters if state.position(u)]
    numbers = state.resolved.map.numbers
    asked = [f"legal {unit}" for unit in own[::3]]
    asked += [
        f"{ask} {own[0]} {number}" for ask in ("legal", "why move") for number in numbers[::60]
    ]
    return talk(Session(SCS, state), "", "map", "units", "legal", *asked)


def offered(state: State) -> Iterator[object]:
    """What the window offers and draws in a movement phase."""
    selection = Selection(Match(Session(SCS, state), {}))
    yield selection.ready()
    for unit in selection.ready()[::3]:
        selection.pick(unit)
        yield selection.reach()
        yield selection.destinations(), selection.fights(), selection.choices()
        selection.pick(*selection.available.mates(unit))
        yield selection.reach(), selection.fights()


@examples(0.15)
@given(
    st.sampled_from(["scs_sample", "field"]),
    st.integers(0, 30),
    st.integers(0, 160),
    st.randoms(use_true_random=False),
)
def test_what_is_shown_of_movement_is_the_same(
    which: str, seed: int, decisions: int, draw: Random
) -> None:
    state = reached(which, seed, decisions)
    assume(state.decision is not None and state.decision.kind == "movement")
    side = state.side_to_act or ""
    assume(hidden_from(state, side))
    twin = twin_of(state, side, draw, classes=True)
    assume(twin is not None)
    assert twin is not None
    assert printed(state) == printed(twin)
    for mine, its in zip(offered(state), offered(twin), strict=True):
        assert mine == its


def test_a_zone_that_only_an_unseen_unit_has_is_not_shown() -> None:
    """Of two hidden units one could enter the swamp 08.08 and so controls it; the other not."""
    shown, costs = [], []
    for below in ("RL1", "RT2"):
        state = position({"RT1": "09.07", below: "09.07", "BI1": "07.07"}, "blue_movement")
        view = state.view("blue")
        assert view.sees("RT1") and not view.sees(below)
        costs.append(state.reach("BI1").get("08.08"))
        session = Session(field(), state)
        text = talk(session, "legal BI1 08.08", "legal BI1", "why move BI1 08.08")
        assert "of enemy units that are hidden are not counted" in text
        selection = Selection(Match(session, {}))
        selection.pick("BI1")
        shown.append((text, selection.reach(), selection.available.assumes))
    assert costs[0] != costs[1]
    assert shown[0] == shown[1]


def test_a_move_that_shows_whether_an_unseen_unit_has_a_zone_cannot_be_taken_back() -> None:
    """Whether it has one or not: who takes the move back would know."""
    for below in ("RL1", "RT2"):
        history = History(position({"RT1": "09.07", below: "09.07", "BI1": "07.07"}, BLUE))
        history.apply("move BI1 07.08")
        assert history.can_undo
        history.undo()
        history.apply("move BI1 08.08")
        assert history.undo_lock == "locked: what was hidden could be seen"


def test_where_nobody_is_out_of_sight_moves_can_be_taken_back() -> None:
    history = History(position({"RT1": "09.07", "BI1": "07.07"}, BLUE))
    history.apply("move BI1 08.08")
    assert history.can_undo
