"""Ways of moving (``movement.modes``): what a unit reaches by each, and the check for it.

The ordinary way is one of them, without a name: in activations and reactions units move by it at
once, where no movement phase keeps accounts. A unit that sets out in some way first rolls its
check, if it needs one; then the way is noted, marked and paid for.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.throws import throws_to_pass
from hexwar.rules.movement.mode import WayOfMoving
from hexwar.rules.movement.refusals import MovementRefusals
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import Mode, ModeCheck, Movement
from hexwar.rules.sequence.moved import WAYS
from hexwar.rules.terrain.geometry import Geometry
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.values.rules import NamedValues

if TYPE_CHECKING:
    from hexwar.rules.control.rules import ControlRules
    from hexwar.rules.pools.rules import PoolRules
    from hexwar.rules.states.rules import StateRules

ORDINARY = ""
"""The name of the way in which units move where none is named."""

FREE = Mode(id=ORDINARY)


class WayToMove(NamedTuple):
    """A way to move: its name, and the mask of the hexes where the unit may go by it."""

    mode: str
    goals: int


class MovesTo(dict[int, Action]):
    """Destination cell to the move of a unit there, in some way; made when first asked for."""

    __slots__ = ("_mode", "_number", "_unit")

    def __init__(self, unit: str, number: list[str], mode: str = ORDINARY) -> None:
        super().__init__()
        self._unit, self._number, self._mode = unit, number, mode

    def __missing__(self, cell: int) -> Action:
        action = self[cell] = Action("move", (self._unit,), (self._number[cell],), self._mode)
        return action


class ModeRules:
    """Moves of single units that are made at once: in phases of kind activation, in reaction, and
    in the ways that a game names in phases of kind movement.
    """

    __slots__ = (
        "_modes",
        "_movement",
        "_moves_to",
        "_pools",
        "_refusals",
        "_states",
        "_values",
        "cite",
    )

    def __init__(
        self,
        frame: Frame,
        section: Movement,
        terrain: Terrain,
        geometry: Geometry,
        selectors: Selectors,
        conditions: Conditions,
        control: ControlRules | None,
        movement: MovementRules,
        refusals: MovementRefusals,
        values: NamedValues,
        states: StateRules | None,
        pools: PoolRules | None,
    ) -> None:
        self.cite = section.cite
        self._values, self._states, self._pools = values, states, pools
        self._movement = movement
        self._refusals = refusals
        self._moves_to: dict[tuple[int, str], MovesTo] = {}
        self._modes = {
            name: WayOfMoving(
                mode, frame, terrain, geometry, selectors, conditions, control, movement
            )
            for name, mode in {ORDINARY: FREE, **section.modes}.items()
        }

    @property
    def named(self) -> tuple[str, ...]:
        """The ways that the game names."""
        return tuple(filter(None, self._modes))

    def said(self, name: str) -> Mode | None:
        """What the game says of a way; ``None`` if it names none such."""
        return self._modes[name].said if name in self._modes else None

    def called(self, mode: str) -> str:
        """A way of moving as it is called in a sentence: *rapidly*."""
        return self._modes[mode].title

    def in_phase(self, phase: int) -> bool:
        """Whether some way that the game names may be taken in a phase."""
        return any(self._modes[name].in_phase(phase) for name in self.named)

    def open_now(self, state: Position) -> list[str]:
        """The ways that the game names in which somebody may move in this phase."""
        modes = ((name, self._modes[name]) for name in self.named)
        return [name for name, way in modes if way.in_phase(state.phase_index) and way.holds(state)]

    def begin_in(self, state: Position, side: int, modes: Iterable[str]) -> int:
        """Mask of the hexes in which units of a side may begin one of some ways."""
        return reduce(or_, [self._modes[name].begins(state, side) for name in modes], 0)

    def ways(self, state: Position, unit: int, barred: tuple[str, ...] = ()) -> list[WayToMove]:
        """The ways in which a unit can move now to anywhere, the ordinary one first."""
        return self.ways_of(state, unit, [name for name in self._modes if name not in barred])

    def ways_of(self, state: Position, unit: int, modes: Iterable[str]) -> list[WayToMove]:
        """Those of some ways in which a unit can move now to anywhere."""
        rules, ways = self._movement, self._modes
        side, here = rules.forces.side[unit], rules.board.bit[state.cells[unit]]
        # Most stand where no way begins: that is told at once.
        begun = [name for name in modes if ways[name].begins(state, side) & here]
        if not begun or self.why_not(state, unit) is not None:
            return []
        ways_here = [
            WayToMove(name, self.destinations(state, unit, name))
            for name in begun
            if self._why_not_by(state, unit, name) is None
        ]
        return [way for way in ways_here if way.goals]

    def moves(self, unit: int, way: WayToMove) -> list[Action]:
        """A unit's moves by a way, destinations in map order."""
        board, by_cell = self._movement.board, self._moves_to.get((unit, way.mode))
        if by_cell is None:
            name = self._movement.forces.ids[unit]
            by_cell = self._moves_to[unit, way.mode] = MovesTo(name, board.number, way.mode)
        return [by_cell[cell] for cell in board.in_map_order(way.goals)]

    def surely_moves(self, state: Position, unit: int, barred: tuple[str, ...]) -> bool:
        """Whether a unit is known to have somewhere to go in the ordinary way, without looking how
        far it comes; where it is not, that means nothing.
        """
        if ORDINARY in barred or self.why_not(state, unit) is not None:
            return False
        rules = self._movement
        steps = rules.sure_steps(state, unit)
        return bool(steps & ~rules.stacking.perhaps_full(state, rules.forces.side[unit]))

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not move at all."""
        name = self._movement.forces.ids[unit]
        if not state.cells[unit]:
            return self._refuse("owner", f"{name} is not on the map.")
        return state.forbidden(unit, "move")

    def _why_not_by(self, state: Position, unit: int, mode: str) -> Violation | None:
        """Why a unit may not move in this way now, wherever it goes."""
        way, name = self._modes[mode], self._movement.forces.ids[unit]
        if not mode:
            return None
        if not way.fits(state, unit):
            return self._refuse("modes", f"{name} does not move {way.title}.")
        if not way.in_phase(state.phase_index) or not way.holds(state):
            return self._refuse("modes", f"Nobody moves {way.title} in this phase.")
        began = state.memory[WAYS]
        if (mode, unit) in began.failed:
            return self._refuse("modes", f"{name} has failed its check to move {way.title}.")
        side = self._movement.forces.side[unit]
        most = way.most(unit)
        if most is not None and began.used.count(mode) >= most:
            text = f"No more than {most} units move {way.title} in a phase."
            return self._refuse("modes", text)
        if not way.begins(state, side) >> state.cells[unit] & 1:
            number = self._movement.board.number[state.cells[unit]]
            return self._refuse("modes", f"{name} may not begin to move {way.title} in {number}.")
        spends = way.said.spends
        if spends and self._pools and self._pools.points(state, spends.pool) < spends.count:
            title = self._pools.pool(spends.pool).title
            return self._refuse("modes", f"{title}: there are too few points left.")
        return None

    def destinations(self, state: Position, unit: int, mode: str) -> int:
        """Mask of the hexes to which a unit may move in this way, and stop there."""
        rules = self._movement
        here = rules.board.bit[state.cells[unit]]
        reach = self._modes[mode].means(state, unit).reach & ~here
        if reach & rules.stacking.perhaps_full(state, rules.forces.side[unit]):
            reach &= ~rules.stacking.full(state, unit)
        return reach

    def explain(
        self, state: Position, unit: int, hexes: tuple[str, ...], mode: str
    ) -> Violation | None:
        """Why a unit may not make this move; ``None`` when it may."""
        rules, name = self._movement, self._movement.forces.ids[unit]
        if mode not in self._modes:
            known = " or ".join(self.named) or "in no other way than the ordinary"
            return self._refuse("modes", f"There is no way of moving {mode}; units move {known}.")
        goal = rules.board.cell.get(hexes[-1])
        if goal is None:
            return self._refuse("map_edge", f"{hexes[-1]} is not a hex of the map.")
        refused = (
            self.why_not(state, unit)
            or self._why_not_by(state, unit, mode)
            or self._why_not_there(state, unit, hexes, mode)
        )
        # Stacking is named last: a hex that is out of reach for other reasons is not called full.
        full = goal != state.cells[unit] and rules.stacking.full(state, unit) >> goal & 1
        return rules.stacking.refusal(unit, name, hexes[-1]) if full and not refused else refused

    def _why_not_there(
        self, state: Position, unit: int, hexes: tuple[str, ...], mode: str
    ) -> Violation | None:
        way = self._modes[mode]
        if way.is_plain:
            return self._refusals.route(state, unit, hexes, way.means(state, unit))
        why = way.why_not_there(state, unit, hexes)
        return self._refuse("modes", why) if why else None

    def cells(
        self, state: Position, unit: int, hexes: tuple[str, ...], mode: str
    ) -> tuple[int, ...]:
        """The cells that a legal move enters, one after the other."""
        board = self._movement.board
        if len(hexes) > 1:
            return tuple(board.cell[number] for number in hexes[1:])
        return self._modes[mode].path(state, unit, board.cell[hexes[0]])

    def begins(self, state: Position, unit: int, mode: str) -> bool:
        """Let a unit begin to move in this way: roll its check, if it needs one, and mark it.

        Answers with whether it may; a check that failed leaves it the other ways.
        """
        way, began = self._modes[mode], state.memory[WAYS]
        terms = way.said
        if terms.check is not None and not self._passes(state, unit, way, terms.check):
            state.remember(WAYS, began._replace(failed=(*began.failed, (mode, unit))))
            return False
        if terms.mark and self._states is not None:
            self._states.put(state, terms.mark, 1 << unit)
        if not mode:
            return True
        state.remember(WAYS, began._replace(used=(*began.used, mode)))
        if terms.spends and self._pools:
            self._pools.spend(state, terms.spends.pool, terms.spends.count)
        if terms.deed:
            state.did(terms.deed, 1 << unit)
        return True

    def tell_way(self, state: Position, unit: int, mode: str) -> None:
        """Tell in which way a unit sets out."""
        if state.events is not None:
            name, title = self._movement.forces.ids[unit], self._modes[mode].title
            text = f"{name} moves: {title}."
            state.tell("way_taken", self.cite.get("modes", ""), text, unit=name, way=mode)

    def _passes(self, state: Position, unit: int, way: WayOfMoving, check: ModeCheck) -> bool:
        if not way.checks(state, unit):
            return True
        dice = (max(1, self._values.die(state, unit, check.die)),)
        (face,) = state.throw(dice, partial(throws_to_pass, dice, check.success, 1))
        passed = face >= check.success
        name = self._movement.forces.ids[unit]
        how = "passed" if passed else "failed"
        text = f"{name} checks to move {way.title}: die {face}, {how}."
        rule = self.cite.get("modes", "")
        state.tell("check", rule, text, unit=name, dice=(face,), passed=passed)
        return passed

    def _refuse(self, reason: str, message: str) -> Violation:
        return self._refusals.refuse(reason, message)
