"""What introductory games ask of sections that say most of it already, over the game *classics*.

Infantry prints 4-4-3 and 2-2-3, tanks 6-4-5, guns 3-1-3.
"""

from __future__ import annotations

from pathlib import Path

from hexwar.rules.game import Game
from hexwar.rules.pools.rules import PoolRules
from hexwar.rules.victory.telling import goals_now
from tests.rules.tiny import listed, varied

EXIT = """
exits: {through: {title: Through, side: red, region: east}}
victory:
  - {when: end_of_phase, winner: red, if: {exited: {exit: through, value: attack, at_least: 8}}}
  - {winner: blue}
"""
SHARE = EXIT.replace("at_least: 8", "share: 3/4")


def leaves(game: Game, **setup: str) -> str | None:
    """Who wins when red's units beside the edge have all left it."""
    state = game.start(setup={**setup, "B1": "0101"}, phase="red_movement")
    for unit in setup:
        state.apply(f"leave {unit}")
    if not state.is_over:
        state.apply("done")
    return state.winner


def test_exits_count_what_units_print(tmp_path: Path) -> None:
    """Two infantry are eight factors, infantry and guns seven."""
    game = varied(tmp_path, EXIT, "classics")
    assert leaves(game, R1="0902", R2="0902") == "red"
    assert leaves(game, R1="0902", R4="0902") is None


def test_who_has_lost_a_step_counts_for_what_is_left(tmp_path: Path) -> None:
    game = varied(tmp_path, EXIT, "classics")
    state = game.start(setup={"R1": "0902", "R2": "0902", "B1": "0101"}, phase="red_movement")
    state.lost[state.frame.unit_index["R1"]] = 1
    for line in ("leave R1", "leave R2", "done"):
        state.apply(line)
    assert state.winner is None


def test_a_share_of_what_leaves_is_of_all_that_the_side_prints(tmp_path: Path) -> None:
    """Three quarters of twenty: fifteen, as tanks, guns and both infantry are seventeen."""
    game = varied(tmp_path, SHARE, "classics")
    assert leaves(game, R1="0902", R2="0902") is None
    assert leaves(game, R1="0902", R2="0902", R3="0903", R4="0903") == "red"


def test_the_goal_says_what_is_counted_of_those_who_leave(tmp_path: Path) -> None:
    game = varied(tmp_path, EXIT, "classics")
    assert (
        "units whose attack comes to at least 8 have left"
        in goals_now(game.start())[0].needs.lower()
    )


OVERRUN = """
zones_of_control: {entering: allowed}
overrun: {cost: 1, only: {trait: mechanised}}
"""


def test_only_those_overrun_that_the_game_lets(tmp_path: Path) -> None:
    game = varied(tmp_path, OVERRUN, "classics")
    setup = {"R1": "0202", "R3": "0202", "B1": "0402", "B3": "0901"}
    state = game.start(setup=setup, phase="red_movement")
    for unit in ("R1", "R3"):
        state.apply(f"move {unit} 0302")
    assert listed(state, "overrun") == ["overrun 0402 by R3"]
    refused = state.explain("overrun 0402 by R1")
    assert refused is not None
    assert refused.reason == "overrun.who"


STRENGTH = "stacking: {in: attack, limit: 8, checked: [every_stop]}"


def test_stacking_may_count_the_strength_that_is_printed(tmp_path: Path) -> None:
    """Two infantry are eight factors; infantry and tanks would be ten, and losses free no room."""
    game = varied(tmp_path, STRENGTH, "classics")
    setup = {"R1": "0302", "R2": "0303", "R3": "0301", "B1": "0901"}
    state = game.start(setup=setup, phase="red_movement")
    state.lost[state.frame.unit_index["R1"]] = 1
    assert "move R2 0302" in listed(state)
    assert "move R3 0302" not in listed(state)


ALL = """
victory:
  - {winner: red, if: {occupied: {region: towns, side: red, share: 1}}}
  - {winner: red, if: {lost: {value: attack, of: {side: blue}, share: 1}}}
  - {winner: blue, if: {lost: {value: attack, of: {trait: foot, side: red}, share: 1/2}}}
  - {winner: draw}
"""


