"""``hexwar show`` tells of every key that a section may have, whether a sentence is written for it
or not: changed, it reads otherwise.
"""

from __future__ import annotations

import fnmatch
from pathlib import Path

import pytest

from hexwar.definition.loading import load
from hexwar.definition.packages import form_of
from tests.every_key import GameRead

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(
    folder.parent
    for parent in (ROOT / "games", ROOT / "tests" / "games")
    for folder in parent.glob("*/game.yaml")
    if "abstract: true" not in folder.read_text(encoding="utf-8")
)

NOT_READ = {
    "*.color": "the map and the counters show it",
    "terrain.*.pattern": "the map shows it",
    "terrain.Feature.sign": "the map shows it",
    "units.UnitType.symbol": "the counters show it",
    "units.UnitType.size": "the counters show it",
    "units.*.picture": "the counters show it",
    "units.CounterPicture.*": "the counters show it",
    "entry.*": "each group that enters says it",
    "victory.VictoryLine.because": "it is read when the game ends",
    "combat.Results.pattern": "each result that it reads is told by what it does",
    "combat.Results.order": "each result that it reads is told by what it does",
}
"""Keys that change nothing that is read, and why."""

ELSEWHERE = {"map", "sheet", "scenarios", "options", "variants", "editions", "lessons"}
"""What is drawn, or chosen before the game is read: the map, and what `show` lists at the top."""


@pytest.mark.matrix(one_in=18)
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_every_key_that_a_section_may_have_is_read_back(folder: Path) -> None:
    read = GameRead.of(folder, load(folder))
    for section in read.tree:
        form = form_of(section)
        if form in read.game.sections and section not in ELSEWHERE:
            read.look(section)
    silent = [
        f"{key}: {change.before} and {change.after} read alike"
        for key, change in read.silent.items()
        if not any(fnmatch.fnmatch(str(key), pattern) for pattern in NOT_READ)
    ]
    assert read.told
    assert silent == []
