"""Telling who wins when, and how it stands: section ``victory``, points, exits; always true."""

from __future__ import annotations

from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

import hexwar
from hexwar.definition.grammar import does
from hexwar.definition.locations import games_in
from hexwar.rules.points import PointsRules, scoring
from hexwar.rules.state import State
from hexwar.rules.victory.telling import Goal, goals, goals_now, score, standing, worth
from tests.conformance.scs.variant import variant
from tests.rules.tiny import varied

SHIPPED = games_in(Path(__file__).resolve().parents[2] / "games")
PLAYED = sorted(set(SHIPPED) - {"scs"})
GAME = hexwar.load_game("strike_force_one")


def would_end(state: State) -> str:
    """Who wins a copy of a position that is ended at once."""
    twin = state.clone()
    for hook in twin.rules.hooks.game_ends:
        hook(twin)
    names = dict(zip(twin.frame.side_ids, twin.frame.side_names, strict=True))
    return does(names[twin.winner], "wins") if twin.winner else "it is a draw"


def test_what_an_authors_sentence_leaves_open_is_said_besides() -> None:
    goal = Goal("Red wins with a bridgehead.", "Red holds 0303", now="", rule="")
    assert goal.details == "Red holds 0303."
    assert goal._replace(sentence="Who wins is Red, if Red holds 0303.").details == ""


@pytest.mark.parametrize("name", PLAYED)
def test_as_it_stands_is_who_wins_if_the_game_ends(name: str) -> None:
    random = Random(5)
    state = hexwar.load_game(name).start(seed=5)
    told = 0
    for action in range(120):
        if state.is_over:
            break
        if action % 15 == 0:
            told += 1
            stands = standing(state)
            if stands == "Nobody has a point yet.":
                assert not any(state.rules[PointsRules].all(state).values())
            else:
                begins = "If nothing changes" if state.turn == 1 else "As it stands"
                assert stands == f"{begins}, {would_end(state)}."
        state.apply(state.sample_action(random), events=False)
    assert told


@pytest.mark.parametrize("name", PLAYED)
def test_every_line_of_the_victory_is_told_before_play(name: str) -> None:
    game = hexwar.load_game(name).definition.resolve()
    told = [str(goal) for goal in goals(game)]
    assert len(told) == len(set(told))
    assert all(line.endswith(".") and "_" not in line for line in told)


def test_regions_are_counted_as_they_are_held() -> None:
    setup = {"A": "0302", "B": "0603", "W": "0405"}
    state = GAME.start(setup=setup, phase="soviet_movement")
    first, otherwise = goals_now(state)
    assert first.needs == "the Soviets occupy at least 2 of the 3 towns (now 2)"
    assert otherwise.needs == ""
    assert standing(state) == "If nothing changes, the Soviets win."


def test_points_losses_and_levels_are_told(tmp_path: Path) -> None:
    yaml = """
    points: {towns: {side: soviet, each: 3, for: {occupied: {region: towns, side: soviet}}}}
    victory:
      - {when: end_of_turn, winner: us, if: {eliminated: {side: soviet, at_least: 4}}}
      - {winner: soviet, level: Decisive, if: {points: {side: soviet, at_least: 6}}}
      - {winner: soviet, level: Marginal, if: {points: {side: soviet, at_least: 3}}}
      - {winner: draw}
    """
    game = variant(tmp_path, dedent(yaml), SHIPPED["strike_force_one"])
    state = game.start(setup={"A": "0302", "W": "0405"}, phase="soviet_movement")
    needs = [goal.needs for goal in goals_now(state)]
    assert needs[0] == "the Soviets have lost at least 4 units (now 0)"
    assert needs[1] == "the Soviets have at least 6 points (now 3: Towns 3)"
    assert standing(state) == "If nothing changes, the Soviets win (Marginal)."
    assert score(state) == "Victory points: Soviet 3, U.S. 0."
    assert str(goals(state.resolved)[1]).startswith(
        "The Soviets win (Decisive) at the end of the game"
    )


def test_what_is_over_is_told_as_it_ended() -> None:
    state = GAME.start()
    state.apply("resign")
    assert standing(state) == "The U.S. wins."


def test_exits_boxes_and_regions_are_called_by_their_titles(tmp_path: Path) -> None:
    yaml = """
    map: {titles: {ports: the two ports}}
    exits: {home: {title: the way home, side: red, region: ports}}
    points: {held: {side: red, each: 1, for: {occupied: {region: ports, side: red}}}}
    victory:
      - {winner: red, if: {exited: {exit: home, of: {at: {region: ports}}, at_least: 2}}}
      - {winner: red, if: {units: {of: {side: red, at: {region: malta}}, at_least: 3}}}
      - {winner: blue, if: {occupied: {region: ports, side: blue}}}
      - {winner: blue, if: {hexes: {region: drop_zone, of: {side: blue}}}}
      - {winner: draw}
    """
    state = varied(tmp_path, dedent(yaml), "islands").start(seed=1)
    assert [goal.needs for goal in goals(state.resolved)[:4]] == [
        "at least 2 units (in the two ports) have left by the way home",
        "there are at least 3 units (Red, in Malta)",
        "Blue occupies a hex of the two ports",
        "there are units (Blue) in at least 1 hex of drop zone",
    ]
    assert goals_now(state)[2].needs == "Blue occupies a hex of the two ports (not yet)"
    (line,) = scoring(state.resolved)
    assert "for each hex of the two ports that Red occupies" in line


