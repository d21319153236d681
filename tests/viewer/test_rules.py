"""The rules page: opened at a number, read, searched, followed from rule to rule."""

from __future__ import annotations

import pygame
import pytest

import hexwar
from hexwar.definition.model import Rulebook
from hexwar.rules.language.wording import unmarked
from hexwar.viewer.drawing.theme import Theme
from hexwar.viewer.screens.markdown import blocks
from hexwar.viewer.screens.prose import Setter
from hexwar.viewer.screens.rules import RulesScreen
from hexwar.viewer.widgets import Flow
from tests.viewer.sheets import FRAMES, Sheets, faults

FILLER = "\n\n".join(["Units stand on the map and wait for what is to come."] * 12)
BOOK = Rulebook(
    {
        "1.0": ("The start", f"Read 2.31 first, then (2.0).\n\n{FILLER}"),
        "2.0": ("Movement", f"Units **never** jump.\n\n- one\n- two, see 9.9\n\n{FILLER}"),
        "2.3": ("Zones", FILLER),
        "2.31": ("Entering", f"A unit that enters a zone stops.\n\n{FILLER}"),
        "12.0": ("A very long heading that needs more than one line of a narrow page", FILLER),
        "12.1": ("Table", "| Die | 1 | 2 |\n|---|---|---|\n| 1 | DR | AE |\n\nQuicksand kills."),
    }
)


def opened(
    rule: str = "", size: tuple[int, int] = (1280, 800), scale: float = 1.0, book: Rulebook = BOOK
) -> Sheets:
    """The rules in a window."""
    return Sheets(lambda app: RulesScreen(app, book, rule), size, scale)


def at_top(window: Sheets) -> str:
    """The rule whose heading is the first in view."""
    body = next(scroll for scroll in window.screen.scrolls() if scroll.key == "body")
    heads = [p for p in body.walk() if p.role == "heading" and p.rect.top >= body.rect.top]
    return min(heads, key=lambda head: head.rect.top).key.removeprefix("rule-")


@pytest.mark.parametrize(
    ("asked", "opens"),
    [("2.31", "2.31"), ("2.311", "2.31"), ("2.39", "2.3"), ("2.9", "2.0"), ("12.19", "12.1")],
)
def test_it_opens_at_a_rule(asked: str, opens: str) -> None:
    """At the number itself, or at the rule that the number is part of."""
    window = opened(asked)
    assert window.screen.tree().find(key=f"entry-{opens}").selected
    assert RulesScreen(window.app, BOOK, asked).current == opens


def test_the_opened_rule_is_at_the_top() -> None:
    """And stays there when the lettering grows."""
    window = opened("2.31")
    assert at_top(window) == "2.31"
    window.press("ctrl+=")
    assert at_top(window) == "2.31"


def test_an_unknown_rule_opens_the_beginning() -> None:
    """Nothing is marked."""
    window = opened("77.7")
    assert at_top(window) == "1.0"


def test_a_link_leads_to_the_rule_and_back() -> None:
    """By mouse there, by Backspace back."""
    window = opened("1.0")
    window.push("text-1.0-0-1-to-2.31")
    assert at_top(window) == "2.31"
    assert window.label("back") == "Back to 1.0"
    window.press("backspace")
    assert at_top(window) == "1.0"
    assert not window.shown("back")


def test_a_link_is_reached_by_keyboard() -> None:
    """Tab goes through the links that are in view."""
    window = opened("1.0")
    for _ in range(30):
        window.press("tab")
        if window.focus.endswith("to-2.0"):
            break
    window.press("enter")
    assert at_top(window) == "2.0"


def test_numbers_of_no_rule_are_no_links() -> None:
    """9.9 is only a number."""
    window = opened("2.0")
    assert not any("to-9.9" in node.key for node in window.tree.walk())


def test_the_contents_lead_to_rules() -> None:
    """A click on a line of the contents opens it."""
    window = opened()
    window.push("entry-2.3")
    assert at_top(window) == "2.3"


def test_typing_searches() -> None:
    """Only rules that have every word are left; Enter opens the first among all rules."""
    window = opened()
    window.type("enters stops")
    assert [n.key for n in window.tree.walk() if n.role == "heading"] == ["rule-2.31"]
    window.press("enter")
    assert at_top(window) == "2.31"
    assert window.shown("rule-1.0")


