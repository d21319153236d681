"""Moves in ways that the game names, in phases of kind movement: ``move A 0304 rail``.

They stand beside the ordinary moves of the phase, of a unit that has not moved, or has enough
points left for a way that has a price. The check is rolled when the unit sets out; then it goes hex
by hex, as it may be interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import mid_sentence
from hexwar.rules.movement.course import Course
from hexwar.rules.movement.landing import LandingRoll
from hexwar.rules.movement.modes import ModeRules
from hexwar.rules.movement.refusals import MovementRefusals
from hexwar.rules.sequence.contribution import MovementContribution
from hexwar.rules.sequence.moved import MOVED


class ModeMoves(MovementContribution):
    """A unit that has not moved takes one of them: then its move in the phase is over."""

    __slots__ = ("_modes", "_refusals")
    verbs: ClassVar[frozenset[str]] = frozenset({"move"})
    is_move: ClassVar[bool] = True

    def __init__(self, modes: ModeRules, refusals: MovementRefusals) -> None:
        self._modes, self._refusals = modes, refusals

    def concerns(self, phase: int) -> bool:
        """In phases in which some way may be taken."""
        return self._modes.in_phase(phase)

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit and way by way, destinations in map order."""
        modes, side = self._modes.open_now(state), state.phase_side
        begins = self._modes.begin_in(state, side, modes)
        rules, cells = self._refusals.rules, state.cells
        bit = rules.board.bit
        # Most stand where no way begins: that is told at once.
        for unit in rules.forces.of_side[side] if begins else ():
            if begins & bit[cells[unit]]:
                in_time = [mode for mode in modes if self._in_time(state, unit, mode)]
                for way in self._modes.ways_of(state, unit, in_time) if in_time else ():
                    yield from self._modes.moves(unit, way)

    def sample(self, state: Position, random: Random) -> Action | None:
        """A unit and a way for it drawn first, then where it goes."""
        frame, modes = state.frame, self._modes.open_now(state)
        mine = self._refusals.rules.forces.of_side[state.phase_side] if modes else ()
        units = [unit for unit in mine if state.cells[unit]]
        ways = [(unit, way) for unit in units for way in modes if self._in_time(state, unit, way)]
        while ways:
            unit, mode = ways.pop(int(random.random() * len(ways)))
            for _, goals in self._modes.ways_of(state, unit, (mode,)):
                cell = frame.board.draw(goals, random)
                return Action("move", (frame.unit_ids[unit],), (frame.board.number[cell],), mode)
        return None

    def _in_time(self, state: Position, unit: int, mode: str) -> bool:
        """Whether a unit has not moved, or enough points left for a way that costs some."""
        way, rules = self._modes.said(mode), self._refusals.rules
        if way is None or way.cost is None:
            return not state.memory[MOVED].moved >> unit & 1
        return rules.points_left(state, unit) >= (rules.terrain.scaled(way.cost) or 0)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not move in a way now; ``None`` when it may."""
        if len(action.units) != 1 or not action.hexes:
            text = "Units move one at a time in ways of their own."
            return self._refusals.refuse("one_at_a_time", text)
        rules, name = self._refusals.rules, action.units[0]
        unit = rules.forces.index[name]
        if rules.forces.side[unit] != state.phase_side:
            return self._refusals.refuse("owner", f"{name} belongs to the other side.")
        way = self._modes.said(action.name)
        if way is not None and way.cost is not None:
            if rules.points_left(state, unit) < (rules.terrain.scaled(way.cost) or 0):
                text = f"{name} has too few movement points left to move {mid_sentence(way.title)}."
                return self._refusals.refuse("allowance", text)
        elif state.cells[unit] and state.memory[MOVED].moved >> unit & 1:
            return self._refusals.spent(state, unit) or self._refusals.refuse(
                "one_at_a_time", f"{name} has already moved in this phase."
            )
        return self._modes.explain(state, unit, action.hexes, action.name)

    def perform(self, state: Position, action: Action) -> None:
        """Roll the check, if there is one, and go there."""
        unit, cell = state.frame.unit_index[action.units[0]], state.cells
        ahead = self._modes.cells(state, unit, action.hexes, action.name)
        if not self._modes.begins(state, unit, action.name):
            return
        self._modes.tell_way(state, unit, action.name)
        for hook in state.rules.hooks.action_begins:
            hook(state, unit, OFF_MAP)
        way = self._modes.said(action.name)
        if way is not None and way.table:
            # Below the course: the unit is rolled for when it has come there.
            state.agenda.append(LandingRoll(unit, way.table))
        left = 0
        if way is not None and way.cost is not None:
            rules = self._refusals.rules
            left = rules.points_left(state, unit) - (rules.terrain.scaled(way.cost) or 0)
        state.agenda.append(Course(unit, ahead, (cell[unit],), left=left, paid=True))
