"""The horse-and-musket battle: its rulebook and its files agree, and its special rules hold."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.rules.combat.section import Combat
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.tables.section import Tables
from hexwar.rules.terrain.section import Terrain
from tests.rulebooks import rows_in

FOLDER = Path(__file__).resolve().parents[1] / "games" / "marenfeld"
GAME = hexwar.load_game(FOLDER)
RESOLVED = GAME.definition.resolve("battle", ())
RULES = (FOLDER / "rules.md").read_text(encoding="utf-8")
CLASSES = ("foot", "horse", "wheels")
BEST_FOR_DEFENDER = ("AE", "AL", "AR", "EX", "DR", "DL", "DE")


def start(setup: dict[str, str], phase: str, **rest: Any) -> hexwar.State:
    """A position of the battle with few units."""
    return GAME.start("battle", setup=setup, phase=phase, **rest)


def why_not(state: hexwar.State, line: str) -> str | None:
    """The number of the rule that forbids an action."""
    refusal = state.explain(line)
    return refusal.rule if refusal else None


# -- the rulebook and the files ------------------------------------------------------------------


def test_the_checker_finds_nothing() -> None:
    assert [str(found) for found in hexwar.check(FOLDER)] == []


def test_the_combat_table_of_the_rulebook_is_the_games() -> None:
    written = {int(row[0]): tuple(row[1:]) for row in rows_in(RULES, "5.4")[1:]}
    assert written == {total: tuple(row) for total, row in RESOLVED[Combat].table.items()}


def test_the_march_table_of_the_rulebook_is_the_games() -> None:
    written = {row[0]: tuple(row[1:]) for row in rows_in(RULES, "7.1")[1:]}
    rows = RESOLVED[Tables].tables["march"].rows
    assert written == {total: tuple(row) for total, row in rows.items()}


def test_the_terrain_chart_of_the_rulebook_is_the_games() -> None:
    written = {row[0]: [int(cost) for cost in row[1:4]] for row in rows_in(RULES, "8.1")[1:]}
    kinds = RESOLVED[Terrain].hexes.values()
    assert written == {k.title.lower(): [k.cost[c] for c in CLASSES] for k in kinds}


def test_no_higher_odds_and_no_higher_die_are_worse_for_the_attacker() -> None:
    table = RESOLVED[Combat].table
    ranks = [[BEST_FOR_DEFENDER.index(code) for code in table[die]] for die in sorted(table)]
    for lines in ranks, list(zip(*ranks, strict=True)):
        assert all(a <= b for line in lines for a, b in pairwise(line))


def test_everybody_is_set_up_or_comes_with_the_margrave() -> None:
    corps = RESOLVED[Reinforcements].groups["margrave"].units
    assert sorted([*RESOLVED.scenario.setup, *corps]) == sorted(GAME.units)


# -- what is special about it --------------------------------------------------------------------


def test_a_group_is_named_in_a_sentence_with_a_small_article() -> None:
    state = start({"I1": "0606", "E1": "0101"}, "estates_movement")
    refused = state.explain("enter M1 0101")
    assert refused is not None
    assert refused.message == "M1 cannot enter with the Margrave's corps yet."


def test_who_stands_next_to_an_enemy_must_attack_but_on_heights_and_in_villages() -> None:
    state = start({"I1": "0606", "E1": "0605"}, "crown_combat")
    assert why_not(state, "done") is not None
    assert why_not(state, "attack 0605 by I1") is None
    state = start({"I1": "0606", "E1": "0605"}, "estates_combat")
    assert why_not(state, "done") is None
    assert why_not(state, "attack 0606 by E1") is None


@pytest.mark.parametrize(
    ("setup", "line", "strengths", "heading"),
    [
        ({"I1": "1010", "E1": "1009"}, "attack 1009 by I1", (5, 5), "1:1"),
        ({"I1": "0706", "E1": "0605"}, "attack 0605 by I1", (5, 10), "1:2"),  # a village
        ({"C1": "0706", "E1": "0605"}, "attack 0605 by C1", (Fraction(5, 2), 10), None),
        ({"I1": "0706", "EC": "0605"}, "attack 0605 by I1", (5, 4), "1:1"),  # horse in a village
        ({"I1": "0706", "E1": "0705"}, "attack 0705 by I1", (5, 5), "1:2"),  # heights: one left
        ({"I1": "0206", "EC": "0205"}, "attack 0205 by I1", (5, 4), "1:1"),  # horse in woods
        ({"I1": "0206", "E1": "0205"}, "attack 0205 by I1", (5, 10), "1:2"),  # foot in woods
        ({"G1": "0907", "EC": "0908"}, "attack 0908 by G1", (Fraction(7, 2), 4), "1:2"),
        ({"G1": "1006", "EC": "1007"}, "attack 1007 by G1", (7, 4), "3:2"),  # over the bridge
    ],
)
def test_the_ground_decides_in_battle(
    setup: dict[str, str],
    line: str,
    strengths: tuple[Fraction | int, Fraction | int],
    heading: str | None,
) -> None:
    """``None``: below the table, where attackers are eliminated."""
    preview = start(setup, "crown_combat").preview(line)
    assert (preview.attacker_strength, preview.defender_strength) == strengths
    if heading is None:
        assert preview.probabilities == {"AE": 1}
    else:
        assert preview.headings[preview.column] == heading


def test_an_exchange_costs_the_stronger_as_much_as_the_weaker_had() -> None:
    """Twelve against a brigade that has lost a step, 3: at 4:1 a 1 is an exchange."""
    setup = {"G1": "1010", "I1": "1110", "E3": "1009"}
    state = start({**setup, "E1": "0101"}, "crown_combat", dice=[1])
    state.lost[state.frame.unit_index["E3"]] = 1
    preview = state.preview("attack 1009 by G1 I1")
    assert preview.headings[preview.column] == "4:1"
    state.apply("attack 1009 by G1 I1")
    assert state.position("E3") is None
    assert [str(action) for action in state.legal_actions()] == ["lose G1", "lose I1"]
    state.apply("lose I1")
    assert (state.steps_lost("G1"), state.steps_lost("I1")) == (0, 1)


def test_an_exchange_is_of_printed_strength_whatever_the_ground_adds() -> None:
    """Fifteen against 5 in a village, which fights as 10: at 3:2 a 3 is an exchange, for 5."""
    setup = {"I1": "0606", "I2": "0706", "I3": "0506", "E1": "0605", "E2": "0101"}
    state = start(setup, "crown_combat", dice=[3])
    for line in ("attack 0605 by I1 I2 I3", "lose I1", "lose I1"):
        state.apply(line)
    assert state.position("E1") is None
    assert state.decision is not None and state.decision.kind == "advance"


@pytest.mark.parametrize(("enemy", "rule"), [("1015", None), ("1705", "7.3")])
def test_the_margrave_enters_no_enemy_zone(enemy: str, rule: str | None) -> None:
    """1705 is next to 1804, one of the hexes of the east road."""
    state = start({"I1": enemy, "E1": "0605"}, "march", turn=8, dice=[6])
    while state.phase != "estates_movement":
        state.apply("done")
    assert why_not(state, "enter M1 1804") == rule


def test_a_road_takes_three_quarters_of_a_point_and_one_brigade_fills_a_hex() -> None:
    state = start({"I1": "1014", "I2": "1011", "E1": "0101"}, "crown_movement")
    assert state.reach("I1")["1010"].cost == 3
    state.apply("move I1 1011")
    assert why_not(state, "done") == "3.2"


def test_guns_reach_two_hexes_where_they_see_and_nobody_is_upon_them() -> None:
    def bombards(**setup: str) -> bool:
        state = start(setup, "crown_combat")
        return why_not(state, f"attack {setup['E1']} by B1") is None

    assert bombards(B1="1007", E1="1005")
    assert not bombards(B1="1008", E1="1005")
    assert not bombards(B1="0603", E1="0605"), "heights are in between"
    assert not bombards(B1="1007", E1="1005", E2="1107"), "an enemy is next to the guns"


def test_guns_at_two_hexes_suffer_nothing() -> None:
    state = start({"B1": "1007", "E1": "1005"}, "crown_combat", dice=[1])
    state.apply("attack 1005 by B1")
    assert state.position("B1") == "1007"


def test_at_night_nobody_fights_units_are_slow_and_may_break_contact() -> None:
    setup = {"I1": "0606", "E1": "0605", "C1": "1010"}
    by_day = start(setup, "crown_movement", turn=5)
    night = start(setup, "crown_movement", turn=6)
    assert why_not(by_day, "move I1 0607") is not None
    assert why_not(night, "move I1 0607") is None
    assert why_not(by_day, "move C1 0908") is None
    assert why_not(by_day, "move C1 0907") is None
    assert why_not(night, "move C1 0908") is None
    assert why_not(night, "move C1 0907") is not None
    night.apply("done")
    assert night.phase == "estates_movement"


@pytest.mark.parametrize(("turn", "die", "comes"), [(4, 3, False), (4, 4, True), (8, 1, True)])
def test_the_margrave_marches_to_the_sound_of_the_guns(turn: int, die: int, comes: bool) -> None:
    state = start({"I1": "1015", "E1": "0605"}, "march", turn=turn, dice=[die])
    while state.phase != "estates_movement":
        state.apply("done")
    assert (why_not(state, "enter M1 1804") is None) is comes


def weakened(units: list[str], setup: dict[str, str], phase: str, **rest: Any) -> hexwar.State:
    """A position in which some units, in a row at the edge if nowhere else, have lost a step."""
    rows = {unit: f"{at:02}15" for at, unit in enumerate(units, 1)}
    state = start(rows | setup, phase, **rest)
    for unit in units:
        state.lost[state.frame.unit_index[unit]] = 1
    return state


NINE = ["G1", "G2", "I1", "I2", "I3", "I4", "I5", "C1", "C2"]


def test_an_army_is_shaken_after_the_battle_in_which_it_loses_its_tenth_step() -> None:
    """From then on it attacks one column lower, in the same phase already."""
    contact = {"H1": "0507", "E2": "0508", "I6": "1109", "E1": "1108"}
    state = weakened(NINE, contact, "crown_combat", dice=[])
    before = state.preview("attack 1108 by I6")
    assert before.headings[before.column] == "1:1"
    state.apply("attack 0508 by H1")
    assert "crown_shaken" in state.effects
    told = [event.text for event in state.events or () if event.kind == "effect_begins"]
    assert told[-1] == "The Crown's army is shaken."
    after = state.preview("attack 1108 by I6")
    assert after.headings[after.column] == "1:2"


def test_two_villages_win_for_the_crown_and_one_does_not() -> None:
    for to, winner in (("0606", "estates"), ("0605", "crown")):
        setup = {"I1": "1006", "I2": "0606", "E3": "0101"}
        state = start(setup, "crown_movement", turn=10, dice=[])
        state.apply("move I1 1005")
        if to != setup["I2"]:
            state.apply(f"move I2 {to}")
        while not state.is_over:
            state.apply("done")
        assert state.winner == winner


@pytest.mark.parametrize(("die", "winner"), [(6, None), (1, "estates")])
def test_an_army_that_has_lost_eighteen_steps_is_broken(die: int, winner: str | None) -> None:
    """Seventeen are gone; the battle costs one more, or none."""
    setup = {"C1": "1010", "E3": "1009", "E1": "0101", "C2": "0115"}
    state = weakened(["C1"], setup, "crown_combat", dice=[die])
    for unit in ("G1", "G2", "I1", "I2", "I3", "I4", "I5", "I6"):
        state.eliminated |= 1 << state.frame.unit_index[unit]
    state.apply("attack 1009 by C1")
    while state.turn == 1 and not state.is_over:
        state.apply(state.legal_actions()[-1])
    assert state.winner == winner


def test_who_cannot_retreat_stays_and_loses_a_step() -> None:
    """Friends and enemy zones are all around."""
    setup = {"I1": "1009", "I2": "1010", "I3": "0910", "I4": "1110"}
    setup |= {"E1": "1008", "E2": "0908", "E3": "1108"}
    state = start(setup, "crown_combat", dice=[3])
    state.apply("attack 1008 by I1")
    assert state.position("I1") == "1009" and state.steps_lost("I1") == 1


# -- it plays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["battle", "lesson"])
def test_two_computer_players_play_it_to_its_end(scenario: str) -> None:
    state, seed = GAME.start(scenario, seed=5), Random(5)
    players = {side: make_player("greedy") for side in ("crown", "estates")}
    told: set[str] = set()
    while not state.is_over:
        assert broken_invariants(state) == []
        side = state.side_to_act or ""
        told |= {event.kind for event in state.apply(players[side].choose(state, seed))}
    assert state.winner in ("crown", "estates")
    assert {"moved", "battle", "retreated"} <= told


def test_random_games_break_no_rule() -> None:
    for seed in range(6):
        state, random = GAME.start("battle", seed=seed), Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random))
            assert broken_invariants(state) == []


def test_the_lesson_says_of_the_move_across_the_brook_that_it_crosses_it() -> None:
    """The lesson had I5 cross the brook a turn too early: to a hex on the near bank."""
    (lesson,) = lessons_of(GAME.catalog).values()
    graph = GAME.definition.resolve(lesson.scenario, ()).map.graph
    state = GAME.start(lesson.scenario, seed=lesson.seed)
    crossing, told = [], []
    for step in lesson.steps:
        if not isinstance(step.expect, str | None):
            break  # the battle: whoever crosses has crossed
        if re.search(r"\bover\b.* brook|brook.*\bover\b", step.text):
            told.append(step.expect)
        for line in (step.expect, *step.then) if step.expect else ():
            _, unit, to = line.split() if line.startswith("move") else ("", "", "")
            standing = state.position(unit) if unit else None
            sides = graph.get_edge_data(standing, to) if standing else None
            if sides and sides["hexsides"] == {"brook"}:
                crossing.append(line)
            state.apply(line)
    assert crossing == told == ["move I5 1306"]