def test_a_goal_is_followed_through_an_effect_to_the_count_that_is_missing(tmp_path: Path) -> None:
    yaml = """
    effects:
      demoralised:
        {title: The U.S. army is demoralised, if: {steps_lost: {side: us, at_least: 2}}, patch: {}}
    victory:
      - {winner: soviet, if: {effect: demoralised}}
      - {winner: draw}
    """
    game = variant(tmp_path, dedent(yaml), SHIPPED["strike_force_one"])
    first, last = goals_now(game.start())
    assert first.told == (
        "The Soviets win at the end of the game if the U.S. army is demoralised "
        "(not yet; it will be when the U.S. has lost at least 2 steps, now 0)."
    )
    assert str(last) == "Otherwise it is a draw at the end of the game."


def test_levels_of_victory_are_a_table(tmp_path: Path) -> None:
    over = "points: {{side: {}, over: {}, at_least: {}}}"
    lines = [
        ("soviet", "Decisive", over.format("soviet", "us", 6)),
        ("soviet", "Marginal", over.format("soviet", "us", 3)),
        ("us", "Decisive", over.format("us", "soviet", 6)),
        ("us", "Marginal", over.format("us", "soviet", 3)),
    ]
    held = "occupied: {region: towns, side: soviet}"
    yaml = f"points: {{towns: {{side: soviet, each: 3, for: {{{held}}}}}}}"
    said = [f"- {{winner: {who}, level: {how}, if: {{{when}}}}}" for who, how, when in lines]
    yaml = "\n".join([yaml, "victory:", *said, "- {winner: draw}"])
    state = variant(tmp_path, yaml, SHIPPED["strike_force_one"]).start()
    (table,) = goals_now(state)
    assert table.told == (
        "At the end of the game the number of points of the "
        "Soviets beyond those of the U.S. decides "
        "(now 0: Soviet 0, U.S. 0)."
    )
    assert table.rows == (
        ("6 or more", "the Soviets win (Decisive)"),
        ("3 or more", "the Soviets win (Marginal)"),
        ("-6 or less", "the U.S. wins (Decisive)"),
        ("-3 or less", "the U.S. wins (Marginal)"),
        ("otherwise", "it is a draw"),
    )


def test_a_goal_of_its_author_stands_with_how_far_it_is(tmp_path: Path) -> None:
    yaml = """
    victory:
      - winner: soviet
        if: {occupied: {region: towns, side: soviet, at_least: 2}}
        goal: Soviet wins with two towns.
      - {winner: us, when: end_of_turn, if: {all: [{turn: 3}, {not: {eliminated: {side: us}}}]}}
    """
    game = variant(tmp_path, dedent(yaml), SHIPPED["strike_force_one"])
    setup = {"A": "0302", "W": "0405"}
    towns, held = goals_now(game.start(setup=setup, phase="soviet_movement"))
    assert towns.told == "Soviet wins with two towns (now 1 of 2)."
    assert held.told == "The U.S. wins at the end of turn 3 if the U.S. has lost no units (now 0)."


def test_a_hex_says_what_it_is_worth() -> None:
    orva = hexwar.load_game("orva_front").definition.resolve()
    assert worth(orva, "0907") == ["Worth 3 victory points to the Union: Cities (rule 15.1)"]
    assert worth(orva, "1104") == []
    towns = GAME.definition.resolve()
    assert worth(towns, "0603") == ["Counts for the victory: one of the 3 towns (rule 6.0)"]


def test_what_both_sides_have_come_to_is_told_with_one_goal_alone() -> None:
    """The other side's goal would give the same two numbers in another order."""
    state = hexwar.load_game("force_on_force").start(seed=1)
    told = [goal.told for goal in goals_now(state)]
    assert sum("now USMC 0, Taliban 0" in line for line in told) == 1
    assert not any("now Taliban 0" in line for line in told)
    assert not any(goal.details for goal in goals_now(state)[1:])


def test_of_points_more_than_a_sides_it_is_named_as_in_prose() -> None:
    state = hexwar.load_game("skerry_sound").start("anchorage", seed=1)
    told = " ".join(goal.needs for goal in goals(state.resolved))
    assert "at least 4 points more than the Regent" in told
