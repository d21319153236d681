"""A player with less effort compares less, and in a world it makes no copy of what it sees."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.campaign.assessment import Assessment
from hexwar.players.decider import Effort
from hexwar.players.greedy import GreedyPlayer
from hexwar.players.patrol.outlook import Outlook
from hexwar.players.patrol.player import AttackPlan
from hexwar.players.skirmish.outlook import UnitOutlook
from hexwar.rules.state import State

COMPARED: list[tuple[str, type[Any], str]] = [
    ("strike_force_one", Outlook, "value"),
    ("marenfeld", Assessment, "places"),
    ("force_on_force", UnitOutlook, "_dangers"),
]
"""What the way in which each of these games is played weighs places by."""

DECISIONS = 12


def _compared(
    monkeypatch: pytest.MonkeyPatch, game: str, of: type[Any], method: str, effort: float
) -> int:
    """How many times places were weighed in the first decisions of a game."""
    weighed, whole = 0, getattr(of, method)

    def counting(self: Any, *given: Any) -> Any:
        nonlocal weighed
        cells = given[-1]
        weighed += cells.bit_count() if method == "_dangers" else 1
        weighed += len(cells) - 1 if method == "places" else 0
        return whole(self, *given)

    player, random = GreedyPlayer(effort=effort, in_world=True), Random(1)
    state = hexwar.load_game(game).start(seed=1)
    with monkeypatch.context() as patched:
        patched.setattr(of, method, counting)
        for _ in range(DECISIONS):
            state.apply(player.choose(state, random), events=False)
    return weighed


@pytest.mark.parametrize(("game", "of", "method"), COMPARED)
def test_less_effort_compares_less(
    monkeypatch: pytest.MonkeyPatch, game: str, of: type[Any], method: str
) -> None:
    whole = _compared(monkeypatch, game, of, method, 1.0)
    assert 0 < _compared(monkeypatch, game, of, method, 0.1) < 0.6 * whole


@pytest.mark.parametrize("effort", [1.0, 0.3])
def test_with_less_effort_attacks_are_weighed_once_a_phase(
    monkeypatch: pytest.MonkeyPatch, effort: float
) -> None:
    """With all of it anew after each attack, as each changes what the next is worth."""
    weighed, whole = Counter[tuple[int, int]](), AttackPlan.best

    def counting(self: AttackPlan) -> list[Action]:
        weighed[state.turn, state.phase_index] += 1
        return whole(self)

    monkeypatch.setattr(AttackPlan, "best", counting)
    state, random = hexwar.load_game("strike_force_one").start(seed=1), Random(1)
    players = {side: GreedyPlayer(effort=effort, in_world=True) for side in ("soviet", "us")}
    while not state.is_over:
        state.apply(players[state.side_to_act or ""].choose(state, random), events=False)
    assert len(weighed) > 4
    assert (max(weighed.values()) > 1) == (effort == 1.0)


def test_an_effort_is_a_share() -> None:
    for share in (0.0, -1.0, 1.5):
        with pytest.raises(ValueError, match="an effort is above 0 and at most 1"):
            GreedyPlayer(effort=share)
    assert Effort(0.2).of(18) == 4
    assert Effort(0.01).of(18) == 1


def test_in_a_world_nothing_is_copied_to_see(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: State, side: str) -> State:
        raise AssertionError("a world hides nothing")

    monkeypatch.setattr(State, "seen_by", refused)
    for game in ("strike_force_one", "tamrat", "force_on_force"):
        state, player = hexwar.load_game(game).start(seed=2), GreedyPlayer(in_world=True)
        before = state.clone()
        assert player.choose(state, Random(3)) in state.legal_actions()
        assert state == before


def test_in_a_world_without_secrets_it_plays_as_by_what_it_sees() -> None:
    game = hexwar.load_game("strike_force_one")
    ends = []
    for in_world in (False, True):
        state, random = game.start("standard", seed=5), Random(5)
        players = {side: GreedyPlayer(in_world=in_world) for side in state.frame.side_ids}
        while not state.is_over:
            player = players[str(state.side_to_act)]
            state.apply(player.choose(state, random), events=False)
        ends.append(state)
    assert ends[0] == ends[1]
