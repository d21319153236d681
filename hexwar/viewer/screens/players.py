"""Who plays the sides of a game that goes on, from now on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hexwar.viewer.screens.base import Host
from hexwar.viewer.screens.choices import add_players
from hexwar.viewer.screens.choosing import SeatsDraft
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen
from hexwar.viewer.widgets import Flow


class PlayersScreen(SheetScreen):
    """Chooses as before a game; ``take`` gets the sides that others are to play, with who, once the
    sheet has gone. Escape leaves everything as it is.
    """

    title = "Who plays from now on"
    widest = 720

    def __init__(
        self, host: Host, chosen: SeatsDraft, take: Callable[[Mapping[str, str]], None]
    ) -> None:
        super().__init__(host)
        self.chosen, self._take = chosen, take

    def fill(self, flow: Flow) -> None:
        """The sides, each with who may play it."""
        add_players(flow, self.chosen)

    def acts(self) -> Sequence[SheetButton]:
        """Leave it, or take what is chosen."""
        return [
            SheetButton("cancel", "Cancel", self.cancel, hint=self.host.keys.shown("cancel")),
            SheetButton("take", "Play on", self._play_on, "primary"),
        ]

    def _play_on(self) -> None:
        self.host.pop()
        self._take(self.chosen.changed)
