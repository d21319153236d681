"""A save is of one game, in one version of its rules; anything else is refused by name."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest

import hexwar
from hexwar.records import RecordError, Session, saves_folder
from hexwar.records.kept_rules import rules_folder
from hexwar.rules.sides.section import Sides
from tests.records.games import FOLDER, GAME, change_line, copied_game, saved
from tools.corrections import measure


def test_changed_rules_are_named_with_the_file_that_differs(tmp_path: Path) -> None:
    """So that a player knows where to look; and both versions are in the sentence."""
    saved(tmp_path / "game.jsonl")
    rmtree(rules_folder())
    folder = tmp_path / "game"
    copied_game(folder, "game.yaml", 'version: "1.0"', 'version: "2.0"')
    rules = (folder / "rules.yaml").read_text(encoding="utf-8")
    (folder / "rules.yaml").write_text(rules.replace("allowance: 4", "allowance: 1"))
    refusal = r"with other rules of strike_force_one \(version 1\.0; here 2\.0: "
    with pytest.raises(RecordError, match=f"{refusal}game.yaml and rules.yaml differ"):
        Session.load(tmp_path / "game.jsonl", hexwar.load_game(folder))


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("game.yaml", 'version: "1.0"', 'version: "2.0"'),
        ("units.yaml", "name: A Company", "name: Able"),
        ("rules.yaml", "title: Defender retreats", "title: They go back"),
        ("map.yaml", "  cite:", "  # a rule that is told\n  cite:"),
    ],
)
def test_a_game_that_reads_otherwise_is_the_same_game(
    tmp_path: Path, file: str, before: str, after: str
) -> None:
    """What is only read may be corrected while games go on."""
    saved(tmp_path / "game.jsonl")
    changed = copied_game(tmp_path / "game", file, before, after)
    session = Session.load(tmp_path / "game.jsonl", changed)
    assert session.entries == Session.load(tmp_path / "game.jsonl").entries


@pytest.mark.parametrize("name", ["strike_force_one", "three_mills"])
def test_saves_of_random_games_outlive_corrections(name: str) -> None:
    tally, wrong = measure(name, 3, seed=5)
    assert not wrong
    assert tally["open"] == 3


OF_EVERYTHING = "a110b214a198efde375cbee26fb89352"
"""A digest as it was before it was one of what decides play."""


def test_a_save_with_a_digest_of_before_is_judged_by_playing_it_again(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 1, lambda header: header["game"].update(digest=OF_EVERYTHING))
    assert Session.load(path).entries
    changed = copied_game(tmp_path / "game", "rules.yaml", "allowance: 4", "allowance: 1")
    rmtree(rules_folder())
    with pytest.raises(RecordError, match="the replay diverges at action"):
        Session.load(path, changed)


def test_a_save_of_another_game_is_refused(tmp_path: Path) -> None:
    """Both games are named."""
    saved(tmp_path / "game.jsonl")
    other = copied_game(tmp_path / "game", "game.yaml", "id: strike_force_one", "id: other_game")
    with pytest.raises(RecordError, match=r"a save of Strike Force One .* not of .*other_game"):
        Session.load(tmp_path / "game.jsonl", other)


def test_a_save_of_the_same_files_is_one_of_the_same_game(tmp_path: Path) -> None:
    """Whatever digest another version of hexwar has made of them."""
    saved(tmp_path / "game.jsonl")
    change_line(tmp_path / "game.jsonl", 1, lambda header: header["game"].update(digest="0"))
    loaded = Session.load(tmp_path / "game.jsonl")
    assert loaded.notices == [] and loaded.game.catalog.folder == FOLDER


@pytest.mark.parametrize(
    ("key", "value"), [("scenario", "grand"), ("options", ["snow"]), ("edition", "gold")]
)
def test_a_choice_that_the_game_does_not_have_is_refused(
    tmp_path: Path, key: str, value: object
) -> None:
    """The sentence is that of the choice."""
    saved(tmp_path / "game.jsonl")
    change_line(tmp_path / "game.jsonl", 1, lambda header: header.update({key: value}))
    with pytest.raises(RecordError, match="another version of strike_force_one: there is no"):
        Session.load(tmp_path / "game.jsonl")


def test_a_game_that_is_not_here_is_asked_for(tmp_path: Path) -> None:
    """Its title is in the save."""
    saved(tmp_path / "game.jsonl")
    change_line(tmp_path / "game.jsonl", 1, lambda header: header["game"].update(id="nowhere"))
    with pytest.raises(RecordError, match="name the game's folder to load it"):
        Session.load(tmp_path / "game.jsonl")


@pytest.mark.parametrize("name", ["../../etc", "/root", "a/b", ".", ""])
def test_a_strangers_save_opens_no_folder_of_its_choice(tmp_path: Path, name: str) -> None:
    """A game's id is a name and never a path."""
    saved(tmp_path / "game.jsonl")
    change_line(tmp_path / "game.jsonl", 1, lambda header: header["game"].update(id=name))
    with pytest.raises(RecordError, match="cannot be one's name"):
        Session.load(tmp_path / "game.jsonl")


def test_only_ones_own_save_says_where_its_game_is(tmp_path: Path) -> None:
    """The folder in a save from elsewhere is not looked into."""
    own = copied_game(tmp_path / "my_game", "game.yaml", "id: strike_force_one", "id: my_game")
    trusted, foreign = saves_folder() / "game.jsonl", tmp_path / "game.jsonl"
    Session.new(own, seed=1, path=trusted)
    foreign.write_bytes(trusted.read_bytes())
    rmtree(rules_folder())
    with pytest.raises(RecordError, match="not among the games here"):
        Session.load(foreign)
    assert Session.load(foreign, own).state.turn == 1
    assert Session.load(trusted).game.catalog.folder == tmp_path / "my_game"


def test_comments_and_layout_may_change(tmp_path: Path) -> None:
    """What a game means is compared, not how its files are written."""
    saved(tmp_path / "game.jsonl")
    changed = copied_game(
        tmp_path / "game", "rules.yaml", "movement:", "# More to come.\nmovement:"
    )
    assert changed.catalog.folder != FOLDER
    assert Session.load(tmp_path / "game.jsonl", changed).entries


def test_the_edition_is_that_of_the_save(tmp_path: Path) -> None:
    """Names and colours come back as they were."""
    Session.new(GAME, edition="opfor_bluefor", seed=1, path=tmp_path / "game.jsonl")
    loaded = Session.load(tmp_path / "game.jsonl")
    assert [side.name for side in loaded.state.resolved[Sides].all] == ["Opfor", "Bluefor"]
