"""Beginning a game, or going on with one: what a window does before the map can be seen."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import hexwar
from hexwar.records import Session, begin_session
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.section import lessons_of
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import painter_of_play
from hexwar.viewer.program.background import Heard, StoppedError
from hexwar.viewer.screens.choosing import LessonChoice, NewGame
from hexwar.viewer.screens.saves import SaveBeginning, SaveByRules

Wanted = NewGame | LessonChoice | Path | SaveBeginning | SaveByRules
"""A game or a lesson that is to begin, the save of one that goes on, or a part of a save."""


class Opened(NamedTuple):
    """A game, and the function that draws its map."""

    session: Session
    painter: MapSheet


def opened(beginning: Wanted, hear: Heard) -> Opened:
    """Open what is wanted; ``hear`` is told how far that is.

    ValueError or OSError where it cannot be opened. A game that is no longer waited for leaves no
    save behind.
    """
    hear(0.0)
    session = _session(beginning, lambda share: hear(0.1 + 0.8 * share))
    try:
        hear(0.9)
        opening = Opened(session, painter_of_play(session.state.resolved))
        hear(1.0)
    except StoppedError:
        session.put_away()
        raise
    return opening


def _session(beginning: Wanted, hear: Heard) -> Session:
    """The session of a game, a lesson or a save; of a save it takes as long as it was played."""
    if isinstance(beginning, LessonChoice):
        game = hexwar.load_game(beginning.game)
        return LessonSession(game, lessons_of(game.catalog)[beginning.lesson])
    if isinstance(beginning, Path):
        return Session.load(beginning, hear=hear)
    if isinstance(beginning, SaveByRules):
        return Session.load(beginning.path, rules=beginning.rules, hear=hear)
    if isinstance(beginning, SaveBeginning):
        return Session.load(beginning.path, until=beginning.lines, hear=hear)
    return begin_session(
        beginning.game,
        beginning.scenario,
        beginning.options,
        beginning.edition,
        seed=beginning.seed,
        players=beginning.players,
    )