def test_a_number_finds_the_rules_that_begin_with_it() -> None:
    """2 finds 2.0, 2.3 and 2.31, not 12.0."""
    window = opened()
    window.type("2.3")
    found = [n.key for n in window.tree.walk() if n.role == "heading"]
    assert found == ["rule-2.3", "rule-2.31"]


def test_escape_ends_the_search_then_closes() -> None:
    """One step at a time."""
    window = opened()
    window.type("nonsense")
    assert "No rule has “nonsense” in it." in window.said()
    window.press("escape")
    assert window.shown("rule-1.0")
    window.press("escape")
    assert window.closed


def test_letters_that_are_commands_are_typed() -> None:
    """A question mark opens no help here; F1 does."""
    window = opened()
    window.type("?e")
    assert "No rule has “?e” in it." in window.said()
    window.press("f1")
    assert window.screen.title == "Keys and help"


def test_arrows_scroll_while_the_search_has_the_focus() -> None:
    """Reading needs no mouse."""
    window = opened("1.0")
    before = window.screen.offsets["body"]
    window.press("down")
    assert window.screen.offsets["body"] > before
    window.press("end")
    assert window.screen.offsets["body"] == max(s.furthest for s in window.screen.scrolls())


def test_the_wheel_scrolls_what_is_under_the_pointer() -> None:
    """The contents and the text go each their own way."""
    window = opened("1.0", (1024, 768))
    window.wheel(window.tree.find(key="body").rect.center, -2)
    assert window.screen.offsets["body"] > 0
    window = opened("12.1", (1024, 640))
    before = dict(window.screen.offsets)
    window.wheel(window.tree.find(key="contents").rect.center, 1)
    assert window.screen.offsets["body"] == before["body"]
    window.wheel((5, 5), 1)
    assert window.screen.offsets["body"] < before["body"]


def test_lists_tables_and_bold_are_set() -> None:
    """The paragraph's label has its whole text, without marks."""
    window = opened("12.1")
    assert window.label("text-2.0-0") == "Units never jump."
    assert window.label("text-12.1-0") == "Die, 1, 2; 1, DR, AE"
    assert [b.mark for b in blocks("- a\n- b\n\n1. c")] == ["-", "-", "1."]
    assert unmarked("**a** `b`, *c*") == "a b, c"


def test_a_game_without_a_rulebook_says_so() -> None:
    """No search, one sentence."""
    window = opened("4.1", book=Rulebook())
    assert window.label("none") == "This game comes without a text of its rules."
    window.press("enter")
    assert window.closed


@pytest.mark.parametrize(("size", "scale"), FRAMES)
def test_everything_fits(size: tuple[int, int], scale: float) -> None:
    """At every size and scale."""
    assert faults(opened("2.31", size, scale)) == []


def test_a_heading_without_a_text_is_a_heading() -> None:
    """A chapter whose text is all in its parts."""
    book = Rulebook({"3.0": ("Movement", ""), "3.1": ("Costs", "Every hex has a price.")})
    window = opened("3.0", book=book)
    assert window.label("rule-3.0").endswith("Movement")
    assert "price" in " ".join(node.label for node in window.screen.tree().walk())


@pytest.mark.parametrize("name", ["strike_force_one", "scs_sample"])
def test_the_rules_of_every_shipped_game_open(name: str) -> None:
    """At the beginning and at the last of them."""
    book = hexwar.load_game(name).definition.resolve().rulebook
    for rule in ("", list(book.rules)[-1]):
        window = opened(rule, book=book)
        assert window.screen.tree().find(key=f"entry-{rule or next(iter(book.rules))}")


@pytest.mark.parametrize("width", range(300, 620, 40))
def test_no_line_is_wider_than_its_column(width: int) -> None:
    """In the smallest letters, which are set wider together than word by word."""
    flow = Flow(Theme(0.75), pygame.Rect(0, 0, width, 10_000))
    text = "In your movement phase you may move any of your units, one by one or in a stack. " * 4
    Setter((), lambda _: None).set(flow, "text", text)
    runs = [run for paragraph in flow.widgets for run in paragraph.children]
    assert runs
    assert max(run.rect.right for run in runs) <= width + 2
