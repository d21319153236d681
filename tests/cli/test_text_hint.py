"""A hint in the terminal: what the computer would do, outside lessons."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.advice import Advice
from hexwar.records import Session
from hexwar.rules.state import State
from tests.cli.conversation import talk


def test_a_hint_is_the_plan_its_chance_and_what_it_fears(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is advised comes from what the side to act sees, and nothing is played."""
    asked: list[State] = []

    def advise(state: State, *_: object, **__: object) -> Advice:
        asked.append(state)
        plan = (Action.parse("move A 0703"),)
        return Advice(plan, 0.553, 0.471, ("You take a town.",), ("They shoot.",))

    monkeypatch.setattr("hexwar.cli.text.hints.advise", advise)
    session = Session.new(hexwar.load_game("strike_force_one"), seed=1)
    told = talk(session, "hint", "quit")
    assert "  1. move A 0703\n" in told
    assert "55 % with this plan, 47 % without." in told
    assert told.index("You take a town.") < told.index("They shoot.")
    assert asked == [session.state.seen_by("soviet")]
    assert not session.entries
