"""The table of rules and tests misses nothing."""

from __future__ import annotations

from tools.conformance import BOOKS, in_order, page, problems

ALL = {
    (book.key, number): ["tests/test_it.py::test_it"] for book in BOOKS for number in book.required
}


def test_a_rule_without_a_test_is_a_problem() -> None:
    """One that has a test is none."""
    without = {rule: names for rule, names in ALL.items() if rule != ("sfo", "4.31")}
    found = set(problems(without)) - set(problems(ALL))
    assert len(found) == 1
    assert found.pop().startswith("sfo 4.31: no test holds")


def test_a_test_of_a_rule_that_does_not_exist_is_a_problem() -> None:
    """A mistyped number would hold nothing."""
    found = problems({**ALL, ("sfo", "4.99"): ["tests/test_it.py::test_it"]})
    assert "sfo 4.99: in no rulebook, see tests/test_it.py::test_it" in found


def test_the_page_names_every_rule_with_its_tests() -> None:
    """Rules stand in the order of the rulebook."""
    text = page({("sfo", "4.31"): ["tests/test_zones.py::test_stop"]})
    book = text[text.index("## `games/strike_force_one`") :]
    assert book.index("### 4.3 ") < book.index("### 4.31 ") < book.index("### 5.0 ")
    assert "- `tests/test_zones.py::test_stop`" in text


def test_rule_numbers_are_ordered_as_in_print() -> None:
    """A subcase follows its case."""
    assert in_order(["10.0", "4.4", "4.31", "4.3"]) == ["4.3", "4.31", "4.4", "10.0"]


def test_every_lettered_case_of_the_series_is_asked_for() -> None:
    """95 cases in print, 1.0 to 12.2; one without a test is a problem like any other."""
    book = next(book for book in BOOKS if book.key == "scs")
    assert len(set(book.required)) == len(book.required) == 95
    assert in_order(book.required) == list(book.required)
    without = {rule: names for rule, names in ALL.items() if rule != ("scs", "2.1h")}
    assert set(problems(without)) - set(problems(ALL)) == {
        "scs 2.1h: no test holds Friends open a supply line"
    }
