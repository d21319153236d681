"""Games as environments for learning: numbers of actions, arrays, and the peers' own tests."""

from __future__ import annotations

from importlib.metadata import version
from random import Random
from typing import Any

import pytest

import hexwar

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from hexwar.learning.actions import FORCES, ActionNumbers
from hexwar.learning.alone import AloneEnv, many
from hexwar.learning.games import GameEnv, env
from hexwar.learning.observations import Observations
from hexwar.players import choice_of, make_player

SMALL = "strike_force_one"


@pytest.mark.skipif(
    version("pettingzoo").startswith("1.24."), reason="whose test asks a mapping for its dtype"
)
@pytest.mark.filterwarnings("ignore")
def test_the_peers_own_tests_pass() -> None:
    """PettingZoo's, and Gymnasium's."""
    api_test(env(SMALL), num_cycles=60, verbose_progress=False)
    seed_test(lambda: env(SMALL), num_cycles=20)
    check_env(AloneEnv(SMALL, "us"), skip_render_check=True)


@pytest.mark.parametrize("name", ["strike_force_one", "scs_sample", "force_on_force"])
def test_a_number_means_one_action(name: str) -> None:
    """Each legal action has the number of its factors; of many forces alike some have none."""
    state, draw = hexwar.load_game(name).start(seed=2), Random(2)
    numbers = ActionNumbers(state)
    for _ in range(25):
        if state.is_over:
            break
        legal = list(state.legal_actions())
        found = numbers.numbered(legal)
        assert set(found.values()) <= set(legal)
        for number, action in found.items():
            factors = numbers.factors(number)
            assert factors.verb == action.verb
            assert factors.unit in ("", *action.units[:1])
            assert factors.hex in ("", *action.hexes[-1:])
        alike = {(a.verb, a.units[:1], a.hexes[-1:]) for a in legal}
        assert len(found) >= min(len(legal), len(alike))
        assert numbers.mask(found).sum() == len(found) <= len(alike) * FORCES
        state.apply(draw.choice(legal), events=False)


def test_numbers_are_the_same_in_every_position() -> None:
    game = hexwar.load_game(SMALL)
    first, later = game.start(seed=1), game.start(seed=9)
    for _ in range(9):
        later.apply(later.sample_action(Random(4)), events=False)
    one, other = ActionNumbers(first), ActionNumbers(later)
    assert one.count == other.count
    move = hexwar.Action.parse("move A 0703")
    assert one.numbered([move]).keys() == other.numbered([move]).keys()


def test_no_number_beyond_the_last() -> None:
    numbers = ActionNumbers(hexwar.load_game(SMALL).start(seed=1))
    with pytest.raises(ValueError, match="numbered from 0"):
        numbers.factors(numbers.count)


def played(seed: int) -> tuple[GameEnv, list[int]]:
    """A game of numbers drawn among the legal ones."""
    game, draw, chosen = env(SMALL), Random(7), list[int]()
    game.reset(seed=seed)
    while not all(game.terminations.values()):
        mask = game.observe(game.agent_selection)["action_mask"]
        chosen.append(draw.choice(np.flatnonzero(mask).tolist()))
        game.step(chosen[-1])
    return game, chosen


def test_a_game_to_its_end() -> None:
    game, chosen = played(3)
    assert game.state.is_over
    assert game.rewards == {
        side: 1.0 if side == game.state.winner else -1.0 for side in ("soviet", "us")
    }
    assert played(3)[1] == chosen


def test_whoever_answers_no_action_has_lost() -> None:
    game = env(SMALL)
    game.reset(seed=1)
    agent, illegal = (
        game.agent_selection,
        int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"] == 0)[0]),
    )
    game.step(illegal)
    assert game.terminations == {"soviet": True, "us": True}
    assert game.rewards[agent] == -1
    alone = AloneEnv(SMALL, "us")
    alone.reset(seed=1)
    _, reward, over, _, info = alone.step(int(np.flatnonzero(~alone.action_masks())[0]))
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    assert not info["action_mask"].any()


