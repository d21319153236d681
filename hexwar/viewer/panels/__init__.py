"""The parts of the board screen's side: each adds its widgets to a column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hexwar.viewer.board_view import BoardView
from hexwar.viewer.commands import KeyMap
from hexwar.viewer.hints import Hints
from hexwar.viewer.match import Match
from hexwar.viewer.selection import Selection
from hexwar.viewer.thinking import Thinker


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
