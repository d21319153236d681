"""Words of the format before this one: refused, with the new word and the place."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.wording import RENAMED_KEYS, RENAMED_VALUES
from tests.definition.conftest import Write

TINY = "hexwar: {}\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"


def test_the_format_before_is_refused_with_what_to_do(write: Write) -> None:
    (found,) = [d for d in hexwar.check(write(game=TINY.format(1))) if d.code == "HW108"]
    assert (found.line, found.column, found.severity) == (1, 9, "error")
    assert found.help.startswith("write hexwar: 2")
    assert "`eliminate: defender` is now all units of that side" in found.help


def test_a_format_to_come_is_refused(write: Write) -> None:
    (found,) = [d for d in hexwar.check(write(game=TINY.format(3))) if d.code == "HW108"]
    assert found.help == "write hexwar: 2"


WAYS = {
    ("occupied",): ("victory", "[{winner: red, if: {occupied: {WORD: red}}}]"),
    ("controlled",): ("victory", "[{winner: red, if: {controlled: {WORD: red}}}]"),
    ("modifiers", "*"): ("combat", "{modifiers: {mass: {WORD: red}}}"),
    ("zones_of_control",): ("zones_of_control", "{WORD: [retreat]}"),
    ("exerted_by",): ("zones_of_control", "{exerted_by: {WORD: 1}}"),
    ("resolve",): ("fire", "{resolve: {WORD: range}}"),
    ("escort",): ("escort", "{WORD: {type: infantry}}"),
    ("eliminate",): ("combat", "{results: {DE: [{eliminate: {WORD: defender}}]}}"),
    ("lose_steps",): ("combat", "{results: {DE: [{lose_steps: {WORD: defender}}]}}"),
    ("reinforce",): ("tables", "{come: {results: {A: [{reinforce: {WORD: dead}}]}}}"),
    ("combat",): ("combat", "{WORD: attackers}"),
    ("combat", "cite"): ("combat", '{cite: {WORD: "2"}}'),
    ("activation",): ("activation", "{WORD: [fire]}"),
    ("activation", "cite"): ("activation", '{cite: {WORD: "2"}}'),
    ("movement",): ("movement", "{WORD: allowed}"),
    ("features", "*"): ("terrain", "{features: {fort: {WORD: dot}}}"),
    ("figures", "check"): ("figures", "{check: {WORD: dead}}"),
    ("capture",): ("figures", "{capture: {WORD: dead}}"),
    ("evacuation",): ("figures", "{evacuation: {WORD: dead}}"),
    ("entry", "blocked"): (
        "reinforcements",
        "{late: {side: red, phase: p, units: [A], entry: {region: w, blocked: {WORD: 1}}}}",
    ),
    ("search",): ("hidden", "{search: {WORD: quality}}"),
    ("ambush",): ("hidden", "{ambush: {WORD: quality}}"),
    ("advance",): ("combat", "{results: {DE: [{advance: {WORD: 1}}]}}"),
}
"""For each place a section in which an old key stands there."""

OLD_KEYS = [
    (word, place, now) for word, places in RENAMED_KEYS.items() for place, now in places.items()
]
VALUE_WAYS = {
    ("movement", "through_friends"): ("movement", "{through_friends: WORD}"),
    ("retreat", "stacks"): ("retreat", "{stacks: WORD}"),
    ("convertible",): ("retreat", "{convertible: WORD}"),
    ("rebuilds", "in_zone"): ("replacements", "{red: {rebuilds: {in_zone: WORD}}}"),
    ("rebuilds", "supplied"): ("replacements", "{red: {rebuilds: {supplied: WORD}}}"),
    ("returns", "at", "in_zone"): ("replacements", "{red: {returns: {at: {in_zone: WORD}}}}"),
    ("entering",): ("zones_of_control", "{entering: WORD}"),
    ("leaving",): ("zones_of_control", "{leaving: WORD}"),
    ("attackers", "stacks"): ("combat", "{attackers: {stacks: WORD}}"),
    ("return_fire",): ("reactions", "{watch: {return_fire: WORD}}"),
    ("combat", "below"): ("combat", "{below: WORD}"),
    ("combat", "above"): ("combat", "{above: WORD}"),
    ("combat", "strength"): ("combat", "{strength: WORD}"),
}
"""For each key a section in which an old word stands behind it."""

OLD_VALUES = [
    (word, place, now) for word, places in RENAMED_VALUES.items() for place, now in places.items()
]


@pytest.mark.parametrize(("word", "place", "now"), OLD_KEYS)
def test_an_old_key_is_told_by_its_new_name(
    word: str, place: tuple[str, ...], now: str, write: Write
) -> None:
    section, yaml = WAYS[place]
    line = f"{section}: {yaml.replace('WORD', word)}\n"
    (found,) = [d for d in hexwar.check(write(**{section: line})) if "is now called" in d.help]
    assert (found.code, found.help) == ("HW101", f"{word} is now called {now}")
    assert (found.line, found.column) == (1, line.index(f"{word}:") + 1)


@pytest.mark.parametrize(("word", "place", "now"), [key for key in OLD_KEYS if "," not in key[2]])
def test_a_new_key_is_known_where_the_old_one_stood(
    word: str, place: tuple[str, ...], now: str, write: Write
) -> None:
    section, yaml = WAYS[place]
    line = f"{section}: {yaml.replace('WORD', now)}\n"
    told = [d.message for d in hexwar.check(write(**{section: line}))]
    assert not [message for message in told if message.startswith("unknown key")]


@pytest.mark.parametrize(("word", "place", "now"), OLD_VALUES)
def test_an_old_value_is_told_by_its_new_name(
    word: str, place: tuple[str, ...], now: str, write: Write
) -> None:
    section, yaml = VALUE_WAYS[place]
    line = f"{section}: {yaml.replace('WORD', word)}\n"
    (found,) = [d for d in hexwar.check(write(**{section: line})) if "is now called" in d.help]
    assert (found.code, found.help) == ("HW104", f"{word} is now called {now}")
    assert (found.line, found.column) == (1, line.index(f" {word}}}") + 2)


@pytest.mark.parametrize(("word", "place", "now"), OLD_KEYS + OLD_VALUES)
def test_an_old_word_is_mended(word: str, place: tuple[str, ...], now: str, write: Write) -> None:
    """Where one word stands in its place; an old key of several is left to the author."""
    is_key = (word, place, now) in OLD_KEYS
    section, yaml = (WAYS if is_key else VALUE_WAYS)[place]
    line = f"{section}: {yaml.replace('WORD', word)}\n"
    folder = write(**{section: line})
    for _ in range(2):
        main(["check", "--fix", str(folder)])
        mended = (folder / f"{section}.yaml").read_text(encoding="utf-8")
        mark = ":" if is_key else "}"
        new = word if "," in now else now
        assert mended == line.replace(f"{word}{mark}", f"{new}{mark}", 1)


def test_an_old_key_is_not_made_one_that_is_there_already(write: Write) -> None:
    line = "combat: {odds: attackers, column: attackers}\n"
    (found,) = [d for d in hexwar.check(write(combat=line)) if "is now called" in d.help]
    assert found.fix is not None and not found.fix.safe


@pytest.mark.parametrize(("word", "place", "now"), OLD_VALUES)
def test_a_new_value_is_one_of_those_allowed(
    word: str, place: tuple[str, ...], now: str, write: Write
) -> None:
    section, yaml = VALUE_WAYS[place]
    line = f"{section}: {yaml.replace('WORD', now)}\n"
    key = place[-1]
    told = [d.message for d in hexwar.check(write(**{section: line}))]
    assert not [message for message in told if message.startswith(f"{key} ") and "must" in message]
    assert not [message for message in told if message.startswith(f"{key} cannot be")]


def test_a_word_that_is_old_elsewhere_is_not_old_here(write: Write) -> None:
    """``by`` is who decides in a retreat."""
    found = hexwar.check(write(retreat="retreat: {by: enemy}\n"))
    assert not [d for d in found if d.code == "HW101"]


@pytest.mark.parametrize(
    ("section", "yaml", "hint"),
    [
        ("sides", "{red: {name: Red, colour: '#aa0000'}, blue: {name: Blue}}", "color"),
        ("fire", "{defence: {count: 1}, hits: steps}", "defense"),
        ("states", "{weak: {modifiers: {defence: {multiply: 1/2}}}}", "defense"),
    ],
)
def test_the_other_spelling_is_understood(section: str, yaml: str, hint: str, write: Write) -> None:
    """Of British and American spellings the format has one, and tells who writes the other."""
    told = [found.help for found in hexwar.check(write(**{section: f"{section}: {yaml}\n"}))]
    assert f"did you mean {hint}?" in told
