"""The reference is what the schemas say, and says all that they say."""

from __future__ import annotations

import pytest

from hexwar.definition.codes import CODES
from hexwar.definition.packages import section_names
from hexwar.definition.top_level import top_level_keys
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
