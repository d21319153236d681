"""Twins: two states that differ only in where units hide are the same to the other side.

All that a side gets is compared, in tiny games: views, what it sees, is told and may
do, why not, and what is printed and shown; and again after the same actions with the same dice, as
long as nothing that hides is found. That a unit hides, somewhere, is no secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hexwar.cli import main
from hexwar.engine import Action
from hexwar.engine.event import Event
from hexwar.engine.position import bits
from hexwar.records import Session
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.selection import Selection
from tests.cli.conversation import talk
from tests.examples import examples
from tests.rules.tiny import FOLDER, tiny

GAMES = ("hiding", "ambush", "lurking")
"""Movement phases; activations with fire, lines of sight and reactions; battles, reinforcements."""
BLUE = 1


def reached(name: str, seed: int, decisions: int) -> State:
    """A position of a random game in which all hide that can."""
    state, random = tiny(name).start(seed=seed), Random(seed)
    for number in range(decisions):
        if state.is_over:
            break
        action = state.sample_action(random)
        if state.decision is not None and state.decision.kind == "hiding" and number < 40:
            action = next(iter(state.legal_actions()))
        state.apply(action)
    return state


def twin_of(state: State, draw: Random) -> State:
    """One in which those that hide do so in other woods."""
    twin, board = state.clone(), state.frame.board
    taken = sum(
        {board.bit[cell] for u, cell in enumerate(state.cells) if not state.secret >> u & 1}
    )
    free = board.cells(state.rules[HiddenRules].places & ~taken)
    units = list(bits(state.secret))
    for unit, cell in zip(units, draw.sample(free, len(units)), strict=True):
        twin.place(unit, cell)
    return twin


def seen_cells(state: State) -> list[int]:
    """Where the units stand that do not hide."""
    return [cell for unit, cell in enumerate(state.cells) if not state.secret >> unit & 1]


def conceivable(state: State) -> Iterator[Action]:
    """Actions of all sorts, legal or not."""
    for unit in state.frame.unit_ids:
        yield Action("hide", (unit,))
        for number in state.frame.board.number[1::2]:
            if number:
                yield Action("move", (unit,), (number,))
                yield Action("search", (unit,), (number,))
                yield Action("place", (unit,), (number,))
                yield Action("fire", (unit,), (number,))
                yield Action("attack", (unit,), (number,))
                yield Action("retreat", (unit,), (number,))
                yield Action("advance", (unit,), (number,))
                yield Action("enter", (unit,), (number,))
        yield Action("react", (unit,))


def known(state: State) -> Iterator[object]:
    """All that blue can get from a state without playing."""
    view, seen, units = state.view("blue"), state.seen_by("blue"), state.frame.unit_ids
    yield view.to_dict()
    yield seen.to_dict()
    yield [(view.sees(unit), view.position(unit)) for unit in units]
    yield [(view.units_at(n), view.hides(n)) for n in state.resolved.map]
    yield [(view.reach(unit), view.movement_left(unit), view.zone(unit)) for unit in units]
    for side in ("red", "blue"):
        yield view.threats(side), view.casualties(side), view.waiting(side), view.controlled(side)
    yield view.points(), view.records(), view.decision
    yield list(view.legal_actions())
    yield state.hidden(BLUE)
    yield state.side_to_act
    if state.side_to_act == "blue":
        yield list(state.legal_actions())
        yield [view.preview(a) for a in state.legal_actions() if a.verb in ("fire", "attack")]
        yield view.attack_options()
        yield state.choices()
        for unit in units:
            yield state.choices([unit], "0503")
    for action in conceivable(state):
        yield view.explain(action)


def shown(state: State) -> Iterator[object]:
    """What a person who plays blue is shown."""
    session = Session(tiny(state.resolved.header.id), state, players={"red": "random"})
    asked = [f"legal {unit}" for unit in state.frame.unit_ids] + [
        f"why move B1 {n}" for n in ("0403", "0503")
    ]
    yield talk(session, "", "map", "units", "legal", "log", *asked)
    selection = Selection(Match(session, {"red": "random"}))
    yield selection.ready()
    for unit in selection.ready():
        selection.pick(unit)
        yield selection.reach(), selection.destinations(), selection.fights(), selection.choices()


@examples(0.3)
@given(
    st.sampled_from(GAMES),
    st.integers(0, 40),
    st.integers(3, 30),
    st.randoms(use_true_random=False),
)
def test_twins_look_alike(name: str, seed: int, decisions: int, draw: Random) -> None:
    state = reached(name, seed, decisions)
    assume(not state.is_over and state.hidden(BLUE))
    twin = twin_of(state, draw)
    assert broken_invariants(twin) == []
    for mine, its in zip(known(state), known(twin), strict=True):
        assert mine == its


@examples(0.1)
@given(
    st.sampled_from(GAMES),
    st.integers(0, 40),
    st.integers(8, 30),
    st.randoms(use_true_random=False),
)
def test_twins_are_shown_alike(name: str, seed: int, decisions: int, draw: Random) -> None:
    state = reached(name, seed, decisions)
    assume(state.side_to_act == "blue" and state.hidden(BLUE))
    for mine, its in zip(shown(state), shown(twin_of(state, draw)), strict=True):
        assert mine == its


def test_the_terminal_does_not_look_into_an_enemy_that_is_not_seen_in_a_battle() -> None:
    state = reached("lurking", 0, 17)
    assert state.decision is not None and state.decision.kind == "combat"
    assert state.position("R1") is not None and state.view("blue").position("R1") is None
    session = Session(tiny("lurking"), state, players={"red": "random"})
    assert "R1 cannot move now." in talk(session, "legal R1")


def test_a_retreat_does_not_tell_of_friends_that_hide() -> None:
    """A hex that is full of them is closed to the unit that retreats, and nobody is told."""
    state, draw = reached("lurking", 39, 8), Random(148)
    twin_of(state, draw)
    retreats: list[Event] = []
    while not retreats:
        told = state.apply(state.sample_action(draw))
        retreats = [event for event in told if event.kind == "retreated"]
    (retreat,) = retreats
    assert state.secret
    assert "only" not in retreat.text
    assert not retreat.forced


@examples(0.3)
@given(
    st.sampled_from(GAMES),
    st.integers(0, 40),
    st.integers(4, 16),
    st.randoms(use_true_random=False),
)
def test_twins_stay_alike(name: str, seed: int, decisions: int, draw: Random) -> None:
    """Until one is found: then what blue did was the same, and it has learned something."""
    state = reached(name, seed, decisions)
    assume(not state.is_over and state.hidden(BLUE))
    twin = twin_of(state, draw)
    for _ in range(12):
        hidden = state.secret
        if state.is_over or not hidden:
            break
        action = state.sample_action(draw)
        if state.side_to_act == "red":
            unit = state.frame.unit_index.get(action.units[0]) if action.units else None
            if twin.explain(action) or (unit is not None and hidden >> unit & 1):
                action = Action("done")
        if state.explain(action) or twin.explain(action):
            break
        told, its = state.apply(action), twin.apply(action)
        if state.secret != hidden or twin.secret != hidden:
            break
        if seen_cells(state) != seen_cells(twin):
            break  # a unit had to retreat to another hex, where friends that hide left it room
        assert state.known_events(told, "blue") == twin.known_events(its, "blue")
        for mine, yours in zip(known(state), known(twin), strict=True):
            assert mine == yours


def test_a_log_made_for_a_side_is_the_same_wherever_units_hide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """From the set-up on, and in a game that goes on."""
    printed = []
    for number in ("0403", "0404"):
        path = tmp_path / f"{number}.jsonl"
        players = {"red": "random"}
        session = Session.new(FOLDER / "hiding", seed=3, players=players, path=path)
        for line in (f"place R2 {number}", "place R3 0402", "hide R1", "hide R2", "done"):
            session.apply(line)
        for line in ("move B1 0702", "search 0302 by B1"):
            session.apply(line)
        asked = ["replay", str(path), "--game", str(FOLDER / "hiding"), "--side", "blue"]
        assert main(asked) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] and "hide, out of sight" in printed[0]
