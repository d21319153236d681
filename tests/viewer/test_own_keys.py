"""Settings and the player's own keys: set in the window, at once in force, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.viewer.app import App
from hexwar.viewer.program.commands import COMMANDS
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.help import HelpScreen
from hexwar.viewer.screens.menu import MenuScreen, in_menu
from hexwar.viewer.screens.own_keys import KeysScreen
from hexwar.viewer.screens.settings import SettingsScreen
from tests.viewer.conftest import SetUp
from tests.viewer.sheets import Sheets
from tests.viewer.table import Table

# -- keys ------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where the settings go."""
    return tmp_path / "window.json"


def keys_of(table: Table, kept: Path) -> Table:
    """The list of keys over a game, reached as a player reaches it."""
    table.app.settings.path = kept
    table.press("f9")
    table.push("keys")
    assert isinstance(table.app.screen, KeysScreen)
    return table


def pick(table: Table, identity: str) -> None:
    """Pick a command of the list, wherever it has scrolled to."""
    assert table.app.screen is not None
    assert table.app.screen.activate(f"key-{identity}")


def test_a_command_gets_the_key_that_is_pressed(opened: SetUp, kept: Path) -> None:
    """In force in the game below, in its prompt, on the sheet of keys, and the next time."""
    table = keys_of(opened(), kept)
    pick(table, "end_phase")
    assert "Press the new key of “End the phase" in table.label("told")
    table.press("z")
    assert table.label("told") == "Z: End the phase; decline what is offered."
    assert "Z (your own)" in table.label("key-end_phase")
    table.press("escape", "escape")
    assert "Z ends the phase" in table.label("prompt")
    assert table.board.find("button-end_phase").tooltip.endswith("(Z)")  # type: ignore[union-attr]
    table.press("e")
    assert table.session.state.phase == "soviet_movement"
    table.press("f1")
    assert table.label("keys-end_phase") == "Z"
    table.press("f1", "z")
    assert table.session.state.phase == "us_movement"
    assert App((800, 600), Settings.load(kept)).keys.shown("end_phase") == "Z"


def test_a_chord_is_taken_with_its_modifiers(opened: SetUp, kept: Path) -> None:
    """Ctrl alone is waited through; a key of the window itself is a key like others."""
    table = keys_of(opened(), kept)
    pick(table, "undo")
    table.press("left ctrl")
    assert table.label("told").startswith("Press the new key")
    table.press("ctrl+shift+x")
    assert table.label("told") == "Ctrl+Shift+X: Undo."
    pick(table, "redo")
    table.press("f11")
    assert "F11 HAS A MEANING" in table.label("title")


def test_a_key_that_is_taken_is_said_and_asked_about(opened: SetUp, kept: Path) -> None:
    """It can be left where it is, or taken from there, which then has no key and says so."""
    table = keys_of(opened(), kept)
    pick(table, "next_way")
    table.press("d")
    assert "“Decline for all the rest of the action”" in table.label("text")
    table.press("l")
    assert table.app.keys.keys("next_way") == ("m",)
    pick(table, "next_way")
    table.press("d", "t")
    assert table.app.keys.keys("next_way") == ("d",)
    assert "no key" in table.label("key-end_all")
    assert Settings.load(kept).keys == {"next_way": ["d"], "end_all": []}


def test_escape_and_a_click_leave_a_key_as_it_is(opened: SetUp, kept: Path) -> None:
    """Nothing is kept then."""
    table = keys_of(opened(), kept)
    pick(table, "undo")
    table.press("escape")
    assert isinstance(table.app.screen, KeysScreen)
    pick(table, "undo")
    table.click_at((3, 3))
    table.press("f7")
    assert table.app.keys.own == {}
    assert not kept.exists()


def test_usual_keys_come_back_one_by_one_or_all(opened: SetUp, kept: Path) -> None:
    """Del on the line of a command; the button below, after a question."""
    table = keys_of(opened(), kept)
    for identity, key in (("undo", "f7"), ("redo", "z")):
        pick(table, identity)
        table.press(key)
    assert table.app.screen is not None
    table.app.screen.focus = "key-undo"
    table.press("delete")
    assert table.app.keys.own == {"redo": ("z",)}
    table.push("reset")
    table.press("u")
    assert table.app.keys.own == {}
    assert Settings.load(kept).keys == {}


def test_a_file_in_which_two_share_a_key_is_marked(opened: SetUp, kept: Path) -> None:
    """Both lines name the other."""
    table = keys_of(opened(keys={"undo": ["e"]}), kept)
    assert "also the key of “End the phase" in table.label("key-undo")
    assert "also the key of “Undo”" in table.label("key-end_phase")


def test_every_command_can_be_given_a_key() -> None:
    """Those of the replay and of the lesson too."""
    window = Sheets(KeysScreen)
    assert [known.id for known in COMMANDS if not window.shown(f"key-{known.id}")] == []


