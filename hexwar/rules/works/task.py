"""``build UNIT HEX-HEX NAME`` and ``wreck UNIT HEX-HEX NAME``, and what everybody sees of works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.notation import BY_UNIT_ACROSS, Verb
from hexwar.engine.queries import Lying
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.sequence.contribution import MovementContribution
from hexwar.rules.sequence.moved import end_moves
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.works.falling import FAILED_DEMOLITIONS, FallRules
from hexwar.rules.works.rules import BUILD, CHANGED, WORKED, WRECK, Doing, WorkRules
from hexwar.rules.works.section import Works

PASSAGE = 0.01
"""What it is worth, as a part of a victory, that a unit at a hexside has a passage there."""


class Working(MovementContribution):
    """In a phase of orders, or in one of movement in place of its move, a unit builds or wrecks."""

    __slots__ = ("_rules",)
    verbs: ClassVar[frozenset[str]] = frozenset({BUILD, WRECK})
    is_move: ClassVar[bool] = True

    def __init__(self, rules: WorkRules) -> None:
        self._rules = rules

    def concerns(self, phase: int) -> bool:
        """In the phases in which something is built or wrecked."""
        return self._rules.concerns(phase)

    def actions(self, state: Position) -> Iterator[Action]:
        """Work by work, hexsides in map order, units in the order of their file."""
        ids, board = state.frame.unit_ids, state.frame.board
        for doing, unit, place in self._rules.able(state):
            work, pair, _, _ = self._rules.places[place]
            here = board.number[state.cells[unit]]
            # Written from where the unit stands, if it stands beside it.
            hexes = pair if here != pair[1] else (pair[1], pair[0])
            yield Action(doing, (ids[unit],), hexes, work.id)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not."""
        unit = state.frame.unit_index[action.units[0]]
        return self._rules.why_not(state, _doing(action), unit, action.hexes, action.name)

    def perform(self, state: Position, action: Action) -> None:
        """Build or wreck it, or try to; a move is over with it."""
        unit = state.frame.unit_index[action.units[0]]
        if state.frame.phase_kinds[state.phase_index] == "movement":
            end_moves(state, (unit,))
        self._rules.do(state, _doing(action), unit, action.hexes, action.name)


def _doing(action: Action) -> Doing:
    return BUILD if action.verb == BUILD else WRECK


def _label(action: Action, state: Position) -> str:
    works = state.resolved[Works].by_id
    title = works[action.name].title if action.name in works else action.name
    does = "builds" if action.verb == BUILD else "wrecks"
    return f"{action.units[0]} {does} {title} on {'/'.join(action.hexes)}"


def _lying(state: Position) -> Iterator[Lying]:
    """In both hexes, what stands there now and did not at first, or the other way round."""
    rules = state.rules.find(WorkRules)
    if rules is None:
        return
    for place, side in state.memory[CHANGED].places:
        work, pair, begins, _ = rules.places[place]
        for here, there in (pair, pair[::-1]):
            title = f"{work.title} to {there}{': wrecked' if begins else ''}"
            yield Lying(work.id, title, state.frame.side_ids[side], here, there, begins)


def _gain(state: Position, side: int, action: Action) -> float:
    """What a passage is worth to whoever is nearer to it, and a block against whoever is."""
    works = state.resolved[Works].by_id[action.name]
    kind = state.resolved[Terrain].hexsides.get(works.kind)
    # A bridge opens a way, a block closes one.
    opens = bool(works.carries) or (kind is not None and bool(kind.negates))
    lead = 0.0
    for unit, cell in enumerate(state.cells):
        owner = state.frame.unit_side[unit]
        if cell and (owner == side or owner in state.frame.foes[side]):
            number = state.frame.board.number[cell]
            far = min(state.frame.map.distance(number, there) for there in action.hexes)
            lead += (1 if owner == side else -1) / (1 + far)
    return PASSAGE * lead * (1 if opens == (action.verb == BUILD) else -1)


VERBS = {
    BUILD: Verb(BY_UNIT_ACROSS, "target", _label, does="let a unit build something on a hexside"),
    WRECK: Verb(BY_UNIT_ACROSS, "target", _label, does="let a unit wreck what is on a hexside"),
}
SLOTS = (CHANGED, WORKED, FAILED_DEMOLITIONS)
CONTRIBUTIONS = {"movement": (Working,), "orders": (Working,)}
HOOKS = {
    "effects": (WorkRules, WorkRules.judge),
    "interrupts": (FallRules, FallRules.on_the_way),
    "moved": (FallRules, FallRules.moved),
    "phase_begins": (FallRules, FallRules.phase_begins),
}
ON_MAP = (_lying,)
GAINS = {BUILD: _gain, WRECK: _gain}
