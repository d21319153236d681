"""A hint: what its figures count, what it fears, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.advice import (
    A_LOOK,
    LOOKS,
    Outcomes,
    advise,
    estimated,
    in_a_sentence,
    playable,
    steps,
)
from hexwar.players.search.plans import Plan
from hexwar.players.search.player import Thinking
from hexwar.players.search.rollouts import Rollout
from hexwar.rules.state import State
from tests.rules.tiny import place

SETUP = {"A": "0503", "W": "0603", "X": "0704"}
"""A Soviet regiment outside a town that a U.S. platoon holds."""


def us_holds() -> State:
    game = hexwar.load_game("strike_force_one")
    return game.start("standard", setup=SETUP, turn=3, phase="us_combat")


def taken() -> Rollout:
    """A trial in which the town is lost."""
    game = hexwar.load_game("strike_force_one")
    setup = {**SETUP, "A": "0603", "W": "0705"}
    return Rollout(soon=game.start("standard", setup=setup, turn=4, phase="us_movement"))


def struck() -> Rollout:
    """A trial in which it is attacked in vain."""
    return Rollout(soon=us_holds(), replies=[Action("attack", ("A",), ("0603",))])


def threats(*rollouts: Rollout) -> list[str]:
    state = us_holds()
    rest = [Rollout(soon=us_holds())] * (LOOKS - len(rollouts))
    return [*Outcomes(state, state.frame.side_index["us"], [*rollouts, *rest]).threats()]


def test_what_happens_once_in_six_trials_is_not_feared() -> None:
    """Not even the loss of a hex that is held."""
    assert threats(taken()) == threats(struck()) == []


def test_what_happens_in_a_third_of_the_trials_is_feared() -> None:
    assert threats(taken(), struck()) == ["0603"]


def test_a_hex_that_is_attacked_and_lost_in_a_trial_counts_once() -> None:
    both = taken()
    both.replies += struck().replies
    assert threats(both) == []


def outcomes(
    side: str, begun: dict[str, str], *after: dict[str, str], replies: str = ""
) -> Outcomes:
    """What came of a plan from one set-up in trials that ended with others."""
    game = hexwar.load_game("strike_force_one")
    actions = [Action.parse(replies)] if replies else []
    rollouts = [
        Rollout(soon=game.start("standard", setup=setup, turn=4), replies=actions)
        for setup in after
    ]
    state = game.start("standard", setup=begun, turn=3)
    return Outcomes(state, state.frame.side_index[side], rollouts)


BEFORE = {"A": "0602", "B": "0305", "W": "0603", "X": "0405", "Y": "0302"}
RASDORF_FALLS = {**BEFORE, "A": "0603", "W": "0705"}
ALL_FALL = {"A": "0603", "B": "0405", "C": "0302", "W": "0705"}


def test_what_a_plan_brings_is_told_with_how_often_it_does() -> None:
    found = outcomes("soviet", BEFORE, *[RASDORF_FALLS] * 5, BEFORE)
    told = [*found.gains_over(outcomes("soviet", BEFORE, BEFORE))]
    assert told == ["You take Rasdorf (0603) in 5 of 6 trials."]


def test_what_happens_in_every_trial_is_not_called_certain() -> None:
    found = outcomes("soviet", BEFORE, *[ALL_FALL] * 6)
    (told,) = [line for line in found.gains_over(found) if "take" in line]
    assert told == ("You take Burghaun (0302), Hünfeld (0405) and Rasdorf (0603) in all 6 trials.")


def test_what_is_kept_is_said_to_be_lost_otherwise_and_how_often() -> None:
    """One place and several."""
    with_it = outcomes("us", BEFORE, *[BEFORE] * 6)
    told = [*with_it.gains_over(outcomes("us", BEFORE, *[RASDORF_FALLS] * 3))]
    assert told[0] == ("You hold Rasdorf (0603) in all 6 trials, without this plan in none of 3.")
    told = [*with_it.gains_over(outcomes("us", BEFORE, ALL_FALL, ALL_FALL, BEFORE))]
    assert told[0] == (
        "You hold Burghaun (0302), Hünfeld (0405) and Rasdorf (0603) in all 6 trials, "
        "without this plan in 1 of 3 trials each."
    )


def test_what_is_the_enemys_already_is_not_feared() -> None:
    """Only that he strikes at who takes it from him."""
    begun = RASDORF_FALLS
    assert not outcomes("us", begun, *[RASDORF_FALLS] * 6).threats()
    found = outcomes("us", begun, *[RASDORF_FALLS] * 6, replies="attack 0603 by A")
    told = [*found.dangers(found.threats())]
    assert told[0] == "The enemy strikes back at Rasdorf (0603) in all 6 trials."
    found = outcomes("us", BEFORE, *[RASDORF_FALLS] * 6, replies="attack 0603 by A")
    told = [*found.dangers(found.threats())]
    assert told[0] == "The enemy attacks Rasdorf (0603) in all 6 trials."
    found = outcomes("us", BEFORE, *[RASDORF_FALLS] * 4, BEFORE, BEFORE)
    told = [*found.dangers(found.threats())]
    assert told[0] == "The enemy takes Rasdorf (0603) in 4 of 6 trials."


def test_a_plan_goes_as_far_as_it_can_be_done_as_the_side_sees_it() -> None:
    """An attack on a hex in which only a guess had somebody is no step of a hint."""
    state = hexwar.load_game("strike_force_one").start(seed=1)
    plan = [Action.parse(line) for line in ("move A 0703", "move A 0704", "done")]
    assert playable(state, plan) == tuple(plan[:1])
    assert playable(state, plan[::2]) == (plan[0], plan[2])
    assert playable(state, [Action.parse("attack 0903 by A")]) == ()


def test_what_is_taken_without_an_attack_is_not_called_attacked() -> None:
    """It was attacked in two trials, and taken unopposed in two others."""
    state = us_holds()
    rest = [Rollout(soon=us_holds())] * 2
    rollouts = [struck(), struck(), taken(), taken(), *rest]
    found = Outcomes(state, state.frame.side_index["us"], rollouts)
    told = [*found.dangers(found.threats())]
    assert told[0] == "The enemy attacks or takes Rasdorf (0603) in 4 of 6 trials."


def test_what_an_ally_loses_is_no_loss_of_the_enemys() -> None:
    """Red and green are allied against blue."""
    begun = place("entente", {"R1": "0101", "G1": "0202", "B1": "0705"}, "red_movement")
    ends = {"G1": begun.clone(), "B1": begun.clone()}
    for unit, end in ends.items():
        end.eliminate(end.frame.unit_index[unit])
    side = begun.frame.side_index["red"]
    nothing, *lost = (
        Outcomes(begun, side, [Rollout(soon=end)] * LOOKS) for end in (begun, *ends.values())
    )
    told = [[line for line in found.gains_over(nothing) if "loses" in line] for found in lost]
    assert told == [[], ["The enemy loses about one unit more on average."]]


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        ("move A 0603", "A moves to Rasdorf (0603)"),
        ("move A 0503-0602-0603", "A moves to Rasdorf (0603)"),
        ("move A+B 0703", "A and B move to 0703"),
        ("attack 0603 by A B", "A and B attack Rasdorf (0603)"),
        ("done", "End the phase"),
    ],
)
def test_a_plan_names_units_and_places(plan: str, told: str) -> None:
    assert [*steps([Action.parse(plan)], us_holds())] == [told]


def test_a_plan_is_a_sentence_in_which_names_stay_as_they_are() -> None:
    plan = [*map(Action.parse, ("move X 0703", "done", "move W 0602"))]
    told = in_a_sentence(plan, us_holds())
    assert told == "X moves to 0703; end the phase; W moves to 0602."


def test_a_plan_to_do_nothing_is_not_compared_with_doing_nothing() -> None:
    state = us_holds()
    advice = advise(state, Random(1), rollouts=LOOKS)
    assert (advice.actions, advice.now) == ((Action("done"),), None)


def test_where_something_has_to_be_done_it_is_not_compared_with_nothing() -> None:
    """Soviet A is thrown back and has to retreat."""
    game = hexwar.load_game("strike_force_one")
    setup = {"A": "0503", "B": "0504", "W": "0603", "X": "0704"}
    state = game.start("standard", setup=setup, turn=3, phase="soviet_combat", seed=1)
    state.apply("attack 0603 by A")
    assert state.decision is not None
    assert state.decision.kind == "retreat"
    assert advise(state, Random(1), rollouts=LOOKS).now is None


def test_plan_and_doing_nothing_are_played_in_turn_so_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The more may be thought, the less hangs on luck; where time runs out both were played."""
    asked: list[tuple[str, int]] = []
    played = Thinking.played

    def noted(
        thinking: Thinking, plan: Plan, trials: int, is_pressed: Callable[[], bool]
    ) -> list[Rollout]:
        asked.append((plan.actions[0].verb, trials))
        return played(thinking, plan, trials, is_pressed)

    monkeypatch.setattr(Thinking, "played", noted)
    setup = {"A": "0604", "B": "0703", "C": "0704", "W": "0603", "Y": "0302"}
    game = hexwar.load_game("strike_force_one")
    state = game.start("standard", setup=setup, turn=4, phase="soviet_combat", seed=1)
    advise(state, Random(1), rollouts=2 * LOOKS * A_LOOK)
    assert asked == [("attack", 6), ("done", 6), ("attack", 12), ("done", 12)]


def test_a_hint_is_no_surer_than_its_trials_allow() -> None:
    """Six trials that were won are not yet a victory, least of all in a bad position."""
    few, many = (estimated([1.0] * trials, [1.0] * LOOKS, 0.3)[0] for trials in (LOOKS, 60))
    assert few == pytest.approx(0.65)
    assert few < many < 1


def test_doing_nothing_is_told_by_the_trials_in_which_both_were_played() -> None:
    """A plan that was tried more often looks no better for that."""
    assert estimated([0.9] * 40, [0.9] * LOOKS, 0.4) == pytest.approx((0.835, 0.835), abs=0.001)
    promised, now = estimated([0.9] * 40, [0.5] * 3, 0.4)
    assert now == pytest.approx(promised - 0.3)
    promised, now = estimated([0.5] * 40, [0.9] * 3, 0.4)
    assert now == promised, "a hint does not advise against itself by three trials"
