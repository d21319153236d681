"""Setting the text of rules: paragraphs, lists, tables, and the numbers of other rules as links.

The text is the little Markdown that rulebooks are written in: blocks divided by blank lines,
``-`` and ``1.`` lists, tables with bars, ``**bold**``. It is read into blocks, each block into
words that know whether they are bold, searched for or the number of a rule; these are broken into
lines by the width of what is set together, and neighbours that look alike become one widget.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from itertools import takewhile

import pygame

from hexwar.rules.language.wording import unmarked, without_emphasis
from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering, mix
from hexwar.viewer.screens.markdown import blocks
from hexwar.viewer.widgets import Flow, Label, Link, Look, Widget

# In points.
_MARK, _LISTED, _AFTER_MARK = 8, 24, 4  # before the mark of a list; its width; between it and words
_CELL, _CELL_ABOVE = 8, 3  # beside and above the words in a cell of a table

_RULE = re.compile(r"(?<![\w.])\d+(?:\.\d+)+[a-z]?(?!\w|\.\d)")


@dataclass(frozen=True, slots=True)
class _Word:
    """What is set without a break; ``rule`` is the number that it links to."""

    text: str
    bold: bool
    rule: str
    spaced: bool  # there is a space before it
    hit: bool = False

    def joined(self, following: _Word) -> _Word | None:
        """The words as one run of text; None where they do not look alike, or are a link."""
        # A link stays by itself, and bold or marked words are drawn in another way.
        if self.rule or following.rule or (self.bold, self.hit) != (following.bold, following.hit):
            return None
        text = f"{self.text}{' ' if following.spaced else ''}{following.text}"
        return _Word(text, self.bold, "", self.spaced, self.hit)


def _words(text: str, rules: Collection[str], query: str) -> Iterator[_Word]:
    """The words of a text, cut further where a rule's number becomes a link."""
    bold = False
    text = without_emphasis(text)
    spaced = False
    for part in re.split(r"(\*\*|\s+)", text):
        if part == "**":
            bold = not bold
        elif not part or part.isspace():
            spaced = spaced or bool(part)
        else:
            for piece, rule in _pieces(part, rules):
                hit = bool(query) and query.casefold() in piece.casefold()
                yield _Word(piece, bold, rule, spaced, hit)
                spaced = False


def _pieces(word: str, rules: Collection[str]) -> Iterator[tuple[str, str]]:
    """A word cut where the number of a rule begins and ends."""
    at = 0
    for match in _RULE.finditer(word):
        # Only numbers of rules that there are: 4.5 may be a strength.
        if match.group() in rules:
            if match.start() > at:
                yield word[at : match.start()], ""
            yield match.group(), match.group()
            at = match.end()
    if at < len(word):
        yield word[at:], ""


class Setter:
    """Sets blocks into a column. ``rules`` are the numbers that become links to ``follow``.

    Words that hold ``query`` are marked.
    """

    def __init__(
        self, rules: Collection[str], follow: Callable[[str], None], query: str = ""
    ) -> None:
        self.rules, self.follow, self.query = rules, follow, query

    def set(self, flow: Flow, key: str, text: str) -> None:
        """All blocks of a text."""
        theme = flow.theme
        parsed = blocks(text)
        for index, block in enumerate(parsed):
            name = f"{key}-{index}"
            in_list = block.mark and index + 1 < len(parsed) and parsed[index + 1].mark
            if block.rows:
                height = PrintedTable.height(theme, block.rows, flow.rect.width)
                flow.place(PrintedTable(name, flow.take(height), block.rows))
            elif block.mark:  # a line of a list: its mark, and the text indented beside it
                indent = theme.px(_LISTED)
                mark = "\N{BULLET}" if block.mark in "-*+" else block.mark
                room = pygame.Rect(
                    flow.rect.left + theme.px(_MARK), flow.y, indent, theme.line(theme.body)
                )
                flow.place(Label(f"{name}-mark", room, mark, theme.body, PALETTE.ink_soft, True))
                left = flow.rect.left + indent + theme.px(_AFTER_MARK)
                width = flow.rect.right - left
                inner = Flow(theme, pygame.Rect(left, flow.y, width, flow.rect.height))
                self._paragraph(inner, name, block.text)
                flow.widgets.extend(inner.widgets)
                flow.y = inner.y
            else:
                self._paragraph(flow, name, block.text)
            flow.gap(3 if in_list else 8)

    def _paragraph(self, flow: Flow, key: str, text: str) -> None:
        """Running text: its runs and links stand each by itself, in a group that has all of it."""
        theme = flow.theme
        high = theme.line(theme.body)
        group = _Paragraph(
            key, pygame.Rect(flow.rect.left, flow.y, flow.rect.width, 0), unmarked(text)
        )
        for line in self._lines(flow, text):
            left = flow.rect.left
            for place, word in enumerate(line):
                if place > 0 and word.spaced:
                    left += theme.width(" ", theme.body, word.bold)
                left += self._run(group, word, pygame.Rect(left, flow.y, 0, high), theme)
            flow.y += high
        group.rect.height = flow.y - group.rect.top
        flow.place(group)

    def _lines(self, flow: Flow, text: str) -> Iterator[list[_Word]]:
        """The words in lines; neighbours of one kind are joined to a run."""
        theme, width = flow.theme, flow.rect.width
        line: list[_Word] = []
        width_used = 0
        words = list(_words(text, self.rules, self.query))
        widths = [
            theme.width(piece.text, theme.body, piece.bold or bool(piece.rule)) for piece in words
        ]
        for place, (word, wide) in enumerate(zip(words, widths, strict=True)):
            run = line[-1].joined(word) if line else None
            if run is not None:
                # Letters of a run are set closer or wider than those of its words one by one.
                width_before = theme.width(line[-1].text, theme.body, word.bold)
                added = theme.width(run.text, theme.body, word.bold) - width_before
            else:
                added = wide + (theme.width(" ", theme.body, word.bold) if word.spaced else 0)
            # What follows without a space, such as a full stop, goes along.
            following = takewhile(
                lambda later: not words[later].spaced, range(place + 1, len(words))
            )
            if (
                line
                and word.spaced
                and width_used + added + sum(widths[later] for later in following) > width
            ):
                yield line
                line, width_used, added, run = [], 0, wide, None
            width_used += added if line else wide
            if run is not None:
                line[-1] = run
            else:
                line.append(word)
        if line:
            yield line

    def _run(self, group: Widget, word: _Word, rect: pygame.Rect, theme: Theme) -> int:
        """Place a run; answers with its width."""
        key = f"{group.key}-{len(group.children)}"
        rect.width = theme.width(word.text, theme.body, word.bold or bool(word.rule))
        if word.rule:
            rule = word.rule
            link = Link(f"{key}-to-{rule}", rect, rule, lambda: self.follow(rule), theme.body)
            group.children.append(link)
            return rect.width
        kind = _Hit if word.hit else Label
        # Two pixels to spare at the right: in too narrow a rectangle a label breaks into lines.
        run = kind(key, rect.inflate(2, 0).move(1, 0), word.text, theme.body, bold=word.bold)
        group.children.append(run)
        return rect.width


