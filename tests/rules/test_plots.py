"""Orders written in secret and carried out together, in the tiny game *sloops*.

Ships go as many hexes as their speed (3; B3 2), in movement points 4. R2 has three in its crew, B1
two, the others one. Hex 0401 is land. Ships that meet stop, and whoever came rolls for a collision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.engine import IllegalAction
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER, listed, tiny, varied

APART = {"R1": "0102", "R2": "0103", "B1": "0702", "B2": "0703"}
CLOSE = {"R1": "0302", "R2": "0303", "B1": "0502", "B2": "0503"}


def begin(
    setup: Mapping[str, str] = APART,
    *orders: str,
    dice: Iterable[int] = (),
    game: hexwar.Game | None = None,
) -> State:
    """A game at the first phase of writing, in which these orders are written."""
    state = (game or tiny("sloops")).start(setup=setup, phase="plotting", dice=dice)
    for order in orders:
        state.apply(order)
    return state


def carried_out(state: State) -> list[str]:
    """What is told when the last side has finished, without phases."""
    quiet = ("phase_begins", "phase_ends", "orders_finished", "game_over")
    return [str(event) for event in state.apply("done") if event.kind not in quiet]


def stand(state: State) -> dict[str, str | None]:
    """Where the units stand that are on the map."""
    return {unit: at for unit in state.frame.unit_ids if (at := state.position(unit))}


def sea(path: Path, yaml: str) -> hexwar.Game:
    """*sloops* with something else in it; without the table if nothing rolls on it any more."""
    if "meet" in yaml:
        yaml = f"tables: null\n{yaml}"
    copytree(FOLDER / "sloops", path / "sloops")
    return varied(path, yaml, "sloops")


# -- writing ------------------------------------------------------------------------------------


def test_each_side_writes_until_it_has_finished_and_then_the_next() -> None:
    state = begin()
    assert state.side_to_act == "red"
    state.apply("done")
    assert state.side_to_act == "blue"
    assert state.phase == "plotting"
    state.apply("done")
    assert (state.phase, state.turn, state.side_to_act) == ("plotting", 2, "red")


def test_a_path_is_written_hex_by_hex_or_to_where_it_leads() -> None:
    state = begin()
    (event,) = state.apply("plot R1 0102-0202-0303-0302")
    assert str(event) == "R1's order: go to 0302 by 0202 and 0303."
    assert event.rule == "4.1"
    (event,) = state.apply("plot R2 0304")
    assert str(event) == "R2's order: go to 0304 by 0203."


def test_nothing_moves_before_all_have_finished() -> None:
    state = begin(APART, "plot R1 0202", "done", "plot B1 0602")
    assert stand(state) == APART
    state.apply("done")
    assert stand(state) == {**APART, "R1": "0202", "B1": "0602"}


def test_no_path_is_longer_than_the_value_of_the_unit() -> None:
    state = begin({**APART, "B3": "0704"}, "done")
    assert state.explain("plot B1 0702-0602-0502-0402") is None
    violation = state.explain("plot B3 0704-0604-0504-0404")
    assert violation is not None
    assert violation.rule == "4.1"
    assert "2 hexes" in violation.message
    assert "plot B3 0504" in listed(state, "plot")
    assert "plot B3 0404" not in listed(state, "plot")


def test_a_path_need_not_be_the_shortest() -> None:
    state = begin(APART, "plot R1 0102-0202-0102-0202")
    state.apply("done")
    state.apply("done")
    assert state.position("R1") == "0202"


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("plot B1 0602", "other side"),
        ("plot R3 0602", "not on the map"),
        ("plot R1 0202-0302", "begins in 0102"),
        ("plot R1 0102-0302", "not next to"),
        ("plot R1 0702", "cannot come"),
        ("plot R1 9999", "no hex"),
        ("order R1 fouled", "Write one of these"),
        ("order R1 sinking", "Write one of these"),
        ("move R1 0202", "not possible now"),
    ],
)
def test_what_may_not_be_written_is_refused_with_the_reason(line: str, because: str) -> None:
    state = begin()
    with pytest.raises(IllegalAction, match=because):
        state.apply(line)


def test_land_is_never_sailed_through() -> None:
    state = begin({"R1": "0302", "B1": "0702"})
    violation = state.explain("plot R1 0302-0401")
    assert violation is not None
    assert "may not enter 0401" in violation.message


def test_what_is_written_may_be_written_anew_until_the_side_has_finished() -> None:
    state = begin(APART, "plot R1 0202")
    assert "plot R1 0103" not in listed(state)  # or writing would come to no end
    state.apply("plot R1 0102-0103")
    state.apply("plot R2 0204")
    state.apply("done")
    state.apply("done")
    assert stand(state) == {**APART, "R1": "0103", "R2": "0204"}


def test_a_path_of_its_own_hex_is_to_stay() -> None:
    state = begin(APART, "plot R1 0102")
    assert listed(state, "plot") != []
    assert all("R1" not in line for line in listed(state, "plot"))
    state.apply("done")
    assert carried_out(state) == []


def test_who_may_not_move_writes_no_path() -> None:
    fouled: dict[str, str | Mapping[str, str]] = {
        "R1": {"hex": "0102", "state": "fouled"},
        "B1": "0702",
    }
    state = tiny("sloops").start(setup=fouled, phase="plotting")
    violation = state.explain("plot R1 0202")
    assert violation is not None
    assert "Fouled" in violation.message
    assert state.explain("order R1 loading") is None


def test_nobody_is_in_the_way_of_what_is_written() -> None:
    state = begin(CLOSE)
    assert "plot R1 0502" in listed(state, "plot")
    assert "plot R1 0303" in listed(state, "plot")


# -- carrying out -------------------------------------------------------------------------------


def test_all_enter_their_first_hex_and_then_all_their_second() -> None:
    state = begin(
        APART, "plot R1 0102-0202-0302", "plot R2 0103-0203-0304", "done", "plot B1 0702-0602-0502"
    )
    assert carried_out(state) == [
        "R1 moves 0102 to 0202.",
        "R2 moves 0103 to 0203.",
        "B1 moves 0702 to 0602.",
        "R1 moves 0202 to 0302.",
        "R2 moves 0203 to 0304.",
        "B1 moves 0602 to 0502.",
    ]


def test_units_go_one_after_the_other_by_units(tmp_path: Path) -> None:
    game = sea(tmp_path, "carried_out: {by: units}")
    state = begin(APART, "plot R1 0102-0202-0302", "done", "plot B1 0702-0602-0502", game=game)
    assert carried_out(state) == [
        "R1 moves 0102 to 0202.",
        "R1 moves 0202 to 0302.",
        "B1 moves 0702 to 0602.",
        "B1 moves 0602 to 0502.",
    ]


def test_a_hex_that_is_left_at_the_same_moment_is_free() -> None:
    state = begin(CLOSE, "plot R1 0302-0402-0502", "done", "plot B1 0502-0602-0702")
    assert "meet" not in "".join(carried_out(state))
    assert state.position("R1") == "0502"
    assert state.position("B1") == "0702"


def test_two_that_would_enter_one_hex_meet_and_neither_does() -> None:
    state = begin(CLOSE, "plot R1 0302-0402", "done", "plot B1 0502-0402-0403", dice=(1,))
    told = carried_out(state)
    assert told[0] == "R1 and B1 meet in 0402: both stop."
    assert stand(state) == CLOSE


def test_two_that_would_change_places_meet_between_their_hexes() -> None:
    setup = {"R1": "0302", "B1": "0402"}
    state = begin(setup, "plot R1 0302-0402", "done", "plot B1 0402-0302", dice=(1,))
    assert carried_out(state)[0] == "R1 and B1 meet between 0302 and 0402: both stop."
    assert stand(state) == setup


def test_who_runs_into_one_that_stays_meets_it() -> None:
    state = begin(CLOSE, "plot R1 0302-0402-0502-0602", "done", dice=(1,))
    told = carried_out(state)
    assert told[:2] == ["R1 moves 0302 to 0402.", "R1 and B1 meet in 0502: both stop."]
    assert state.position("R1") == "0402"


def test_a_meeting_is_followed_by_its_program_with_the_number_of_its_rule() -> None:
    state = begin(CLOSE, "plot R1 0302-0402", "done", "plot B1 0502-0402", dice=(6,))
    events = [e for e in state.apply("done") if e.kind in ("units_meet", "table", "state_begins")]
    assert [e.kind for e in events] == ["units_meet", "table", "state_begins"]
    assert events[0].rule == "5.2"
    assert events[2].units == ("R1",)


def test_units_that_go_on_pass_each_other(tmp_path: Path) -> None:
    game = sea(tmp_path, "carried_out: {meet: {do: null, then: goes_on}}")
    setup = {"R1": "0302", "B1": "0402"}
    state = begin(setup, "plot R1 0302-0402", "done", "plot B1 0402-0302", game=game)
    carried_out(state)
    assert stand(state) == {"R1": "0402", "B1": "0302"}


@pytest.mark.parametrize(
    ("order", "enters", "dice"),
    [
        ("printed", "R1", ()),
        ("{value: crew}", "B1", ()),
        ("dice", "R1", (1,)),
        ("dice", "B1", (2,)),
    ],
)
def test_of_two_that_go_on_into_one_hex_the_first_in_order_enters(
    tmp_path: Path, order: str, enters: str, dice: tuple[int, ...]
) -> None:
    game = sea(tmp_path, f"carried_out: {{order: {order}, meet: {{do: null, then: goes_on}}}}")
    state = begin(CLOSE, "plot R1 0402", "done", "plot B1 0402", dice=dice, game=game)
    told = carried_out(state)
    other = {"R1": "B1", "B1": "R1"}[enters]
    assert stand(state) == {**CLOSE, enters: "0402"}
    assert f"{enters} is in the way of {other}. {other}: its path ends" in "".join(told)


def test_friends_that_find_no_room_go_back_along_their_way() -> None:
    state = begin(CLOSE, "plot R1 0302-0402", "plot R2 0303-0402", "done")
    told = carried_out(state)
    assert "R2 cannot stay in 0402 and goes back to 0303." in told
    assert stand(state) == {**CLOSE, "R1": "0402"}


def test_friends_meet_too_where_the_game_says_all(tmp_path: Path) -> None:
    game = sea(tmp_path, "carried_out: {meet: {do: null, among: all}}")
    state = begin(CLOSE, "plot R1 0302-0402", "plot R2 0303-0402", "done", game=game)
    assert carried_out(state) == ["R1 and R2 meet in 0402: both stop."]
    assert stand(state) == CLOSE


def test_who_is_fouled_on_the_way_goes_no_further(tmp_path: Path) -> None:
    game = sea(
        tmp_path,
        "carried_out: {meet: {do: [{mark: {state: fouled, who: defender}}], then: goes_on}}",
    )
    setup = {"R1": "0302", "B1": "0402"}
    orders = ("plot R1 0302-0402", "done", "plot B1 0402-0302-0202")
    state = begin(setup, *orders, game=game)
    told = carried_out(state)
    assert "B1 may not move: Fouled. B1: its path ends in 0402." in told
    assert stand(state) == setup


def test_who_waits_tries_again_with_every_hex_of_the_others(tmp_path: Path) -> None:
    game = sea(
        tmp_path,
        "movement: {through_friends: forbidden}\nstacking: {limit: 2}\n"
        "carried_out: {blocked: waits}\nunits: {counters: {R2: {values: {speed: 3}}}}",
    )
    setup = {"R1": "0302", "R2": "0402", "B1": "0702"}
    state = begin(setup, "plot R1 0302-0402-0502", "plot R2 0402", "done", game=game)
    told = carried_out(state)
    assert told == ["R1 does not come through 0402. R1: it waits in 0302."]
    assert state.position("R1") == "0302"


# -- states -------------------------------------------------------------------------------------


def test_a_state_that_is_written_begins_when_it_is_carried_out() -> None:
    state = begin(APART, "order R1 loading", "done")
    assert state.marks.get("loading", 0) == 0
    assert carried_out(state) == ["Loading: R1."]


def test_another_state_of_the_plot_ends_the_one_before() -> None:
    state = begin(APART, "order R1 loading", "done", "done", "order R1 holding", "done")
    assert carried_out(state) == ["Loading no longer: R1.", "Holding: R1."]


def test_where_nothing_is_written_the_state_stays_as_before() -> None:
    state = begin(APART, "order R1 loading", "done", "done", "done")
    assert carried_out(state) == []
    assert state.names_of(state.marks["loading"]) == ("R1",)


def test_where_nothing_is_written_the_state_ends(tmp_path: Path) -> None:
    game = sea(tmp_path, "plots: {gunners: {unwritten: nothing}}")
    state = begin(APART, "order R1 loading", "done", "done", "done", game=game)
    assert carried_out(state) == ["Loading no longer: R1."]


def test_who_has_no_order_goes_on_as_before(tmp_path: Path) -> None:
    game = sea(tmp_path, "plots: {sailing: {unwritten: as_before}}")
    state = begin(APART, "plot R1 0102-0202-0303", "done", "done", "done", game=game)
    assert carried_out(state) == ["R1 moves 0303 to 0403.", "R1 moves 0403 to 0504."]


def test_who_has_no_order_stays_where_nothing_else_is_said() -> None:
    state = begin(APART, "plot R1 0102-0202-0303", "done", "done", "done")
    assert carried_out(state) == []


# -- what is known ------------------------------------------------------------------------------


def test_what_a_side_writes_is_told_to_it_alone() -> None:
    state = begin()
    events = state.apply("plot R1 0202")
    assert [e.kind for e in state.view("red").known_events(events)] == ["order_written"]
    assert state.view("blue").known_events(events) == []
    events = state.apply("done")
    assert [e.kind for e in state.view("blue").known_events(events)] == ["orders_finished"]
    assert events[0].rule == "4.2"


def test_a_view_and_a_copy_hold_no_orders_of_others() -> None:
    state = begin(APART, "plot R1 0202", "order R2 loading", "done")
    assert "written_orders" in state.view("red").to_dict()["memory"]
    assert "written_orders" not in state.view("blue").to_dict()["memory"]
    assert "written_orders" not in state.seen_by("blue").to_dict()["memory"]


def test_undo_reaches_back_to_where_the_own_side_begins_to_write() -> None:
    history = History(begin())
    history.apply("plot R1 0202")
    history.apply("plot R2 0203")
    assert str(history.undo()) == "plot R2 0203"
    history.apply("done")
    assert history.undo() is None
    history.apply("plot B1 0602")
    assert str(history.undo()) == "plot B1 0602"
    assert history.undo() is None
