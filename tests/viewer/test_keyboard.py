"""Everything can be done without a mouse."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.board.board_commands import HELD, METHODS
from hexwar.viewer.board.replay import METHODS_OF_REPLAY
from hexwar.viewer.program.commands import COMMANDS, KeyMap, command
from hexwar.viewer.program.keyboard import Chord, written
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table


def test_tab_option_and_enter_move_a_unit(opened: SetUp) -> None:
    """Tab picks up a unit, N finds a place for it, Enter goes there."""
    table = opened()
    table.press("tab")
    assert table.board.selection.unit == "A"
    table.press("n")
    goal = table.board.selection.cursor
    table.press("enter")
    assert table.session.state.position("A") == goal != "0802"


def test_the_cursor_walks_and_picks(opened: SetUp) -> None:
    """Arrows move the cursor over the map; Enter picks up what stands there."""
    table = opened()
    table.press("tab")
    here = table.board.selection.cursor
    table.press("down")
    assert table.board.selection.cursor == "0803"
    table.press("up")
    assert table.board.selection.cursor == here
    table.press("down", "escape")
    table.board.look_at("0803", cursor=True)
    table.press("enter")
    assert table.board.selection.unit == "B"


@pytest.mark.parametrize("there_and_back", [("left", "right"), ("right", "left"), ("h", "l")])
def test_the_cursor_goes_straight_and_comes_back(
    opened: SetUp, there_and_back: tuple[str, str]
) -> None:
    """Two steps and two back end where they began, and stay in the same row of the map."""
    table = opened()
    table.board.look_at("0504", cursor=True)
    there, back = there_and_back
    table.press(there, there)
    assert table.board.selection.cursor in ("0304", "0704")
    table.press(back, back)
    assert table.board.selection.cursor == "0504"


def test_the_phase_ends_and_undo_brings_it_back(opened: SetUp) -> None:
    """E, then U."""
    table = opened()
    table.press("e")
    assert table.session.state.phase == "us_movement"
    table.press("u")
    assert table.session.state.phase == "soviet_movement"
    table.press("ctrl+y")
    assert table.session.state.phase == "us_movement"


def test_a_key_held_down_ends_one_phase_only(opened: SetUp) -> None:
    """A keyboard repeats a held key; phases do not end with it."""
    table = opened()
    for _ in range(4):
        table.hold("e")
    table.let_go("e")
    assert table.session.state.phase == "us_movement"


def test_an_attack_without_a_mouse(set_up: SetUp) -> None:
    """N finds the enemy, Enter aims, Space leaves a unit out, Enter attacks, a digit answers."""
    table = set_up(
        setup={"A": "0602", "B": "0703", "W": "0603", "Y": "0302"}, phase="soviet_combat", dice=[1]
    )
    table.press("n", "enter")
    assert table.board.selection.target == "0603"
    table.board.look_at("0703", cursor=True)
    table.press("space")
    assert table.board.selection.attackers == ("A",)
    table.press("space", "enter")
    assert table.session.entries[0].action.verb == "attack"
    table.press("2")
    assert table.session.state.position("B") == "0603"


def test_the_panels_have_a_focus_ring(set_up: SetUp) -> None:
    """F6 hands the keyboard to the panels; Tab walks them; Escape gives it back."""
    table = set_up(setup={"A": "0602", "W": "0603"}, phase="soviet_combat", dice=[1])
    table.click("0603")
    table.press("f6")
    for _ in range(20):
        if table.board.focus == "attack":
            break
        table.press("tab")
    assert table.tree.find(key="attack").focused
    table.press("enter")
    assert table.session.entries[0].action.verb == "attack"
    table.press("escape")
    assert not any(node.focused for node in table.tree.walk())


@pytest.mark.matrix(one_in=2)
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_a_whole_game_by_keyboard(opened: SetUp, scenario: str) -> None:
    """Both sides play to the end with keys alone, drawn at random from what a player would do."""
    table = opened(scenario)
    random = Random(3)
    for _ in range(600):
        if table.session.state.is_over:
            break
        table.press(*_some_keys(table, random))
        if table.app.screen is not table.board and not table.session.state.is_over:
            table.press("escape")
    assert table.session.state.is_over
    assert {entry.action.verb for entry in table.session.entries} >= {"move", "attack", "done"}
    assert not isinstance(table.app.screen, BoardScreen)


def _some_keys(table: Table, random: Random) -> tuple[str, ...]:
    kind = table.board.selection.kind
    if kind == "movement":
        hops = ("n",) * random.randint(1, 15)
        return ("e",) if random.random() < 0.12 else ("tab", *hops, "enter")
    if kind == "combat":
        return ("e",) if random.random() < 0.3 else ("n", "enter", "enter")
    return (str(random.randint(1, 3)),)


def test_every_command_has_one_method_that_carries_it_out() -> None:
    """On the board while a key is held or when it goes down, in a replay, or in every screen."""
    board = {known.id for known in COMMANDS if known.where == "board"}
    held = {known.id for known in COMMANDS if known.held}
    assert HELD.keys() == held
    assert METHODS.keys() == board - held
    assert METHODS_OF_REPLAY.keys() == {known.id for known in COMMANDS if known.where == "replay"}


@pytest.mark.parametrize("place", ["board", "replay"])
def test_no_two_commands_share_a_key(place: str) -> None:
    """One key, one meaning, wherever the player is."""
    here = [known for known in COMMANDS if known.where in (place, "everywhere")]
    chords = [chord for known in here for chord in known.keys]
    assert sorted(set(chords)) == sorted(chords)


def test_own_keys_replace_the_usual_ones(opened: SetUp) -> None:
    """A player's F ends the phase, E no longer does, and the prompt names F."""
    table = opened(keys={"end_phase": ["f"]})
    assert "F ends the phase" in table.label("prompt")
    table.press("e")
    assert table.session.state.phase == "soviet_movement"
    table.press("f")
    assert table.session.state.phase == "us_movement"


def test_rebinding_refuses_a_key_that_is_taken() -> None:
    """The answer names the command that has it."""
    keys = KeyMap()
    assert keys.rebind("undo", "e") == command("end_phase")
    assert keys.rebind("undo", "z") is None
    assert keys.shown("undo") == "Z"


def _chords() -> Iterator[Chord]:
    for known in COMMANDS:
        yield from known.keys


@pytest.mark.parametrize("chord", sorted(set(_chords())))
def test_chords_are_written_for_people(chord: Chord) -> None:
    """Capitals, and no name of a key left in pygame's spelling."""
    shown = written(chord)
    assert shown[0].isupper() or not shown[0].isalpha()
    assert "escape" not in shown.lower()
