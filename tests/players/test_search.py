"""The player that searches: its plans, how it compares them, and what it never does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import chain, repeat
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.players.advice import LOOKS, advise
from hexwar.players.greedy import GreedyPlayer, Unwanted, guessed, nothing
from hexwar.players.player import Player
from hexwar.players.search.budget import Budget, OutOfTime
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.forming import Deployments
from hexwar.players.search.plans import (
    Plan,
    PlanUnderWay,
    laid_out,
    moment,
    position,
    situation,
    without_detours,
)
from hexwar.players.search.player import SearchPlayer, Thinking, planning, rolling
from hexwar.players.search.rollouts import OPINIONS, Rollouts
from hexwar.players.search.sense import gains_of, sensible
from hexwar.rules.plots.section import WRITING
from hexwar.rules.state import State

US, SOVIET = 1, 0


def us_to_move() -> State:
    """The first movement of the U.S. side."""
    game = hexwar.load_game("strike_force_one")
    setup = {"A": "0503", "B": "0603", "X": "0602", "Y": "0402"}
    return game.start("standard", setup=setup, phase="us_movement", turn=2, seed=1)


# -- plans --------------------------------------------------------------------------------------


def test_all_candidates_can_be_played() -> None:
    state = us_to_move()
    made = Candidates(state, US, Random(1), planning)
    plans = made.of_phase(made.own(), 12)
    assert 9 < len(plans) <= 12
    assert len({plan.actions for plan in plans}) > 6
    assert plans[0].idea == "policy"
    for plan in plans:
        assert laid_out(state.clone(), US, plan.actions) == plan.actions


@pytest.mark.parametrize(
    ("plan", "kept"),
    [
        (("move Y 0401", "move Y 0302", "done"), ("move Y 0302", "done")),
        (
            ("move Y 0401", "move Y 0302", "move X 0601", "done"),
            ("move Y 0302", "move X 0601", "done"),
        ),
        (("move Y 0401", "move X 0601", "move Y 0302", "done"), None),
        (("move Y 0401", "move Y 0302"), None),
        (("move Y 0401", "done"), None),
    ],
)
def test_no_unit_is_moved_twice_where_once_will_do(
    plan: tuple[str, ...], kept: tuple[str, ...] | None
) -> None:
    """What it has left to move with counts as long as the phase lasts."""
    state = us_to_move()
    given = tuple(map(Action.parse, plan))
    expected = tuple(map(Action.parse, kept or plan))
    assert without_detours(state, US, given) == expected


def test_moves_that_are_drawn_are_no_detours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The policy moves Y on from where it was drawn to."""
    state = us_to_move()
    detour = Action.parse("move Y 0401")
    monkeypatch.setattr(Candidates, "_drawn", lambda candidates: (detour,))
    made = Candidates(state, US, Random(1), planning)
    on = made._followed((detour,))
    assert [action.units for action in on].count(("Y",)) == 2
    drawn = [plan for plan in made.of_phase(made.own(), 12) if plan.idea == "drawn"]
    assert drawn
    assert all(detour not in plan.actions for plan in drawn)


def test_a_plan_is_kept_while_the_position_is_the_one_it_foresaw() -> None:
    state = us_to_move()
    plan = Candidates(state, US, Random(1), planning).own()
    assert len(plan.actions) > 1
    course = PlanUnderWay(plan, state, US)
    for action in plan.actions:
        assert course.next(state) == action
        state.apply(action)
    assert course.next(state) is None


def test_a_plan_is_dropped_when_the_position_is_another() -> None:
    state = us_to_move()
    course = PlanUnderWay(Candidates(state, US, Random(1), planning).own(), state, US)
    state.apply("done")
    assert course.next(state) is None


def test_forms_gather_against_the_enemy_and_keep_what_counts() -> None:
    forms = Deployments(us_to_move(), US, Random(1)).all()
    assert {form.idea for form in forms} >= {"gather", "grab"}
    assert all(form.targets for form in forms if form.idea == "gather")


# -- rollouts -----------------------------------------------------------------------------------


