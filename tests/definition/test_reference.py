"""The reference is what the schemas say, and says all that they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwar.cli.text.kinds import EXAMPLES
from hexwar.definition import packages
from hexwar.definition.building import top_level_keys
from hexwar.definition.codes import CODES
from hexwar.definition.packages import section_names, words_of
from hexwar.definition.wording import written
from tools import reference, schemas

PAGES = reference.pages()


def test_the_pages_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    assert reference.main(["--check"]) == 0, capsys.readouterr().out


def test_a_stale_page_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "pages", lambda: {**PAGES, "map.md": "other"})
    assert reference.main(["--check"]) == 1


@pytest.mark.parametrize("key", top_level_keys())
def test_every_key_of_the_top_level_is_explained(key: str) -> None:
    is_section = key in section_names()
    text = PAGES[f"{key}.md" if is_section else "game.md"]
    assert f"`{key}`" in text
    schema = schemas.read(f"{key}.schema.json") if is_section else {}
    for name, inner in schema.get("properties", {}).items():
        assert f"| `{name}` |" in text
        assert inner.get("description", "").replace("|", "\\|") in text


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_its_heading(code: str) -> None:
    assert f"\n## {code}\n" in PAGES["codes.md"]
    assert f"[{code}](#{code.lower()})" in PAGES["codes.md"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("0101", '"0101"'),
        ("#8a5a2b", '"#8a5a2b"'),
        ("4.31", '"4.31"'),
        ("4", '"4"'),
        (4, "4"),
        (True, "true"),
        ("", '""'),
        ("A Company", "A Company"),
        ("a: b", '"a: b"'),
        ("0304/0404", '"0304/0404"'),
        ("@W-0103", '"@W-0103"'),
        ("-", '"-"'),
        ("1:2", "1:2"),
        ("1/2", "1/2"),
        ({"#": ["void", 2]}, '{"#": [void, 2]}'),
        ({"1": {"a": False}}, "{1: {a: false}}"),
    ],
)
def test_values_are_written_as_authors_write_them(value: object, text: str) -> None:
    assert written(value) == text


@pytest.mark.parametrize("name", packages.in_play())
def test_what_a_patch_in_play_may_touch_of_a_section_is_on_a_page(name: str) -> None:
    [row] = [row for row in PAGES["patches.md"].splitlines() if row.startswith(f"| [`{name}`]")]
    for pattern in packages.sections()[name].in_play:
        path = f"{name}.{pattern.lstrip('!').replace('*', 'ID')}"
        assert f"`{path}`" in row or (pattern == "*" and "all of it" in row)


@pytest.mark.parametrize(
    "path",
    ["combat.kinds.ID", "effects.ID", "overrun", "sequence.phases[]", "sequence.phases[].phases[]"],
)
def test_the_page_names_every_place_of_a_patch_in_play(path: str) -> None:
    assert f"- `{path}.patch`" in PAGES["patches.md"]


@pytest.mark.parametrize("page", ["docs/api.md", "docs/how-to/play.md"])
def test_the_tables_of_notation_have_every_verb_that_help_has(page: str, root: Path) -> None:
    text = (root / page).read_text(encoding="utf-8")
    told = {word for row in text.splitlines() if row.startswith("| `") for word in row.split("`")}
    assert {
        verb for verb in EXAMPLES if not any(one.split()[:1] == [verb] for one in told)
    } == set()
    assert "attack 0503-0504 by A B" in told


def test_the_table_of_sections_for_authors_has_every_section(root: Path) -> None:
    page = (root / "docs" / "how-to" / "author-a-game.md").read_text(encoding="utf-8")
    table = page.partition("## The sections")[2].partition("## The map")[0]
    assert [name for name in section_names() if f"`{name}`" not in table] == []


def test_the_page_of_the_computer_player_names_every_condition_that_it_foresees(root: Path) -> None:
    """And says of no other that it does."""
    page = (root / "docs" / "explanation" / "computer-player.md").read_text(encoding="utf-8")
    table = page.partition("| condition |")[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    told = {word for row in rows for word in re.findall("`([a-z_]+)`", row)}
    assert told == {*words_of("foreseen"), *words_of("sought"), "turn"}


@pytest.mark.parametrize("name", ["computer-player", "sections", "questions"])
def test_what_pages_of_explanation_link_to_is_there(name: str, root: Path) -> None:
    page = root / "docs" / "explanation" / f"{name}.md"
    links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).is_file()] == []
