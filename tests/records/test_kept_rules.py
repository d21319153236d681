"""What a game is begun with is kept: once, bounded, and never by halves."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path
from shutil import copytree, rmtree

import pytest

import hexwar
from hexwar.definition.locations import PACK
from hexwar.definition.packs import read_pack
from hexwar.records import Session, kept_rules, saves_folder
from hexwar.records.kept_rules import (
    ABOUT,
    NotKeptError,
    keep,
    kept_game,
    rules_folder,
    rules_key,
    rules_of,
)
from tests.records.games import FOLDER, GAME, LOADED, change_line, copied_game, saved


def files_of(game: hexwar.Game) -> dict[str, str]:
    """The files of a game as a save names them."""
    return dict(rules_of(game.catalog, "").files)


def homes() -> list[Path]:
    """What is kept, half-written folders included."""
    return sorted(rules_folder().iterdir()) if rules_folder().exists() else []


def another_game(folder: Path, number: int) -> hexwar.Game:
    """A game that differs from all others in a value."""
    return copied_game(folder / str(number), "rules.yaml", "allowance: 4", f"allowance: {number}")


def test_what_a_saved_game_is_begun_with_is_kept_once(tmp_path: Path) -> None:
    """Two games of the same content take the room of one, wherever their folders are."""
    saved(tmp_path / "one.jsonl")
    first = homes()
    copy = hexwar.load_game(copytree(FOLDER, tmp_path / "copy"))
    Session.new(copy, path=tmp_path / "two.jsonl")
    assert len(first) == 1 and homes() == first
    Session.new(another_game(tmp_path, 5), path=tmp_path / "three.jsonl")
    assert len(homes()) == 2


def test_a_game_in_memory_keeps_nothing() -> None:
    """There is no save that could need it."""
    Session.new(GAME, seed=1)
    assert homes() == []


def test_what_is_kept_is_the_game_as_it_was(tmp_path: Path) -> None:
    """Also when its folder is gone."""
    game = another_game(tmp_path, 5)
    keep(game.catalog)
    rmtree(tmp_path / "5")
    again = kept_game(GAME, files_of(game))
    assert again.definition.resolve().digest == game.definition.resolve().digest
    assert files_of(again) == files_of(game)


def test_pictures_are_kept_and_do_not_count(tmp_path: Path) -> None:
    """A game with another picture is the same game."""
    folder = copytree(FOLDER, tmp_path / "game")
    (folder / "cover.png").write_bytes(b"first")
    game = hexwar.load_game(folder)
    keep(game.catalog)
    (folder / "cover.png").write_bytes(b"second")
    keep(hexwar.load_game(folder).catalog)
    assert len(homes()) == 1
    pack = kept_game(GAME, files_of(game)).catalog.folder
    assert read_pack(pack).files["cover.png"] == b"first"


@pytest.mark.parametrize("extends", ["series", "../series"])
def test_a_series_is_kept_with_the_game_that_extends_it(tmp_path: Path, extends: str) -> None:
    """The series may change as well, and not touch the games that are under way."""
    copytree(FOLDER, tmp_path / "series")
    (tmp_path / "mine").mkdir()
    own = f"hexwar: 2\nid: mine\ntitle: Mine\nextends: {extends}\n"
    (tmp_path / "mine" / "game.yaml").write_text(own)
    game = hexwar.load_game(tmp_path / "mine")
    assert keep(game.catalog) == ""
    rmtree(tmp_path / "series")
    again = kept_game("mine", files_of(game))
    assert again.definition.resolve().digest == game.definition.resolve().digest
    assert [base.name for base in again.catalog.bases] == [f"series{PACK}"]


def test_a_series_that_no_pack_can_reach_is_said_not_to_be_kept(tmp_path: Path) -> None:
    """It lies in the folder of the game that extends it, and a pack holds one game."""
    copytree(FOLDER, tmp_path / "mine" / "parts" / "series")
    own = "hexwar: 2\nid: mine\ntitle: Mine\nextends: parts/series\n"
    (tmp_path / "mine" / "game.yaml").write_text(own)
    session = Session.new(tmp_path / "mine", path=tmp_path / "game.jsonl")
    assert "lies where no pack can reach it" in session.notices[0]
    assert homes() == [] and session.is_saved


def test_a_game_that_changed_after_it_was_read_is_not_kept_for_another(tmp_path: Path) -> None:
    """What is played is not what the folder holds any more."""
    game = another_game(tmp_path, 5)
    rules = tmp_path / "5" / "rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert "rules.yaml has changed since" in keep(game.catalog)
    assert homes() == []


# -- a disk that is full, a folder that is not ours alone ----------------------------------------


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS])
@pytest.mark.parametrize("what", ["mkdtemp", "write_bytes", "rename"])
def test_a_folder_that_takes_nothing_is_a_notice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, what: str
) -> None:
    """The game begins, is saved, and no half of a pack stays."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    place = kept_rules if what == "mkdtemp" else Path
    monkeypatch.setattr(place, what, refuse)
    session = Session.new(LOADED, path=tmp_path / "game.jsonl")
    assert len(session.notices) == 1 and os.strerror(number) in session.notices[0]
    assert session.is_saved and homes() == []


