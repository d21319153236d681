"""The parts of the board screen's side: each adds its widgets to a column.

They may ask the match and the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from hexwar.engine import Action
from hexwar.rules.victory.telling import Goal
from hexwar.viewer.match.hints import Hints
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.thinking import Thinker
from hexwar.viewer.program.commands import KeyMap
from hexwar.viewer.table.board_view import BoardView
from hexwar.viewer.table.selection import Selection


@dataclass(slots=True)
class CardShelf:
    """What of the cards is looked at: the hand, or what lies open of a deck (by its id)."""

    heap: str = ""


@dataclass(slots=True)
class WaitingList:
    """Whether the units that wait off the map are all listed where the list could be folded."""

    opened: bool = False


class TableCommands(Protocol):
    """The commands that buttons of the panels carry out; a player without a mouse gives them by
    key.
    """

    def act(self) -> None:
        """Carry out the attack that is prepared."""

    def begin_whole_game(self) -> None:
        """Put a lesson away, and begin the game that it is about."""

    def choose(self, digit: int) -> None:
        """Take a line of the list of choices, counted from 1."""

    def enter_all(self) -> None:
        """Bring on every unit that can enter."""

    def follow_hint(self) -> None:
        """Do the next step of the hint."""

    def look_at_own(self) -> None:
        """Show the own units where two people look on."""

    def put_on_top(self) -> None:
        """Put the counter that is picked up on top of its stack."""

    def take_member(self, unit: str, also: bool) -> None:
        """Choose one of the counters laid out; ``also``: add it, or take it out again."""

    def zoom_fit(self) -> None:
        """The whole map, or back to the front."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What panels read, and the few things they can set off."""

    match: Match
    selection: Selection
    view: BoardView
    keys: KeyMap
    open_rule: Callable[[str], None]
    commands: TableCommands
    run: Callable[[str], None]  # a command of a row of buttons that is listed by ids
    changed: Callable[[], None]  # something was picked: redraw
    thinker: Thinker
    hints: Hints
    play: Callable[[Action], None]  # an action; one that would be in vain is warned of first
    cards: CardShelf = field(default_factory=CardShelf)
    waiting: WaitingList = field(default_factory=WaitingList)
    goals: LastAnswer[list[Goal]] = field(default_factory=LastAnswer)
    printed: LastAnswer[list[str]] = field(default_factory=LastAnswer)
    """What the numbers and letters on the counters of the map mean."""
