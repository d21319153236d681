"""The game's rules by number, with a search and links from rule to rule.

Contents stand beside the text where there is room for both. Opening a rule scrolls to it, following
a link remembers where one was, a search leaves the rules that hold its words, or those whose number
begins as typed. All rules are set at once and kept, since setting them takes a moment.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.model import Rulebook
from hexwar.rules.language.wording import unmarked
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.prose import Setter
from hexwar.viewer.screens.rule_lines import ContentsLine, RuleHeading
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.widgets import Flow, Widget
from hexwar.viewer.widgets.controls import TextField
from hexwar.viewer.widgets.flow import ENDLESS, Scroll, shift

_NUMBER = re.compile(r"\d+(\.\d*)*[a-z]?")
_WITH_CONTENTS = 760  # points of width from which the contents stand beside the text
_CONTENTS = 250  # points
_SEARCH = 420  # points, how wide the field is at most
_BESIDE_CONTENTS = 22  # points between contents and text
_BELOW_EDGE = 40  # points from the edge that the line of what is read keeps


class _SetRules(NamedTuple):
    """Rules that have been set: for which width, scale and search, and where the first began."""

    key: tuple[int, float, str]
    flow: Flow
    begins: tuple[int, int]


class RulesScreen(SheetScreen):
    """Shows a rulebook, opened at a rule; an unknown number opens the rule it is part of."""

    title = "Rules"
    widest = 1120
    tall = True
    arrows_scroll = True

    def __init__(self, host: Host, rulebook: Rulebook, rule: str = "") -> None:
        super().__init__(host)
        self.rules = rulebook.rules
        self.query = ""
        self.current = self.nearest(rule)
        self.trail: list[str] = []
        self._set: _SetRules | None = None

    def nearest(self, rule: str) -> str:
        """The existing rule for a number: the rule itself, or the one that it is part of; empty for
        none.

        ``4.311`` may be part of ``4.31``, ``4.3`` or ``4.0``.
        """
        number = rule.strip()
        while number and number not in self.rules:
            # Chapters are numbered 4.0, and what is part of them 4.1, 4.2 ...
            if number.endswith(".0"):
                number = number[:-2]
            shorter = number[:-1].rstrip(".")
            if shorter and "." not in shorter and f"{shorter}.0" in self.rules:
                return f"{shorter}.0"
            number = shorter
        return number

    def left_by_search(self) -> list[str]:
        """The rules that the search leaves; a number finds the rules that begin with it."""
        query = self.query.strip().casefold()
        if _NUMBER.fullmatch(query):
            return [number for number in self.rules if number.startswith(query)]
        words = query.split()
        return [
            number
            for number, (heading, text) in self.rules.items()
            if all(word in f"{number} {heading} {text}".casefold() for word in words)
        ]

    # -- going from rule to rule -----------------------------------------------------------------

    def follow(self, rule: str) -> None:
        """Go to a rule; Back returns to the one before."""
        if self.current and rule != self.current:
            self.trail.append(self.current)
        self.query = ""
        self.open(rule)

    def back(self) -> None:
        """Return to where the last link was followed."""
        if self.trail:
            self.open(self.trail.pop())

    def open(self, rule: str) -> None:
        """Show a rule at the top of the page."""
        self.current = self.nearest(rule)
        self.rebuild()
        self._to_current()

    def _to_current(self) -> None:
        heading, entry = self.find(f"rule-{self.current}"), self.find(f"entry-{self.current}")
        for scroll in self.scrolls():
            if heading is not None and scroll.key == "body":
                lead = heading.rect.top - scroll.rect.top - self.theme.px(6)
                self.scroll_to(scroll, scroll.offset + lead)
        for scroll in self.scrolls():
            if entry is not None and scroll.key == "contents":
                self.scroll_to(scroll, scroll.offset_for(entry.rect, self.theme.px(_BELOW_EDGE)))

    def resize(self, size: tuple[int, int]) -> None:
        """Take the window's size; the rule that was opened is at the top again."""
        super().resize(size)
        self._to_current()

    # -- layout --------------------------------------------------------------------------------

    def head(self, flow: Flow) -> None:
        """The search."""
        if not self.rules:
            return
        rect = flow.take(TextField.height(flow.theme))
        rect.width = min(rect.width, flow.theme.px(_SEARCH))
        hint = "Type to search; a number finds its rules"
        flow.place(TextField("search", rect, "Search the rules", self.query, self._search, hint))
        flow.gap(8)

    def _search(self, text: str) -> None:
        self.query = text
        self.offsets["body"] = 0

    def middle(self, rect: pygame.Rect) -> list[Widget]:
        """The contents beside the text, where there is room for both."""
        theme = self.theme
        if rect.width < theme.px(_WITH_CONTENTS) or not self.rules:
            return [self.scroll("body", rect, self._text_in(rect.width))]
        side = pygame.Rect(rect.left, rect.top, theme.px(_CONTENTS), rect.height)
        left = side.right + theme.px(_BESIDE_CONTENTS)
        main = pygame.Rect(left, rect.top, rect.right - left, rect.height)
        # The contents: a line for each rule that the search leaves.
        ring = theme.px(5)
        room = side.width - 2 * ring - Scroll.room(theme)
        contents = Flow(theme, pygame.Rect(ring, ring, room, ENDLESS))
        for number in self.left_by_search():
            heading = self.rules[number][0]
            height = ContentsLine.needed(theme, room, number, heading)
            entry = ContentsLine(
                number, contents.take(height), heading, partial(self.follow, number)
            )
            entry.selected = number == self.current
            contents.place(entry)
        contents.y += ring
        return [
            self.scroll("contents", side, contents, "Contents"),
            self.scroll("body", main, self._text_in(main.width), "Text"),
        ]

    def _text_in(self, width: int) -> Flow:
        """The text laid out from (0, 0). It is kept: setting many rules takes a moment."""
        key = (width, self.theme.scale, self.query)
        if self._set is None or self._set.key != key:
            flow = self.filled(width - Scroll.room(self.theme))  # it nearly always scrolls
            begins = flow.widgets[0].rect.topleft if flow.widgets else (0, 0)
            self._set = _SetRules(key, flow, begins)
            return flow
        flow, (left, top) = self._set.flow, self._set.begins
        if flow.widgets:
            moved = flow.widgets[0].rect.topleft
            # The scroll has moved the kept widgets when it was laid out last: back to where they
            # began.
            shift(flow.widgets, left - moved[0], top - moved[1])
        return flow

    def fill(self, flow: Flow) -> None:
        """The rules that the search leaves."""
        if not self.rules:
            flow.text("none", "This game comes without a text of its rules.")
            return
        numbers = self.left_by_search()
        setter = Setter(self.rules, self.follow, self.query.strip())
        for number in numbers:
            heading, text = self.rules[number]
            top = number.endswith(".0") or "." not in number
            size = flow.theme.title if top else flow.theme.px(15)
            flow.gap(6 if top else 0)
            label = f"{number}  {unmarked(heading)}"
            rect = flow.take(flow.text_height(label, size, True) + flow.theme.px(4))
            flow.place(RuleHeading(lambda: self.current, number, rect, label, size))
            flow.gap(2)
            setter.set(flow, f"text-{number}", text)
            flow.gap(6)
        if not numbers:
            flow.text(
                "nothing", f"No rule has “{self.query.strip()}” in it. Esc clears the search."
            )

    def acts(self) -> Sequence[SheetButton]:
        """Back along the links, and close."""
        close = SheetButton(
            "close", "Close", self.host.pop, "primary", self.host.keys.shown("cancel")
        )
        if not self.trail:
            return [close]
        return [
            SheetButton("back", f"Back to {self.trail[-1]}", self.back, hint="Backspace"),
            close,
        ]

    def first_focus(self, keys: list[str]) -> str:
        """Typing searches at once."""
        return "search" if "search" in keys else super().first_focus(keys)

    def focus_ring(self) -> list[Widget]:
        """What Tab goes through: of links and contents only those in view."""
        ring = super().focus_ring()
        for scroll in self.scrolls():
            # A rulebook has hundreds of links, which nobody could pass with Tab.
            parts = {id(part) for part in scroll.walk()}
            ring = [
                widget
                for widget in ring
                if id(widget) not in parts or scroll.rect.contains(widget.rect)
            ]
        return ring

    # -- input ---------------------------------------------------------------------------------

    def key(self, event: pygame.event.Event) -> None:
        """Enter goes to the first rule found, Backspace back along the links."""
        if event.key == pygame.K_BACKSPACE and not self.query:
            self.back()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.focus == "search":
            numbers = self.left_by_search()
            if self.query and numbers:
                self.follow(numbers[0])
        else:
            super().key(event)

    def cancel(self) -> None:
        """Escape ends the search first."""
        if self.query:
            self._search("")
            self.open(self.current)
        else:
            self.host.pop()