def test_the_sheet_of_keys_leads_to_them() -> None:
    """From the help as well."""
    window = Sheets(HelpScreen)
    window.push("keys")
    assert isinstance(window.app.screen, KeysScreen)


# -- the menu --------------------------------------------------------------------------------------


def from_menu(table: Table, identity: str) -> None:
    """Pick a command of the menu."""
    menu = table.app.screen
    assert isinstance(menu, MenuScreen)
    if table.shown("all"):
        table.push("all")
    assert menu.activate(f"menu-{identity}")
    table.settle()


def test_the_menu_has_every_command_that_can_be_picked(opened: SetUp) -> None:
    """From the table, with the keys in force."""
    table = opened(keys={"supply": ["z"]})
    table.push("button-menu")
    first = [node.key for node in table.tree.walk() if node.key.startswith("menu-")]
    names = ("hint", "goal", "rules", "replay", "players", "settings", "picker", "quit")
    assert first == [f"menu-{name}" for name in names]
    table.push("all")
    listed = {node.key for node in table.tree.walk() if node.key.startswith("menu-")}
    groups = ("Game", "Play", "Look up", "Map", "Window")
    assert listed == {f"menu-{known.id}" for group in groups for known in in_menu(group)}
    assert "Z" in table.label("menu-supply")
    left_out = {known.id for known in COMMANDS if known.where != "replay"}
    left_out -= {key.removeprefix("menu-") for key in listed}
    by_hand = ("cursor_", "choose_", "member_", "lesson_", "menu")
    held = {known.id for known in COMMANDS if known.held}
    assert [one for one in left_out - held if not one.startswith(by_hand)] == []


def test_a_command_is_carried_out_from_the_menu(opened: SetUp) -> None:
    """The menu goes away first."""
    table = opened()
    table.press("f10")
    from_menu(table, "end_phase")
    assert table.app.screen is table.board
    assert table.session.state.phase == "us_movement"
    table.press("f10")
    from_menu(table, "scale_up")
    assert table.app.theme.scale == 1.1


def test_the_menu_says_why_nothing_can_be_taken_back(set_up: SetUp) -> None:
    """By what the undo is locked."""
    table = set_up(setup={"A": "0602", "W": "0603", "Y": "0302"}, phase="soviet_combat", dice=[1])
    table.click("0603")
    table.press("enter", "f10")
    table.push("all")
    assert "Not now: locked: a die was rolled" in table.label("menu-undo")
    assert not table.tree.find(key="menu-undo").enabled


def test_in_a_replay_the_menu_has_the_commands_of_the_replay(opened: SetUp) -> None:
    """And none that plays."""
    table = opened()
    table.press("e", "r", "f10")
    assert table.shown("menu-replay_eyes")
    table.push("all")
    assert table.shown("menu-on_turn")
    for nothing_here in ("end_phase", "undo", "resign", "changes", "fog"):
        assert not table.shown(f"menu-{nothing_here}")
    assert table.shown("menu-picker")
    from_menu(table, "replay_leave")
    assert table.app.screen is table.board


# -- settings --------------------------------------------------------------------------------------


def test_settings_hold_at_once_and_are_kept(opened: SetUp, kept: Path) -> None:
    """Speed, wheel and switches; the screen is reached by F9 and left by Escape."""
    table = opened()
    table.app.settings.path = kept
    table.press("f9")
    for key in ("speed-slow", "wheel-pan", "edge_pan", "plain_names"):
        table.push(key)
        assert table.tree.find(key=key).selected
    table.press("escape")
    assert table.board.match.playback.speed == "slow"
    again = Settings.load(kept)
    assert (again.speed, again.wheel, again.edge_pan) == ("slow", "pan", True)
    assert (again.plain_names, again.sound) == (True, False)


def test_the_lettering_is_set_there_too(opened: SetUp) -> None:
    """Every screen below is laid out anew."""
    table = opened(size=(1920, 1080))
    table.press("f9")
    table.push("scale_up")
    assert table.label("scale") == "110 %"
    assert table.app.theme.scale == 1.1


def test_settings_are_not_opened_twice(opened: SetUp) -> None:
    """Nor over the list of keys."""
    table = opened()
    table.press("f9", "f9")
    assert sum(isinstance(screen, SettingsScreen) for screen in table.app.screens) == 1
    table.push("keys")
    table.press("f9")
    assert len(table.app.screens) == 3


def test_nonsense_in_the_file_is_left_aside(kept: Path) -> None:
    """What makes sense is taken."""
    kept.write_text(
        '{"wheel": "spin", "sound": 1, "edge_pan": true, "size": [1, "x"], "corner": [3, 4],'
        ' "scale": true, "last": 7}',
        encoding="utf-8",
    )
    found = Settings.load(kept)
    assert (found.wheel, found.sound, found.edge_pan) == ("zoom", False, True)
    assert (found.size, found.corner, found.scale, found.last) == (None, (3, 4), 1.0, {})
