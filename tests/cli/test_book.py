"""``hexwar book``: pages, a search, and the book for the browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexwar.cli import main
from hexwar.cli.book import pages


def test_the_contents_are_the_front_page(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book"]) == 0
    assert capsys.readouterr().out.startswith((root / "docs" / "index.md").read_text()[:100])


@pytest.mark.parametrize("name", ["supply", "reference/supply.md", "reference/supply"])
def test_a_page_by_its_name_or_path(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", name]) == 0
    assert capsys.readouterr().out.startswith("# `supply`")


def test_a_page_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "suply"]) == 2
    assert "there is no page 'suply'; did you mean supply?" in capsys.readouterr().err


def test_a_search_names_page_and_heading(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever capitals and blanks there are between the words."""
    assert main(["book", "--search", "A GAME   of your own"]) == 0
    found = capsys.readouterr().out.splitlines()
    title = "A game of your own, from nothing"
    assert f"first-game: {title}: # {title}" in found
    assert main(["book", "--search", "nobody wrote this"]) == 2
    assert "no page has" in capsys.readouterr().err


def test_no_two_pages_have_one_name(root: Path) -> None:
    """Else one of them could not be asked for."""
    assert len(pages()) == len([*(root / "docs").rglob("*.md")])


def test_the_front_page_leads_to_every_page(root: Path) -> None:
    """But to the reference of sections, which has an index of its own."""
    front = (root / "docs" / "index.md").read_text(encoding="utf-8")
    listed = {Path(link).stem for link in re.findall(r"\]\(([^)#:]+\.md)", front)}
    sections = {path.stem for path in (root / "docs" / "reference").glob("*.md")}
    assert pages().keys() - listed - sections - {"index"} == set()


def test_without_sphinx_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hexwar.cli.book.find_spec", lambda name: None)
    assert main(["book", "--html", str(tmp_path)]) == 2
    assert "pip install 'hexwar[docs]'" in capsys.readouterr().err
