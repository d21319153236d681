"""While something is done that takes a while: how far it is, and a way out.

The sheet stands over whatever is below until the work is over, and hands on what came of it. It is
laid out again only when the percentage changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame

from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.program.background import BackgroundWork
from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.widgets import Flow

T = TypeVar("T")


class WaitingScreen(SheetScreen, Generic[T]):
    """Waits for ``work`` and goes away: ``then`` gets what came of it.

    A ``ValueError`` or an ``OSError`` of the work is for ``failed``. Escape gives the work up.
    """

    widest = 420

    def __init__(
        self,
        host: Host,
        title: str,
        work: BackgroundWork[T],
        with_result: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__(host)
        self.title = title
        self.work = work
        self.then, self.failed = with_result, failed
        self._shown = 0

    def fill(self, flow: Flow) -> None:
        """A bar as long as what is done."""
        share = self._shown = self._percent()
        flow.picture("progress", f"{share} % done", flow.theme.px(10), self._bar)
        flow.gap(4)

    def _percent(self) -> int:
        return round(100 * min(1.0, self.work.share))

    def _bar(self, surface: pygame.Surface, rect: pygame.Rect) -> None:
        radius = rect.height // 2
        pygame.draw.rect(surface, PALETTE.paper_dim, rect, 0, radius)
        bar = pygame.Rect(rect.topleft, (rect.width * self._shown // 100, rect.height))
        pygame.draw.rect(surface, PALETTE.accent, bar, 0, radius)
        pygame.draw.rect(surface, PALETTE.ink_soft, rect, 1, radius)

    def acts(self) -> Sequence[SheetButton]:
        """A way out."""
        return [SheetButton("stop", "Stop", self.cancel, hint=self.host.keys.shown("cancel"))]

    def tick(self, seconds: float) -> bool:
        """Go on with what came of it as soon as it is there."""
        if not self.work.is_over():
            if self._percent() != self._shown:
                self.rebuild()
            return False
        # Before the result is taken, as that may put another screen there.
        self.host.pop()
        try:
            outcome = self.work.result()
        except (ValueError, OSError) as problem:
            self.failed(problem)
        else:
            self.then(outcome)
        return True

    @property
    def waits(self) -> bool:
        """Always, until the work is over."""
        return True

    def leave(self) -> None:
        """The wait is over: its result is no longer wanted."""
        self.work.give_up()
