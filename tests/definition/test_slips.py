"""Slips of an author in shipped games are found where they are: a sample of `tools/slips.py`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.slips import Desk, File, sample, slips

SAMPLE = 12
"""So many slips of each game are made here; the tool makes three hundred."""

GAMES = ["force_on_force", "marenfeld", "orva_front", "scs_sample", "strike_force_one", "tamrat"]

TEXT = """\
hexwar: 2
title: Slips
movement: {allowance: 4}
map:
  regions:
    ridge: ["0101", "0102"]
stacking:
  limit: 2
"""


def made(tmp_path: Path) -> dict[tuple[str, str], str]:
    """The file after each slip, by its kind and where it is."""
    path = tmp_path / "game.yaml"
    path.write_text(TEXT)
    return {(slip.kind, slip.where): slip.text for slip in slips(path)}


def test_slips_change_one_place(tmp_path: Path) -> None:
    """Each in its own way, and the rest of the file stays as it was."""
    texts = made(tmp_path)
    assert texts["key", "movement"] == TEXT.replace("movement", "movementt")
    assert texts["renamed", "map.regions.ridge"] == TEXT.replace("ridge", "ridgee")
    assert texts["type", "movement.allowance"] == TEXT.replace("4}", "four}")
    assert texts["nowhere", "map.regions.ridge.1"] == TEXT.replace('"0102"', '"9999"')
    twice = TEXT.replace('"0102"]', '"0102", "0102"]')
    assert texts["item twice", "map.regions.ridge"] == twice
    assert texts["emptied", "map.regions.ridge"] == TEXT.replace('["0101", "0102"]', "[]")
    assert texts["left out", "stacking"] == TEXT.replace("\nstacking:\n  limit: 2", "")
    assert texts["twice", "stacking.limit"] == f"{TEXT.rstrip()}\n  limit: 2\n"


def test_texts_that_players_read_are_left_alone(tmp_path: Path) -> None:
    assert not [where for _, where in made(tmp_path) if where.startswith("title")]


def test_a_sample_has_every_kind_alike() -> None:
    """As far as there are any left."""
    path = Path(__file__).parents[2] / "games" / "tamrat" / "rules.yaml"
    every = list(slips(path))
    kinds = {slip.kind for slip in every}
    assert {slip.kind for slip in [*sample(every, 1)][: len(kinds)]} == kinds
    assert len([*sample(every, 1)]) == len(every)
    assert File(path).name == "rules.yaml"


@pytest.mark.matrix(one_in=6)
@pytest.mark.parametrize("game", GAMES)
def test_slips_are_found_where_they_are(game: str, tmp_path: Path) -> None:
    """Of those in a row that change what is enforced at most one is not; none is a traceback."""
    desk = Desk(game, tmp_path)
    verdicts = [desk.judge(slip) for slip in [*sample(desk.slips(), 5)][:SAMPLE]]
    assert [str(one.slip) for one in verdicts if one.said == "traceback"] == []
    missed = [str(one.slip) for one in verdicts if one.said in ("silent", "elsewhere")]
    assert len(missed) <= 1, missed
