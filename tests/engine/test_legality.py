"""Legality: what is listed, drawn, explained and applied is one and the same."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.engine import Action
from hexwar.engine.action import misshapen
from hexwar.engine.task import Task
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from tests.engine.imaginable import imaginable
from tests.engine.positions import GAME, Position, battles, positions
from tests.examples import examples

HEXES = tuple(GAME.map.numbers)
UNITS = tuple(GAME.units)
ANYWHERE = st.one_of(positions(), battles())


@examples(0.4)
@given(ANYWHERE)
def test_an_action_is_listed_if_and_only_if_it_is_not_refused(position: Position) -> None:
    """Everything imaginable, compared with the list: no legal action is missing from it."""
    state = position.state
    listed = list(state.legal_actions())
    assert len(set(listed)) == len(listed)
    legal = [action for action in imaginable(GAME, state) if state.explain(action) is None]
    assert set(legal) == set(listed)


def test_a_list_asks_the_rules_once_although_it_counts_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = GAME.start("standard")
    phase, asked = type(state.agenda[-1]), []

    def actions(task: Task, state: State) -> Iterator[Action]:
        asked.append(task)
        return plain(task, state)

    plain = phase.actions
    monkeypatch.setattr(phase, "actions", actions)
    listed = list(state.legal_actions())
    assert len(asked) == 1
    assert len(state.legal_actions()) == len(listed)


def test_what_was_asked_for_before_an_action_lists_what_is_legal_after_it() -> None:
    state = GAME.start("standard")
    legal = state.legal_actions()
    before = len(legal)
    state.apply("done")
    assert list(legal) == list(state.legal_actions())
    assert len(legal) == len(list(legal)) != before


@pytest.mark.parametrize("counted", [True, False])
def test_a_list_is_not_gone_through_while_the_game_goes_on(counted: bool) -> None:
    """Whether it was counted before or not."""
    state = GAME.start("standard")
    legal = state.legal_actions()
    if counted:
        assert len(legal) > 2
    going = iter(legal)
    state.apply("done")
    with pytest.raises(RuntimeError, match="moved on"):
        next(going)


@given(ANYWHERE)
def test_every_refusal_has_a_reason_and_changes_nothing(position: Position) -> None:
    state = position.state
    before = state.to_dict()
    refused = [a for a in imaginable(GAME, state) if state.explain(a) is not None]
    for action in Random(position.seed).sample(refused, 12):
        violation = state.explain(action)
        assert violation is not None
        assert violation.reason
        assert violation.message[:1].isupper() or violation.message[:1] in "'0123456789"
        assert violation.message[-1] == "."
        assert action not in state.legal_actions()
        with pytest.raises(hexwar.IllegalAction) as raised:
            state.apply(action)
        assert raised.value.violation == violation
    assert state.to_dict() == before


@given(ANYWHERE)
def test_every_legal_action_can_be_applied(position: Position) -> None:
    """And what follows keeps every invariant, at its next decision or at its end."""
    state = position.state
    assert not broken_invariants(state)
    listed = list(state.legal_actions())
    for action in Random(position.seed).sample(listed, min(len(listed), 15)):
        twin = state.clone()
        assert action in state.legal_actions()
        assert str(action) in state.legal_actions()
        events = twin.apply(action)
        assert events
        assert not broken_invariants(twin)


@given(ANYWHERE, st.integers(0, 1_000))
def test_what_is_drawn_is_legal_and_everything_can_be_drawn(position: Position, seed: int) -> None:
    state, random = position.state, Random(seed)
    if state.is_over:
        with pytest.raises(ValueError, match="over"):
            state.sample_action(random)
        return
    before = state.to_dict()
    listed = set(state.legal_actions())
    drawn = {state.sample_action(random) for _ in range(30)}
    assert drawn <= listed
    assert state.to_dict() == before
    if len(listed) <= 4:
        drawn |= {state.sample_action(random) for _ in range(300)}
        assert drawn == listed


@pytest.mark.parametrize(
    "action",
    [
        Action("done", ("A",)),
        Action("done", (), ("0503",)),
        Action("done", (), (), "twice"),
        Action("attack", ("A", "A"), ("0502",)),
        Action("attack", (), ("0502",)),
        Action("attack", ("A",), ()),
        Action("attack", ("A",), ("0502", "0503")),
        Action("attack", ("A",), ("0502",), "again"),
        Action("move", ("A",), ("0504",), "now"),
        Action("resign", ("A",)),
        Action("surrender"),
        Action(""),
    ],
    ids=lambda action: str(action.to_dict()),
)
def test_actions_that_no_notation_says_are_refused(action: Action) -> None:
    """A program can make any Action; what could not be written down is not played."""
    state = GAME.start(
        "standard", setup={"A": "0503", "X": "0502"}, phase="soviet_combat", dice=[1]
    )
    violation = state.explain(action)
    assert violation is not None
    assert violation.message
    with pytest.raises(hexwar.IllegalAction):
        state.apply(action)
    assert state.rolled == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move Q9 0504", "There is no unit Q9."),
        ("lose Q9", "There is no unit Q9."),
        ("attack 0502 by A Q9", "There is no unit Q9."),
        ("overrun 0502-0503 by A", "'overrun' names too much."),
        ("fire 0502-0503 by A", "'fire' names too much."),
        ("fire 0502 by A B", ""),
        ("attack 0502-0503 by A B", ""),
        ("move A 0503-0504", ""),
        ("move A+B 0504", ""),
    ],
)
def test_who_is_not_there_and_what_is_too_much_are_named(line: str, words: str) -> None:
    found = misshapen(Action.parse(line), {"A", "B"})
    assert (found.message if found else "") == words


@given(ANYWHERE)
def test_the_order_in_which_attackers_are_named_does_not_matter(position: Position) -> None:
    state = position.state
    for action in list(state.legal_actions())[:40]:
        if action.verb == "attack" and len(action.units) > 1:
            backwards = Action("attack", action.units[::-1], action.hexes)
            one, other = state.clone(), state.clone()
            assert one.apply(action) == other.apply(backwards)
            assert one.to_dict() == other.to_dict()


def walk(state: State, unit: str, path: list[str]) -> Fraction | None:
    """The cost of a path by the rules as they are printed; ``None`` where it breaks one.

    A plain reading: four points, enemies and woods bar the way, an enemy zone ends the move and is
    never left straight for another.
    """
    side = GAME.units[unit].side
    enemies = {state.position(u) for u in UNITS if GAME.units[u].side != side} - {None}
    zone = {near for enemy in enemies if enemy for near in GAME.map.neighbors(enemy)}
    cost = Fraction(0)
    for step, (a, b) in enumerate(pairwise(path)):
        kind = state.resolved[Terrain].hexes[GAME.map.terrain(b)].cost["all"]
        if b not in GAME.map.neighbors(a) or b in enemies or kind is None:
            return None
        if a in zone and (step > 0 or b in zone):
            return None
        cost += kind
    return cost


@given(positions(), st.integers(0, 10_000))
def test_a_path_is_legal_when_every_step_of_it_is(position: Position, seed: int) -> None:
    """Any walk over the map, held against a plain reading of the rules of movement."""
    state, random = position.state, Random(seed)
    movable = [unit for unit in UNITS if state.reach(unit)]
    for unit in movable:
        start = state.position(unit)
        assert start is not None
        path = [start]
        for _ in range(random.randint(1, 5)):
            path.append(random.choice(GAME.map.neighbors(path[-1])))
        cost, reach = walk(state, unit, path), state.reach(unit)
        left = state.movement_left(unit)
        assert left is not None
        line = f"move {unit} {'-'.join(path)}"
        legal = cost is not None and cost <= left and path[-1] in reach
        if path[-1] == start:
            continue
        assert (state.explain(line) is None) == legal, line
        if legal:
            twin = state.clone()
            (moved, *_) = (e for e in twin.apply(line) if e.kind == "moved")
            assert moved.path == tuple(path)
            assert Fraction(moved.cost) == cost


@given(positions())
def test_reach_is_what_can_be_moved_to(position: Position) -> None:
    """``reach`` names the destinations of ``move``, with paths that are legal at their price."""
    state = position.state
    moves: dict[str, list[str]] = {}
    for action in state.legal_actions():
        if action.verb == "move":
            moves.setdefault(action.units[0], []).append(action.hexes[0])
    for unit in UNITS:
        reach = state.reach(unit)
        assert list(reach) == moves.get(unit, [])
        for number, there in reach.items():
            assert there.path[0] == state.position(unit)
            assert there.path[-1] == number
            assert walk(state, unit, list(there.path)) == there.cost
            assert state.explain(f"move {unit} {'-'.join(there.path)}") is None
            assert (there.stops is not None) <= (there.left == 0)


@given(ANYWHERE)
def test_the_decision_says_what_can_be_done(position: Position) -> None:
    state = position.state
    if state.decision is None:
        assert state.is_over
        assert state.side_to_act is None
        assert not list(state.legal_actions())
        return
    listed = list(state.legal_actions())
    decision = state.decision
    assert decision.side == state.side_to_act
    assert decision.prompt[-1] == "."
    declining = any(action.verb in ("done", "pass") for action in listed)
    assert decision.may_decline == declining
    if decision.kind != "movement":
        acting = {unit for action in listed for unit in action.units}
        assert acting == set(decision.units)
    else:
        movers = {u for action in listed if action.verb == "move" for u in action.units}
        assert movers == set(decision.units)
    assert not set(state.attack_options()) ^ {
        action.hexes[0] for action in listed if action.verb == "attack"
    }


@given(ANYWHERE, st.integers(0, 1_000))
def test_what_was_drawn_is_trusted_for_that_decision_only(position: Position, seed: int) -> None:
    """Drawn actions are applied without being checked: never after anything else was done."""
    state, random = position.state, Random(seed)
    if state.is_over:
        return
    drawn = state.sample_action(random)
    for first in (drawn, Action("resign")):
        later = position.state
        again = later.sample_action(Random(seed))
        later.apply(again if first == drawn else first)
        if later.explain(again) is not None:
            before = later.to_dict()
            with pytest.raises(hexwar.IllegalAction):
                later.apply(again)
            assert later.to_dict() == before


def asked(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """The actions that the rules are asked about from now on."""
    actions: list[Action] = []
    plain = State.explain

    def explain(state: State, action: Action | str) -> hexwar.Violation | None:
        assert isinstance(action, Action)
        actions.append(action)
        return plain(state, action)

    monkeypatch.setattr(State, "explain", explain)
    return actions


def test_what_was_just_listed_is_not_asked_for_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is it when it was made anew, but of a copy, or of the next position, it is."""
    state, actions = GAME.start("standard"), asked(monkeypatch)
    first, *_ = list(state.legal_actions())
    twin = state.clone()
    state.apply(Action(*first))
    assert not actions
    twin.apply(first)
    assert actions == [first]
    second, *_ = twin.legal_actions()
    state.apply(second)
    assert actions == [first, second]


