"""The board as keys and pointer see it.

What the board is to the modules that carry out its commands, and no more: as a protocol, since the
board imports them and they cannot import it.
"""

from __future__ import annotations

from typing import Protocol

from hexwar.viewer.match.hints import Hints
from hexwar.viewer.match.match import Match, Notice
from hexwar.viewer.match.thinking import Thinker
from hexwar.viewer.program.commands import WindowCommand
from hexwar.viewer.screens.base import Host
from hexwar.viewer.table.board_view import BoardView
from hexwar.viewer.table.selection import Selection
from hexwar.viewer.widgets import Widget


class ControlledScreen(Protocol):
    """What commands and clicks do something with.

    ``context``: where its keys are looked up; ``groups``: the commands that its menu begins with;
    ``strip`` lies over the map; ``looking``: the line under the map tells of the hex looked at;
    ``in_panels``: the keyboard is with the panels; ``ended``: the end of the game has been seen;
    ``scroll`` of the log is ``furthest`` at most.
    """

    host: Host
    context: str
    groups: tuple[str, ...]
    match: Match
    selection: Selection
    view: BoardView
    strip: list[Widget]
    thinker: Thinker
    hints: Hints
    looking: bool
    ended: bool
    in_panels: bool
    scroll: int
    furthest: int

    def at(self, position: tuple[int, int]) -> Widget | None:
        """The widget under a pixel."""

    def rebuild(self) -> None:
        """Make the widgets anew."""

    def redraw_map(self) -> None:
        """Draw the map anew and leave the sheets around it."""

    def change_pictures(self) -> None:
        """Show the game's own pictures, or the drawn look."""

    def after_action(self) -> None:
        """The position may have changed."""

    def notice(self) -> Notice:
        """What the line under the map says."""

    def say(self, text: str) -> None:
        """Say something in the line under the map."""

    def look_at(self, number: str | None, cursor: bool) -> None:
        """Look at a hex."""

    def show_end(self) -> None:
        """Show the sheet of a game that is over."""

    def open_replay(self) -> None:
        """Go through the game again."""

    def means(self, command: WindowCommand) -> bool:
        """Whether a command can be anything here."""

    def command(self, command: WindowCommand) -> bool:
        """Carry out a command."""

    def open_rule(self, rule: str) -> None:
        """Show a rule of the rulebook."""

    def run(self, identity: str) -> None:
        """Carry out a command by its id."""
