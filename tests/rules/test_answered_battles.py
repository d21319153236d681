"""What may still be committed against a battle is told before it, and why its column fell after."""

from __future__ import annotations

import hexwar
from hexwar.engine import Event
from hexwar.rules.combat.commitments import announced
from hexwar.rules.state import State


def orva_in_combat() -> State:
    state = hexwar.load_game("orva_front").start(seed=5)
    while state.phase != "union_combat":
        state.apply("done")
    return state


ATTACK = "attack 0605 by N3 A1 A2"


def battle_of(events: list[Event]) -> Event:
    return next(event for event in events if event.kind == "battle")


def test_a_forecast_names_what_the_other_side_may_still_spend() -> None:
    state = orva_in_combat()
    foreseen = state.preview(ATTACK)
    answer = state.may_be_answered(foreseen)
    assert answer is not None
    assert (answer.side, answer.what) == ("halvar", "Halvar air cover")
    assert answer.then.column == foreseen.column - 1


def test_it_comes_true() -> None:
    """The battle that is foreseen with the answer is the one that is fought with it."""
    state = orva_in_combat()
    answer = state.may_be_answered(state.preview(ATTACK))
    assert answer is not None
    state.apply(ATTACK)
    state.apply("pass")
    battle = battle_of(state.apply("spend halvar_cover"))
    assert battle.column == answer.then.headings[answer.then.column]


def test_nothing_more_can_come_once_the_other_side_decides() -> None:
    state = orva_in_combat()
    state.apply(ATTACK)
    assert state.may_be_answered(state.impending() or state.preview(ATTACK)) is not None
    state.apply("pass")
    task, foreseen = announced(state), state.impending()
    assert task is not None and task.stage == 1 and foreseen is not None
    assert state.may_be_answered(foreseen) is None


def test_a_result_says_what_moved_its_column() -> None:
    state = orva_in_combat()
    state.apply(ATTACK)
    state.apply("spend union_air")
    state.apply("pass")
    battle = battle_of(state.apply("spend halvar_cover"))
    assert battle.odds == "21 to 4"
    assert battle.moved_by == (
        "Town: 1 column left",
        "Union aircraft: 1 column right",
        "Halvar air cover: 1 column left",
    )


def test_what_is_offered_and_changes_nothing_says_so() -> None:
    """Beyond the last column the first aircraft hold it against the cover, more do nothing."""
    setup = {"D6": "0512", "A1": "0412", "A2": "0412", "A3": "0411", "N1": "0411"}
    game = hexwar.load_game("orva_front")
    state = game.start(phase="union_combat", setup=setup)
    state.apply("attack 0512 by A1 A2 A3 N1")
    first = next(choice.label for choice in state.choices())
    assert first.endswith("column 6:1 as before, and it makes up for Halvar air cover")
    state.apply("spend union_air")
    second = next(choice.label for choice in state.choices())
    assert second.endswith("changes nothing, 29 to 4, column 6:1 as before")


def test_it_says_what_it_costs_and_that_the_rest_is_lost() -> None:
    state = orva_in_combat()
    state.apply(ATTACK)
    offered = next(choice.label for choice in state.choices())
    assert offered.startswith("Union aircraft (1 of 3 Union air points, lost if unspent): ")


def test_what_was_paid_and_what_is_left_is_told_of_the_pool() -> None:
    setup = {"D6": "0512", "A1": "0412", "A2": "0412", "A3": "0411", "N1": "0411"}
    state = hexwar.load_game("orva_front").start(phase="union_combat", setup=setup)
    state.apply("attack 0512 by A1 A2 A3 N1")
    told = [event.text for event in state.apply("spend union_air")]
    assert told[0] == "Union aircraft. Union air points: 1 spent, 2 left."
