"""The saves: which there are, going on with one, and what is wrong with those that fail."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from hexwar.records import RecordError, saves_folder
from hexwar.records.saves import Bookmarks
from hexwar.viewer.app import App
from hexwar.viewer.drawing.theme import font
from hexwar.viewer.screens.resume import Refused, ResumeScreen
from hexwar.viewer.screens.saves import SaveBeginning, UnreadableSave, all_saves, moment
from tests.viewer.sheets import FRAMES, Sheets, begun, faults, known_names, saved_path


class Saved:
    """The list of saves, and what was chosen of it."""

    def __init__(self, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> None:
        self.resumed: list[Path | SaveBeginning] = []
        self.new = 0
        self.refusal: Exception | None = None
        self.window = Sheets(self.make, size, scale)

    def make(self, app: App) -> ResumeScreen:
        """The screen, of all saves."""
        return ResumeScreen(app, all_saves(), self.resume, self.begin, known_names())

    def resume(self, path: Path | SaveBeginning, refused: Refused) -> None:
        """Note what is resumed, or refuse."""
        if self.refusal is not None:
            refused(self.refusal)
        else:
            self.resumed.append(path)

    def begin(self) -> None:
        """Note that a new game is wanted."""
        self.new += 1


def spoilt(name: str = "spoilt.jsonl") -> Path:
    """A file among the saves that is not one."""
    path = saves_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"hexwar_save": 99}\n', encoding="utf-8")
    return path


def test_a_save_tells_game_turn_scenario_players_and_date() -> None:
    """All that one needs to know it again, in titles and not in ids."""
    path = saved_path(begun("advanced"))
    label = Saved().window.label(f"save-{path.name}")
    assert label.startswith("Strike Force One, turn 1.")
    assert "Advanced Game" in label
    assert "Soviet: Person, U.S.: Greedy" in label
    assert "today" in label


def test_enter_goes_on_with_the_latest() -> None:
    """It has the focus."""
    path = saved_path(begun())
    saved = Saved()
    saved.window.press("enter")
    assert saved.resumed == [path]


def test_a_click_goes_on_with_another() -> None:
    """Finished games can be looked at again."""
    over, _ = saved_path(begun(actions=-1)), saved_path(begun("advanced"))
    saved = Saved()
    assert " in turn 4" in saved.window.label(f"save-{over.name}")
    saved.window.push(f"save-{over.name}")
    assert saved.resumed == [over]


def test_an_unreadable_save_says_why() -> None:
    """It is listed, and cannot be chosen."""
    saved_path(begun())
    spoilt()
    node = Saved().window.tree.find(key="unreadable-spoilt.jsonl")
    assert "this save has format 99" in node.label
    assert not node.enabled


def test_a_save_of_other_rules_is_refused_with_a_reason() -> None:
    """The sentence stands with the save, and the list stays."""
    path = saved_path(begun())
    saved = Saved()
    saved.refusal = RecordError("the save was played with other rules")
    saved.window.press("enter")
    assert "the save was played with other rules." in saved.window.label(f"save-{path.name}")
    assert saved.resumed == []


def test_new_game_and_back() -> None:
    """The other ways on."""
    saved = Saved()
    assert "There are no saved games yet." in saved.window.said()
    saved.window.press("enter")
    assert saved.new == 1
    saved.window.push("back")
    assert saved.window.closed


def test_a_save_of_an_unknown_game_is_listed_by_its_ids() -> None:
    """The game may have been removed since."""
    path = saved_path(begun())
    text = path.read_text("utf-8").replace('"id":"strike_force_one"', '"id":"gone"', 1)
    path.write_text(text, "utf-8")
    assert "Soviet: Person, Us: Greedy" in Saved().window.label(f"save-{path.name}")


def test_a_damaged_save_is_offered_up_to_the_damage() -> None:
    """A click opens what comes before it; one with a damaged header is only told of."""
    path = saved_path(begun(actions=6))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:4], b"#", *lines[4:]]))
    spoilt()
    saved = Saved()
    key = f"unreadable-{path.name}"
    assert "line 5" in saved.window.label(key)
    assert "can be opened up to line 4" in saved.window.label(key)
    assert "can be opened" not in saved.window.label("unreadable-spoilt.jsonl")
    saved.window.push(key)
    assert saved.resumed == [SaveBeginning(path, 4)]


def test_a_save_that_departs_from_the_rules_is_offered_up_to_there() -> None:
    """Known only when it is played again: the second click opens the part."""
    path = saved_path(begun())
    saved = Saved()
    saved.refusal = RecordError("the replay diverges at action 3 (line 4)", line=4, action=3)
    saved.window.push(f"save-{path.name}")
    assert "can be opened up to line 3" in saved.window.label(f"save-{path.name}")
    saved.refusal = None
    saved.window.push(f"save-{path.name}")
    assert saved.resumed == [SaveBeginning(path, 3)]


def test_a_save_is_deleted_when_that_is_confirmed() -> None:
    """With its bookmarks, and no other save; kept if the question is answered so."""
    doomed, other = saved_path(begun()), saved_path(begun("advanced"))
    Bookmarks(doomed).toggle(2)
    saved = Saved()
    saved.window.push(f"delete-{doomed.name}")
    saved.window.press("k")
    assert doomed.exists()
    saved.window.push(f"delete-{doomed.name}")
    assert "removed for good" in saved.window.said()
    saved.window.press("d")
    assert not saved.window.shown(f"save-{doomed.name}")
    assert saved.window.shown(f"save-{other.name}")
    kept = {other.name, other.with_suffix(".key").name}
    assert {path.name for path in other.parent.iterdir()} == kept
    assert saved.resumed == []


def test_moments_are_told_as_people_do() -> None:
    """Today, yesterday, or the date."""
    now = datetime(2026, 3, 1, 9, 30).astimezone()
    assert moment(now, now) == "today 09:30"
    assert moment(datetime(2026, 2, 28, 23, 59).astimezone(), now) == "yesterday 23:59"
    assert moment(datetime(2025, 3, 1, 9, 30).astimezone(), now) == "1 March 2025, 09:30"


def test_all_saves_has_the_latest_first() -> None:
    """Readable or not."""
    begun()
    spoilt()
    assert isinstance(all_saves()[0], UnreadableSave)


def test_a_game_that_was_never_played_is_no_save() -> None:
    """It was begun, and nothing happened."""
    begun(actions=0)
    assert all_saves() == []


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize(("size", "scale"), FRAMES)
def test_everything_fits(size: tuple[int, int], scale: float) -> None:
    """At every size and scale, long names included."""
    begun()
    begun("advanced", -1)
    spoilt("a-save-with-a-name-that-is-far-longer-than-any-name-that-anybody-would-type.jsonl")
    assert faults(Saved(size, scale).window) == []


def test_names_of_strangers_are_drawn() -> None:
    """A null character, half a character, marks without width: in a title or a file name."""
    path = saved_path(begun())
    odd = path.with_name(os.fsdecode(b"\xff\n\x1b.jsonl"))
    odd.write_text("{}")
    text = path.read_text("utf-8").replace('"Strike Force One"', r'"\u0000\u202e\u0301"', 1)
    path.write_text(text.replace('"us":"greedy"', r'"us":"\u0007\u200b"', 1), "utf-8")
    os.utime(odd, (10**12, 10**12))
    saved = Saved()
    assert "turn 1" in saved.window.label(f"save-{path.name}")
    assert all(label.isprintable() for label in saved.window.said().splitlines())
    assert "not a hexwar save" in saved.window.said()
    assert font(12).render("\0\ud800\u0301", True, (0, 0, 0)).get_width() > 0
    assert font(12).render("\u0301", True, (0, 0, 0)).get_height() > 0
