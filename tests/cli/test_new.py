"""``hexwar new``: what it writes is a game, and nothing that is there is overwritten."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.cli import CLEAN, USAGE, main
from hexwar.definition.locations import shipped
from hexwar.rules.invariants import broken_invariants


def test_what_it_writes_is_sound_and_is_played_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "river_line"
    assert main(["new", str(folder)]) == CLEAN
    assert hexwar.check(folder) == []
    game = hexwar.load_game(folder)
    assert (game.catalog.header.id, game.catalog.header.title) == ("river_line", "River line")
    state, random = game.start(seed=3), Random(3)
    while not state.is_over:
        state.apply(state.sample_action(random))
    assert broken_invariants(state) == []


def test_editors_find_the_schema_from_every_file(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    main(["new", str(folder)])
    for path in folder.glob("*.yaml"):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert Path(first.partition("$schema=")[2]).is_file()


@pytest.mark.parametrize("name", ["scs_sample", "marenfeld"])
def test_a_copy_of_a_game_is_sound_under_its_own_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mine"
    assert main(["new", str(folder), "--from", name]) == CLEAN
    assert hexwar.check(folder) == []
    assert hexwar.load_game(folder).catalog.header.id == "mine"
    assert len([*folder.iterdir()]) == len([*(shipped("games") / name).iterdir()])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["here"], "is there already"),
        (["2nd game"], "cannot be the name of a game"),
        (["mine", "--from", "nothing_of_that_name"], "there is no game"),
        (["mine/yours/\0"], "cannot"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    assert main(["new", *words]) == USAGE
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