def test_who_comes_second_leaves_what_the_first_has_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes begin the same game at the same moment."""
    rename = Path.rename

    def too_late(path: Path, target: Path) -> Path:
        if path.parent == target.parent:
            copytree(path, target)
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", too_late)
    assert keep(LOADED.catalog) == ""
    assert [home.name for home in homes()] == [rules_key(files_of(LOADED))]


@pytest.mark.parametrize("damage", ["torn", "missing", "other", "about"])
def test_what_is_damaged_is_dropped_with_a_sentence(tmp_path: Path, damage: str) -> None:
    """And kept anew the next time."""
    keep(LOADED.catalog)
    home = homes()[0]
    pack = home / f"{GAME}{PACK}"
    if damage == "torn":
        pack.write_bytes(pack.read_bytes()[:-100])
    elif damage == "missing":
        pack.unlink()
    elif damage == "about":
        (home / ABOUT).write_text("{")
    else:
        other = another_game(tmp_path, 5)
        keep(other.catalog)
        theirs = rules_folder() / rules_key(files_of(other)) / f"5{PACK}"
        pack.write_bytes(theirs.read_bytes())
    with pytest.raises(NotKeptError, match=r"damaged|not all of them"):
        kept_game(GAME, files_of(LOADED))
    assert not home.exists()
    assert keep(LOADED.catalog) == "" and home.exists()


def test_a_pack_that_leads_out_of_its_folder_is_not_read(tmp_path: Path) -> None:
    """What says which pack is the game is only looked for among the packs."""
    keep(LOADED.catalog)
    home = homes()[0]
    copytree(FOLDER, tmp_path / "elsewhere")
    (home / ABOUT).write_text(json.dumps({"kept": 1, "game": str(tmp_path / "elsewhere")}))
    with pytest.raises(NotKeptError, match="damaged"):
        kept_game(GAME, files_of(LOADED))


def test_what_a_newer_hexwar_keeps_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said, and neither read nor pruned nor written over."""
    keep(LOADED.catalog)
    home = homes()[0]
    (home / ABOUT).write_text(json.dumps({"kept": 2, "game": {"in": "another form"}}))
    with pytest.raises(NotKeptError, match="another version of hexwar, in a form"):
        kept_game(GAME, files_of(LOADED))
    monkeypatch.setattr(kept_rules, "MOST_UNNEEDED", 0)
    keep(LOADED.catalog)
    keep(another_game(tmp_path, 5).catalog)
    assert json.loads((home / ABOUT).read_text())["kept"] == 2


# -- how much is kept ----------------------------------------------------------------------------


def kept_in_turn(tmp_path: Path, *numbers: int) -> list[hexwar.Game]:
    """Games that were used one after the other; what is kept has the times of that."""
    games = []
    for when, number in enumerate(numbers, 1_000_000):
        game = another_game(tmp_path, number)
        assert keep(game.catalog) == ""
        os.utime(rules_folder() / rules_key(files_of(game)), (when, when))
        games.append(game)
    return games


def are_kept(*games: hexwar.Game) -> list[bool]:
    """Which of these games are kept."""
    return [(rules_folder() / rules_key(files_of(game))).exists() for game in games]