def test_a_trial_brings_equal_luck_to_all_plans() -> None:
    state = us_to_move()
    rollouts = Rollouts(state, US, Random(1), rolling(state))
    plan = Plan(())
    assert rollouts.played(plan, 0).chance == rollouts.played(plan, 0).chance
    assert len({rollouts.value(rollouts.played(plan, trial)) for trial in range(6)}) > 1


def test_a_game_that_is_too_far_is_judged_when_the_enemys_turn_is_over() -> None:
    state = us_to_move()
    near = Rollouts(state, US, Random(1), rolling(state), far=1).played(Plan(()), 0)
    assert (near.chance, near.soon and near.soon.is_over) == (near.chance_soon, False)
    assert Rollouts(state, US, Random(1), rolling(state)).played(Plan(()), 0).chance in (0, 1)


def test_where_units_act_one_at_a_time_plans_are_judged_soon() -> None:
    state = hexwar.load_game("force_on_force").start(seed=1)
    thinking = Thinking(state.seen_by("usmc"), 0, Random(1), Budget(1, None))
    (played,) = thinking.played(Plan(()), 1, lambda: False)
    assert played.soon is not None
    assert played.soon.turn <= 2
    assert (played.chance, played.soon.is_over) == (played.chance_soon, False)


def test_a_rollout_tells_what_the_enemy_did_until_his_turn_was_over() -> None:
    state = us_to_move()
    rollout = Rollouts(state, US, Random(1), rolling(state)).played(Plan((Action("done"),)), 0)
    assert rollout.soon is not None
    assert rollout.replies
    assert 0 <= rollout.chance_soon <= 1


def test_what_the_policy_does_in_a_position_is_thought_out_once() -> None:
    state = us_to_move()
    asked: list[str] = []

    class Asked(GreedyPlayer):
        def choose(self, state: State, random: Random) -> Action:
            asked.append(f"{state.turn} {state.agenda[-1].kind}")
            return super().choose(state, random)

    rollouts = Rollouts(state, US, Random(1), lambda: Asked(effort=0.3, in_world=True))
    for trial in (0, OPINIONS):
        asked.append("begin")
        rollouts.played(Plan(()), trial)
    again = asked[asked.index("begin", 1) + 1 :]
    assert asked[1] == "2 movement" != again[0], "the moves of the first trial are known"


def test_plans_that_come_to_the_same_are_played_on_once() -> None:
    """And with the same dice, so that they are worth the same."""
    state = us_to_move()
    moves = tuple(map(Action.parse, ("move X 0501", "move Y 0302", "done")))
    asked: list[int] = []

    class Asked(GreedyPlayer):
        def choose(self, state: State, random: Random) -> Action:
            asked.append(state.turn)
            return super().choose(state, random)

    rollouts = Rollouts(state, US, Random(1), lambda: Asked(effort=0.3, in_world=True))
    rollouts.played(Plan(()), 0)  # shows how far it is to the end
    one = rollouts.played(Plan(moves), 1)
    asked.clear()
    other = rollouts.played(Plan((moves[1], moves[0], moves[2])), 1)
    assert (other.chance_soon, other.chance) == (one.chance_soon, one.chance)
    assert not asked


def test_every_phase_of_a_trial_has_luck_of_its_own() -> None:
    """However many dice were thrown before it."""
    state = us_to_move()
    lucks: list[dict[tuple[int, int, int], str]] = []

    class Noting(GreedyPlayer):
        def choose(self, state: State, random: Random) -> Action:
            lucks[-1].setdefault(moment(state), str(state.to_dict()["dice"]))
            return super().choose(state, random)

    rollouts = Rollouts(state, US, Random(1), lambda: Noting(effort=0.3, in_world=True))
    for plan in (Plan(()), Plan((Action("done"),)), Plan((Action.parse("move X 0501"),))):
        lucks.append({})
        rollouts.played(plan, 0)
    shared = set(lucks[0]) & set(lucks[1])
    assert len(shared) > 3
    assert all(lucks[0][phase] == lucks[1][phase] for phase in shared)


