"""``hexwar list``: what can be played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hexwar.cli import main
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import games_in, shipped

WriteGame = Callable[..., Path]
SHELF = "xdg_data_home/hexwar/games"
"""The user's games folder, as the tests' settings have it."""


def test_shipped_games_with_their_choices(capsys: pytest.CaptureFixture[str]) -> None:
    """Title, version, scenarios, options and editions of every game."""
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    for name in games_in(shipped("games")):
        catalog = GameFolder(shipped("games") / name, Findings()).catalog
        assert f"  {name} " in printed
        assert f"{catalog.header.title} {catalog.header.version}" in printed
        for group in (catalog.scenarios, catalog.options, catalog.editions):
            assert [id_ for id_ in group if f" {id_} " not in printed] == []


def test_an_option_says_which_scenarios_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody should have to try it out."""
    main(["list"])
    printed = capsys.readouterr().out
    (line,) = [line for line in printed.splitlines() if " west_german " in line]
    assert line.endswith("(only advanced)")


def test_a_game_in_the_users_folder_is_listed(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder put there can be played by its name."""
    write_game(f"{SHELF}/mine")
    assert main(["list"]) == 0
    own = capsys.readouterr().out.partition("Your games")[2]
    assert "  mine " in own
    assert "Tiny" in own
    assert "duel" in own


def test_an_unsound_game_says_how_to_find_out(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """One broken game does not hide the others."""
    broken = write_game(f"{SHELF}/broken", movement="movement: {allowence: 4}\n")
    write_game(f"{SHELF}/mine")
    assert main(["list"]) == 0
    printed = capsys.readouterr().out
    assert f"hexwar check {broken}" in printed
    assert "  mine " in printed


def test_rules_for_other_games_are_no_game_to_play(
    write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """A series is listed as what it is."""
    series = "hexwar: 2\nid: series\ntitle: A Series\nabstract: true\n"
    folder = write_game(f"{SHELF}/series", game=series)
    (folder / "scenarios.yaml").unlink()
    assert main(["list"]) == 0
    own = capsys.readouterr().out.partition("Your games")[2]
    assert "A Series" in own
    assert "Rules for other games to extend" in own


def test_an_empty_shelf_says_what_belongs_there(capsys: pytest.CaptureFixture[str]) -> None:
    """The path is named whether or not the folder exists."""
    main(["list"])
    own = capsys.readouterr().out.partition("Your games, in ")[2]
    assert own.splitlines()[0].rstrip(":").endswith(str(Path("hexwar") / "games"))
    assert "none" in own
