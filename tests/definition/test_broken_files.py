"""Whatever is wrong with a game's files, the answer is findings with a file and a line.

Every file of the shipped game is broken in every way that :mod:`tests.definition.mutations` knows:
a key removed, misspelt or duplicated, a value of another kind, a list too long or too short, the
file cut off.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import hexwar
from hexwar.definition import Diagnostic, load
from hexwar.definition.report import format_concise, format_full, to_dict
from tests.definition.mutations import Mutation, mutations
from tools.slips import vocabulary

GAME = Path(__file__).resolve().parents[2] / "games" / "strike_force_one"
ONE_IN = 3
"""Of all broken files one in so many is tried, which is several hundred."""

BROKEN = list(mutations(GAME))[::ONE_IN]


WORDS = vocabulary()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped game to break."""
    return Path(shutil.copytree(GAME, tmp_path_factory.mktemp("broken") / GAME.name))


def test_there_are_several_hundred_of_every_file() -> None:
    assert len(BROKEN) >= 500
    assert {mutation.file for mutation in BROKEN} == {path.name for path in GAME.glob("*.yaml")}
    kinds = {"removed", "misspelt", "duplicated", "to-text", "to-list", "to-mapping", "truncated"}
    kinds |= {"lengthened", "shortened"}
    assert {mutation.kind for mutation in BROKEN} == kinds


@pytest.mark.matrix(one_in=30)
@pytest.mark.parametrize("broken", BROKEN, ids=str)
def test_a_broken_file_is_reported_with_its_place(broken: Mutation, folder: Path) -> None:
    path = folder / broken.file
    sound = path.read_text(encoding="utf-8")
    path.write_text(broken.text, encoding="utf-8")
    try:
        found = hexwar.check(folder)
        refused = refusal(folder)
    finally:
        path.write_text(sound, encoding="utf-8")
    errors = [finding for finding in found if finding.severity == "error"]
    for finding in [*found, *refused]:
        assert finding.code != "HW900", finding
        assert_has_a_place(finding, broken, folder)
    assert errors or not refused, "loading refuses what checking passes"
    assert_says_what_is_wrong(broken, found)


def refusal(folder: Path) -> tuple[Diagnostic, ...]:
    """Why the game cannot be loaded; nothing if it can."""
    try:
        load(folder)
    except hexwar.DefinitionError as error:
        assert str(error)
        return error.diagnostics
    return ()


def assert_has_a_place(finding: Diagnostic, broken: Mutation, folder: Path) -> None:
    path = Path(finding.file)
    assert path.parent == folder, finding
    text = broken.text if path.name == broken.file else path.read_text(encoding="utf-8")
    lines = text.split("\n")
    assert 1 <= finding.line <= len(lines)
    assert 1 <= finding.column <= len(lines[finding.line - 1]) + 1
    assert (finding.end_line, finding.end_column) >= (finding.line, finding.column)
    assert f":{finding.line}:{finding.column}: " in format_concise(finding)
    assert finding.message in format_full(finding)
    assert json.loads(json.dumps(to_dict(finding)))["line"] == finding.line


SOUND_ALL_THE_SAME = {("to-list", "attacker"), ("to-list", "defender")}
"""Breaks that the format allows: terrain may list several effects on one side of a battle."""


def assert_says_what_is_wrong(broken: Mutation, found: list[Diagnostic]) -> None:
    """What must be found for the kind of break; a removed key may have been optional."""
    here = [finding for finding in found if Path(finding.file).name == broken.file]
    if broken.kind == "duplicated":
        doubled = [finding for finding in here if finding.code == "HW002"]
        assert [finding.related[0].line for finding in doubled]
        assert any(repr(broken.key) in finding.message for finding in doubled)
    elif broken.kind == "misspelt" and broken.key in WORDS:
        hints = [finding.help for finding in here if finding.severity == "error"]
        assert f"did you mean {broken.key}?" in hints
    elif broken.kind.startswith("to-") and (broken.kind, broken.key) not in SOUND_ALL_THE_SAME:
        assert any(finding.severity == "error" for finding in here)
