"""A save outlives a change of its game: by the rules that it had, or by those of today."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from shutil import copytree, rmtree

import pytest

import hexwar
from hexwar.records import RecordError, Session, read_record, saves_folder
from hexwar.records.kept_rules import rules_folder
from tests.records.games import LOADED, change_line, copied_game, play, saved

Change = tuple[str, str, str]
UNMET: Change = (
    "units.yaml",
    "    W: {side: us",
    "    H: {side: us, type: infantry, name: H Company}\n    W: {side: us",
)
"""A unit that nobody sets up."""
MET: Change = ("rules.yaml", "allowance: 4", "allowance: 1")


def changed(folder: Path, *change: Change) -> hexwar.Game:
    """The game with texts in its files replaced."""
    (file, old, new), *more = change
    copied_game(folder, file, old, new)
    for file, old, new in more:
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return hexwar.load_game(folder)


def forget() -> None:
    """As on another machine: nothing is kept."""
    rmtree(rules_folder())


def test_a_game_goes_on_by_the_rules_that_it_had(tmp_path: Path) -> None:
    """What has changed is said, and where the rules of today lead elsewhere."""
    session = saved(tmp_path / "game.jsonl")
    loaded = Session.load(tmp_path / "game.jsonl", changed(tmp_path / "game", MET))
    assert loaded.state.to_dict() == session.state.to_dict()
    change = loaded.rules_change
    assert change is not None and change.held == "then" and not change.has_choice
    (notice,) = loaded.notices
    assert "movement.allowance was 4, and is 1" in notice
    assert "goes on by those that it had" in notice
    assert "by those of today the replay diverges at action 1 (" in notice
    loaded.apply("resign")
    again = Session.load(tmp_path / "game.jsonl", changed(tmp_path / "again", MET))
    assert again.state.is_over


def test_where_the_rules_of_today_lead_the_same_way_there_is_a_choice(tmp_path: Path) -> None:
    """Until it is made the rules are those that the game had."""
    saved(tmp_path / "game.jsonl")
    loaded = Session.load(tmp_path / "game.jsonl", changed(tmp_path / "game", UNMET))
    change = loaded.rules_change
    assert change is not None and change.has_choice
    assert "H" not in loaded.game.units
    assert "units.counters.H is new" in loaded.notices[0]
    assert "gone the same way up to now" in loaded.notices[0]


def test_of_several_new_entries_the_first_in_the_file_is_named(tmp_path: Path) -> None:
    """Whatever order a set of them has this time."""
    saved(tmp_path / "game.jsonl")
    file, old, new = UNMET
    unit = new.removesuffix(old)
    more = "".join(unit.replace("H", name) for name in ("H2", "H3", "H4", "H5"))
    game = changed(tmp_path / "game", (file, old, f"{unit}{more}{old}"))
    loaded = Session.load(tmp_path / "game.jsonl", game)
    assert "units.counters.H is new" in loaded.notices[0]


def test_a_game_that_goes_on_by_the_rules_of_today_says_so_in_its_save(tmp_path: Path) -> None:
    """With the first thing that is done; from there on it is a save of those rules."""
    path = tmp_path / "game.jsonl"
    session = saved(path)
    before = path.read_bytes()
    game = changed(tmp_path / "game", UNMET)
    loaded = Session.load(path, game, rules="now")
    assert "H" in loaded.game.units and path.read_bytes() == before
    loaded.apply("resign")
    lines = path.read_bytes().splitlines()[len(before.splitlines()) :]
    assert path.read_bytes().startswith(before)
    assert [next(iter(json.loads(line))) for line in lines][:2] == ["rules", "do"]
    again = Session.load(path, game)
    assert again.notices == [] and again.rules_change is None
    assert again.entries[:-1] == session.entries and again.state.is_over
    assert read_record(path).rules.digest == game.definition.resolve().digest


def test_by_the_rules_that_it_took_up_a_game_outlives_the_next_change(tmp_path: Path) -> None:
    """What it began with is no longer asked for."""
    path = tmp_path / "game.jsonl"
    saved(path)
    second = changed(tmp_path / "second", UNMET)
    Session.load(path, second, rules="now").undo()
    third = changed(tmp_path / "third", UNMET, MET)
    loaded = Session.load(path, third)
    assert "H" in loaded.game.units and loaded.rules_change is not None
    assert "movement.allowance" in loaded.notices[0]


def test_without_what_was_kept_the_rules_of_today_do_if_they_lead_the_same_way(
    tmp_path: Path,
) -> None:
    """A save from another machine; it names them once it goes on."""
    path = tmp_path / "game.jsonl"
    session = saved(path)
    forget()
    game = changed(tmp_path / "game", UNMET)
    loaded = Session.load(path, game)
    assert loaded.entries == session.entries
    assert "are not kept here" in loaded.notices[0]
    assert "units.yaml differs" in loaded.notices[0]
    loaded.undo()
    assert Session.load(path, game).notices == []


def test_without_what_was_kept_a_save_that_parts_is_refused_with_where(tmp_path: Path) -> None:
    """And opened up to there, in a file of its own."""
    path = tmp_path / "game.jsonl"
    saved(path)
    forget()
    game = changed(tmp_path / "game", MET)
    with pytest.raises(RecordError, match=r"are not kept here, and by those of today") as caught:
        Session.load(path, game)
    assert caught.value.action == 1 and caught.value.line == 2
    assert Session.load(path, game, until=1).path == tmp_path / "game-2.jsonl"


def test_rules_can_be_asked_for(tmp_path: Path) -> None:
    """Those of today are refused where they part, those of then where they are gone."""
    path = tmp_path / "game.jsonl"
    saved(path)
    game = changed(tmp_path / "game", MET)
    with pytest.raises(RecordError, match=r"rules.yaml differs\): by those of today the replay"):
        Session.load(path, game, rules="now")
    assert Session.load(path, game, rules="then").notices == []
    forget()
    with pytest.raises(RecordError, match="are not kept here"):
        Session.load(path, game, rules="then")


def test_a_game_that_is_gone_or_broken_goes_on_by_what_was_kept(tmp_path: Path) -> None:
    """With a word on why."""
    own = changed(tmp_path / "my_game", ("game.yaml", "id: strike_force_one", "id: my_game"))
    path = saves_folder() / "game.jsonl"
    Session.new(own, seed=1, path=path)
    (tmp_path / "my_game" / "rules.yaml").write_text("movement: [")
    broken = Session.load(path)
    assert "the game my_game is not sound" in broken.notices[0]
    rmtree(tmp_path / "my_game")
    gone = Session.load(path)
    assert "which are kept here" in gone.notices[0] and "not among the games" in gone.notices[0]
    gone.apply("resign")
    assert Session.load(path).state.is_over


def test_a_scenario_that_is_no_more_can_be_played_on(tmp_path: Path) -> None:
    """Its game has dropped it meanwhile."""
    path = tmp_path / "game.jsonl"
    Session.new(LOADED, "advanced", seed=1, path=path)
    game = changed(
        tmp_path / "game", ("game.yaml", "  advanced:\n    title", "  grand:\n    title")
    )
    loaded = Session.load(path, game)
    assert "another version of strike_force_one" in loaded.notices[0]
    assert loaded.state.resolved.scenario.id == "advanced"


def test_rules_that_an_engine_plays_in_another_way_are_said_to_part(tmp_path: Path) -> None:
    """With the action, and with the versions of hexwar."""
    path = tmp_path / "game.jsonl"
    saved(path)
    change_line(path, 1, lambda header: header.update(hexwar="0.0.9"))
    change_line(path, 4, lambda line: line["events"][0].update(unit="nobody"))
    parting = r"diverges at action 3 .*; hexwar 0\.0\.9 wrote this save, and hexwar .* plays it"
    with pytest.raises(RecordError, match=parting):
        Session.load(path)
    with pytest.raises(
        RecordError, match=rf"by the rules that it had .*{parting}.*by those of today"
    ):
        Session.load(path, changed(tmp_path / "game", UNMET))


def test_what_is_hidden_is_not_told_by_where_rules_part(tmp_path: Path) -> None:
    """Whoever opens the save may be the enemy of whoever did that."""
    path = tmp_path / "game.jsonl"
    game = hexwar.load_game("skerry_sound")
    session = play(Session.new(game, seed=2, path=path), Random(2), 20)
    assert session.state.scopes.hiding
    change_line(path, 15, lambda line: line["events"][0].update(kind="nothing"))
    folder = copytree(game.catalog.folder, tmp_path / "game")
    header = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(header.replace("turns: ", "turns: 1", 1), encoding="utf-8")
    with pytest.raises(RecordError) as caught:
        Session.load(path, hexwar.load_game(folder))
    parting = "the replay diverges at action 14"
    assert f"by the rules that it had {parting}, and by those of today {parting}" in str(
        caught.value
    )
    assert str(caught.value).endswith(parting)


@pytest.mark.parametrize(
    "rules",
    [
        None,
        [],
        {},
        {"digest": 1, "version": "", "files": {}},
        {"digest": "", "version": "", "files": {"a": 1}},
    ],
)
def test_a_line_of_rules_that_makes_no_sense_is_refused(tmp_path: Path, rules: object) -> None:
    """By its number."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=2)
    with path.open("a") as file:
        file.write(json.dumps({"rules": rules}) + "\n")
        file.write(json.dumps({"undo": "nothing"}) + "\n")
    with pytest.raises(RecordError, match=r"line 4 of game\.jsonl is damaged"):
        Session.load(path)
