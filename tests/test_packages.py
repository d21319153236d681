"""One package a section: its forms, its schema, its page of the reference and its tests."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from hexwar.definition.packages import Section, section_names, sections
from hexwar.definition.top_level import header_keys, top_level_keys
from tools import reference, schemas

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "hexwar" / "rules"


def brought(package: Section) -> list[str]:
    """The keys of the top level that a package says."""
    header = list(header_keys()) if package.keys else []
    return [*header, *([package.name] if package.form else []), *package.brings]


def package_of(key: str) -> Section:
    """The package that says a section."""
    return next(package for package in sections().values() if key in brought(package))


def test_every_key_of_the_top_level_is_said_by_exactly_one_package() -> None:
    said = Counter(key for package in sections().values() for key in brought(package))
    assert said == Counter(top_level_keys())


def test_header_keys_share_a_package_and_so_do_choices() -> None:
    several = [brought(package) for package in sections().values() if len(brought(package)) > 1]
    assert several == [list(header_keys()), ["variants", "options", "editions"]]


def test_every_package_is_listed() -> None:
    folders = {path.parent.name for path in RULES.glob("*/__init__.py")}
    assert folders == set(sections())


def test_every_schema_is_written_from_a_form() -> None:
    there = {path.name for path in (ROOT / "schemas").glob("*.json")}
    assert there == set(schemas.published())


@pytest.mark.parametrize("name", section_names())
def test_a_section_has_its_form_schema_and_page(name: str) -> None:
    assert (RULES / package_of(name).name / "section.py").is_file()
    assert (schemas.FOLDER / f"{name}.schema.json").is_file()
    assert (reference.FOLDER / f"{name}.md").is_file()


@cache
def _tests() -> str:
    """The texts of the tests that play or check games, but for this one."""
    return "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "tests").glob("*/**/*.py"))


@pytest.mark.parametrize("name", section_names())
def test_a_section_is_named_by_a_test(name: str) -> None:
    """In a game that a test writes, or by its package."""
    written = rf'(?<!\w){name}"?(: |:\\n|:\n|=)|hexwar\.rules\.{package_of(name).name}\b'
    assert re.search(written, _tests())
