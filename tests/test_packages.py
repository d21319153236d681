"""One package a section: its forms, its schema, its page of the reference and its tests."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from hexwar.definition.building import header_keys, top_level_keys
from hexwar.definition.packages import Section, form_of, section_names, sections
from hexwar.definition.shapes import form_shape
from hexwar.engine.registry import TABLES
from hexwar.rules import SECTIONS
from hexwar.rules.compiled import registry
from hexwar.rules.storeys import STOREYS
from tools import reference, rooms, schemas

ROOT = Path(__file__).resolve().parent.parent
RULES = ROOT / "hexwar" / "rules"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ITEMS = re.findall(r"^- .*(?:\n  .*)*", ARCHITECTURE, flags=re.MULTILINE)
"""The items of its lists, with the lines that they go on in."""


# Without the series, which is no game to be played.
SHIPPED = sorted({path.parent.name for path in (ROOT / "games").glob("*/game.yaml")} - {"scs"})


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


def test_header_keys_share_a_package_and_so_do_choices_and_orders_with_their_carrying_out() -> None:
    several = [brought(package) for package in sections().values() if len(brought(package)) > 1]
    choices, plots = ["variants", "options", "editions"], ["plots", "carried_out"]
    assert several == [list(header_keys()), choices, plots]


def test_every_package_is_listed() -> None:
    folders = {path.parent.name for path in RULES.glob("*/__init__.py")}
    one_module = {name for name, package in sections().items() if package.is_module}
    assert all((RULES / f"{name}.py").is_file() for name in one_module)
    assert folders | one_module == set(sections())


def test_a_package_is_a_folder_or_one_module() -> None:
    """What it brings into play stands in the module of what players decide, or with its rules."""
    view, movement, terrain = Section("view"), Section("movement"), Section("terrain")
    assert (view.is_module, movement.is_module) == (True, False)
    assert view.tables == "hexwar.rules.view" == view.load(":View").__module__
    assert movement.tables == "hexwar.rules.movement.task"
    assert terrain.tables == "hexwar.rules.terrain.rules"


def test_every_package_stands_in_one_storey() -> None:
    assert len(SECTIONS) == len(set(SECTIONS))
    assert sum(map(len, STOREYS.values())) == len(SECTIONS)


def test_no_package_asks_rules_of_a_later_one() -> None:
    """Nor of what is made of all packages, such as the typed state."""
    assert len(rooms.imported()) > 1000
    against = [f"{one.by} imports {one.module}" for one in rooms.against_the_order()]
    assert against == []


def test_no_packages_hang_together_in_a_knot() -> None:
    """Nobody could read them from the ground up; seen here without the list."""
    assert rooms.knots() == []


def test_a_name_means_one_thing() -> None:
    """A class of the same name elsewhere has to be told apart by whoever reads both."""
    assert len(rooms.names_twice()) <= 11


def test_an_attack_where_nothing_is_asked_before_the_die_goes_a_short_way() -> None:
    """Through so many files and functions of the engine, of which a reader has to know."""
    files, functions = rooms.way_of_an_attack()
    assert 10 < files <= 36
    assert 50 < functions <= 130


def test_a_game_starts_with_few_modules() -> None:
    """Each costs its share of a start, and of every `hexwar check`."""
    modules, _ = rooms.started()
    assert 120 < len(modules) <= 190


def test_a_game_imports_no_rules_of_packages_that_it_does_not_use() -> None:
    """Forms may be read by everybody; what is asked of rules is asked by their name."""
    assert rooms.of_unused_packages() == []


@pytest.mark.parametrize("game", SHIPPED)
def test_a_game_imports_of_other_packages_what_its_own_import(game: str) -> None:
    """Who looks for a name, or lays a patch, imports no more than the sections that may have it."""
    assert rooms.unasked_for(game) == []


def test_every_package_states_the_kinds_of_names_that_its_sections_define() -> None:
    """Where a name is looked for is told by that, without importing the forms of all."""
    defined: dict[str, set[str]] = {name: set() for name in sections()}
    for section in section_names():
        form = form_of(section)
        assert form is not None
        defined[package_of(section).name] |= form_shape(form).defined.keys()
    assert {name: set(package.defines) for name, package in sections().items()} == defined


def test_the_architecture_draws_the_storeys() -> None:
    """Each with its packages, the top one first, as a house is drawn."""
    drawn = (re.match(r"- \*\*(\w+)\*\*, ", item) for item in ITEMS)
    said = [
        (storey[1], tuple(re.findall(r"`(\w+)`", item)))
        for storey, item in zip(drawn, ITEMS, strict=True)
        if storey
    ]
    there = [(name, tuple(each.name for each in storey)) for name, storey in STOREYS.items()]
    assert said == there[::-1]


def test_every_schema_is_written_from_a_form() -> None:
    there = {path.name for path in (ROOT / "schemas").glob("*.json")}
    assert there == set(schemas.published())


@pytest.mark.parametrize("name", section_names())
def test_a_section_has_its_form_schema_and_page(name: str) -> None:
    package = package_of(name)
    file = f"{package.name}.py" if package.is_module else f"{package.name}/section.py"
    assert (RULES / file).is_file()
    assert (schemas.FOLDER / f"{name}.schema.json").is_file()
    assert (reference.FOLDER / f"{name}.md").is_file()


def test_the_architecture_names_every_task_and_where_it_is() -> None:
    """The list of tasks is how one finds what stands on the agenda."""
    for task in registry().tasks.values():
        module = f"- `{task.__module__.removeprefix('hexwar.').replace('.', '/')}.py`: "
        assert any(f"`{task.__name__}`" in item and item.startswith(module) for item in ITEMS), task


def test_the_architecture_names_every_table_of_a_section() -> None:
    """As the kernel collects them."""
    assert {table for table in TABLES if f"`{table}`" not in ARCHITECTURE} == set()


@cache
def _tests() -> str:
    """The texts of the tests that play or check games, but for this one."""
    return "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "tests").glob("*/**/*.py"))


@pytest.mark.parametrize("name", section_names())
def test_a_section_is_named_by_a_test(name: str) -> None:
    """In a game that a test writes, or by its package."""
    written = rf'(?<!\w){name}"?(: |:\\n|:\n|=)|hexwar\.rules\.{package_of(name).name}\b'
    assert re.search(written, _tests())


def test_all_that_is_remembered_has_a_type() -> None:
    """Records of memory and what stands on the agenda say what they hold."""
    records = [type(slot.empty) for slot in registry().slots.values()]
    said = {
        f"{kind.__module__}.{kind.__name__}.{name}": str(of)
        for kind in (*records, *registry().tasks.values())
        for name, of in kind.__annotations__.items()
    }
    assert len(said) > 100
    assert {name for name, of in said.items() if re.search(r"\b(Any|object)\b", of)} == set()