def test_the_goal_says_all_where_all_is_asked(tmp_path: Path) -> None:
    told = [goal.needs for goal in goals_now(varied(tmp_path, ALL, "classics").start())]
    assert told[0] == "Red occupies both towns (now 50 %)"
    assert told[1] == "all of the attack of Blue is lost (now 0 %)"
    assert told[2].startswith("at least 1/2 of the attack of (")


POOLS = """
pools:
  mine: {title: Replacements, side: red, begins: 2, kept: always}
  theirs: {title: Replacements, side: blue, begins: 3, kept: always}
  air: {title: Air, side: red, begins: 1, kept: always}
"""


def test_pools_of_one_title_say_whose_they_are(tmp_path: Path) -> None:
    state = varied(tmp_path, POOLS, "classics").start()
    assert state.rules.find(PoolRules) is not None
    told = [str(record) for record in state.recorded()]
    assert told == ["Replacements (Red): 2", "Replacements (Blue): 3", "Air: 1"]


ROUND = """
sequence:
  phases:
    - id: run
      kind: activation
      order: alternating
      each: formation
      phases: [{id: go, kind: movement}]
"""


def test_formations_are_offered_by_their_titles(tmp_path: Path) -> None:
    state = varied(tmp_path, ROUND, "classics").start()
    assert "activate guard" in listed(state)
    assert "Activate Guard" in [choice.label for choice in state.choices()]
    assert state.decision is not None
    assert "Guard" in state.decision.prompt


NAMED = """
tracks: {france: {title: France, words: [fights, fallen], begins: fights}}
effects: {mud: {title: Deep mud, if: {turn: 9}, patch: {zones_of_control: {entering: allowed}}}}
pools: {air: {title: Air points, side: red, begins: 1, kept: always}}
points:
  red: {side: red, each: 1, for: {pool: air}}
  blue: {side: blue, each: 1, for: {pool: air}}
victory:
  - {winner: red, if: {track: {france: fallen}}}
  - {winner: red, if: {effect: mud}}
  - {winner: red, if: {pool: {air: {at_least: 2}}}}
  - {winner: blue, if: {points: {side: blue, over: red, at_least: 0}}}
  - {winner: draw}
"""


def test_the_goal_calls_things_by_their_titles(tmp_path: Path) -> None:
    needs = [goal.needs for goal in goals_now(varied(tmp_path, NAMED, "classics").start())]
    assert needs[0] == "France is fallen (now: fights)"
    assert needs[1] == "Deep mud is in force (not yet; it will be when it is turn 9, now 1)"
    assert needs[2] == "Air points have at least 2 points (now 1)"
    assert needs[3] == "Blue has no fewer points than Red (now Blue 1, Red 1)"


MODES = """
movement: {modes: {led: {title: With Jackson, only: {stacked_with: {trait: leader}}, add: 1}}}
"""


def test_names_in_the_title_of_a_way_of_moving_stay_names(tmp_path: Path) -> None:
    game = varied(tmp_path, MODES, "classics")
    setup = {"R1": "0203", "R6": "0203", "B1": "0901"}
    state = game.start(setup=setup, phase="red_movement")
    assert "R1 moves: with Jackson." in [str(event) for event in state.apply("move R1 0301 led")]


DICE = """
tables:
  pace:
    dice: 1d6
    table: {1..6: slow}
    results: {slow: [{mark: {state: slow, who: actor}}]}
states: {slow: {title: Slow, modifiers: {movement: {set: 1}}, ends: {at: end, turn: true}}}
sequence:
  phases:
    - id: run
      kind: activation
      order: alternating
      each: formation
      phases:
        - {id: pace, kind: table, table: pace, for_each: {trait: foot}}
        - {id: go, kind: movement}
"""


def test_within_an_activation_a_table_is_rolled_on_for_the_activated_alone(tmp_path: Path) -> None:
    """The guard is R1 and R2; nobody else is slow, of whatever side."""
    state = varied(tmp_path, DICE, "classics").start(seed=1)
    told = [str(event) for event in state.apply("activate guard")]
    rolled = [text.split(":")[0] for text in told if text.startswith("Pace for")]
    assert rolled == ["Pace for R1", "Pace for R2"]