class _Paragraph(Widget):
    """Runs of text and links that belong together; the label has all of it."""

    role = "paragraph"


class _Hit(Label):
    """Text that was searched for."""

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the text on a marker's stroke."""
        ground = mix(PALETTE.gold, PALETTE.paper, 0.35)
        pygame.draw.rect(surface, ground, self.rect, 0, look.theme.px(3))
        super().paint(surface, look)


class PrintedTable(Widget):
    """A printed table; the first row has the headings.

    The first row and column are bold. All cells are measured and broken into lines as if they were:
    bold is wider, so nothing is too wide for its column, and lines are as many as rows have room.
    """

    role = "table"

    def __init__(self, key: str, rect: pygame.Rect, rows: tuple[tuple[str, ...], ...]) -> None:
        super().__init__(key, rect, "; ".join(", ".join(row) for row in rows))
        self.rows = rows

    @staticmethod
    def widths(theme: Theme, rows: tuple[tuple[str, ...], ...], room: int) -> list[int]:
        """The width of each column: what it needs, or its share when that is too much."""
        count = max(len(row) for row in rows)
        margins = theme.px(2 * _CELL)
        natural = [
            max(theme.width(row[column], theme.small, True) for row in rows if column < len(row))
            + margins
            for column in range(count)
        ]
        total = sum(natural)
        if total <= room:
            return natural
        return [max(1, width * room // total) for width in natural]

    @classmethod
    def heights(cls, theme: Theme, rows: tuple[tuple[str, ...], ...], room: int) -> list[int]:
        """The height of each row, in pixels."""
        widths = cls.widths(theme, rows, room)
        margins = theme.px(2 * _CELL)
        line = theme.line(theme.small, True)
        return [
            max(
                len(theme.wrap(cell, theme.small, max(1, width - margins), True))
                for cell, width in zip(row, widths, strict=False)
            )
            * line
            + theme.px(2 * _CELL_ABOVE)
            for row in rows
        ]

    @classmethod
    def height(cls, theme: Theme, rows: tuple[tuple[str, ...], ...], room: int) -> int:
        """The height it needs, in pixels."""
        return sum(cls.heights(theme, rows, room))

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw a dark row of headings, and lines between the others."""
        theme = look.theme
        widths = self.widths(theme, self.rows, self.rect.width)
        heights = self.heights(theme, self.rows, self.rect.width)
        margin = theme.px(_CELL)
        box = pygame.Rect(self.rect.topleft, (sum(widths), sum(heights)))
        pygame.draw.rect(surface, PALETTE.white, box)
        y = box.top
        for number, (row, height) in enumerate(zip(self.rows, heights, strict=True)):
            if number == 0:
                pygame.draw.rect(surface, PALETTE.ink, (box.left, y, box.width, height))
            else:
                pygame.draw.line(surface, PALETTE.paper_edge, (box.left, y), (box.right - 1, y))
            left = box.left
            color = PALETTE.white if number == 0 else PALETTE.ink
            for column, (cell, width) in enumerate(zip(row, widths, strict=False)):
                bold = number == 0 or column == 0
                top = y + theme.px(_CELL_ABOVE)
                for line in theme.wrap(cell, theme.small, max(1, width - 2 * margin), True):
                    surface.blit(lettering(line, theme.small, color, bold), (left + margin, top))
                    top += theme.line(theme.small, True)
                left += width
            y += height
        pygame.draw.rect(surface, PALETTE.ink_soft, box, 1)
