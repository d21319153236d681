"""Undo and redo: exact, and never behind a die."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.rules.history import History
from tests.conformance.scs.field import CENTRE, RING, position
from tests.engine.positions import GAME, SETTINGS, Setting, eager_action, play
from tests.engine.test_copies import everything_said

WEST = RING[4]
SEEDS = st.integers(0, 10_000)


def since_the_last_die(history: History) -> int:
    """How many of the last actions rolled nothing."""
    count = 0
    for entry in reversed(history.entries):
        if any(event.kind == "battle" for event in entry.events):
            break
        count += 1
    return count


@given(st.sampled_from(SETTINGS), SEEDS, st.integers(1, 60))
def test_undo_goes_back_exactly_as_far_as_the_last_die(
    setting: Setting, seed: int, decisions: int
) -> None:
    """And what it brings back is what was there: position, digest, choices, log."""
    history, random = History(setting.start(seed)), Random(seed)
    was: list[dict[str, Any]] = []
    said: list[tuple[str, ...]] = []
    while not history.state.is_over and len(was) < decisions:
        was.append(everything_said(history.state))
        said.append(tuple(str(entry.action) for entry in history.entries))
        history.apply(eager_action(history.state, random))
    ending = everything_said(history.state)
    possible = since_the_last_die(history)
    for _ in range(possible):
        assert history.undo_lock is None
        taken_back = history.entries[-1].action
        assert history.undo() == taken_back
        assert everything_said(history.state) == was.pop()
        assert tuple(str(entry.action) for entry in history.entries) == said.pop()
        assert history.can_redo
    assert not history.can_undo
    assert history.undo() is None
    assert history.undo_lock == ("locked: a die was rolled" if was else "nothing to undo yet")
    for _ in range(possible):
        assert history.redo()
    assert history.redo() is None
    assert everything_said(history.state) == ending


@given(st.sampled_from(SETTINGS), SEEDS)
def test_undo_and_redo_at_random_stay_with_a_game_played_straight(
    setting: Setting, seed: int
) -> None:
    """After any to and fro, the log played from the start leads to the same position."""
    history, random = History(setting.start(seed)), Random(seed)
    for _ in range(60):
        chance = random.random()
        if chance < 0.3 and history.can_undo:
            history.undo()
        elif chance < 0.45 and history.can_redo:
            history.redo()
        elif not history.state.is_over:
            history.apply(eager_action(history.state, random))
            assert not history.can_redo
    straight = setting.start(seed)
    for entry in history.entries:
        assert straight.side_to_act == entry.side
        assert tuple(straight.apply(entry.action)) == entry.events
    assert straight.to_dict() == history.state.to_dict()
    assert (straight.events or []) == (history.state.events or []) or not history.entries


def test_a_refused_action_leaves_the_history_alone() -> None:
    history = History(GAME.start("standard", seed=7))
    history.apply("move A 0801")
    history.undo()
    before = history.state.to_dict()
    for line in ("move A 0101", "march", "attack 0603 by A"):
        with pytest.raises(hexwar.IllegalAction):
            history.apply(line)
    assert history.state.to_dict() == before
    assert not history.entries
    assert history.can_redo


def test_a_new_action_forgets_what_was_undone() -> None:
    history = History(GAME.start("standard", seed=7))
    history.apply("move A 0801")
    history.undo()
    history.apply("move B 0703")
    assert not history.can_redo
    assert history.redo() is None


def test_a_resignation_can_be_taken_back() -> None:
    history = History(GAME.start("standard", seed=7))
    before = history.state.to_dict()
    history.apply("resign")
    assert (history.state.is_over, history.state.winner) == (True, "us")
    assert str(history.undo()) == "resign"
    assert history.state.to_dict() == before


@given(st.sampled_from(SETTINGS), SEEDS, st.integers(0, 40))
def test_resigning_is_always_legal_and_never_listed(
    setting: Setting, seed: int, decisions: int
) -> None:
    state = setting.start(seed)
    play(state, Random(seed), decisions)
    assert hexwar.Action("resign") not in list(state.legal_actions())
    if state.is_over:
        violation = state.explain("resign")
        assert violation is not None
        assert violation.reason == "game.over"
        return
    assert "resign" in state.legal_actions()
    other = {"soviet": "us", "us": "soviet"}[state.side_to_act or ""]
    (over,) = state.apply("resign")
    assert (over.kind, over.winner, state.winner) == ("game_over", other, other)


def test_an_attack_without_a_roll_is_not_taken_back() -> None:
    """4 to 12 is below the table of the series: the result needs no die, and stands."""
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, "BT1": CENTRE}
    history = History(position(setup, "red_combat"))
    history.apply(f"attack {CENTRE} by RI1")
    assert history.state.rolled == 0
    assert (history.can_undo, history.undo()) == (False, None)
    assert history.undo_lock == "locked: an attack was declared"
