"""Modifiers of the die of a battle: ``roll`` of terrain and of ``combat.modifiers``, ``limits``.

In the tiny game *die_rolls* every result is named for its row; rows go from 0 to 7.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.cli import main
from hexwar.cli.text.answers import odds
from hexwar.players import make_player
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, place, varied

F = Fraction
ALONE = {"R1": "0302", "R2": "0303", "B1": "0402"}
WOODS = {"R1": "0304", "R2": "0303", "B1": "0403"}
TOWN = {"R1": "0403", "R2": "0404", "B1": "0503"}


def fought(setup: dict[str, str], attack: str, die: int, options: str = "", turn: int = 1) -> str:
    """The result of a battle with this die."""
    state = place("die_rolls", setup, "red_combat", options, dice=[die], turn=turn)
    (battle, *_) = state.apply(attack)
    assert battle.die == die, "the die is told as it fell"
    return str(battle.result)


def lines(state: State, attack: str) -> list[tuple[str, str, str]]:
    """The lines of the arithmetic: what, how, and by which rule."""
    return [(m.label, m.value, m.rule) for m in state.preview(attack).modifiers]


@pytest.mark.parametrize(
    ("setup", "attack", "die", "result"),
    [
        pytest.param(WOODS, "attack 0403 by R1", 4, "r3", id="woods take one"),
        pytest.param(WOODS, "attack 0403 by R2", 4, "r5", id="guards add two, woods take one"),
        pytest.param(ALONE, "attack 0402 by R1", 4, "r3", id="across the stream one less"),
        pytest.param(ALONE, "attack 0402 by R2", 4, "r5", id="both"),
    ],
)
def test_what_modifies_the_die_moves_the_row(
    setup: dict[str, str], attack: str, die: int, result: str
) -> None:
    assert fought(setup, attack, die) == result


def test_beyond_the_ends_of_the_table_the_last_row_counts() -> None:
    """6 and 2 less 1 are 7, the last row; 1 less 2 would be -1, and the table begins at 0."""
    assert fought(WOODS, "attack 0403 by R2", 6) == "r7"
    assert fought(TOWN, "attack 0503 by R1", 1) == "r0"
    assert fought(TOWN, "attack 0503 by R1", 1, turn=4) == "r0"


def test_the_preview_has_the_exact_chance_of_every_result() -> None:
    """With 1 more a 6 is in the row for 7, and no die is in the row for 1."""
    state = place("die_rolls", WOODS, "red_combat")
    preview = state.preview("attack 0403 by R2")
    assert preview.roll == 1
    assert preview.probabilities == {f"r{row}": F(1, 6) for row in range(2, 8)}
    dusk = place("die_rolls", TOWN, "red_combat", turn=4)
    preview = dusk.preview("attack 0503 by R1")
    assert preview.roll == -5
    assert preview.probabilities == {"r0": F(5, 6), "r1": F(1, 6)}
    assert [(o.code, o.dice) for o in preview.outcomes] == [("r0", (1, 2, 3, 4, 5)), ("r1", (6,))]


def test_each_modifier_has_its_line() -> None:
    state = place("die_rolls", ALONE, "red_combat", turn=4)
    assert lines(state, "attack 0402 by R2") == [
        ("All across Stream", "die -1", ""),
        ("Guards", "die +2", "8.2"),
        ("Dusk", "die -3", ""),
    ]


def test_the_text_mode_prints_each_line_and_what_they_come_to() -> None:
    state = place("die_rolls", WOODS, "red_combat")
    printed = list(odds(state, state.preview("attack 0403 by R2")))
    assert "  Woods: die -1" in printed
    assert "  Guards: die +2 [8.2]" in printed
    assert any(line.endswith("column 1; 1d6 +1.") for line in printed)


def test_the_event_tells_what_was_added() -> None:
    state = place("die_rolls", WOODS, "red_combat", dice=[4])
    (battle, *_) = state.apply("attack 0403 by R2")
    assert (battle.modifier, battle.row) == (1, 5)
    assert "die 4, +1" in battle.text


def test_limits_cap_the_sum_and_say_so() -> None:
    """Town takes 2 and dusk 3, but no more than 1 counts; the column is never shifted left."""
    state = place("die_rolls", TOWN, "red_combat", "limited", turn=4)
    preview = state.preview("attack 0503 by R1")
    assert (preview.roll, preview.shifts) == (-1, 0)
    assert lines(state, "attack 0503 by R1")[-2:] == [
        ("Limited to", "0 columns", "8.9"),
        ("Limited to", "die -1", "8.9"),
    ]
    assert fought(TOWN, "attack 0503 by R1", 4, "limited", turn=4) == "r3"
    woods = place("die_rolls", WOODS, "red_combat", "limited")
    assert [label for label, *_ in lines(woods, "attack 0403 by R1")] == ["Woods"]


def test_dice_read_as_digits_move_by_rows() -> None:
    """One less than 21 is 16, and beyond 66 there is nothing."""
    for faces, attack, result in (
        ((2, 1), "R1", "r1"),
        ((6, 6), "R2", "r6"),
        ((6, 1), "R2", "r6"),
    ):
        state = place("die_rolls", WOODS, "red_combat", "digits", dice=faces)
        (battle, *_) = state.apply(f"attack 0403 by {attack}")
        assert battle.result == result


@pytest.mark.parametrize(
    ("yaml", "code"),
    [
        pytest.param("combat: {table: {3: null}}", "HW401", id="a row is missing"),
        pytest.param("combat: {table: {9: [r7, r7]}}", "HW401", id="a row beyond is missing"),
        pytest.param("combat: {table: {7..9: [r7, r7]}}", "HW419", id="two rows for 7"),
    ],
)
def test_a_table_with_rows_beyond_its_dice_is_whole(tmp_path: Path, yaml: str, code: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "die_rolls"))
    assert code in {finding.code for finding in found}


def test_show_prints_what_is_added_and_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(FOLDER / "die_rolls"), "--option", "limited"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "die -2" in printed
    assert "Guards: die +2, if guard units attack (rule 8.2)." in printed
    assert "The die is modified by 1 at most." in printed
    assert "Columns are modified by at least +0." in printed


ENDS = """
combat:
  strength: {}
  results: {{r0: [{{eliminate: attacker}}], r7: [{{eliminate: defender}}]}}
  modifiers: {{dusk: {{if: {{turn: 4}}, roll: 7}}, dawn: {{if: {{turn: 1}}, roll: -7}}}}