def test_a_list_of_an_earlier_position_makes_nothing_legal() -> None:
    state = GAME.start("standard")
    done, *_ = reversed(list(state.legal_actions()))
    moves = [action for action in state.legal_actions() if action.verb == "move"]
    state.apply(done)
    for action in moves:
        with pytest.raises(hexwar.IllegalAction):
            state.apply(action)
    listed = list(state.legal_actions())
    for action in moves:
        assert action not in listed
        with pytest.raises(hexwar.IllegalAction):
            state.apply(action)


def test_a_list_makes_nothing_legal_once_a_unit_stands_elsewhere_or_the_game_is_over() -> None:
    state = GAME.start("standard")
    move = next(a for a in list(state.legal_actions()) if a.verb == "move")
    unit, cell = state.frame.unit_index[move.units[0]], state.frame.board.cell[move.hexes[-1]]
    state.place(unit, cell)
    with pytest.raises(hexwar.IllegalAction):
        state.apply(move)
    done, *_ = reversed(list(state.legal_actions()))
    state.resign()
    with pytest.raises(hexwar.IllegalAction, match="over"):
        state.apply(done)


def test_what_looks_like_a_listed_action_is_none() -> None:
    """A bare tuple is equal to the action that it spells."""
    state = GAME.start("standard")
    first, *_ = list(state.legal_actions())
    with pytest.raises((TypeError, hexwar.IllegalAction)):
        state.apply(tuple(first))  # type: ignore[arg-type]


def test_a_list_holds_good_again_when_forced_dice_do_not_fit() -> None:
    """What is put back is the position, and what was legal in it is so still."""
    state = GAME.start("standard")
    listed = list(state.legal_actions())
    before = state.to_dict()
    with pytest.raises(ValueError, match="di"):
        state.apply(listed[0], dice=[1] * 50)
    assert state.to_dict() == before
    assert list(state.legal_actions()) == listed
    state.apply(listed[0])
    assert state.to_dict() != before
