"""A game that is being written: its map with the counters, and what is wrong with its files.

The files are looked at again and again, and checked in the background when one has changed; until
the check is over what was seen last stays. A game that can no longer be read keeps its last map,
faded. Findings stand beside the map, or below it in a narrow window, errors first.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pygame

from hexwar.definition.diagnostics import Diagnostic
from hexwar.definition.report import summary
from hexwar.definition.watching import Glimpse, WatchedFolder
from hexwar.rules.language.wording import several
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.program.background import BackgroundWork, Heard
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.screens.small_pictures import setup_picture
from hexwar.viewer.widgets import Flow, Panel, Picture, Widget

_COLUMN = 400  # points of the column of findings
_GAP, _PAD = 14, 6  # points: between findings and map; around a line of a file
_BEFORE = 12  # characters that are kept before the place in a long line
_VEIL = 110  # of 255: paper over a map that is out of date
_MOST = 60  # findings that are shown; the terminal shows all


class WatchScreen(SheetScreen):
    """Looks at the files again and again; what is shown stays until a new check is done."""

    widest = 4000
    tall = True
    over = False

    def __init__(self, host: Host, watched: WatchedFolder) -> None:
        super().__init__(host)
        self.sight: Glimpse | None = None
        self._watched = watched
        self._work: BackgroundWork[Glimpse] | None = None
        self._picture: tuple[object, pygame.Surface | None] = None, None

    def heading(self) -> str:
        """The title of the game."""
        return self.sight.title if self.sight else self._watched.folder.resolve().name

    @property
    def waits(self) -> bool:
        """Whether the files are being checked."""
        return self._work is not None

    def tick(self, seconds: float) -> bool:
        """Look at the files, and take what a check has found."""
        if self._work is not None and self._work.is_over():
            self.sight = self._work.result()
            self._work = None
            self.title = self.heading()
            self.rebuild()
        if self._work is None and self._watched.changed():
            self._work = BackgroundWork(self._look)
        return False

    def _look(self, _: Heard) -> Glimpse:
        return self._watched.look()

    # -- what is shown -------------------------------------------------------------------------

    def head(self, flow: Flow) -> None:
        """How the game stands, in a line."""
        text, color = self._standing()
        flow.text("standing", text, flow.theme.body, color, bold=True)
        flow.gap(8)

    def _standing(self) -> tuple[str, tuple[int, int, int]]:
        """The sentence, and the colour that tells whether all is well."""
        sight = self.sight
        if sight is None:
            return "The files are being read.", PALETTE.ink_soft
        if sight.problem:
            return f"{sight.problem[:1].upper()}{sight.problem[1:]}.", PALETTE.danger
        counts = summary(sight.findings)
        if not sight.is_last and not sight.findings:
            return "Sound: nothing is wrong with the files.", PALETTE.good
        if sight.open and not sight.errors and not sight.is_last:
            still = "is" if sight.open == 1 else "are"
            sentence = f"A draft, of which {several(sight.open, 'thing')} {still} open."
            return sentence, PALETTE.ink
        if not sight.errors and not sight.is_last:
            return f"{counts}: the game can be played.".capitalize(), PALETTE.ink
        map_note = "; the map is as it last could be read" if sight.game else ""
        return f"{counts[:1].upper()}{counts[1:]}{map_note}.", PALETTE.danger

    def middle(self, rect: pygame.Rect) -> list[Widget]:
        """The map on the left, findings on the right; below it where the window is narrow."""
        column_width = self.theme.px(_COLUMN)
        board, column = rect.copy(), rect.copy()
        if self.sight is None or (self.sight.game is not None and not self.sight.findings):
            return self._map(board)
        if self.sight.game is None:
            return [self.scroll("body", rect, self.laid(rect.width, rect.height))]
        gap = self.theme.px(_GAP)
        if rect.width > 2 * column_width:
            column.width = column_width
            column.right = rect.right
            board.width -= column_width + gap
        else:
            column.height = rect.height * 2 // 5
            column.bottom = rect.bottom
            board.height -= column.height + gap
        laid = self.laid(column.width, column.height)
        return [*self._map(board), self.scroll("body", column, laid, "findings")]

    def _map(self, rect: pygame.Rect) -> list[Widget]:
        game = self.sight.game if self.sight else None
        if game is None or self.sight is None:
            return []
        key = (id(game), rect.size)
        if self._picture[0] != key:
            self._picture = key, setup_picture(game, rect.width, rect.height)
        picture = self._picture[1]
        label = f"The map of {game.scenario.title}, with the counters where they set up"
        faded = self.sight.is_last

        def paint(surface: pygame.Surface, place: pygame.Rect) -> None:
            if picture is not None:
                at = picture.get_rect(center=place.center)
                surface.blit(picture, at)
                if faded:
                    veil = pygame.Surface(at.size, pygame.SRCALPHA)
                    veil.fill((*PALETTE.paper, _VEIL))
                    surface.blit(veil, at)

        return [Picture("map", rect, label, paint)]

    def fill(self, flow: Flow) -> None:
        """The findings, errors first: what, where, the line of the file, how to mend it."""
        findings = self.sight.findings if self.sight else []
        for number, finding in enumerate(findings[:_MOST]):
            key = f"finding-{number}"
            theme = flow.theme
            ink = PALETTE.danger if finding.severity == "error" else PALETTE.accent
            head = f"{finding.severity} {finding.code}"
            flow.text(f"{key}-code", head, theme.small, ink, bold=True)
            flow.text(f"{key}-message", finding.message, theme.body, bold=True)
            place = f"{Path(finding.file).name}, line {finding.line}"
            flow.text(f"{key}-place", place, theme.small, PALETTE.ink_soft)
            if finding.place.text.strip():
                self._line(flow, key, finding)
            if finding.help:
                flow.text(f"{key}-help", finding.help, theme.body)
            flow.gap(14)
        if len(findings) > _MOST:
            unlisted = f"and {len(findings) - _MOST} more: hexwar check {self._watched.folder}"
            flow.text("more", unlisted, flow.theme.body, PALETTE.ink_soft)

    def _line(self, flow: Flow, key: str, finding: Diagnostic) -> None:
        """The line of the file, what is meant of it underlined as far as it is seen."""
        theme, place = flow.theme, finding.place
        margin = len(place.text) - len(place.text.lstrip())
        text = place.text.strip()
        begin = max(0, place.column - 1 - margin)
        ends_here = place.end_line == place.line
        end = max(begin + 1, place.end_column - 1 - margin) if ends_here else len(text)
        pad = theme.px(_PAD)
        high = theme.line(theme.small) + 2 * pad
        box = flow.place(Panel(f"{key}-line", flow.take(high), color=PALETTE.paper_dim, edge=None))
        room = box.rect.width - 2 * pad
        # What is meant has to be seen: a long line loses its beginning first, and then its end.
        while theme.width(text[:end], theme.small) > room and begin > _BEFORE:
            cut = min(_BEFORE, begin)
            text, begin, end = f"…{text[cut:]}", begin - cut + 1, end - cut + 1
        while len(text) > 1 and theme.width(text, theme.small) > room:
            text = f"{text[:-2]}…"
        inner = Flow(theme, box.rect.inflate(-2 * pad, -2 * pad))
        inner.text(f"{key}-text", text, theme.small)
        left, right = (theme.width(text[:at], theme.small) for at in (begin, end))
        under = pygame.Rect(inner.rect.left + left, inner.y, max(theme.px(4), right - left), 0)
        under.height = theme.px(2)
        ink = PALETTE.danger if finding.severity == "error" else PALETTE.accent

        def paint(surface: pygame.Surface, line: pygame.Rect) -> None:
            pygame.draw.rect(surface, ink, line)

        box.children = [*inner.widgets, Picture(f"{key}-mark", under, "", paint)]
        flow.gap(3)

    def acts(self) -> Sequence[SheetButton]:
        """Close the window."""
        return [SheetButton("close", "Close", self.host.quit)]

    def cancel(self) -> None:
        """Escape was pressed."""
        self.host.quit()
