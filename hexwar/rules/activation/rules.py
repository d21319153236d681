"""Section ``activation``: which units may act, and what each of them may do.

Whose turn it is to act is asked of the phase, of points and orders, and of who has acted (`fresh`);
what that unit may do then depends on how far it has come (`UnitProgress`): it moves, fires where it
stands or after its move, or does what other packages contribute. The refusals (`why_not_act`,
`why_not`) follow the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.activation.section import FIRE, MOVE, MOVE_THEN_FIRE, Activation
from hexwar.rules.fire.groups import Group, GroupFireRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.modes import ModeRules, WayToMove
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.sequence.contribution import ActivationContribution
from hexwar.rules.sequence.moved import is_activated
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.spending.rules import SpendingRules
from hexwar.rules.units.rules import Forces


class ActivationBegun(NamedTuple):
    """Whether anybody has acted in this phase."""

    begun: bool = False


ACTED = Slot("acted", UnitMask(), lasts="turn")
"""The mask of the units that have acted in this turn."""
BEGUN = Slot("activation", ActivationBegun(), lasts="phase")


def has_acted(state: Position, unit: int) -> bool:
    """Whether a unit has acted in this turn; nobody has where units do not act one at a time."""
    known = state.memory.get(ACTED)
    return known is not None and bool(known.units >> unit & 1)


def now_acted(state: Position, unit: int) -> None:
    """Remember that a unit has acted in this turn."""
    state.remember(ACTED, UnitMask(state.memory[ACTED].units | 1 << unit))


class UnitProgress(NamedTuple):
    """How far a unit has come: whether it has moved, and the ways of moving that it failed."""

    moved: bool = False
    barred: tuple[str, ...] = ()


FRESH = UnitProgress()


class UnitOptions(NamedTuple):
    """What a unit may do now: ways to move, a mask of hexes to fire at, and what is contributed."""

    ways: list[WayToMove]
    targets: int
    others: list[Action]


class ActivationRules:
    """Who may act in a phase of kind activation, and how."""

    __slots__ = (
        "_fire",
        "_forces",
        "_frame",
        "_may",
        "_modes",
        "_must_fire",
        "_spending",
        "_together",
        "_who",
        "cite",
    )

    def __init__(
        self,
        frame: Frame,
        section: Activation,
        sequence: SequenceOfPlay,
        forces: Forces,
        selectors: Selectors,
        modes: ModeRules,
        fire: FireRules | None,
        together: GroupFireRules | None,
        spending: SpendingRules,
    ) -> None:
        self.cite, self._spending = section.cite, spending
        self._frame, self._forces, self._modes, self._fire = frame, forces, modes, fire
        self._together = together
        self._may = frozenset(section.may)
        self._who = tuple(selectors.fits(phase[WhoMoves].only) for phase in sequence.phases)
        must = section.must_fire
        self._must_fire = (must.turn, frame.phase_ids.index(must.phase)) if must else None

    def fresh(self, state: Position) -> Iterator[int]:
        """The units that may still act in this phase."""
        who, unpaid = self._who[state.phase_index], self._spending.barred(state)
        for unit in self._forces.of_side[state.phase_side]:
            if not state.cells[unit] or unpaid >> unit & 1 or has_acted(state, unit):
                continue
            if who(state, unit) and is_activated(state, unit):
                yield unit

    def can_act(self, state: Position, unit: int, stage: UnitProgress) -> bool:
        """Whether a unit that may act can do anything now: most can move, which is soon told."""
        moves = self._moves(stage) and not self.must_fire(state)
        surely = moves and self._modes.surely_moves(state, unit, stage.barred)
        return surely or any(self.options(state, unit, stage))

    def _moves(self, stage: UnitProgress) -> bool:
        """Whether a unit that has come so far may move."""
        return not stage.moved and not self._may.isdisjoint((MOVE, MOVE_THEN_FIRE))

    def options(self, state: Position, unit: int, stage: UnitProgress) -> UnitOptions:
        """What a unit that may act may do now."""
        targets = self._targets(state, unit, stage)
        if self.must_fire(state):
            return UnitOptions([], targets, [])
        ways = self._modes.ways(state, unit, stage.barred) if self._moves(stage) else []
        others = [
            action
            for contribution in self._contributed(state)
            if self._suits(contribution, stage)
            for action in contribution.actions(state, unit)
        ]
        return UnitOptions(ways, targets, others)

    def _targets(self, state: Position, unit: int, stage: UnitProgress) -> int:
        fire, wanted = self._fire, MOVE_THEN_FIRE if stage.moved else FIRE
        if fire is None or wanted not in self._may or state.forbidden(unit, "fire") is not None:
            return 0
        return fire.targets(state, unit)

    def groups(self, state: Position, stage: UnitProgress, actor: int = NOBODY) -> list[Group]:
        """The groups that are listed, the ``actor`` first, of units that may act now besides it."""
        together, wanted = self._together, MOVE_THEN_FIRE if stage.moved else FIRE
        if together is None or together.said is None or wanted not in self._may:
            return []
        able = [unit for unit in self.fresh(state) if state.forbidden(unit, "fire") is None]
        if actor == NOBODY:
            return list(together.offered(state, able))
        # Groups keep the order in which units are given, so that those of the actor begin with it.
        able = [actor, *(unit for unit in able if unit != actor)]
        return [group for group in together.offered(state, able) if group[0][0] == actor]

    def _contributed(self, state: Position) -> tuple[ActivationContribution, ...]:
        return state.rules.contributed[state.phase_index]

    def _suits(self, more: ActivationContribution, stage: UnitProgress) -> bool:
        return more.when != "alone" or stage == FRESH

    def contribution(self, state: Position, verb: str) -> ActivationContribution | None:
        """Who brings a verb to this phase."""
        return next((source for source in self._contributed(state) if verb in source.verbs), None)

    def must_fire(self, state: Position) -> bool:
        """Whether the first action of the phase must be a fire, as some unit has a target."""
        if self._must_fire != (state.turn, state.phase_index) or state.memory[BEGUN].begun:
            return False
        # Where nobody has a target the phase begins as any other.
        return any(self._targets(state, unit, FRESH) for unit in self.fresh(state))

    # -- why not ---------------------------------------------------------------------------------

    def why_not_act(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not act in this phase."""
        name = self._forces.ids[unit]
        if self._forces.side[unit] != state.phase_side:
            return self.refuse("phase", f"{name} belongs to the other side.")
        if not state.cells[unit]:
            return self.refuse("phase", f"{name} is not on the map.")
        if has_acted(state, unit):
            return self.refuse("once", f"{name} has already acted in this turn.")
        if not self._who[state.phase_index](state, unit) or not is_activated(state, unit):
            return self.refuse("phase", f"{name} does not act in this phase.")
        if self._spending.barred(state) >> unit & 1:
            return self.refuse("phase", f"There are no points left to let {name} act.")
        return None

    def why_not(self, state: Position, action: Action, stage: UnitProgress) -> Violation | None:
        """Why a unit that may act may not do this."""
        unit = self._frame.unit_index[action.units[0]]
        if action.verb != "fire" and self.must_fire(state):
            return self.refuse("must_fire", "The first action must be a fire.")
        if action.verb == "move":
            return self._why_not_move(state, unit, action, stage)
        if action.verb == "fire":
            return self._why_not_fire(state, unit, action, stage)
        contribution = self.contribution(state, action.verb)
        if contribution is None:
            return state.out_of_turn(action)
        if not self._suits(contribution, stage):
            text = f"{action.units[0]} may do nothing else when it does this."
            return self.refuse("may", text)
        return contribution.explain(state, action)

    def _why_not_move(
        self, state: Position, unit: int, action: Action, stage: UnitProgress
    ) -> Violation | None:
        name, mode = action.units[0], action.name
        if len(action.units) > 1 or not action.hexes:
            return self.refuse("one_at_a_time", "Units move one at a time.")
        if stage.moved:
            return self.refuse("may", f"{name} has already moved.")
        if not self._may & {MOVE, MOVE_THEN_FIRE}:
            return self.refuse("may", "Units do not move when they act.")
        if mode in stage.barred:
            return self.refuse("may", f"{name} has failed to move {self._modes.called(mode)}.")
        return self._modes.explain(state, unit, action.hexes, mode)

    def _why_not_fire(
        self, state: Position, unit: int, action: Action, stage: UnitProgress
    ) -> Violation | None:
        if self._fire is None:
            return state.out_of_turn(action)
        if (MOVE_THEN_FIRE if stage.moved else FIRE) not in self._may:
            when = "after it has moved" if stage.moved else "where it stands"
            return self.refuse("may", f"{action.units[0]} does not fire {when}.")
        cell, refused = self._frame.board.cell[action.hexes[0]], state.forbidden(unit, "fire")
        if refused is not None or self._together is None or not action.units[1:]:
            return refused or self._fire.why_not(state, unit, cell)
        units = tuple([self._frame.unit_index[name] for name in action.units])
        others = (self.why_not_act(state, other) for other in units[1:])
        # Who fires along acts as well, and has to be free to.
        refused = next(filter(None, others), None)
        return refused or self._together.why_not(state, units, cell)

    def refuse(self, reason: str, message: str) -> Violation:
        """A refusal, with the rule that the game cites for it."""
        return Violation(self.cite.get(reason, ""), message, f"activation.{reason}")
