"""The log has one line for a way that is told of hex by hex, and counts those who moved."""

from __future__ import annotations

from hexwar.cli.text.answers import log
from hexwar.cli.text.visibility import Seen
from hexwar.engine import Event
from hexwar.records import Session
from hexwar.rules.told_course import course_told, moves_joined
from hexwar.viewer.match.meanwhile import Changes


def step(unit: str, *path: str, points: str = "", kind: str = "moved") -> Event:
    """A unit goes from hex to hex."""
    text = f"{unit} moves {path[0]} to {path[-1]}{points}."
    return Event(kind, "", text, unit=unit, path=path)


def test_ships_that_sail_together_have_a_line_each() -> None:
    events = [
        step("I1", "0304", "0404"),
        step("R1", "1504", "1404"),
        step("I1", "0404", "0505"),
        step("R1", "1404", "1304"),
        step("I1", "0505", "0605"),
    ]
    told = moves_joined(events)
    assert [event.text for event in told] == ["I1 moves 0304 to 0605.", "R1 moves 1504 to 1304."]
    assert told[0].path == ("0304", "0404", "0505", "0605")
    assert events[0].path == ("0304", "0404")


def test_what_happens_in_between_and_moves_with_their_cost_keep_their_lines() -> None:
    met = Event("met", "", "I1 and R1 meet.")
    parted = [step("I1", "0304", "0404"), met, step("I1", "0404", "0505")]
    assert moves_joined(parted) == parted
    chosen = [
        step("A", "0304", "0404", points=" (1 MP)"),
        step("A", "0404", "0405", points=" (1 MP)"),
    ]
    assert moves_joined(chosen) == chosen


def test_a_retreat_has_one_line_from_where_it_began() -> None:
    """That its last hex was the only one open is not said of the whole way."""

    def back(unit: str, start: str, end: str, more: str = "") -> Event:
        text = f"{unit} retreats from {start} to {end}{more}."
        return Event("retreated", "", text, unit=unit, path=(start, end))

    only = ", the only hex open"
    events = [step("Z", "0811", "0810"), back("Z", "0810", "0811"), back("Z", "0811", "0912", only)]
    told = [event.text for event in moves_joined(events)]
    assert told == ["Z moves 0811 to 0810.", "Z retreats from 0810 to 0912."]
    assert moves_joined(events[2:]) == events[2:]


def test_who_was_driven_back_did_not_move() -> None:
    """Ten units that moved and one that retreated are not eleven that moved."""
    moves = [step(f"U{number}", "0101", "0201") for number in range(10)]
    changes = Changes.of([*moves, step("X", "0503", "0504", kind="retreated")])
    assert changes.in_words() == "10 units moved"
    assert len(changes.routes) == 11


def _phase(begins: bool, title: str, *, forced: bool = False) -> Event:
    kind, verb = ("phase_begins", "Turn 1: {}.") if begins else ("phase_ends", "{} ends.")
    return Event(kind, "", verb.format(title), phase=title, side="red", forced=forced)


def test_a_phase_without_anything_to_tell_and_ends_of_phases_are_left_out() -> None:
    """The next heading tells of them; that a side had no more to do nothing else tells."""
    events = [
        _phase(False, "Orders"),
        _phase(True, "March"),
        step("A", "0304", "0404"),
        _phase(False, "March", forced=True),
        _phase(True, "Fight"),
        _phase(False, "Fight", forced=True),
        _phase(True, "Supply"),
    ]
    told = [event.text for event in course_told(events)]
    assert told == ["Turn 1: March.", "A moves 0304 to 0404.", "March ends.", "Turn 1: Supply."]


def test_a_way_is_one_line_in_the_terminal_too() -> None:
    """As in the window, where ships sail hex by hex."""
    session = Session.new("skerry_sound", "meeting", seed=3)
    for order in ("plot I1 0406", "done", "plot R2 1207", "done"):
        session.apply(order)
    lines = [line for line in log(Seen(session.state), session.entries, 9) if "R2 moves" in line]
    assert len(lines) == 1
