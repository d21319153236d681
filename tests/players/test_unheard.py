"""Decisions that no player has heard of: they are tried out, and what wins or scores is taken."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.players import GreedyPlayer
from hexwar.players.deciding import MOST_TRIED, THROWS
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER
from tests.unheard import Storm, brought, curse, storm


def begun(name: str) -> State:
    """A tiny game at its first decision; loaded anew, with the sections that there are now."""
    return hexwar.load_game(FOLDER / name).start(seed=3)


def chosen(state: State) -> str:
    """What the greedy player chooses."""
    return str(GreedyPlayer().choose(state, Random(2)))


def test_the_choice_that_wins_is_taken() -> None:
    """One unit a side: whose unit is struck has lost."""
    with brought(storm()):
        state = begun("duel")
        assert chosen(state) == "strike B1"
        state.agenda[-1] = Storm(1)
        assert chosen(state) == "strike R1"


def test_without_a_victory_in_sight_the_choice_that_scores_is_taken() -> None:
    """With many units of unlike strength: a step of an enemy is a point."""
    with brought(storm()):
        assert chosen(begun("holdings")).startswith("strike B")


def test_a_section_knows_better_what_its_choices_are_worth() -> None:
    """Its estimate decides, and nothing is tried."""

    def loves_r1(state: State, side: int, action: hexwar.Action) -> float:
        return float(action.units == ("R1",))

    with brought(storm(WORTH={"storm": loves_r1})):
        assert chosen(begun("duel")) == "strike R1"


def test_of_equals_nothing_is_done() -> None:
    """Where no choice promises anything, it is declined."""
    with brought(storm(WORTH={"storm": lambda state, side, action: 0.5})):
        assert chosen(begun("duel")) == "pass"


@pytest.mark.parametrize("name", ["meadow", "holdings"])
def test_what_is_added_to_a_phase_that_players_know_is_tried_too(name: str) -> None:
    """They curse the enemy's units as long as that promises anything, never their own."""
    with brought(curse()):
        state = begun(name)
        assert chosen(state).startswith("curse B")
        without = state.clone()
        for unit in ("B1", "B2", "B3"):
            without.place(without.frame.unit_index[unit], 0)
        assert not chosen(without).startswith("curse")


def test_of_many_choices_some_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A decision costs no more than so many copies, and is repeated with equal chance."""
    tried: list[str] = []
    dice: set[str] = set()
    perform = Storm.perform
    monkeypatch.setattr(Storm, "actions", lambda self, state: _many(state))

    def counted(self: Storm, state: State, action: hexwar.Action) -> None:
        tried.append(action.name)
        dice.add(str(state.dice.to_dict()))
        perform(self, state, action)

    monkeypatch.setattr(Storm, "perform", counted)
    with brought(storm()):
        state = begun("duel")
        first = chosen(state)
        assert len({*tried}) == MOST_TRIED + 1
        assert len(tried) == MOST_TRIED * THROWS + 1, "declining throws no die"
        assert len(dice) == THROWS, "the same dice for all"
        assert chosen(state) == first


def _many(state: State) -> list[hexwar.Action]:
    omens = [hexwar.Action("omen", name=f"Raven{number}") for number in range(500)]
    return [*omens, hexwar.Action("pass")]


def test_the_dice_to_come_are_not_foreseen() -> None:
    """Choices that throw dice are tried with others: here the game's own are used up."""
    with brought(storm()):
        game = hexwar.load_game(FOLDER / "duel")
        assert chosen(game.start(dice=[])) == "strike B1"


def test_whole_games_are_played_with_them() -> None:
    """Nothing illegal is chosen, and the games end."""
    with brought(storm(), curse()):
        for name in ("meadow", "holdings", "stacks"):
            state, random = begun(name), Random(1)
            players = {side: GreedyPlayer() for side in state.frame.side_ids}
            while not state.is_over:
                state.apply(players[state.side_to_act or ""].choose(state, random))
            assert state.is_over


# -- what follows is judged by the game's own measures --------------------------------------------
