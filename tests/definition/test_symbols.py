"""Which names a game has, of the kinds that sections of the format define."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import pytest

from hexwar.definition import references
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import Form, defines, says
from hexwar.definition.model import Rulebook
from hexwar.definition.packages import form_of
from hexwar.definition.references import Symbols
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import MappingNode


class Depots(Form, whole="by_id", example={"north": 1}):
    """A section that defines names, and that a game need not have."""

    by_id: Mapping[Annotated[str, defines("depot")], Annotated[int, says("How much.", 1)]] = {}


@pytest.fixture(autouse=True)
def depots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The format with that section in place of another that no game needs."""
    monkeypatch.setattr(
        references, "form_of", lambda name: Depots if name == "points" else form_of(name)
    )
    monkeypatch.setattr(references, "defining", lambda _: ("points",))


def known(text: str) -> object:
    file = read_bytes(Path("game.yaml"), text.encode(), Findings())
    assert file is not None
    tree = parse(file, Findings())
    assert isinstance(tree, MappingNode)
    return Symbols(tree, tree, Rulebook(), None, {}).known("depot")


def test_a_section_that_is_not_there_defines_nothing() -> None:
    assert known("sides: {}") == []


def test_a_section_that_may_be_misspelt_defines_nobody_knows_what() -> None:
    assert known("sides: {}\npoint: {}") is None


def test_a_kind_that_no_section_defines_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(references, "form_of", form_of)
    assert known("sides: {}") is None
