"""Choices: every decision can be offered without knowing what kind it is."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.engine.notation import verbs
from tests.rules import tiny


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("name", tiny.NAMES)
def test_all_that_is_legal_is_offered_with_a_line(name: str) -> None:
    """In the same order as it is listed; whoever points at units and hex finds it again."""
    game = tiny.tiny(name)
    state, draw = game.start(seed=5), Random(5)
    for _ in range(60):
        if state.is_over:
            break
        choices = state.choices()
        assert [choice.action for choice in choices] == [*state.legal_actions()]
        assert all(choice.label and choice.why_not is None for choice in choices)
        for choice in draw.sample(choices, min(len(choices), 5)):
            at = choice.hexes[-1] if choice.hexes else ""
            assert choice.action in [found.action for found in state.choices(choice.units, at)]
        state.apply(state.sample_action(draw))
    assert state.is_over is (state.choices() == [])


def test_what_is_not_listed_is_offered_when_it_is_asked_for() -> None:
    """A part of a stack goes where it may; where it may not the choice says why."""
    state = hexwar.load_game("strike_force_one").start("standard", seed=7)
    (choice,) = [c for c in state.choices(("A",), "0606") if c.action.verb == "move"]
    assert choice.why_not == state.explain("move A 0606")
    assert choice.why_not is not None


@pytest.mark.parametrize("picked", [("R1",), ("R1", "R2")])
def test_what_is_listed_is_offered_once_to_whoever_asks_for_it(picked: tuple[str, ...]) -> None:
    """Of the attacks on B1, those that the units picked take part in, and none of them again."""
    setup = {"R1": "0303", "R2": "0503", "B1": "0402"}
    state = tiny.place("meadow", setup, "red_combat")
    offered = [str(choice.action) for choice in state.choices(picked, "0402")]
    listed = [str(action) for action in state.legal_actions() if {*picked} <= {*action.units}]
    assert offered == listed
    assert f"attack 0402 by {' '.join(picked)}" in offered


def test_a_verb_says_what_is_pointed_at_for_it() -> None:
    """Enough for a window or a terminal that was written before the verb."""
    said = {word: verb.points_at for word, verb in verbs().items()}
    assert said["move"] == said["retreat"] == said["place"] == "goal"
    assert said["attack"] == said["overrun"] == "target"
    assert said["lose"] == "unit"
    assert said["declare"] == said["done"] == "nothing"
