"""The help sheet: every command of the table, with the keys that it has now."""

from __future__ import annotations

import re

import pytest

from hexwar.viewer.program.commands import COMMANDS, KeyMap, command
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.help import HelpScreen, shown
from tests.viewer.sheets import FRAMES, Sheets, faults


def all_keys(host: Host) -> HelpScreen:
    """The sheet with all keys."""
    sheet = HelpScreen(host)
    sheet.list_all()
    return sheet


def test_eight_keys_that_matter_come_first() -> None:
    """A wall of keys is read by nobody: the rest is a button away."""
    window = Sheets(HelpScreen)
    keys = [n.key for n in window.tree.walk() if re.match(r"does-(?!mouse|sign)", n.key)]
    assert len(keys) == 8
    window.push("all")
    assert len([n for n in window.tree.walk() if n.key.startswith("does-")]) > 40
    assert not window.shown("all")


def test_every_command_is_on_the_sheet() -> None:
    """Nothing that a key does is missing."""
    window = Sheets(all_keys)
    told = window.said()
    numbered = ("choose_", "member_")
    missing = [c for c in COMMANDS if c.title not in told and not c.id.startswith(numbered)]
    assert missing == []
    assert window.label("keys-undo") == "Ctrl+Z, U"


def test_the_nine_choices_are_one_line() -> None:
    """1 to 9 are told once."""
    window = Sheets(all_keys)
    assert window.label("keys-choose_1") == "1 to 9"
    assert not window.shown("keys-choose_2")
    assert window.label("keys-member_1") == "Alt+1 to Alt+9"
    assert not window.shown("keys-member_2")


def test_the_players_own_keys_are_shown() -> None:
    """A rebound key replaces the usual one, and a choice with a key of its own gets its line."""
    keys = KeyMap({"end_phase": ("f",), "choose_2": ("b",), "undo": ()})
    assert shown(command("end_phase"), keys) == (("F",), "End the phase; decline what is offered")
    assert shown(command("choose_2"), keys) == (("B",), "Choice 2 of the list")
    assert shown(command("undo"), keys) == (("no key",), "Undo")


@pytest.mark.parametrize("chord", ["escape", "enter", "f1"])
def test_it_closes(chord: str) -> None:
    """Escape, the button and the key that opened it close the sheet."""
    window = Sheets(HelpScreen)
    window.press(chord)
    assert window.closed


def test_keys_wheel_and_bar_scroll() -> None:
    """What does not fit is reached by the arrows, by pages, the wheel, and the bar."""
    window = Sheets(all_keys, (1024, 768), 1.5)
    scroll = window.screen.scrolls()[0]
    assert scroll.furthest > 0
    window.press("down")
    assert 0 < window.screen.offsets["body"] < scroll.rect.height
    window.press("end")
    assert window.screen.offsets["body"] == window.screen.scrolls()[0].furthest
    window.press("home")
    assert window.screen.offsets["body"] == 0
    window.press("pagedown")
    assert window.screen.offsets["body"] > 0
    bar = window.screen.scrolls()[0].bar(window.screen.theme)
    assert bar is not None
    window.drag(bar.center, (bar.centerx, 5))
    assert window.screen.offsets["body"] == 0


@pytest.mark.parametrize(("size", "scale"), FRAMES)
def test_everything_fits(size: tuple[int, int], scale: float) -> None:
    """At every size and scale."""
    assert faults(Sheets(HelpScreen, size, scale)) == []
    assert faults(Sheets(all_keys, size, scale)) == []