def test_a_rollout_ends_as_soon_as_it_is_time_to_move() -> None:
    state = us_to_move()
    rollouts, asked = Rollouts(state, US, Random(1), rolling(state)), counted(3)
    with pytest.raises(OutOfTime):
        rollouts.played(Plan(()), 0, asked)


def test_what_is_remembered_of_positions_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexwar.players.search.rollouts.MOST_KNOWN", 3)
    state = us_to_move()
    rollouts = Rollouts(state, US, Random(1), rolling(state))
    for trial in range(6):
        rollouts.played(Plan(()), trial)
    assert len(rollouts._known) <= 3


def test_a_position_is_told_from_another_by_what_an_earlier_phase_left_behind() -> None:
    state = us_to_move()
    twin = state.clone()
    slot = next(slot for slot in twin.memory if slot.lasts == "game" and slot.empty._fields)
    twin.memory[slot] = slot.empty._replace(**{slot.empty._fields[0]: 1})
    assert position(twin) != position(state)


def test_a_position_is_told_from_another_by_what_was_done_in_the_phase() -> None:
    state = us_to_move()
    twin = state.clone()
    moved = next(action for action in twin.legal_actions() if action.verb == "move")
    unit = twin.frame.unit_index[moved.units[0]]
    twin.apply(moved)
    assert position(state.clone()) == position(state)
    twin.place(unit, state.cells[unit])
    assert situation(twin) == situation(state)
    assert position(twin) != position(state)


def test_who_has_little_time_still_compares_plans() -> None:
    """The first rollout shows what one costs; a budget in seconds does not fall short for it."""
    state = us_to_move()
    thinking = Thinking(state, US, Random(1), Budget(None, 60.0, counted(500)))
    thinking.best()
    assert len(thinking.halving.candidates) > 2


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the plans that are thought out and the rollouts that are played."""
    calls: Counter[str] = Counter()

    def counts(kind: type, method: str, what: str) -> None:
        original = getattr(kind, method)

        def counting(*given: Any, **named: Any) -> Any:
            calls[what] += 1
            return original(*given, **named)

        monkeypatch.setattr(kind, method, counting)

    for method in ("_followed", "_drawn", "_formed"):
        counts(Candidates, method, "plans")
    counts(Rollouts, "played", "rollouts")
    return calls


def test_who_is_hurried_from_the_start_follows_the_first_plan(made: Counter[str]) -> None:
    player = SearchPlayer(rollouts=100, hurried=lambda: True)
    player.choose(us_to_move(), Random(1))
    assert made == {"plans": 1}


def test_who_is_hurried_while_plans_are_made_makes_no_more(made: Counter[str]) -> None:
    player = SearchPlayer(rollouts=100, hurried=counted(3))
    player.choose(us_to_move(), Random(1))
    assert made["rollouts"] == 1
    assert made["plans"] <= 4


def test_who_has_no_time_left_makes_no_more_plans(
    made: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first rollout has taken all the time that there was, and is not played to its end."""
    clock = iter(range(1000))
    monkeypatch.setattr("hexwar.players.search.budget.monotonic", lambda: next(clock))
    SearchPlayer(rollouts=100, seconds=20.0).choose(us_to_move(), Random(1))
    assert made == {"plans": 1, "rollouts": 1}


def test_who_has_a_clock_asks_the_policy_for_one_answer_to_a_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it would do after that counts for nothing, and takes its time from the rollouts."""
    state, asked = hexwar.load_game("scs_sample").start(seed=1), list[str]()
    original = GreedyPlayer.choose

    def choosing(self: GreedyPlayer, state: State, random: Random) -> Action:
        asked.append(state.agenda[-1].kind)
        return original(self, state, random)

    monkeypatch.setattr(GreedyPlayer, "choose", choosing)
    SearchPlayer(rollouts=100, seconds=0.0).choose(state, Random(1))
    assert asked == ["setup"]
    SearchPlayer(rollouts=100, hurried=lambda: True).choose(state, Random(1))
    assert asked.count("setup") > 2, "whoever has none draws as he always did"


def test_what_others_write_is_not_thought_out_if_the_first_plan_took_half_of_the_time(
    made: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would cost as much again, before a single plan is compared."""
    state = hexwar.load_game("skerry_sound").start("lesson", seed=1)
    assert state.agenda[-1].kind == WRITING
    for took, rollouts in ((7.0, 0), (5.0, 1)):
        made.clear()
        clock = chain([0.0, took, took], repeat(20.0))
        monkeypatch.setattr("hexwar.players.search.budget.monotonic", partial(next, clock))
        SearchPlayer(rollouts=100, seconds=20.0).choose(state, Random(1))
        assert made == Counter(plans=1, rollouts=rollouts)