"""
STEPS = """
losses: {}
units: {types: {foot: {steps: [2-2-3, 2-2-3]}, guard: {steps: [2-2-3, 2-2-3]}}}
"""


@pytest.mark.parametrize(("turn", "attacks"), [(1, False), (4, True)])
@pytest.mark.parametrize("strength", ["units", "printed"])
def test_computer_players_know_the_row(
    tmp_path: Path, strength: str, turn: int, attacks: bool
) -> None:
    """In the first turn the attacker is lost whatever the die shows, in the last the defender."""
    game = varied(tmp_path, ENDS.format(strength) + STEPS, "die_rolls")
    setup = {"R1": "0302", "B1": "0202", "B2": "0704"}
    state = game.start("meeting", setup=setup, phase="red_combat", turn=turn)
    assert (make_player("greedy").choose(state, Random(1)).verb == "attack") is attacks


@pytest.mark.parametrize(("does", "codes"), [("roll", []), ("shift", ["HW402"])])
@pytest.mark.parametrize(
    "laid",
    [
        "combat: {table: {7: [AR, AR, NE]}}\neffects: {e: {if: {turn: 2}, patch: {PATCH}}}",
        "combat: {table: {7: [AR, AR, NE]}, kinds: {k: {attackers: {unit: R1}, patch: {PATCH}}}}",
        "combat: {table: {7: [AR, AR, NE]}}\noverrun: {cost: 1, patch: {PATCH}}",
    ],
)
def test_a_row_may_be_reached_by_a_patch_alone(
    tmp_path: Path, laid: str, does: str, codes: list[str]
) -> None:
    """No die rolls 7, but with the modifier that a patch lays over the game in play."""
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    folder = tmp_path / "gloom"
    folder.mkdir()
    text = "hexwar: 2\nid: gloom\ntitle: Gloom\nextends: ../meadow\n"
    gloom = f"combat: {{modifiers: {{gloom: {{title: Gloom, {does}: 1}}}}}}"
    text += laid.replace("PATCH", gloom) + "\n"
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    assert [found.code for found in hexwar.check(folder)] == codes
