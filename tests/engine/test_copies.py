"""Copies, dictionaries, quiet play, seeds and views: many ways to the same position."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.engine import Dice, DiceExhaustedError
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.engine.positions import (
    GAME,
    MOST_DECISIONS,
    SETTINGS,
    Position,
    Setting,
    battles,
    play,
    positions,
)

ANYWHERE = st.one_of(positions(), battles())
SEEDS = st.integers(0, 10_000)


def everything_said(state: State) -> dict[str, object]:
    """What anybody can ask of a state."""
    return {
        "data": state.to_dict(),
        "decision": state.decision,
        "listed": list(state.legal_actions()),
        "reach": {unit: state.reach(unit) for unit in GAME.units},
        "attacks": state.attack_options(),
        "threats": {side: state.threats(side) for side in ("soviet", "us")},
    }


@given(ANYWHERE, SEEDS)
def test_a_clone_is_equal_and_goes_its_own_way(position: Position, seed: int) -> None:
    """Neither the original nor the copy notices what becomes of the other."""
    state = position.state
    twin = state.clone()
    before = everything_said(state)
    assert everything_said(twin) == before
    play(twin, Random(seed), 12)
    assert everything_said(state) == before
    again = state.clone()
    play(state, Random(seed), 12)
    assert everything_said(again) == before
    assert everything_said(state) == everything_said(twin)


@given(ANYWHERE, SEEDS)
def test_copies_of_which_nothing_was_asked_answer_for_themselves(
    position: Position, seed: int
) -> None:
    """What the original is asked first is not what the copy remembers when it has played on."""
    state = position.state.clone()
    state.forget_computed()
    twin = state.clone()
    play(twin, Random(seed), 1)
    everything_said(state)
    assert everything_said(twin) == everything_said(GAME.state_from_dict(twin.to_dict()))


@given(ANYWHERE, SEEDS)
def test_a_state_is_what_its_dictionary_says(position: Position, seed: int) -> None:
    """Through JSON, and in the middle of battles too; the game goes on the same."""
    state = position.state
    read = GAME.state_from_dict(json.loads(json.dumps(state.to_dict())))
    assert everything_said(read) == everything_said(state)
    assert play(read, Random(seed), 15) == play(state, Random(seed), 15)
    assert read.to_dict() == state.to_dict()


@given(ANYWHERE, SEEDS)
def test_a_state_without_its_cache_says_the_same(position: Position, seed: int) -> None:
    """What is remembered is what would be computed: at every step of the play that follows."""
    state, random = position.state, Random(seed)
    for _ in range(12):
        fresh = state.clone()
        fresh.forget_computed()
        assert everything_said(fresh) == everything_said(state)
        if state.is_over:
            break
        play(state, random, 1)


@given(st.sampled_from(SETTINGS), SEEDS)
def test_play_without_events_comes_to_the_same(setting: Setting, seed: int) -> None:
    told, quiet = setting.start(seed), setting.start(seed)
    for line in play(told, Random(seed)):
        assert quiet.apply(line, events=False) == []
        assert quiet.events is None
    assert quiet.to_dict() == told.to_dict()


@given(st.sampled_from(SETTINGS), SEEDS)
def test_every_random_game_ends_and_keeps_the_invariants(setting: Setting, seed: int) -> None:
    state, random = setting.start(seed), Random(seed)
    for _ in range(MOST_DECISIONS):
        assert not broken_invariants(state)
        if state.is_over:
            break
        play(state, random, 1)
    assert state.is_over
    assert state.winner in ("soviet", "us")
    assert state.outcome
    assert not list(state.legal_actions())


@given(st.sampled_from(SETTINGS), SEEDS)
def test_no_unit_is_lost_or_doubled(setting: Setting, seed: int) -> None:
    """A unit is on the map, or eliminated, or has never come: events account for every change."""
    state, random = setting.start(seed), Random(seed)
    on_map = {unit: state.position(unit) for unit in GAME.units}
    while not state.is_over:
        before = len(state.events or [])
        assert before >= 0
        play(state, random, 1)
        for event in state.events or []:
            if event.kind in ("moved", "retreated", "advanced", "sent_back"):
                assert event.path[0] == on_map[event.unit]
                on_map[event.unit] = event.path[-1] or None
            elif event.kind == "entered":
                assert on_map[event.unit] is None
                on_map[event.unit] = event.path[-1]
            elif event.kind == "eliminated":
                assert event.hex == on_map[event.unit]
                on_map[event.unit] = None
        assert on_map == {unit: state.position(unit) for unit in GAME.units}
        dead = set(state.to_dict()["eliminated"])
        assert not dead & {unit for unit, number in on_map.items() if number}


@given(st.sampled_from(SETTINGS), SEEDS)
def test_a_seed_decides_the_game(setting: Setting, seed: int) -> None:
    one, other = setting.start(seed), setting.start(seed)
    lines = play(one, Random(seed))
    for line in lines:
        other.apply(line)
    assert other.to_dict() == one.to_dict()
    assert other.events == one.events


def test_another_seed_throws_other_dice() -> None:
    thrown = set()
    for seed in range(12):
        dice = SETTINGS[0].start(seed).dice
        thrown.add(tuple(dice.roll(counter, 6) for counter in range(12)))
    assert len(thrown) == 12


@given(st.integers(), st.integers(2, 100))
def test_dice_are_fair_enough_and_stay_on_the_die(seed: int, sides: int) -> None:
    dice = GAME.start(seed=seed).dice
    faces = [dice.roll(counter, sides) for counter in range(40 * sides)]
    assert set(faces) <= set(range(1, sides + 1))
    assert len(set(faces)) == sides
    assert faces[7] == dice.roll(7, sides)
    assert Dice.from_dict(dice.to_dict()).roll(7, sides) == faces[7]


@given(battles())
def test_dice_that_run_out_leave_the_state_alone(position: Position) -> None:
    """Scripted dice are for tests; when one forgets a face, nothing has happened."""
    state = position.state
    attack = next((a for a in state.legal_actions() if a.verb == "attack"), None)
    if attack is None:
        return
    state.dice, state.rolled = Dice.scripted([]), 0
    before = everything_said(state)
    with pytest.raises(DiceExhaustedError, match="0 faces"):
        state.apply(attack)
    assert everything_said(state) == before
    state.dice = Dice.scripted([7])
    with pytest.raises(DiceExhaustedError, match="7 on a d6"):
        state.apply(attack)
    state.dice = Dice.scripted([6, 6, 6])
    state.apply(attack)
    assert state.rolled == 1


@given(ANYWHERE)
def test_a_view_shows_the_board_and_hides_the_dice(position: Position) -> None:
    """Every counter is open here: a side lacks only the dice to come and the other's choices."""
    state = position.state
    for side in ("soviet", "us"):
        view = state.view(side)
        assert view.side == side
        assert (view.turn, view.phase) == (state.turn, state.phase)
        for unit in GAME.units:
            assert view.position(unit) == state.position(unit)
        for number in GAME.map.numbers:
            assert view.units_at(number) == state.units_at(number)
        own = state.side_to_act == side
        assert view.decision == (state.decision if own else None)
        assert list(view.legal_actions()) == (list(state.legal_actions()) if own else [])
        data = state.to_dict()
        del data["dice"], data["rolled"]
        assert view.to_dict() == data
        assert state.dice.key.hex() not in json.dumps(view.to_dict())
    with pytest.raises(ValueError, match="no side"):
        state.view("umpire")


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"setup": {"AA": "0503"}}, "no unit AA"),
        ({"setup": {"A": "0208"}}, "no hex 0208"),
        ({"setup": {"A": "0503", "W": "0503"}}, "two sides"),
        ({"setup": {"A": "0503", "B": "0503"}}, "too many"),
        ({"phase": "soviet_combatt"}, "did you mean soviet_combat"),
        ({"turn": 0}, "not a number between 1 and 4"),
        ({"turn": 5}, "not a number between 1 and 4"),
        ({"scenario": "standart"}, "standard"),
        ({"options": ("west_german",)}, "only for advanced"),
        ({"edition": "nato"}, "no edition"),
    ],
)
def test_a_position_that_cannot_be_is_refused(what: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GAME.start(**what)  # type: ignore[arg-type]


def test_a_state_of_another_game_is_refused() -> None:
    data = GAME.start().to_dict()
    data["game"] = "chess"
    with pytest.raises(ValueError, match="a state of chess"):
        GAME.state_from_dict(data)


@pytest.mark.parametrize(
    "copied", [State.clone, lambda state: GAME.state_from_dict(state.to_dict())]
)
def test_a_copy_forgets_with_the_phase_what_was_remembered_before(
    copied: Callable[[State], State],
) -> None:
    """What was written to its memory in the phase was written before it was made."""
    state = GAME.start("standard", seed=1)
    state.apply("move A 0703")
    twin = copied(state)
    twin.apply("done")
    assert "moved" not in twin.to_dict()["memory"]
    assert "moved" in state.to_dict()["memory"]


@pytest.mark.parametrize("setting", SETTINGS[:2])
def test_the_hundredth_game_begins_like_the_first(setting: Setting) -> None:
    """What comes before the first die is done once: nothing of one game shows in another."""
    scenario, options, edition = setting.scenario, setting.options, setting.edition
    fresh, used = (hexwar.load_game("strike_force_one") for _ in range(2))
    first = fresh.start(scenario, options, 7, edition=edition)
    for seed in range(3):
        play(used.start(scenario, options, seed, edition=edition), Random(seed))
    later = used.start(scenario, options, 7, edition=edition)
    assert later.events == first.events
    assert everything_said(later) == everything_said(first)
    assert play(later, Random(1), 30) == play(first, Random(1), 30)
    assert later.to_dict() == first.to_dict()
