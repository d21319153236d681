"""Halving: how candidates are compared in a limited number of trials."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.players.search.budget import NOISE, Budget, Halving
from hexwar.players.search.plans import Plan
from hexwar.players.search.player import LEAST_NOISE, SearchPlayer, Thinking


def drawn(chances: list[float], budget: int, seed: int = 1) -> Halving[int]:
    """A bandit of known chances, after it has been played."""
    luck = [Random(f"{seed} {trial}").random() for trial in range(budget)]
    halving = Halving(
        list(range(len(chances))),
        lambda arm, trial: float(luck[trial] < chances[arm]),
        Budget(budget, None),
    )
    halving.best()
    return halving


def test_halving_finds_the_best_of_a_known_bandit() -> None:
    found = [drawn([0.3, 0.2, 0.4, 0.8, 0.3, 0.1], 120, seed).best() for seed in range(20)]
    assert found.count(3) >= 18


def test_halving_spends_more_on_the_better_half() -> None:
    tried = drawn([0.3, 0.2, 0.4, 0.8, 0.3, 0.1], 120).values
    assert sum(map(len, tried)) <= 120
    assert len(tried[3]) > 2 * len(tried[5])


def test_the_first_is_kept_when_the_others_are_no_better() -> None:
    equals = [drawn([0.5] * 6, 60, seed).best() for seed in range(20)]
    assert equals == [0] * 20


def test_who_is_hurried_takes_the_first() -> None:
    halving = Halving([0, 1], lambda arm, trial: float(arm), Budget(50, None, lambda: True))
    assert halving.best() == 0
    assert halving.values == [[], []]


def test_a_budget_is_never_overdrawn() -> None:
    budget = Budget(5, None)
    assert [budget.spend() for _ in range(7)] == [True] * 5 + [False] * 2
    assert Budget(None, 0.0).left() == 0
    kept = Budget(5, None)
    kept.keep(2)
    assert [kept.spend() for _ in range(4)] == [True] * 3 + [False]
    kept.keep(0)
    assert kept.left() == 2
    with pytest.raises(ValueError, match="rollouts"):
        SearchPlayer()


@pytest.mark.parametrize(("later", "followed"), [(-0.1, 0), (0.4, 1)])
def test_who_was_better_by_luck_is_tried_again(later: float, followed: int) -> None:
    """Better in the first two trials; then as told."""
    halving = Halving(
        [0, 1],
        lambda arm, trial: arm * (0.4 if trial < 2 else later),
        Budget(16, None),
        noise=LEAST_NOISE,
    )
    halving.values = [[0.0, 0.0], [0.4, 0.4]]
    assert halving.confirmed(1, 6) == followed
    assert [*map(len, halving.values)] == [6, 6]


def test_few_trials_prove_a_candidate_better_where_little_noise_is_expected() -> None:
    def best(noise: float) -> int:
        return Halving([0, 1], lambda arm, _: 0.05 * arm, Budget(6, None), noise=noise).best()

    assert (best(NOISE), best(LEAST_NOISE)) == (0, 1)


@pytest.mark.parametrize(
    ("game", "noise"),
    [("orva_front", LEAST_NOISE), ("strike_force_one", NOISE), ("tamrat", NOISE)],
)
def test_less_noise_is_expected_where_plans_are_judged_early_and_nobody_hides(
    game: str, noise: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = list[float]()

    class Noting(Halving[Plan]):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            expected.append(given[-1])

    monkeypatch.setattr("hexwar.players.search.player.Halving", Noting)
    state = hexwar.load_game(game).start(seed=1)
    random = Random(1)
    while game == "strike_force_one" and state.turn < 3:
        state.apply(state.sample_action(random))
    side = state.agenda[-1].side(state)
    Thinking(state, side, Random(1), Budget(2, None)).best()
    assert expected == [noise]
