"""Results in words: losses, retreats, advances, states, markers, tracks, pools, tables, swap, fire.

Charts tell what a result does, so that nobody has to read the files of a game.
"""

from __future__ import annotations

import pytest

from hexwar.rules.language.programs import program_in_words
from hexwar.rules.language.section import Step
from hexwar.rules.tables.section import TableStep
from tests.rules.tiny import read

NAMES = {"red": "Red", "blue": "Blue", "table panic": "Morale Check"}


@pytest.mark.parametrize(
    ("yaml", "words"),
    [
        ("nothing", "nothing happens"),
        ("eliminate: defender", "all units of the defender are lost"),
        ("eliminate: {who: defender, count: 1}", "the defender loses 1 unit"),
        (
            "eliminate: {who: attacker, count: half, by: enemy, only: {trait: foot}}",
            "the attacker loses 1/2 of the units (foot), chosen by the enemy",
        ),
        ("lose_steps: {who: defender, count: 2}", "the defender loses 2 steps"),
        ("lose_steps: {who: defender, count: half}", "the defender loses 1/2 of the steps"),
        ("lose_steps: {who: defender, count: all}", "the defender loses all steps"),
        (
            "lose_steps: {who: defender, count: strength}",
            "the defender loses as many steps as the attackers are strong",
        ),
        (
            "lose_steps: {who: defender, count: 1, by: enemy, only: {trait: foot}}",
            "the defender loses 1 step (foot), chosen by the enemy",
        ),
        (
            "remove: {who: defender, to: far_rear}",
            "all units of the defender removed to far rear",
        ),
        (
            "remove: {who: defender, to: {red: ward, blue: camp}, count: 2, by: enemy}",
            "2 units of the defender removed to ward if they are of Red or camp if they are of "
            "Blue, chosen by the enemy",
        ),
        (
            "exchange: {least: weaker, pays: 1/2}",
            "the weaker side is lost, the other side loses at least 1/2 of as much strength, "
            "as printed",
        ),
        (
            "exchange: {least: attacker, in: strength, as: current, paid: units}",
            "the attacker is lost, the other side loses at least as much strength, as reckoned, "
            "in whole units",
        ),
        (
            "exchange: {in: steps, loses: 1/2}",
            "the defender loses 1/2 of its worth, the other side loses at least as many steps",
        ),
        (
            "exchange: {loses: 1/2, pays: lost}",
            "the defender loses 1/2 of its worth, the other side loses at least as much strength "
            "as was lost, as printed",
        ),
        (
            "exchange: {in: steps, loses: 1/2, pays: {lost: 1/2}}",
            "the defender loses 1/2 of its worth, the other side loses at least 1/2 of as many "
            "steps as were lost",
        ),
        (
            "exchange: {in: units, paid: units}",
            "the defender is lost, the other side loses at least as many units",
        ),
        ("retreat: defender", "the defender retreats 1 hex"),
        (
            "retreat: {who: attacker, hexes: 2, only: {trait: foot}}",
            "the attacker (foot) retreats 2 hexes",
        ),
        ("advance: 1", "1 unit may advance"),
        ("advance: {most: 2, hexes: 2}", "2 units may advance up to 2 hexes"),
        (
            "advance: {most: all, who: defender}",
            "any number of units of the defender may advance",
        ),
        ("mark: badly_shaken", "all units of the defender come into the state badly shaken"),
        (
            "mark: {state: shaken, count: 1, by: enemy, only: {trait: foot}}",
            "1 of the foot units of the defender comes into the state shaken, chosen by the enemy",
        ),
        (
            "unmark: {state: shaken, who: any, count: 2, by: random}",
            "2 of the units come out of the state shaken, by the dice",
        ),
        ("place: road_block", "road block placed in the hex of the target"),
        ("place: {marker: mines, at: attackers}", "mines placed where the attack came from"),
        (
            "clear: {marker: mines, hexes: [east_edge, '0503'], drawn: 2}",
            "mines removed in 2 hexes of east edge, 0503",
        ),
        ("swap: {unit: R1, for: R4}", "R1 becomes R4"),
        (
            "set: {weather: {to: heavy_rain, turns: 2}, morale: 3}",
            "weather becomes heavy rain for 2 turns and morale becomes 3",
        ),
        (
            "add: {morale: -1, weather: 1}",
            "morale goes down by 1 and weather goes up by 1",
        ),
        ("gain: {air_points: 2, shells: 1}", "air points gain 2 points and shells gain 1 point"),
        ("spend: {air_points: 1}", "air points lose 1 point"),
        ("roll: weather", "there is a roll on the table weather"),
        (
            "roll: {table: panic, for_each: {trait: foot}, add: -1}",
            "there is a roll on the table Morale Check for each unit (foot), at -1",
        ),
        ("enter: second_wave", "second wave may enter"),
        ("end: game", "the game ends"),
        ("end: turn", "the turn ends"),
        (
            "choose: {by: attacker, one_of: [[nothing], [{advance: 1}, {retreat: attacker}]]}",
            "the attacker chooses: nothing happens or 1 unit may advance and the attacker "
            "retreats 1 hex",
        ),
        (
            "if: {only: {trait: foot}, then: [nothing], else: [{end: game}]}",
            "if there are units of the defender (foot), nothing happens, else the game ends",
        ),
        (
            "if: {who: attacker, holds: {turn: [3, 5]}, then: [nothing]}",
            "if there are units of the attacker and either it is turn 3 or 5, nothing happens",
        ),
        (
            "if: {who: attacker, holds: {turn: 3}, then: [nothing]}",
            "if there are units of the attacker and it is turn 3, nothing happens",
        ),
    ],
)
def test_charts_say_what_a_step_of_a_battle_does(yaml: str, words: str) -> None:
    assert program_in_words([read(Step, yaml)], NAMES) == words


@pytest.mark.parametrize(
    ("yaml", "words"),
    [
        ("eliminate: actor", "the unit is eliminated"),
        ("eliminate: target", "the target is eliminated"),
        ("lose_steps: {who: target, count: 2}", "the target loses 2 steps"),
        ("remove: {who: actor, to: far_rear}", "the unit is removed to far rear"),
        ("retreat: {who: target, hexes: 2}", "the target retreats 2 hexes"),
        ("mark: {state: shaken, who: actor}", "the unit comes into the state shaken"),
        (
            "mark: {state: shaken, who: target, only: {trait: foot}}",
            "the target, if foot, comes into the state shaken",
        ),
        ("unmark: {state: shaken, who: actor}", "the unit comes out of the state shaken"),
        ("hits: 1", "the target takes 1 hit"),
        ("hits: 2", "the target takes 2 hits"),
        ("strike: {dice: 1d6}", "a unit is struck with 1d6"),
        ("drift: 2", "the unit drifts 2 hexes, and is lost where it cannot be"),
        (
            "if: {only: {state: shaken}, then: [{eliminate: actor}], else: [nothing]}",
            "if the unit is shaken, the unit is eliminated, else nothing happens",
        ),
        (
            "if: {who: target, only: {state: shaken}, then: [{hits: 1}]}",
            "if the target is shaken, the target takes 1 hit",
        ),
    ],
)
def test_charts_say_what_befalls_one_unit(yaml: str, words: str) -> None:
    assert program_in_words([read(TableStep, yaml)], NAMES) == words
