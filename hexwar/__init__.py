"""hexwar: hex-and-counter wargames written as a folder of YAML.

>>> import hexwar
>>> game = hexwar.load_game("strike_force_one")
>>> state = game.start("standard", seed=7)
>>> state.side_to_act, state.phase
('soviet', 'soviet_movement')
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from hexwar.definition import ChoiceError, DefinitionError, Diagnostic
    from hexwar.engine import Action, Decision, Event, IllegalAction, Preview, Reach, Violation
    from hexwar.rules.game import Game
    from hexwar.rules.history import History
    from hexwar.rules.state import State

__version__ = "1.0.0rc1"

_HOMES = {
    "Action": "hexwar.engine",
    "ChoiceError": "hexwar.definition",
    "Decision": "hexwar.engine",
    "DefinitionError": "hexwar.definition",
    "Diagnostic": "hexwar.definition",
    "Event": "hexwar.engine",
    "Game": "hexwar.rules.game",
    "History": "hexwar.rules.history",
    "IllegalAction": "hexwar.engine",
    "Preview": "hexwar.engine",
    "Reach": "hexwar.engine",
    "State": "hexwar.rules.state",
    "Violation": "hexwar.engine",
}

__all__ = [
    "Action",
    "ChoiceError",
    "Decision",
    "DefinitionError",
    "Diagnostic",
    "Event",
    "Game",
    "History",
    "IllegalAction",
    "Preview",
    "Reach",
    "State",
    "Violation",
    "check",
    "load_game",
]


def load_game(source: str | Path) -> Game:
    """Load a game: a shipped game's name, one of the user's games, or a folder.

    :class:`DefinitionError` carries the diagnostics of an unsound game; a name that does not
    exist is a :class:`DefinitionError` that suggests one which does, and so is a draft of which
    something is still open (``draft`` in the reference).
    """
    from hexwar.definition.loading import load_to_play
    from hexwar.rules.game import Game

    return Game(load_to_play(source))


def check(source: str | Path) -> list[Diagnostic]:
    """Everything wrong with a game folder, errors first; an empty list means sound."""
    from hexwar.definition import check as check_folder

    return check_folder(source)


def __getattr__(name: str) -> Any:
    # The engine is imported when somebody names a part of it: `import hexwar` stays light.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'hexwar' has no attribute {name!r}")
