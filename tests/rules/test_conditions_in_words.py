"""Conditions in words: points, exits, control, tracks, formations, figures, escorts, phases, sums.

The sequence of play tells when something holds, so that nobody has to read the files of a game.
"""

from __future__ import annotations

import pytest

from hexwar.charts.sequence_of_play import condition
from hexwar.rules.language.section import ConditionForm
from tests.rules.tiny import read

NAMES = {"red": "Red", "blue": "Blue", "exit west": "the West Gate", "region towns": "the Towns"}


@pytest.mark.parametrize(
    ("yaml", "words"),
    [
        ("points: {side: red, at_least: 5}", "Red has at least 5 points"),
        (
            "points: {side: red, over: blue, at_least: 2}",
            "Red has at least 2 points more than Blue",
        ),
        (
            "points: {side: red, over: blue, at_least: 0}",
            "Red has no fewer points than Blue",
        ),
        (
            "points: {side: red, over: blue, at_least: 0, at_most: 1}",
            "Red has at least 0 and at most 1 point more than Blue",
        ),
        ("controlled: {region: towns, side: red}", "Red controls a hex of the Towns"),
        (
            "controlled: {region: towns, side: red, at_least: 2}",
            "Red controls at least 2 hexes of the Towns",
        ),
        ("exited: {exit: west, at_least: 1}", "at least 1 unit has left by the West Gate"),
        (
            "exited: {exit: west, at_least: 3, until: 4}",
            "at least 3 units have left by the West Gate by turn 4",
        ),
        (
            "exited: {exit: far_east, value: attack, at_least: 12, of: {trait: foot}}",
            "units (foot) whose attack comes to at least 12 have left by far east",
        ),
        ("track: {weather: heavy_rain}", "weather is heavy rain"),
        ("track: {morale: {at_least: 3}}", "morale is at least 3"),
        ("phase: red_movement", "the phase is red movement"),
        ("effect: deep_mud", "deep mud is in force"),
        ("arrived: second_wave", "second wave has arrived"),
        ("formations: {side: red, at_least: 1}", "there is at least 1 formation of Red"),
        (
            "formations: {formation: [guard, line], lost: {in: steps, share: 1/2}}",
            "at least 1 formation among guard or line has lost at least 1/2 of its steps",
        ),
        (
            "formations: {side: red, lost: {in: units, at_least: 2}, at_least: 2}",
            "at least 2 formations of Red have lost at least 2 units",
        ),
        (
            "formations: {side: red, only: {trait: foot}}",
            "there is at least 1 formation of Red, all foot",
        ),
        (
            "figures: {side: blue, condition: wounded, at_least: 2}",
            "Blue has at least 2 figures that are wounded",
        ),
        (
            "figures: {side: blue, at_least: 1}",
            "Blue has at least 1 figure that is effective",
        ),
        ("escorted: {side: red}", "Red escorts at least 1 unit"),
        ("turn: 3", "it is turn 3"),
        ("units: {of: {trait: foot}, at_least: 2}", "there are at least 2 foot units"),
        ("steps: {of: {side: red}, at_most: 6}", "units (Red) have at most 6 steps left"),
        (
            "sum: {value: attack, of: {side: red}, at_least: 12}",
            "the attack of all units (Red) is at least 12",
        ),
        (
            "hexes: {region: towns, of: {side: red}, at_least: 2}",
            "there are units (Red) in at least 2 hexes of the Towns",
        ),
        ("all: [{turn: 1}, {not: {turn: 3}}]", "it is turn 1 and it is not turn 3"),
        ("not: {points: {side: red, at_least: 5}}", "Red has at most 4 points"),
        ("not: {units: {of: {side: red}}}", "there are no units (Red)"),
        ("not: {exited: {exit: west}}", "no units have left by the West Gate"),
        ("not: {effect: deep_mud}", "deep mud is not in force"),
        (
            "not: {any: [{turn: {at_most: 2}}, {controlled: {region: towns, side: red}}]}",
            "it is turn 3 or later and Red controls no hexes of the Towns",
        ),
        (
            "steps: {of: {side: blue}, more_than: {steps: {of: {side: red}}}}",
            "the number of steps of units (Blue) is greater than the number of steps of units "
            "(Red)",
        ),
        ("pool: {rations: {at_least: 2}}", "rations have at least 2 points"),
        ("any: [{turn: 1}, {turn: 3}]", "it is turn 1 or 3"),
    ],
)
def test_the_sequence_of_play_says_when_a_condition_holds(yaml: str, words: str) -> None:
    assert condition(read(ConditionForm, yaml), NAMES) == words
