"""Notation: every action is one line that reads back as the same action."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import hexwar
from hexwar.engine import Action, Event
from hexwar.engine.action import LONGEST_NOTATION
from hexwar.engine.notation import verbs
from tests.engine.positions import Position, positions

NAMES = st.text(st.characters(exclude_categories=("Z", "C"), exclude_characters="+-"), min_size=1)
WORDS = st.sampled_from([*verbs(), "by", "A", "B", "R1", "0503", "0503-0504", "A+B", "+", "-", ""])
LINES = st.one_of(st.text(), st.lists(WORDS, max_size=6).map(" ".join))


def test_a_table_counts_the_words_that_it_lists() -> None:
    assert len(verbs()) == len([*verbs()])


@st.composite
def actions(draw: st.DrawFn) -> Action:
    """Any well-formed action, of any game."""
    verb = draw(st.sampled_from(sorted(verbs())))
    shape = verbs()[verb].shape
    units, hexes, declared = shape.units, shape.hexes, shape.name
    fewest = max(1, shape.least_units)
    named = tuple(draw(st.lists(NAMES, min_size=fewest, max_size=4, unique=True)))
    least = max(1, shape.least_hexes)
    places = tuple(draw(st.lists(NAMES, min_size=least, max_size=4)))
    named = named[: shape.most_units or None]
    places = places[: shape.most_hexes or None]
    if hexes is None and draw(st.booleans()):
        places = ()
    return Action(
        verb,
        named if units else (),
        places if hexes in (True, None) else (),
        draw(NAMES) if declared else "",
    )


@given(actions())
@example(Action("clear", ("A",), ("0503",), "1"))
def test_notation_reads_back_as_the_same_action(action: Action) -> None:
    read = Action.parse(str(action))
    assert read == action
    assert hash(read) == hash(action)
    assert eval(repr(action), {"Action": Action}) == action  # noqa: S307 - our own repr
    assert Action.from_dict(action.to_dict()) == action


@pytest.mark.parametrize(
    ("line", "units", "hexes", "name"),
    [
        ("done", (), (), ""),
        ("declare reserve", (), (), "reserve"),
        ("hold 2", (), (), "2"),
        ("lose B", ("B",), (), ""),
        ("aim A+B", ("A", "B"), (), ""),
        ("hand A B", ("A", "B"), (), ""),
        ("place A 0503", ("A",), ("0503",), ""),
        ("move A+B 0904-0804", ("A", "B"), ("0904", "0804"), ""),
        ("move A 0503 rapid", ("A",), ("0503",), "rapid"),
        ("advance A", ("A",), (), ""),
        ("lay 0503 wire", (), ("0503",), "wire"),
        ("dig A trench", ("A",), (), "trench"),
        ("clear A 0503 mines", ("A",), ("0503",), "mines"),
        ("wreck A 0503-0504 bridge", ("A",), ("0503", "0504"), "bridge"),
        ("overrun 0503 by A B", ("A", "B"), ("0503",), ""),
        ("attack 0503-0504 by A B", ("A", "B"), ("0503", "0504"), ""),
        ("fire 0503 by A", ("A",), ("0503",), ""),
    ],
)
def test_each_kind_of_line_names_units_hexes_and_things(
    line: str, units: tuple[str, ...], hexes: tuple[str, ...], name: str
) -> None:
    verb = line.partition(" ")[0]
    assert Action.parse(line) == Action(verb, units, hexes, name)
    assert str(Action(verb, units, hexes, name)) == line


def test_a_hexside_may_be_written_with_a_stroke() -> None:
    assert Action.parse("wreck A 0503/0504 bridge") == Action.parse("wreck A 0503-0504 bridge")


@given(actions(), actions())
def test_different_actions_are_written_differently(one: Action, other: Action) -> None:
    assert (one == other) == (str(one) == str(other))


@given(LINES)
def test_text_is_an_action_or_refused_in_a_sentence(line: str) -> None:
    """Whatever is typed, nothing but IllegalAction is ever raised."""
    try:
        action = Action.parse(line)
    except hexwar.IllegalAction as refused:
        assert refused.violation.reason == "notation"
        assert len(refused.violation.message.split()) > 2
        return
    assert Action.parse(str(action)) == action


@given(positions(), LINES)
def test_any_text_may_be_asked_about_in_any_position(position: Position, line: str) -> None:
    """It is legal, or a sentence says why not; ``apply`` refuses what ``explain`` refuses."""
    state = position.state
    assume(state.explain(line) is not None)
    before = state.to_dict()
    violation = state.explain(line)
    assert violation is not None
    assert violation.message
    assert line not in state.legal_actions()
    with pytest.raises(hexwar.IllegalAction) as refused:
        state.apply(line)
    assert isinstance(refused.value, ValueError)
    assert refused.value.violation.message
    assert state.to_dict() == before


@pytest.mark.parametrize(
    "line",
    [
        "",
        "   ",
        "march A 0503",
        "MOVE A 0503",
        "move",
        "move A",
        "move A 0503 0504",
        "move A 0503 rapid now",
        "advance A 0503 rapid",
        "aim A+",
        "aim A B",
        "aim A+A",
        "hand A",
        "hand A B C",
        "lay 0503",
        "lay 0503 wire now",
        "dig A",
        "dig A trench now",
        "wreck A 0503 bridge",
        "wreck A 0503-0504",
        "wreck A 0503- bridge",
        "wreck A 0503-0504-0505 bridge",
        "attack 0503- by A",
        "move A+ 0503",
        "move A+A 0503",
        "move A 0503-",
        "move A -0503",
        "place A 0503 rapid",
        "attack 0503",
        "attack 0503 by",
        "attack 0503 with A",
        "attack 0503 by A A",
        "lose",
        "lose A B",
        "advance",
        "declare",
        "declare a b",
        "done now",
        "clear A 0503",
        "clear A 0503 mines now",
        "pass A",
        "resign please",
        "move A " + "0503-" * LONGEST_NOTATION + "0503",
    ],
)
def test_malformed_lines_are_refused(line: str) -> None:
    with pytest.raises(hexwar.IllegalAction) as refused:
        Action.parse(line)
    assert refused.value.violation.reason == "notation"


@given(positions())
def test_events_read_back_from_their_dictionaries(position: Position) -> None:
    for event in position.state.events or []:
        assert Event.from_dict(event.to_dict()) == event
        assert event.text == str(event)
        assert event.text[-1:] in ".!"


def test_a_way_before_the_hex_is_told_where_it_goes() -> None:
    """``move A rail 0404``, as one would say it."""
    with pytest.raises(ValueError, match=r"[Ww]rite: move UNIT HEX or move UNIT HEX WAY"):
        Action.parse("move A rail 0404")


@pytest.mark.parametrize(
    "line", ["move A 0703 facing x NE", "move A 0703 facing", "place A 07 facing a b"]
)
def test_a_facing_is_one_direction_and_no_name_of_several_words(line: str) -> None:
    with pytest.raises(ValueError, match=r"[Ww]rite: (move|place) UNIT HEX facing DIRECTION"):
        Action.parse(line)


def test_a_way_and_a_facing_may_both_end_a_line() -> None:
    assert Action.parse("move A 0703 rapid facing NE").name == "rapid facing NE"
