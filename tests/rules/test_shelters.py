"""What several effects in combat come to together: terrain of the hex and its sides, multipliers.

In the tiny game *shelters* a hill, 0404, doubles the defence and moves the column two to the left;
a town, 0402, triples guards (6-6) and doubles everybody. A river doubles the defence if all
attackers cross it, a ridge moves one column and gives half as much again if anybody does, a stream
doubles against those who cross. From turn 2 on all are entrenched, which doubles too. Foot is 4-4.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hexwar.engine import Preview
from hexwar.rules.state import State
from tests.rules.tiny import place, varied


def battle(options: str = "", **setup: str) -> State:
    """The combat phase of red in the first turn."""
    return place("shelters", setup, "red_combat", options, dice=(4,))


def entrenched(options: str = "", **setup: str) -> State:
    """The same in the second turn."""
    return place("shelters", setup, "red_combat", options, dice=(4,), turn=2)


def foreseen(state: State, line: str) -> Preview:
    preview = state.preview(line)
    assert isinstance(preview, Preview)
    return preview


def defence(state: State, line: str) -> Fraction:
    return foreseen(state, line).defender_strength


def labels(state: State, line: str) -> list[str]:
    return [line.label for line in foreseen(state, line).modifiers]


# -- who has to cross ------------------------------------------------------------------------------


def test_all_attackers_have_to_cross_a_river() -> None:
    state = battle(R1="0303", R2="0304", B1="0403")
    assert defence(state, "attack 0403 by R1") == 8
    assert defence(state, "attack 0403 by R1 R2") == 4


def test_it_is_enough_that_one_crosses_a_ridge() -> None:
    """The hill gives two columns, the ridge one, once, whoever else attacks."""
    state = battle(R1="0304", R2="0305", R3="0405", B1="0404")
    assert foreseen(state, "attack 0404 by R3").shifts == -2
    assert foreseen(state, "attack 0404 by R1 R3").shifts == -3
    assert foreseen(state, "attack 0404 by R1 R2 R3").shifts == -3
    assert "Across Ridge" in labels(state, "attack 0404 by R1 R3")


def test_a_stream_doubles_against_those_who_cross_it() -> None:
    """Of four and four the one who crosses is worth two: as if against him alone."""
    state = battle(R1="0302", R2="0301", B1="0402")
    assert foreseen(state, "attack 0402 by R1").attacker_strength == 2
    both = foreseen(battle(R1="0302", R2="0401", B1="0402"), "attack 0402 by R1 R2")
    assert [both.attacker_strength, both.defender_strength] == [6, 8]


# -- the best, or all ------------------------------------------------------------------------------


def test_hex_and_hexside_count_together_unless_only_the_best_does() -> None:
    """Hill x2 and ridge x3/2 are x3; of two and one columns two are the best."""
    setup = {"R1": "0304", "B1": "0404"}
    both = foreseen(battle("", **setup), "attack 0404 by R1")
    assert [both.defender_strength, both.shifts] == [12, -3]
    best = foreseen(battle("best", **setup), "attack 0404 by R1")
    assert [best.defender_strength, best.shifts] == [8, -2]


def test_what_is_not_the_best_is_not_shown() -> None:
    setup = {"R1": "0304", "B1": "0404"}
    line = "attack 0404 by R1"
    assert "Across Ridge" in labels(battle("", **setup), line)
    assert "Across Ridge" not in labels(battle("best", **setup), line)


def test_the_best_is_found_for_each_unit() -> None:
    """In the town the guard is tripled and the foot doubled; all together the guard is x6."""
    setup = {"R1": "0401", "B1": "0402", "B2": "0402"}
    assert defence(battle("best", **setup), "attack 0402 by R1") == 18 + 8
    assert defence(battle("", **setup), "attack 0402 by R1") == 36 + 8


def test_what_is_no_terrain_counts_beside_the_best() -> None:
    state = entrenched("best", R1="0304", B1="0404")
    assert defence(state, "attack 0404 by R1") == 16


# -- several multipliers ---------------------------------------------------------------------------


def test_doubled_twice_is_four_times_or_three() -> None:
    setup = {"R1": "0405", "B1": "0404"}
    line = "attack 0404 by R1"
    assert defence(entrenched("", **setup), line) == 16
    assert defence(entrenched("adding", **setup), line) == 12


def test_nobody_is_more_than_tripled() -> None:
    """Four times would be 16; three times is 12. The limit is no bonus: doubled stays doubled."""
    setup = {"R1": "0405", "B1": "0404"}
    line = "attack 0404 by R1"
    assert defence(entrenched("tripled", **setup), line) == 12
    assert defence(battle("tripled", **setup), line) == 8


def test_what_halves_is_multiplied_after_all(tmp_path: Path) -> None:
    """Doubled, doubled and halved: three times of a half where doublings add."""
    more = "combat: {modifiers: {tired: {title: Tired, defender: {multiply: 1/2}}}}\n"
    state = varied(tmp_path, more, "shelters").start(
        None, ("adding",), setup={"R1": "0405", "B1": "0404"}, phase="red_combat", turn=2
    )
    assert defence(state, "attack 0404 by R1") == 6


def test_strengths_stay_exact_until_the_column_is_read(tmp_path: Path) -> None:
    """Five halves against one and a half are 5:3, rounded down once: 1:1."""
    more = (
        "combat: {modifiers: {less: {title: Less, attacker: {multiply: 5/8}, "
        "defender: {multiply: 3/8}}}}\n"
    )
    setup = {"R1": "0303", "B1": "0302"}
    state = varied(tmp_path, more, "shelters").start(None, setup=setup, phase="red_combat")
    preview = foreseen(state, "attack 0302 by R1")
    assert [preview.attacker_strength, preview.defender_strength] == [
        Fraction(5, 2),
        Fraction(3, 2),
    ]
    assert preview.headings[preview.column] == "1:1"


@pytest.mark.parametrize("options", ["", "best", "adding", "tripled"])
def test_the_battle_is_fought_as_it_was_foreseen(options: str) -> None:
    state = entrenched(options, R1="0304", R2="0305", B1="0404")
    preview = foreseen(state, "attack 0404 by R1 R2")
    fought = state.apply("attack 0404 by R1 R2")[0]
    assert fought.column == preview.headings[preview.column]
