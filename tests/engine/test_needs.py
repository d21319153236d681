"""What rules ask for in their constructors is read from the words of the annotations."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import pytest

import hexwar
from hexwar.definition.packages import offering, sections
from hexwar.engine.rules import Rules
from hexwar.rules import compiled
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.state import State


def injected() -> Iterator[type[Any]]:
    """Every class with a constructor in the modules of rules that are loaded when all are used."""
    compiled.registry()
    places = {
        place for each in sections().values() for place in (each.package, each.module("rules"))
    }
    for name in sorted(places & sys.modules.keys()):
        for value in vars(sys.modules[name]).values():
            if isinstance(value, type) and value.__module__ == name and not is_dataclass(value):
                yield value


def test_there_are_rules_to_look_at() -> None:
    assert len({kind.__module__ for kind in injected()}) > 40


@pytest.mark.parametrize("kind", list(injected()), ids=repr)
def test_annotations_of_constructors_are_text(kind: type[Any]) -> None:
    """An annotation that Python has evaluated would mean that its names must be imported."""
    annotations = getattr(kind.__init__, "__annotations__", {})
    assert all(isinstance(text, str) for text in annotations.values())


class Misspelt:
    """Rules that ask for what nobody offers."""

    def __init__(self, control: ControlRulez) -> None:  # type: ignore[name-defined] # noqa: F821
        self.control = control


def start() -> State:
    return hexwar.load_game("scs_sample").start(seed=1)


def test_a_misspelt_need_is_named() -> None:
    rules: Rules = start().rules
    with pytest.raises(LookupError, match="no package offers a class ControlRulez"):
        rules[Misspelt]


class Asking:
    """Rules that ask for what is there, in an alternative and as a form of a generic class."""

    def __init__(self, control: ControlRules, more: MarkerRules | None) -> None:  # type: ignore[name-defined] # noqa: F821
        self.control, self.more = control, more


def test_what_another_package_offers_is_none_in_games_without_it() -> None:
    rules: Rules = start().rules
    assert "MarkerRules" in offering()
    asking = rules[Asking]
    assert asking.control is rules[ControlRules] and asking.more is None


class Content:
    """Rules that ask for nothing."""


def test_rules_without_a_constructor_need_nothing() -> None:
    assert isinstance(start().rules[Content], Content)
