"""``hexwar show`` tells of every key that a section may have, whether a sentence is written for it
or not: changed, it reads otherwise.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from hexwar.definition.forms import Form
from hexwar.definition.loading import load
from hexwar.definition.packages import form_of, sections
from hexwar.definition.shapes import Shape, form_shape
from tests.every_key import GameRead, Key

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
    "units.Units.values": "where units print a value, or rules ask for it, it is read",
    "dice.Face.sign": "the dice show it",
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

UNCHANGED = {
    "*.die": "none of these games has two such dice to choose from",
    "markers.EntryRoll.table": "none of these games has two tables to choose from",
    "MarkerStep.marker": "none of these games has two kinds of marker to choose from",
    "Dealt.deck": "none of these games has two decks to choose from",
    "combat.Below.result": "it may be said of one result alone where a game has one like it",
    "combat.BattleKind.patch": "what a patch says is read in its own words: test_reading_back",
    "bombardment.ByValue.value": "none of these games has two values of guns",
    "*ValueOf.value": "none of these games has two values where it stands",
    "UnitEliminated.who": "actor, or target in the table of a fire: one word where it stands",
    "UnitRemoved.who": "it can be said in one way",
    "*.Varied.*": "it stands in cases within cases, deeper than changes are made",
    "*.At.*": "it is read by the same words as in a selector, where it is changed",
    "SetFor.*": "it stands deeper than changes are made",
    "StandsAt.*": "it stands deeper than changes are made",
    "Amount.*": "it stands deeper than changes are made",
    "untried.*.only": "its form is gone through, and the mapping around it is made of names",
    "zones_of_control.*.cost": "it is said of kinds of unit and hex, deeper than changes are made",
    "zones_of_control.EnteringZone.stop": "it stands deeper than changes are made",
}
"""Keys of which nothing else is said in any of the games that are looked at, and why."""

RICHER = (
    *("tests/definition/everything", "games/three_mills", "games/orva_front"),
    *("tests/games/squads", "games/force_on_force"),
)
"""Games in which keys are changed that the smallest game with a section has nothing for."""

ELSEWHERE = {"map", "sheet", "scenarios", "options", "variants", "editions", "lessons"}
"""What is drawn, or chosen before the game is read: the map, and what `show` lists at the top."""

SECTIONS = [name for name in sections() if form_of(name) is not None and name not in ELSEWHERE]


def _read(section: str) -> GameRead:
    """The smallest game that has a section."""
    return next(read for read in map(_game, SMALLEST_FIRST) if section in read.tree)


def _richer(section: str) -> list[GameRead]:
    """More games that have a section."""
    return [read for name in RICHER if section in (read := _game(ROOT / name)).tree]


@cache
def _game(folder: Path) -> GameRead:
    return GameRead.of(folder, load(folder))


@pytest.mark.matrix(one_in=9)
@pytest.mark.parametrize("section", SECTIONS)
def test_every_key_that_a_section_may_have_is_read_back(section: str) -> None:
    read = _read(section)
    read.look(section)
    assert any(key.section in (section, "") for key in read.told)
    silent = dict(read.silent)
    read.silent.clear()
    looked_at = {change.key for change in read.changes(section, set())}
    for richer in _richer(section):
        # A key that is new here is changed; and one that had nothing to say of a smaller game.
        passed_over = looked_at - silent.keys()
        more = {change.key for change in richer.changes(section, passed_over)}
        told, richer.told = richer.told, {*passed_over}
        if more - passed_over:
            richer.look(section)
        silent = {key: at for key, at in silent.items() if key not in richer.told}
        silent |= {key: at for key, at in richer.silent.items() if key not in silent}
        looked_at |= more
        richer.silent.clear()
        richer.told |= told
    assert [
        f"{key}: {change.before} and {change.after} read alike"
        for key, change in silent.items()
        if not _is_among(key, NOT_READ)
    ] == []


def _is_among(key: Key, patterns: Iterable[str]) -> bool:
    return any(fnmatch.fnmatch(str(key), pattern) for pattern in patterns)


def keys_of(section: str) -> set[Key]:
    """All keys of a section's forms, and of the shared forms in them."""
    form = form_of(section)
    assert form is not None
    keys: set[Key] = set()
    seen: set[tuple[type[Form], bool]] = set()
    waiting: list[tuple[Shape, bool]] = [(form_shape(form), False)]
    while waiting:
        shape, is_shared = waiting.pop()
        mapped = shape.mapped
        if shape.listed is not None:
            waiting.append((shape.listed.item, is_shared))
        if mapped is None or mapped.is_patch:
            continue
        if mapped.entry is not None:
            waiting.append((mapped.entry, is_shared))
        if mapped.form is None:
            continue
        is_shared = is_shared or (bool(mapped.form.page) and mapped.form is not form)
        if (mapped.form, is_shared) in seen:
            continue
        seen.add((mapped.form, is_shared))
        for name, each in mapped.fields.items():
            owner = (each.of or mapped.form).__name__
            keys.add(Key("" if is_shared else section, owner, name))
            waiting.append((each.shape, is_shared))
    return keys


def test_every_key_of_the_format_is_changed_or_has_a_reason() -> None:
    keys = {key for section in SECTIONS for key in keys_of(section)}
    changed: set[Key] = set()
    for section in SECTIONS:
        for read in (_read(section), *_richer(section)):
            changed |= {change.key for change in read.changes(section, changed)}
    left = {key for key in keys - changed if not _is_among(key, NOT_READ)}
    assert [str(key) for key in left if not _is_among(key, UNCHANGED)] == []
    # A reason that is not needed any more goes.
    assert [
        pattern
        for pattern in UNCHANGED
        if not any(fnmatch.fnmatch(str(key), pattern) for key in left)
    ] == []
