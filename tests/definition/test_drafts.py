"""Drafts: what may be left open, what is said of it, and who refuses to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.codes import tiny
from hexwar.definition.loading import DraftError, load
from hexwar.definition.watching import WatchedFolder

DRAFT = tiny.FILES["game.yaml"].replace("rulebook: rules.md\n", "draft: true\n")
KEPT = ("sides.yaml", "map.yaml", "terrain.yaml", "units.yaml", "scenarios.yaml")
Draft = Callable[..., Path]


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    def write(*kept: str, more: Mapping[str, str] | None = None) -> Path:
        files = {name: tiny.FILES[name] for name in kept if name in tiny.FILES}
        for name, text in {**files, "game.yaml": DRAFT, **(more or {})}.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    return write


def told(folder: Path) -> list[str]:
    found = hexwar.check(folder)
    assert {each.code for each in found} <= {"HW114"}, [str(each) for each in found]
    assert all(each.help and each.severity == "warning" for each in found)
    return [each.message for each in found]


def test_what_a_draft_of_a_module_lacks_is_listed(draft: Draft) -> None:
    said = told(draft(*KEPT))
    assert any("section movement is open" in one for one in said)
    assert any("section stacking is open" in one for one in said)
    assert any("section victory is open" in one for one in said)
    assert any("the values of 1 unit type (infantry) are open" in one for one in said)
    assert any("how units fight" in one for one in said)
    assert not any("section map" in one or "section sides" in one for one in said)


def test_a_map_alone_is_a_draft(draft: Draft) -> None:
    map_ = """
map:
  grid: {columns: 4, rows: 3}
  default: clear
  hexes: {woods: ["0102"]}
  paths: {road: ["0101-0102"]}
  features: {town: {"0201": Arden}}
"""
    folder = draft(more={"map.yaml": map_})
    assert any("section units is open" in one for one in told(folder))
    game = load(folder).resolve()
    assert game.map.terrain("0102") == "woods"


def test_costs_are_counted_and_where_the_first_is_missing(draft: Draft) -> None:
    terrain = "terrain:\n  hexes:\n    open: {}\n    woods: {title: Woods}\n    bog: {cost: 2}\n"
    folder = draft(*KEPT, more={"terrain.yaml": terrain})
    (cost,) = [each for each in hexwar.check(folder) if "cost" in each.message]
    assert "2 kinds of hex (open, woods)" in cost.message
    assert (Path(cost.file).name, cost.line) == ("terrain.yaml", 3)


def test_without_draft_the_same_files_are_errors(draft: Draft) -> None:
    folder = draft(*KEPT, more={"game.yaml": DRAFT.replace("draft: true\n", "")})
    assert "HW102" in {each.code for each in hexwar.check(folder)}


def test_errors_of_a_draft_are_told_all_the_same(draft: Draft) -> None:
    folder = draft(*KEPT, more={"stacking.yaml": "stacking: {limit: few}\n"})
    assert {each.code for each in hexwar.check(folder) if each.severity == "error"} == {"HW105"}


def test_what_shows_a_game_shows_a_draft(
    draft: Draft, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = draft(*KEPT)
    assert main(["render", str(folder), str(tmp_path / "map.png"), "--units"]) == 0
    assert main(["show", str(folder)]) == 0
    assert "draft" in capsys.readouterr().out
    sight = WatchedFolder(folder).look()
    assert sight.game is not None and not sight.errors
    assert sight.open == len(sight.findings) > 3
    assert main(["watch", str(folder), "--text", "--once"]) == 0
    assert f"a draft, {sight.open} open" in capsys.readouterr().out


def test_no_draft_is_played(draft: Draft, capsys: pytest.CaptureFixture[str]) -> None:
    folder = draft(*KEPT)
    with pytest.raises(DraftError, match="play begins when nothing is open"):
        hexwar.load_game(folder)
    for command in (["play", str(folder), "--text"], ["balance", str(folder)]):
        assert main(command) != 0
        said = capsys.readouterr().err
        assert "is a draft" in said and "hexwar watch" in said and "Traceback" not in said


def test_a_draft_in_which_nothing_is_open_is_played(draft: Draft) -> None:
    units = tiny.FILES["units.yaml"].replace("title: Infantry", "title: Infantry, steps: 4-3-6")
    folder = draft(*tiny.FILES, more={"units.yaml": units})
    assert told(folder) == ["nothing is open any more: the draft is a game"]
    assert hexwar.load_game(folder).start().decision is not None


def test_what_a_series_says_is_not_open(draft: Draft, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    draft(*tiny.FILES, more={"game.yaml": tiny.FILES["game.yaml"]})
    base = tmp_path.name
    (own / "game.yaml").write_text(
        f"hexwar: 2\nid: own\ntitle: Own\nextends: {base}\ndraft: true\n"
    )
    assert not [each for each in hexwar.check(own) if "section movement" in each.message]


def test_draft_false_is_no_draft(draft: Draft) -> None:
    folder = draft(*KEPT, more={"game.yaml": DRAFT.replace("true", "false")})
    assert "HW102" in {each.code for each in hexwar.check(folder)}
