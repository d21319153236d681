"""Every code of a finding: its examples do what they say, and no finding is without a code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

import hexwar
from hexwar.definition import packages
from hexwar.definition.codes import CODES, Code, found_by_play, tiny
from hexwar.definition.report import format_explanation

HEXWAR = Path(hexwar.__file__).parent
STATED = re.compile(r"^(HW\d{3}):", re.MULTILINE)
CITED = re.compile(r'"(HW\d{3})"')
INTERNAL = "HW900"
"""A mistake in hexwar itself: no game is an example of it."""

FILES = ("HW80", "HW85")
"""What is said of the files of studies and imports: tests/laboratory and tests/imports hold it."""

NOT_HERE = {INTERNAL, *found_by_play(), *(code for code in CODES if code.startswith(FILES))}
WITH_EXAMPLES = [code for code in CODES if code not in NOT_HERE]
"""What playtests and studies find is tested with them."""


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a game's files into a folder."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def reported(folder: Path) -> list[str]:
    """What checking a folder says, one line a finding."""
    return [str(found) for found in hexwar.check(folder)]


def test_the_tiny_game_is_sound(tmp_path: Path) -> None:
    assert reported(write(tmp_path, tiny.game())) == []


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_the_bad_example_gives_exactly_its_code(code: str, tmp_path: Path) -> None:
    write(tmp_path, tiny.game(CODES[code].bad))
    found = hexwar.check(tmp_path)
    assert {finding.code for finding in found} == {code}, reported(tmp_path)
    assert all(finding.severity == CODES[code].severity for finding in found)
    assert all(finding.file and finding.line >= 1 and finding.column >= 1 for finding in found)


@pytest.mark.parametrize("code", WITH_EXAMPLES)
def test_the_good_example_gives_nothing(code: str, tmp_path: Path) -> None:
    assert reported(write(tmp_path, tiny.game(CODES[code].good))) == []


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.code)
def test_every_code_is_explained(code: Code) -> None:
    assert 10 <= len(code.title) <= 80
    assert 1 <= len(re.findall(r"[.:](?:\s|$)", code.explanation)) <= 6
    assert len(code.explanation) >= 100
    text = format_explanation(code)
    assert text.startswith(f"{code.severity}[{code.code}]: {code.title}")
    assert "\x07" not in text


def test_every_code_that_is_reported_is_in_the_table_and_the_other_way_round() -> None:
    folders = [
        HEXWAR / room for room in ("definition", "rules", "playtest", "laboratory", "imports")
    ]
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    used = {code for path in sources for code in CITED.findall(path.read_text(encoding="utf-8"))}
    assert used == set(CODES)


@pytest.mark.parametrize("section", packages.sections().values(), ids=lambda s: s.name)
def test_a_package_explains_the_codes_that_it_says_it_has(section: packages.Section) -> None:
    explained = [code for code, _ in packages.findings_of(section)] if section.codes else []
    assert explained == [f"HW{number}" for number in sorted(section.codes)]


def test_no_code_stands_in_two_places() -> None:
    files = [
        *(HEXWAR / "definition" / "codes").glob("*.yaml"),
        *HEXWAR.glob("rules/*/findings.yaml"),
        *HEXWAR.glob("rules/*.findings.yaml"),
    ]
    stated = [code for file in files for code in STATED.findall(file.read_text(encoding="utf-8"))]
    assert len(stated) > 200
    assert sorted(stated) == list(CODES)


def test_codes_stand_in_order() -> None:
    assert list(CODES) == sorted(CODES)
