"""Computer players where units look somewhere: they do not show their rear for nothing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hexwar.engine import Action
from hexwar.players import deciding as facings
from hexwar.players import make_player
from hexwar.players.skirmish import player as movement
from hexwar.rules.state import State
from hexwar.rules.turning import best_looks, looks_well
from tests.rules.tiny import tiny


def placed(look: str) -> State:
    """A tank with an enemy two hexes to the north."""
    setup = {"R1": {"hex": "0303", "facing": look}, "B1": {"hex": "0301", "facing": "S"}}
    return tiny("flanks").start(setup=setup, phase="red_movement")


def test_it_is_best_to_look_at_the_nearest_enemy() -> None:
    state = placed("S")
    cell = state.cells[0]
    well = [looks_well(state, 0, cell, look) for look in range(6)]
    assert well[0] == max(well) > 0 > min(well) == well[3]
    assert best_looks(state, 0, cell)[0] in (0, 1, 5)


def test_who_stays_is_turned_to_face_the_enemy() -> None:
    state = placed("SE")
    (turn,) = facings.turns(state.rules, state, 0)
    state.apply(turn)
    assert state.facing("R1") in ("NE", "N")
    assert list(facings.turns(state.rules, state, 0)) == []


def test_a_move_ends_looking_at_the_enemy() -> None:
    state = placed("N")
    goal, move = state.frame.board.cell["0304"], Action.parse("move R1 0304")
    moves = [a for a in facings.looking(state.rules, state, move) if state.explain(a) is None]
    state.apply(moves[0])
    assert looks_well(state, 0, goal, 0) == looks_well(
        state, 0, goal, ("N", "NE", "SE", "S", "SW", "NW").index(state.facing("R1"))
    )


def blind(rules: Any, seen: State, action: Action) -> Iterator[Action]:
    """A move without a word about where the unit looks."""
    yield action


def wins(monkeypatch: pytest.MonkeyPatch, rival: str, games: int) -> tuple[int, int]:
    """Of so many games from both seats, those that the player wins who minds facings, and those
    that he loses to a rival: random, or one as he is that minds none.
    """
    won = lost = 0
    for seed in range(games):
        state, minds = tiny("flanks").start(seed=seed), seed % 2
        players = [make_player("greedy"), make_player("greedy")]
        if rival == "random":
            players[1 - minds] = make_player("random")
        while not state.is_over:
            seat = state.frame.side_ids.index(str(state.side_to_act))
            sees = seat == minds or rival == "random"
            monkeypatch.setattr(movement, "looking", facings.looking if sees else blind)
            monkeypatch.setattr(movement, "turns", facings.turns if sees else lambda *_: iter(()))
            state.apply(players[seat].choose(state, Random(seed * 1000 + state.ply)))
        won += state.winner == state.frame.side_ids[minds]
        lost += state.winner == state.frame.side_ids[1 - minds]
    return won, lost


def test_who_plays_by_the_rules_of_thumb_beats_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    won, lost = wins(monkeypatch, "random", 6)
    assert won >= 4
    assert lost == 0


def test_who_minds_facings_beats_who_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """By far: 17 of 20 games when it was measured."""
    won, lost = wins(monkeypatch, "blind", 10)
    assert won >= 2 * lost + 2
