"""What is suggested fits the place, and is never nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hexwar
from hexwar.definition.spelling import nearest, suggestion

Write = Callable[..., Path]


@pytest.mark.parametrize("word", ["", "x"])
def test_a_word_that_nobody_can_write_is_never_suggested(word: str) -> None:
    assert nearest(word, ["", "stop"]) is None
    assert suggestion(word, ["", "stop"]) == "there are: stop"


def test_where_a_mapping_does_as_well_the_help_says_so(write: Write) -> None:
    """`entering` is a word, or what entering a zone costs."""
    found = hexwar.check(write(zones_of_control="zones_of_control: {entering: 3}\n"))
    (wrong,) = [each for each in found if each.code == "HW103"]
    assert "What entering an enemy zone does" in wrong.help and "For example" in wrong.help


def test_where_only_words_do_they_are_listed(write: Write) -> None:
    found = hexwar.check(write(zones_of_control="zones_of_control: {extends_to: [adjacent]}\n"))
    (wrong,) = [each for each in found if each.code == "HW103"]
    assert wrong.help == "there are: adjacent, passable"
