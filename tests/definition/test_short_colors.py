"""A colour in three digits is the one that has each of them twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hexwar
from hexwar.rules.sides.section import Sides

Write = Callable[..., Path]
SIDES = 'sides: {red: {name: Red, color: "COLOR"}, blue: {name: Blue, color: "#3366aa"}}\n'


def test_a_color_of_three_digits_is_one_of_six(write: Write) -> None:
    folder = write(sides=SIDES.replace("COLOR", "#a33"))
    assert hexwar.check(folder) == []
    sides = hexwar.load_game(folder).definition.resolve()[Sides].all
    assert [side.color for side in sides] == ["#aa3333", "#3366aa"]


@pytest.mark.parametrize("wrong", ["#a3", "#aa33", "#aa333", "a33", "#ag3"])
def test_a_color_has_three_or_six_digits(write: Write, wrong: str) -> None:
    (found,) = hexwar.check(write(sides=SIDES.replace("COLOR", wrong)))
    assert found.code == "HW105"