def test_what_nobody_needs_goes_when_others_were_used_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one that was used last stays longest."""
    monkeypatch.setattr(kept_rules, "MOST_UNNEEDED", 2)
    first, second, third = kept_in_turn(tmp_path, 5, 6, 7)
    kept_game(GAME, files_of(first))
    keep(another_game(tmp_path, 8).catalog)
    assert are_kept(first, second, third) == [True, False, True]


def test_what_a_save_of_ones_own_needs_is_never_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long ago it was used, and however much it takes."""
    old = another_game(tmp_path, 9)
    Session.new(old, path=saves_folder() / "old.jsonl")
    os.utime(rules_folder() / rules_key(files_of(old)), (1, 1))
    monkeypatch.setattr(kept_rules, "MOST_UNNEEDED", 0)
    monkeypatch.setattr(kept_rules, "MOST_OF_ALL", 30_000)
    first, _ = kept_in_turn(tmp_path, 5, 6)
    assert are_kept(old, first) == [True, False]
    (saves_folder() / "old.jsonl").unlink()
    keep(another_game(tmp_path, 7).catalog)
    assert are_kept(old) == [False]


def test_a_save_needs_the_rules_that_it_took_up_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it began with it can do without."""
    path = saves_folder() / "game.jsonl"
    saved(path, actions=0)
    today = another_game(tmp_path, 5)
    Session.load(path, today, rules="now").apply("resign")
    monkeypatch.setattr(kept_rules, "MOST_UNNEEDED", 0)
    keep(another_game(tmp_path, 6).catalog)
    assert are_kept(LOADED, today) == [False, True]


def test_when_all_room_is_needed_the_next_is_not_kept_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that a save needs makes room."""
    saved(saves_folder() / "one.jsonl")
    monkeypatch.setattr(kept_rules, "MOST_OF_ALL", 20_000)
    session = Session.new(another_game(tmp_path, 5), path=saves_folder() / "two.jsonl")
    assert "what saves need has" in session.notices[0]
    assert are_kept(LOADED, session.game) == [True, False]


def test_a_game_that_is_too_large_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be played and saved all the same."""
    monkeypatch.setattr(kept_rules, "MOST_OF_ONE", 1000)
    session = Session.new(LOADED, path=tmp_path / "game.jsonl")
    assert "1,000 bytes that one game may have" in session.notices[0] and session.is_saved


def test_nothing_is_pruned_as_long_as_a_save_speaks_of_its_needs_in_unknown_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A save of a newer hexwar may need any of what is here."""
    monkeypatch.setattr(kept_rules, "MOST_UNNEEDED", 0)
    path = saves_folder() / "new.jsonl"
    saved(path, actions=1)
    change_line(path, 1, lambda header: header.update(hexwar_save=9, game="somewhere else"))
    games = kept_in_turn(tmp_path, 5, 6, 7)
    assert are_kept(*games) == [True, True, True]
    path.unlink()
    keep(another_game(tmp_path, 8).catalog)
    assert are_kept(*games) == [False, False, False]


def test_what_a_newer_save_needs_is_read_from_the_words_that_are_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its format may be another as long as it names its files as all saves do."""
    monkeypatch.setattr(kept_rules, "MOST_UNNEEDED", 0)
    path = saves_folder() / "new.jsonl"
    saved(path, actions=1)
    change_line(path, 1, lambda header: header.update(hexwar_save=9))
    other = kept_in_turn(tmp_path, 5, 6)[0]
    assert are_kept(LOADED, other) == [True, False]


def test_what_was_begun_and_left_half_written_is_cleared_away(tmp_path: Path) -> None:
    """After a day nobody comes back to it."""
    rules_folder().mkdir(parents=True)
    old, new = rules_folder() / ".abc.old", rules_folder() / ".abc.new"
    for part in (old, new):
        part.mkdir()
    os.utime(old, (1000, 1000))
    keep(LOADED.catalog)
    assert not old.exists() and new.exists()


def test_a_folder_that_is_called_as_a_save_keeps_nothing_from_being_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It needs no rules, and neither does anything else that is no file."""
    monkeypatch.setattr(kept_rules, "MOST_UNNEEDED", 0)
    (saves_folder() / "folder.jsonl").mkdir(parents=True)
    games = kept_in_turn(tmp_path, 5, 6)
    assert are_kept(*games) == [False, True]
