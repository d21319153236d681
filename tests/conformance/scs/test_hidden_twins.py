"""Twins: two states that differ only in what is hidden from a side look alike to that side.

Everything a side gets is compared: view, what it sees, what it is told, what is legal, why not, and
previews. Which units take part in a game is known, and not where those lie that are not seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

import hexwar
from hexwar.engine import Event
from hexwar.rules.sequence.rules import BEGAN, MOVED
from hexwar.rules.state import State
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.units.section import Units
from tests.conformance.scs.field import CENTRE, field, position
from tests.conformance.scs.variant import MAY_WAIT, variant
from tests.examples import examples

SCS = hexwar.load_game("scs_sample")


def reached(which: str, seed: int, decisions: int) -> State:
    """A position of a random game."""
    state = SCS.start("battle", seed=seed) if which == "scs_sample" else field().start("field")
    random = Random(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        state.apply(state.sample_action(random))
    return state


def hidden_from(state: State, side: str) -> list[int]:
    """The units on the map that a side does not see."""
    view = state.view(side)
    return [
        unit
        for unit, name in enumerate(state.frame.unit_ids)
        if state.cells[unit] and not view.sees(name)
    ]


def twin_of(state: State, side: str, draw: Random, classes: bool = False) -> State | None:
    """One in which hidden units have changed places and have other losses and marks.

    Units of one movement class, or with ``classes`` of any. None where their owner would put
    another counter on top.
    """
    twin = state.clone()
    rules, hidden = state.rules, hidden_from(state, side)
    alike: dict[tuple[int, str], list[int]] = {}
    for unit in hidden:
        kind = state.resolved[Units].counters[rules.frame.unit_ids[unit]].type.movement_class
        alike.setdefault((rules.frame.unit_side[unit], "" if classes else kind), []).append(unit)
    for group in alike.values():
        cells = [state.cells[unit] for unit in group]
        draw.shuffle(cells)
        for unit, cell in zip(group, cells, strict=True):
            twin.place(unit, cell)
    for unit in hidden:
        steps = len(state.resolved[Units].counters[rules.frame.unit_ids[unit]].steps)
        twin.lost[unit] = draw.randrange(steps)
        twin.mark(OUT_OF_SUPPLY, twin.marks.get(OUT_OF_SUPPLY, 0) ^ draw.getrandbits(1) << unit)
        moved, began = twin.memory[MOVED], twin.memory[BEGAN]
        twin.remember(MOVED, moved._replace(moved=moved.moved ^ draw.getrandbits(1) << unit))
        twin.remember(BEGAN, began._replace(in_zone=began.in_zone ^ draw.getrandbits(1) << unit))
    return twin if hidden_from(twin, side) == hidden else None


def known(state: State, side: str) -> Iterator[object]:
    """All that a side can get from a state without playing."""
    view, seen = state.view(side), state.seen_by(side)
    yield view.to_dict()
    yield seen.to_dict()
    yield [(view.sees(unit), view.position(unit)) for unit in state.resolved[Units].counters]
    yield [(view.units_at(n), view.hides(n)) for n in state.resolved.map]
    yield [view.reach(unit) for unit in state.resolved[Units].counters]
    for one in state.frame.side_ids:
        yield view.threats(one), view.supply(one), view.casualties(one), view.waiting(one)
    yield list(seen.legal_actions())[:200]
    yield view.attack_options(), view.points()
    for action in seen.legal_actions():
        if action.verb == "attack":
            yield view.preview(action)
    unseen = [unit for unit in state.resolved[Units].counters if not view.sees(unit)]
    for unit in unseen:
        for line in (f"move {unit} 05.05", f"top {unit}", f"lose {unit}", f"enter {unit} 05.05"):
            yield view.explain(line)


@examples(0.3)
@given(
    st.sampled_from(["scs_sample", "field"]),
    st.integers(0, 30),
    st.integers(0, 160),
    st.randoms(use_true_random=False),
)
def test_twins_look_alike(which: str, seed: int, decisions: int, draw: Random) -> None:
    state = reached(which, seed, decisions)
    assume(not state.is_over)
    side = state.side_to_act or ""
    twin = twin_of(state, side, draw)
    assume(twin is not None and hidden_from(state, side))
    assert twin is not None
    for mine, its in zip(known(state, side), known(twin, side), strict=True):
        assert mine == its


@examples(0.3)
@given(st.integers(0, 30), st.integers(0, 200), st.booleans())
def test_what_a_side_sees_can_be_played_on_to_the_end(
    seed: int, decisions: int, other: bool
) -> None:
    """From the set-up on, by either side, out of the midst of battles too."""
    state = reached("scs_sample", seed, decisions)
    assume(not state.is_over)
    sides = [side for side in state.frame.side_ids if (side != state.side_to_act) == other]
    seen, random = state.seen_by(sides[0]), Random(seed)
    for _ in range(60):
        if seen.is_over:
            return
        seen.apply(seen.sample_action(random))
    assert seen.turn >= state.turn
    assert seen.to_dict() == SCS.state_from_dict(seen.to_dict()).to_dict()


def test_whether_a_reinforcement_has_entered_is_not_in_what_is_seen(tmp_path: Path) -> None:
    """It lies below a top counter, or it waits."""
    seen = []
    for arrivals in ((), ("enter RE1 01.05",)):
        setup = {"RI1": "02.05", "RH1": "02.05", "RI2": "01.05", "BI1": CENTRE}
        state = position(setup, turn=2, game=variant(tmp_path, MAY_WAIT))
        for action in arrivals:
            (told,) = state.view("blue").known_events(state.apply(action))
            assert str(told) == "A unit enters below a top counter."
        while state.phase != "blue_combat":
            state.apply("done")
        view, copy = state.view("blue"), state.seen_by("blue")
        assert not view.sees("RE1")
        hiding = {number for number in state.resolved.map if view.hides(number)}
        assert ("01.05" in hiding) is bool(arrivals)
        data = copy.to_dict()
        data["concealed_at"] = []  # that there is more in 01.05 is seen
        seen.append((data, view.waiting("red"), view.sees("RE1")))
    assert seen[0] == seen[1]


def test_who_moves_below_a_top_counter_is_not_told_by_the_place_of_its_line() -> None:
    """RI1 comes before RI2 in the units file, the others behind it; RI2 is on top of any two."""
    heard = []
    for below in combinations(("RI1", "RI3", "RH1", "RT1"), 2):
        stack = dict.fromkeys(("RI2", *below), "02.05")
        state = position({**stack, "RI4": "02.02", "BI1": "11.05"})
        if not state.view("blue").sees("RI2"):
            state.apply("top RI2")
        assert state.view("blue").units_at("02.05") == ("RI2",)
        events = state.apply(f"move {'+'.join(stack)} 03.05")
        heard.append([str(event) for event in state.view("blue").known_events(events)])
        assert all(any(f"{unit} moves" in str(event) for event in events) for unit in below)
    others = "2 units below a top counter move."
    assert heard == [["RI2 moves 02.05 to 03.05 (1 MP).", others]] * len(heard)


def test_nor_is_it_when_the_events_are_kept_and_read_again() -> None:
    """As logs and replays do; and a copy for Blue holds no more than Blue is told."""
    told = []
    for below in ("RI1", "RI3"):
        state = position({"RI2": "02.05", below: "02.05", "BI1": "11.05"})
        if state.view("blue").sees(below):
            state.apply("top RI2")
        kept = [Event.from_dict(each.to_dict()) for each in state.apply(f"move RI2+{below} 03.05")]
        again = state.view("blue").known_events(kept)
        assert state.seen_by("blue").events == again
        told.append([event.to_dict() for event in again])
    assert told[0] == told[1]