def test_a_hint_that_is_wanted_at_once_plays_each_outlook_once(made: Counter[str]) -> None:
    advise(us_to_move(), Random(1), rollouts=100, hurried=lambda: True)
    assert made == {"plans": 1, "rollouts": 2}


def test_a_hint_ends_with_its_seconds(made: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first rollout took them all: what doing nothing comes to is played once."""
    clock = iter(range(1000))
    monkeypatch.setattr("hexwar.players.search.budget.monotonic", lambda: next(clock))
    advise(us_to_move(), Random(1), seconds=1.0)
    assert made == {"plans": 1, "rollouts": 2}


def test_a_hint_plays_no_trial_of_its_plan_twice(made: Counter[str]) -> None:
    """What was played to compare it is what the hint tells of it."""
    advise(us_to_move(), Random(1), rollouts=2 * LOOKS)
    # As many again at most are made of the plan that is followed and of the first, to confirm it.
    assert made["rollouts"] <= 4 * LOOKS


def counted(most: int) -> Callable[[], bool]:
    """Somebody who is hurried after being asked so many times."""
    asked = iter(range(most))
    return lambda: next(asked, None) is None


def test_all_decisions_of_a_phase_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked = iter(range(1_000_000)), Counter[tuple[int, int, int]]()
    state, draw = us_to_move(), Random(2)

    def ticking() -> int:
        asked[moment(state)] += 1
        return next(clock)

    monkeypatch.setattr("hexwar.players.search.budget.monotonic", ticking)
    players: list[Player] = [SearchPlayer(seconds=400.0), GreedyPlayer()]
    decided = Counter[tuple[int, int, int]]()
    while not state.is_over:
        player = players[state.side_to_act != "us"]
        decided[moment(state)] += player is players[0]
        state.apply(player.choose(state.seen_by(state.side_to_act or ""), draw))
    assert max(asked.values()) > 200
    assert all(asked[phase] <= 400 + 20 * decided[phase] for phase in asked)


# -- sense --------------------------------------------------------------------------------------


def test_an_attack_that_is_likelier_to_harm_is_left_out_at_first() -> None:
    setup = {"A": "0503", "C": "0802", "X": "0502", "Y": "0602"}
    game = hexwar.load_game("strike_force_one")
    state = game.start("standard", setup=setup, phase="soviet_combat", turn=2, seed=1)
    left, right, done = map(Action.parse, ("attack 0502 by A", "attack 0602 by A", "done"))
    assert sensible(state, SOVIET, (left,)) == (done,)
    assert sensible(state, SOVIET, (right,)) == (right,)
    made = Candidates(state, SOVIET, Random(1), planning)
    asked = Plan((left,), "policy")
    assert made.of_phase(made.sensible(asked), 2) == [Plan((done,)), asked], "it may prove better"


def test_that_the_phase_goes_by_is_no_harm_that_the_last_attack_does() -> None:
    """A lone company attacks another; nothing happens on half of the faces."""
    setup = {"A": "0503", "X": "0502"}
    game = hexwar.load_game("strike_force_one")
    state = game.start("standard", setup=setup, phase="soviet_combat", turn=2, seed=1)
    attack = Action.parse("attack 0502 by A")
    nothing = next(gain for _, gain in gains_of(state, SOVIET, attack))
    passed = state.clone()
    passed.apply("done")
    assert passed.evaluate("soviet") < state.evaluate("soviet") - 0.01
    assert abs(nothing) < 0.005


def test_with_little_care_things_are_minded_otherwise_than_usual() -> None:
    state, asked = hexwar.load_game("strike_force_one").start("standard", seed=1), []

    def policy(varied: Random | None, effort: float, unwanted: Unwanted = nothing, /) -> Player:
        asked.append((varied is not None, effort))
        return planning(varied, effort, unwanted)

    side = state.frame.side_index[state.side_to_act or ""]
    for care in (0.1, 0.9, 1.0):
        Candidates(state, side, Random(1), policy, care).own()
    assert asked == [(True, 0.1), (False, 0.9), (False, 1.0)]


def test_with_little_care_the_rest_of_a_phase_is_passed_now_and_then() -> None:
    """Half of the plan and the end of the phase; the whole plan is compared with it."""
    state, done = us_to_move(), Action("done")
    moves = Action.parse("move X 0302"), Action.parse("move Y 0602")
    plan, cut = Plan((*moves, done)), Plan((moves[0], done))
    found = {
        care: {Candidates(state, US, Random(n), planning, care).sensible(plan) for n in range(12)}
        for care in (0.1, 1.0)
    }
    assert found == {0.1: {plan, cut}, 1.0: {plan}}
    made = next(
        made
        for made in (Candidates(state, US, Random(n), planning, 0.1) for n in range(12))
        if made.sensible(plan) == cut
    )
    assert made.of_phase(cut, 2) == [cut, plan], "it may see what it would let pass"


def test_a_phase_that_may_not_be_ended_is_not_passed() -> None:
    """A card has to be played."""
    state = hexwar.load_game("three_mills").start("night_march", seed=3)
    side = state.frame.side_index[state.side_to_act or ""]
    card = next(action for action in state.legal_actions() if action.verb == "play")
    plan = Plan((card,))
    for number in range(12):
        assert Candidates(state, side, Random(number), planning, 0.1).sensible(plan) == plan


def test_dice_that_fall_after_an_answer_are_all_counted() -> None:
    """What is thought of an attack before which somebody answers does not hang on one throw."""
    state, random = hexwar.load_game("three_mills").start("night_march", seed=3000), Random(1)
    judged, players = 0, [GreedyPlayer(), GreedyPlayer()]
    while judged < 2:
        side = state.frame.side_index[state.side_to_act or ""]
        action = players[side].choose(state, random)
        if action.verb == "attack":
            thoughts = [guessed(state, side).clone(seed=seed) for seed in range(4)]
            found = [gains_of(thought, side, action) for thought in thoughts]
            assert all(one == found[0] for one in found), action
            assert not found[0] or sum(chance for chance, _ in found[0]) == pytest.approx(1)
            judged += len(found[0]) > 1
        state.apply(action, events=False)


# -- choices ------------------------------------------------------------------------------------


def test_equal_seeds_bring_equal_plans() -> None:
    state = us_to_move()
    found = [SearchPlayer(rollouts=10).choose(state.clone(), Random(3)) for _ in range(2)]
    assert found[0] == found[1]
    assert state.explain(found[0]) is None


@pytest.mark.parametrize(("name", "side"), [("scs_sample", "league"), ("tamrat", "column")])
def test_what_is_hidden_changes_no_choice(name: str, side: str) -> None:
    """The state that the side sees is the same whether it is made of the game or of a guess."""
    state, draw = hexwar.load_game(name).start(seed=5), Random(5)
    while state.side_to_act != side or state.turn < 2:
        state.apply(state.sample_action(draw), events=False)
    twin = next(state.worlds(side, Random(9)))
    chosen = [
        SearchPlayer(rollouts=4).choose(one.seen_by(side), Random(3)) for one in (state, twin)
    ]
    assert chosen[0] == chosen[1]


def test_what_was_done_elsewhere_is_not_done_where_it_is_forbidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As if all positions were one."""
    monkeypatch.setattr("hexwar.players.search.rollouts.position", lambda state: ())
    state = us_to_move()
    rollouts = Rollouts(state, US, Random(1), rolling(state))
    for trial in range(3):
        assert 0 <= rollouts.value(rollouts.played(Plan((Action("done"),)), trial)) <= 1