def test_what_is_hidden_shows_in_no_array_and_no_mask() -> None:
    """Two games that differ only in what lies below the top counter."""
    velda = hexwar.load_game("scs_sample")
    below = ({"V2": "06.06", "G1": "06.06"}, {"V3": "06.06", "G2": "06.06"})
    found = []
    for hidden in below:
        setup: dict[str, Any] = {"I1": "05.05", "V1": {"hex": "06.06", "top": True}, **hidden}
        state = velda.start("battle", setup=setup, phase="league_movement")
        seen = state.seen_by("league")
        numbered = ActionNumbers(state).numbered(seen.legal_actions())
        found.append((Observations(state).arrays(state, "league"), sorted(numbered)))
    (one, mask), (other, same) = found
    assert mask == same
    for key, array in one.items():
        np.testing.assert_array_equal(array, other[key])


def test_a_side_alone_sees_what_its_side_sees() -> None:
    """Hidden teams are in no array, and what is legal is what is legal as far as the side sees."""
    alone, draw, hid = AloneEnv("force_on_force", "usmc"), Random(3), 0
    seen, _ = alone.reset(seed=3)
    while not alone.state.is_over:
        view = alone.state.view("usmc")
        enemies = [unit for unit in alone.numbers.units if alone.game.units[unit].side != "usmc"]
        on_map = [unit for unit in enemies if alone.state.position(unit)]
        known = [unit for unit in on_map if view.position(unit)]
        assert seen["units"][:, 1:3].all(axis=1).sum() == len(known)
        hid += len(known) < len(on_map)
        legal = alone.state.seen_by("usmc").legal_actions()
        assert set(alone.legal) == set(alone.numbers.numbered(legal))
        assert set(alone.legal) == set(np.flatnonzero(alone.action_masks()))
        seen, *_ = alone.step(draw.choice(alone.legal.tolist()))
    assert hid


def test_what_a_player_chooses_has_a_number() -> None:
    game, player, random = env(SMALL), make_player("greedy"), Random(1)
    game.reset(seed=1)
    for _ in range(12):
        action = choice_of(player, game.state, random)
        number = game.number_of(action)
        assert number is not None
        assert number in game.legal
        assert game.numbers.factors(number).verb == action.verb
        game.step(number)
    assert game.number_of(hexwar.Action("move", ("A",), ("9999",))) is None


def drawn(masks: Any, draws: list[Random]) -> list[int]:
    """A legal number for each game."""
    pairs = zip(masks, draws, strict=True)
    return [draw.choice(np.flatnonzero(mask).tolist()) for mask, draw in pairs]


def test_many_games_in_processes_are_what_they_are_alone() -> None:
    """With masks and seeds: each the same as one by itself, past the ends of games."""
    together = many(2, SMALL, "us", scenario="standard", shaped=True)
    apart = [AloneEnv(SMALL, "us", scenario="standard", shaped=True) for _ in range(2)]
    try:
        draws, alone = [Random(0), Random(1)], [Random(0), Random(1)]
        _, infos = together.reset(seed=7)
        masks = [one.reset(seed=7 + place)[1]["action_mask"] for place, one in enumerate(apart)]
        ended = 0
        for _ in range(60):
            np.testing.assert_array_equal(infos["action_mask"], masks)
            seen, rewards, overs, _, infos = together.step(drawn(infos["action_mask"], draws))
            for place, (one, number) in enumerate(zip(apart, drawn(masks, alone), strict=True)):
                units, reward, over, _, told = one.step(number)
                assert (rewards[place], overs[place]) == (reward, over)
                if over:
                    ended += 1
                    units, told = one.reset()
                masks[place] = told["action_mask"]
                np.testing.assert_array_equal(seen["units"][place], units["units"])
        assert ended >= 2
    finally:
        together.close()


def test_rewards_by_the_way_add_up() -> None:
    alone, draw = AloneEnv(SMALL, "us", shaped=True), Random(5)
    alone.reset(seed=5)
    begun, total, over = alone.state.evaluate("us"), 0.0, False
    while not over:
        number = draw.choice(np.flatnonzero(alone.action_masks()).tolist())
        _, reward, over, _, _ = alone.step(number)
        total += reward
    won = 1.0 if alone.state.winner == "us" else -1.0
    assert total == pytest.approx(won + (1.0 if won > 0 else 0.0) - begun)


def test_a_side_that_does_not_play_is_said() -> None:
    with pytest.raises(ValueError, match="no side blue"):
        AloneEnv(SMALL, "blue")
