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


@pytest.mark.parametrize(
    ("word", "words", "meant"),
    [
        ("cots", ["counts", "cost"], "cost"),
        ("form", ["for_mode", "from"], "from"),
        ("cost", ["cots", "cost"], "cost"),
        ("Zone_ot_zone", ["zone", "zone_to_zone"], "zone_to_zone"),
    ],
)
def test_two_letters_that_changed_places_are_one_slip(
    word: str, words: list[str], meant: str
) -> None:
    assert nearest(word, words) == meant


def test_where_a_mapping_does_as_well_the_help_says_so(write: Write) -> None:
    """`entering` is a word, or what entering a zone costs."""
    found = hexwar.check(write(zones_of_control="zones_of_control: {entering: 3}\n"))
    (wrong,) = [each for each in found if each.code == "HW103"]
    assert "What entering an enemy zone does" in wrong.help and "For example" in wrong.help


def test_where_only_words_do_they_are_listed(write: Write) -> None:
    found = hexwar.check(write(zones_of_control="zones_of_control: {extends_to: [adjacent]}\n"))
    (wrong,) = [each for each in found if each.code == "HW103"]
    assert wrong.help == "there are: adjacent, passable"


@pytest.mark.parametrize(
    ("section", "line", "hint"),
    [
        ("combat", "{column: odds, columns: [1-2]}", "did you mean ratio?"),
        ("combat", "{column: ratio, columns: [1-2]}", "did you mean 1:2?"),
        ("combat", "{results: {DE: [{eliminate: attackers}]}}", "did you mean attacker?"),
        (
            "movement",
            "{zone_to_zone: allowed}",
            "zone_to_zone is a key of section zones_of_control",
        ),
        ("states", "{weak: {while: {in: {region: fort}}}}", "did you mean at?"),
    ],
)
def test_the_word_of_the_field_is_answered_with_that_of_the_format(
    section: str, line: str, hint: str, write: Write
) -> None:
    told = [each.help for each in hexwar.check(write(**{section: f"{section}: {line}\n"}))]
    assert [each for each in told if each.startswith(hint)], told
