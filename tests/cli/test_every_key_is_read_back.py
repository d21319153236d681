"""``hexwar show`` tells of every key that a section may have, whether a sentence is written for it
or not: changed, it reads otherwise.
"""

from __future__ import annotations

import fnmatch
from functools import cache
from pathlib import Path

import pytest

from hexwar.definition.loading import load
from hexwar.definition.packages import form_of, sections
from tests.every_key import GameRead

ROOT = Path(__file__).resolve().parents[2]
SMALLEST_FIRST = sorted(
    (
        folder.parent
        for parent in (ROOT / "games", ROOT / "tests" / "games")
        for folder in parent.glob("*/game.yaml")
        if "abstract: true" not in folder.read_text(encoding="utf-8")
    ),
    key=lambda folder: (sum(file.stat().st_size for file in folder.glob("*.yaml")), folder.name),
)

NOT_READ = {
    "*.color": "the map and the counters show it",
    "terrain.*.pattern": "the map shows it",
    "terrain.Feature.sign": "the map shows it",
    "units.UnitType.symbol": "the counters show it",
    "units.UnitType.size": "the counters show it",
    "units.*.picture": "the counters show it",
    "units.CounterPicture.*": "the counters show it",
    "OutcomeMarking.count": "of the one unit that is rolled for nobody has to choose",
    "OutcomeMarking.by": "of the one unit that is rolled for nobody has to choose",
    "decks.Draw.to": "said without a count it is the only answer that there is",
    "entry.*": "each group that enters says it",
    "victory.VictoryLine.because": "it is read when the game ends",
    "combat.Results.pattern": "each result that it reads is told by what it does",
    "combat.Results.order": "each result that it reads is told by what it does",
}
"""Keys that change nothing that is read, and why."""

ELSEWHERE = {"map", "sheet", "scenarios", "options", "variants", "editions", "lessons"}
"""What is drawn, or chosen before the game is read: the map, and what `show` lists at the top."""

SECTIONS = [name for name in sections() if form_of(name) is not None and name not in ELSEWHERE]


def _read(section: str) -> GameRead:
    """The smallest game that has a section."""
    return next(read for read in map(_game, SMALLEST_FIRST) if section in read.tree)


@cache
def _game(folder: Path) -> GameRead:
    return GameRead.of(folder, load(folder))


@pytest.mark.matrix(one_in=9)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_key_that_a_section_may_have_is_read_back(section: str) -> None:
    read = _read(section)
    read.look(section)
    silent = [
        f"{key}: {change.before} and {change.after} read alike"
        for key, change in read.silent.items()
        if not any(fnmatch.fnmatch(str(key), pattern) for pattern in NOT_READ)
    ]
    read.silent.clear()
    assert any(key.section in (section, "") for key in read.told)
    assert silent == []
