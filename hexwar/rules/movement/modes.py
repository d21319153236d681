"""Ways of moving (``movement.modes``): what a unit reaches by each, and the check for it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hexwar.engine.state import State
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.refusals import Means, MovementRefusals
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import Mode, ModeCheck, Movement
from hexwar.rules.states.rules import StateRules
from hexwar.rules.states.values import NamedValues

ORDINARY = ""
"""The name of the way in which units move where none is named."""

FREE = Mode(id=ORDINARY)


class Way(NamedTuple):
    """A way to move: its name, and the mask of the hexes where the unit may go by it."""

    mode: str
    goals: int


class ModeRules:
    """Moves of single units that are made at once, in phases of kind activation or in reaction."""

    __slots__ = (
        "_checked",
        "_modes",
        "_movement",
        "_refusals",
        "_states",
        "_values",
        "_who",
        "cite",
    )

    def __init__(
        self,
        section: Movement,
        selectors: Selectors,
        movement: MovementRules,
        refusals: MovementRefusals,
        values: NamedValues,
        states: StateRules | None,
    ) -> None:
        self.cite = section.cite
        self._values, self._states = values, states
        self._movement = movement
        self._refusals = refusals
        self._modes = {ORDINARY: FREE, **section.modes}
        self._who = {name: selectors.fits(mode.only) for name, mode in self._modes.items()}
        self._checked = {
            name: selectors.fits(mode.check.only)
            for name, mode in self._modes.items()
            if mode.check is not None
        }

    def ways(self, state: State, unit: int, barred: tuple[str, ...] = ()) -> list[Way]:
        """The ways in which a unit can move now to anywhere, the ordinary one first."""
        if self.why_not(state, unit) is not None:
            return []
        ways = [
            Way(name, self.destinations(state, unit, name))
            for name in self._modes
            if name not in barred and self._who[name](state, unit)
        ]
        return [way for way in ways if way.goals]

    def why_not(self, state: State, unit: int) -> Violation | None:
        """Why a unit may not move at all."""
        name = self._movement.forces.ids[unit]
        if not state.cells[unit]:
            return self._refuse("owner", f"{name} is not on the map.")
        return state.forbidden(unit, "move")

    def destinations(self, state: State, unit: int, mode: str) -> int:
        """Mask of the hexes to which a unit may move in this way, and stop there."""
        rules = self._movement
        full = rules.stacking.full(state, unit)
        here = rules.board.bit[state.cells[unit]]
        return self._means(state, unit, mode).reach & ~full & ~here

    def explain(
        self, state: State, unit: int, hexes: tuple[str, ...], mode: str
    ) -> Violation | None:
        """Why a unit may not make this move; ``None`` when it may."""
        rules, name = self._movement, self._movement.forces.ids[unit]
        if mode not in self._modes:
            known = " or ".join(filter(None, self._modes)) or "in no other way than the ordinary"
            return self._refuse("modes", f"There is no way of moving {mode}; units move {known}.")
        if not self._who[mode](state, unit):
            return self._refuse("modes", f"{name} does not move {mode}.")
        goal = rules.board.cell.get(hexes[-1])
        if goal is None:
            return self._refuse("map_edge", f"{hexes[-1]} is not a hex of the map.")
        refused = self.why_not(state, unit) or self._refusals.route(
            state, unit, hexes, self._means(state, unit, mode)
        )
        full = rules.stacking.full(state, unit)
        if refused is None and full >> goal & 1 and goal != state.cells[unit]:
            refused = rules.stacking.refusal(unit, name, hexes[-1])
        return refused

    def cells(self, state: State, unit: int, hexes: tuple[str, ...], mode: str) -> tuple[int, ...]:
        """The cells that a legal move enters, one after the other."""
        rules = self._movement
        if len(hexes) > 1:
            return tuple(rules.board.cell[number] for number in hexes[1:])
        layers = rules.layers(state, unit, self._points(state, unit, mode))
        return tuple(
            rules.cheapest_path(state, unit, rules.board.cell[hexes[0]], layers)[1:],
        )

    def begins(self, state: State, unit: int, mode: str) -> bool:
        """Let a unit begin to move in this way: roll its check, if it needs one, and mark it.

        Answers with whether it may; a check that failed leaves it the other ways.
        """
        said = self._modes[mode]
        if said.check is not None and not self._passes(state, unit, said, said.check):
            return False
        if said.mark and self._states is not None:
            self._states.put(state, said.mark, 1 << unit)
        return True

    def _passes(self, state: State, unit: int, mode: Mode, check: ModeCheck) -> bool:
        if not self._checked[mode.id](state, unit):
            return True
        face = state.roll(max(1, self._values.die(state, unit, check.die)))
        passed = face >= check.success
        self._tell(state, unit, mode, face, passed)
        return passed

    def _tell(self, state: State, unit: int, mode: Mode, face: int, passed: bool) -> None:
        name = self._movement.forces.ids[unit]
        how = "passed" if passed else "failed"
        text = f"{name} checks to move {mode.title.lower()}: die {face}, {how}."
        rule = self.cite.get("modes", "")
        state.tell("check", rule, text, unit=name, dice=(face,), passed=passed)

    def _means(self, state: State, unit: int, mode: str) -> Means:
        points = self._points(state, unit, mode)
        return Means(points, self._movement.layers(state, unit, points)[-1])

    def _points(self, state: State, unit: int, mode: str) -> int:
        said, terrain = self._modes[mode], self._movement.terrain
        if said.allowance is not None:
            return int(said.allowance * terrain.scale)
        points = self._movement.values.allowance(state, unit)
        return points if said.multiply == 1 else int(Fraction(points) * said.multiply)

    def _refuse(self, reason: str, message: str) -> Violation:
        return self._refusals.refuse(reason, message)
