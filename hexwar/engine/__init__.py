"""The kernel: states, decisions, actions, events, dice, undo. It knows no rule of any game."""

from hexwar.engine.action import Action, Choice, Decision
from hexwar.engine.dice import Dice, DiceExhaustedError
from hexwar.engine.event import Event
from hexwar.engine.game import PlayableGame
from hexwar.engine.queries import (
    FirePreview,
    FireRange,
    LegalActions,
    Modifier,
    Outcome,
    Preview,
    Reach,
    Sight,
    Status,
    SymbolHere,
)
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import IllegalAction, Violation

__all__ = [
    "OFF_MAP",
    "Action",
    "Choice",
    "Decision",
    "Dice",
    "DiceExhaustedError",
    "Event",
    "FirePreview",
    "FireRange",
    "IllegalAction",
    "LegalActions",
    "Modifier",
    "Outcome",
    "PlayableGame",
    "Position",
    "Preview",
    "Reach",
    "Sight",
    "Status",
    "SymbolHere",
    "Task",
    "Violation",
]
