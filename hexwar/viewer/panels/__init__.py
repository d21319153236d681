"""The parts of the board screen's side: each adds its widgets to a column.

They may ask the match and the table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hexwar.engine import Action
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.thinking import Hints, Thinker
from hexwar.viewer.program.commands import KeyMap
from hexwar.viewer.table.board_view import BoardView
from hexwar.viewer.table.selection import Selection


@dataclass(slots=True)
class CardShelf:
    """What of the cards is looked at: the hand, or what lies open of a deck (by its id)."""

    heap: str = ""


@dataclass(slots=True)
class WaitingList:
    """Whether those who wait off the map are all listed where they could be folded."""

    opened: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """What panels read, and the few things they can set off."""

    match: Match
    selection: Selection
    view: BoardView
    keys: KeyMap
    open_rule: Callable[[str], None]
    run: Callable[[str], None]  # a command by id
    changed: Callable[[], None]  # something was picked: draw anew
    take: Callable[[str, bool], None]  # one of the counters laid out, alone or as well
    thinker: Thinker
    hints: Hints
    play: Callable[[Action], None]  # an action, as it is
    cards: CardShelf = field(default_factory=CardShelf)
    waiting: WaitingList = field(default_factory=WaitingList)
