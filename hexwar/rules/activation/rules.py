"""Section ``activation``: which units may act, and what each of them may do.

Whose turn it is to act depends on the phase, on points and orders, and on which units have acted
(`fresh`); what that unit may do then depends on how far it has come (`UnitProgress`): it moves,
fires where it stands or after its move, or does what other packages contribute. The refusals
(`why_not_act`, `why_not`) follow the same order.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import NamedTuple

from hexwar.engine.action import DONE, Action, Choice, Decision
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.task import AutomaticTask, PhaseTask, Task, offered
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.activation.section import FIRE, MOVE, MOVE_THEN_FIRE, Activation
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.fire.task import TOGETHER, Group, GroupFireRules, as_action, fire_at
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.modes import ModeRules, WayToMove
from hexwar.rules.movement.moves import Course
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.sequence.contracts import ActivationContribution
from hexwar.rules.sequence.rules import is_activated
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.spending import SpendingRules
from hexwar.rules.units.rules import Forces, mask_of


class ActivationBegun(NamedTuple):
    """Whether any unit has acted in this phase."""

    begun: bool = False


ACTED = Slot("acted", UnitMask(), lasts="turn")
"""The mask of the units that have acted in this turn."""
BEGUN = Slot("activation", ActivationBegun(), lasts="phase")


def has_acted(state: Position, unit: int) -> bool:
    """Whether a unit has acted in this turn; none has where units do not act one at a time."""
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
    """Which units may act in a phase of kind activation, and how."""

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
        self.refuse = SectionRefusals("activation", self.cite)

    def fresh(self, state: Position) -> Iterator[int]:
        """The units that may still act in this phase."""
        who, unpaid = self._who[state.phase_index], self._spending.barred(state)
        for unit in self._forces.of_side[state.phase_side]:
            if not state.cells[unit] or unpaid >> unit & 1 or has_acted(state, unit):
                continue
            if who(state, unit) and is_activated(state, unit):
                yield unit

    def can_act(self, state: Position, unit: int, stage: UnitProgress) -> bool:
        """Whether a unit that may act can do anything now: most can move, which is cheap to ask."""
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
        """The groups that are listed, the ``actor`` first, with other units that may act now."""
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
        """What contributes a verb to this phase."""
        return next((source for source in self._contributed(state) if verb in source.verbs), None)

    def must_fire(self, state: Position) -> bool:
        """Whether the first action of the phase must be a fire, as some unit has a target."""
        if self._must_fire != (state.turn, state.phase_index) or state.memory[BEGUN].begun:
            return False
        # Where no unit has a target the phase begins like any other.
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
            name, mode = action.units[0], action.name
            if len(action.units) > 1 or not action.hexes:
                return self.refuse("one_at_a_time", "Units move one at a time.")
            if stage.moved:
                return self.refuse(
                    "may", f"{name} has already moved; others act when it ends what it does."
                )
            if not self._may & {MOVE, MOVE_THEN_FIRE}:
                return self.refuse("may", "Units do not move when they act.")
            if mode in stage.barred:
                return self.refuse("may", f"{name} has failed to move {self._modes.called(mode)}.")
            return self._modes.explain(state, unit, action.hexes, mode)
        if action.verb == "fire":
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
            # A unit that fires along acts as well, and has to be free to.
            refused = next(filter(None, others), None)
            return refused or self._together.why_not(state, units, cell)
        contribution = self.contribution(state, action.verb)
        if contribution is None:
            return state.out_of_turn(action)
        if not self._suits(contribution, stage):
            text = f"{action.units[0]} may do nothing else when it does this."
            return self.refuse("may", text)
        return contribution.explain(state, action)


# The phase in which units act one after the other, and the activation of one of them.
#
# The phase offers all that any unit may do. The first action of a unit puts an offer of that unit
# alone on top (`UnitActivation`), which stays until it is done; before a move or a fire is carried
# out others may interrupt it, by tasks that they put above it.


class Activating(Task):
    """The choice of what a unit does: ``move``, ``fire``, what is contributed, ``done``."""

    __slots__ = ()

    @property
    def actor(self) -> int:
        """The unit that acts, if one has begun."""
        return NOBODY

    @abstractmethod
    def units(self, state: Position) -> list[int]:
        """The units of which one may act."""

    @abstractmethod
    def stage(self) -> UnitProgress:
        """How far they have come."""

    @abstractmethod
    def ends(self, state: Position) -> None:
        """What ``done`` brings about."""

    def side(self, state: Position) -> int:
        """The side whose phase it is."""
        return state.phase_side

    def _units_able(self, state: Position) -> list[int]:
        """The units that can do anything."""
        stage = self.stage()
        able: list[int] | None = state.near.get(("activation", stage))
        if able is None:
            rules = state.rules[ActivationRules]
            able = [unit for unit in self.units(state) if rules.can_act(state, unit, stage)]
            state.near["activation", stage] = able
        return able

    def _options(self, state: Position) -> Iterator[tuple[int, UnitOptions]]:
        """These units, each with what it can do."""
        rules, stage = state.rules[ActivationRules], self.stage()
        return ((unit, rules.options(state, unit, stage)) for unit in self._units_able(state))

    def _groups(self, state: Position) -> list[Group]:
        """The groups that are listed."""
        return state.rules[ActivationRules].groups(state, self.stage(), self.actor)

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit: moves in each way, fires, what is contributed; groups; then ``done``."""
        # Chained batches and not one generator: most of the time would go into yielding.
        return chain.from_iterable(self._batches(state))

    def _batches(self, state: Position) -> Iterator[Iterable[Action]]:
        for unit, options in self._options(state):
            yield _actions(state, unit, options)
        yield (as_action(state, group) for group in self._groups(state))
        if not state.rules[ActivationRules].must_fire(state):
            yield (DONE,)

    def choices(
        self, state: Position, picked: Collection[str] = (), at: str = ""
    ) -> Iterator[Choice]:
        """The choices, as every task gives them; but what one picked unit may do is found without
        working out what the others may.
        """
        if len(picked) != 1:
            yield from Task.choices(self, state, picked, at)
            return
        is_offered = False
        for unit, options in self._options(state):
            if state.frame.unit_ids[unit] in picked:
                for action in _actions(state, unit, options):
                    if not at or at in action.hexes[-1:]:
                        is_offered = True
                        yield offered(state, action)
        if at and not is_offered:
            yield from self._asked_for(state, tuple(picked), at)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not do this now."""
        rules, index = state.rules[ActivationRules], state.frame.unit_index
        if action.verb == "done":
            if rules.must_fire(state):
                return rules.refuse("must_fire", "The first action must be a fire.")
            return None
        if not action.units:
            return state.out_of_turn(action)
        unit = index[action.units[0]]
        able = self.units(state)
        if unit not in able:
            refused = rules.why_not_act(state, unit)
            if refused is None and able:
                name = state.frame.unit_ids[able[0]]
                text = f"{name} ends what it does before {action.units[0]} begins."
                refused = rules.refuse("one_at_a_time", text)
            return refused or state.out_of_turn(action)
        return rules.why_not(state, action, self.stage())

    def sample(self, state: Position, random: Random) -> Action:
        """A unit first, then what it does, then where; now and then a group's fire, or the end."""
        groups = self._groups(state)
        if groups and random.random() < TOGETHER:
            return as_action(state, groups[int(random.random() * len(groups))])
        able, rules = self._units_able(state), state.rules[ActivationRules]
        ends = not rules.must_fire(state)
        # The end is drawn as one unit more, where the phase may be ended.
        drawn = int(random.random() * (len(able) + ends))
        if drawn == len(able):
            return DONE
        unit = able[drawn]
        ways, targets, others = rules.options(state, unit, self.stage())
        name, board = state.frame.unit_ids[unit], state.frame.board
        kinds = len(ways) + bool(targets) + bool(others)
        kind = int(random.random() * kinds)
        if kind < len(ways):
            way = ways[kind]
            goal = board.number[board.draw(way.goals, random)]
            return Action("move", (name,), (goal,), way.mode)
        if targets and kind == len(ways):
            return Action("fire", (name,), (board.number[board.draw(targets, random)],))
        return others[int(random.random() * len(others))]

    def perform(self, state: Position, action: Action) -> None:
        """Let a unit act, or end what this is."""
        if action.verb == "done":
            self.ends(state)
            return
        state.remember(BEGUN, ActivationBegun(begun=True))
        unit = state.frame.unit_index[action.units[0]]
        state.did("activated", 1 << unit)
        rules = state.rules[ActivationRules]
        moved, barred = self.stage()
        self.gives_way(state)
        if action.verb == "move":
            # Let a unit set out, or, if its check fails, choose again without that way.
            modes, mode = state.rules[ModeRules], action.name
            ahead = modes.cells(state, unit, action.hexes, mode)
            if not modes.begins(state, unit, mode):
                state.agenda.append(UnitActivation(unit, barred=(*barred, mode)))
                return
            state.agenda.append(UnitActivation(unit, moved=True))
            for hook in state.rules.hooks.action_begins:
                hook(state, unit, OFF_MAP)
            state.agenda.append(Course(unit, ahead, (state.cells[unit],)))
        elif action.verb == "fire":
            cell = state.frame.board.cell[action.hexes[0]]
            state.agenda.append(UnitActivation(unit, moved, barred))
            for hook in state.rules.hooks.action_begins:
                hook(state, unit, cell)
            others = tuple([state.frame.unit_index[name] for name in action.units[1:]])
            state.did("activated", mask_of(others))
            # The last on the agenda comes first: the fire, then what hooks put there for after the
            # action, then what the unit does next.
            state.agenda.append(Firing(unit, cell, others=others))
        else:
            contribution = rules.contribution(state, action.verb)
            if contribution is None:
                raise LookupError(action.verb)
            if contribution.when != "free":
                now_acted(state, unit)
            state.agenda.append(UnitActivation(unit, moved, barred))
            contribution.perform(state, action)

    def gives_way(self, state: Position) -> None:
        """Make room for the activation that takes the place of this one, if one does."""


def _actions(state: Position, unit: int, options: UnitOptions) -> list[Action]:
    modes, names = state.rules[ModeRules], (state.frame.unit_ids[unit],)
    moves = [action for way in options.ways for action in modes.moves(unit, way)]
    targets = state.frame.board.numbers(options.targets)
    return [*moves, *[Action("fire", names, (target,)) for target in targets], *options.others]


@dataclass(slots=True)
class Firing(AutomaticTask):
    """A unit is about to fire at a hex, with ``others`` or alone; ``asked``: every side that could
    interrupt it has been asked.
    """

    kind = "firing"
    unit: int
    cell: int
    asked: bool = False
    others: tuple[int, ...] = ()

    def settle(self, state: Position) -> bool:
        """Let others come first; then fire, if it still can."""
        state.agenda.pop()
        if self.asked:
            self._fire(state)
            return False
        # It goes back on the agenda before any side is asked: reactions are put on top of it, and
        # it fires when they are done.
        state.agenda.append(replace(self, asked=True))
        hooks = state.rules.hooks
        surprise = any(hook(state, self.unit, True) for hook in hooks.surprises)
        if not surprise:
            for hook in hooks.interrupts:
                hook(state, self.unit, self.cell)
        return False

    def _fire(self, state: Position) -> None:
        """Fire with those that still can, now that all interruptions have been made."""
        fire = state.rules[FireRules]
        # An interruption may have hit some of them, or driven the target out of their sight.
        able = tuple(
            [
                unit
                for unit in (self.unit, *self.others)
                if state.cells[unit]
                and state.forbidden(unit, "fire") is None
                and fire.why_not_in_volley(state, unit, self.cell) is None
            ]
        )
        together = state.rules[GroupFireRules]
        if not able or together.why_not(state, able, self.cell) is not None:
            # If an interruption has broken the group up, the first of them fires alone, if it can.
            able = able[:1]
        if not able or state.rules[FireRules].why_not(state, able[0], self.cell):
            name, number = state.frame.unit_ids[self.unit], state.frame.board.number[self.cell]
            rule = state.rules[ActivationRules].cite.get("lost", "")
            text = f"{name} can no longer fire at {number}."
            state.tell("fire_lost", rule, text, unit=name, hex=number)
            return
        for unit in able:
            now_acted(state, unit)
        fire_at(state, able, self.cell)


@dataclass(slots=True)
class ActivationPhase(Activating, PhaseTask):
    """The units of a side act, one after the other."""

    kind = "activation"

    def units(self, state: Position) -> list[int]:
        """The units that may still act."""
        return list(state.rules[ActivationRules].fresh(state))

    def stage(self) -> UnitProgress:
        """That none of them has begun to act."""
        return FRESH

    def settle(self, state: Position) -> bool:
        """End the phase when no unit can do anything more."""
        return bool(self._units_able(state)) or self.nothing_to_do(state)

    def decision(self, state: Position) -> Decision:
        """Activation: the units that can act."""
        must = state.rules[ActivationRules].must_fire(state)
        ids = state.frame.unit_ids
        return self.asks(
            state,
            "The first action must be a fire." if must else "Let a unit act, or end the phase.",
            units=tuple(ids[unit] for unit in self._units_able(state)),
            may_decline=not must,
        )

    def ends(self, state: Position) -> None:
        """End the phase."""
        state.end_phase()


@dataclass(slots=True)
class UnitActivation(Activating):
    """One unit acts, and has yet to end what it does.

    ``barred`` are the ways of moving for which it failed its check.
    """

    kind = "activated"
    done_says = "End what the unit does"
    unit: int
    moved: bool = False
    barred: tuple[str, ...] = ()

    @property
    def actor(self) -> int:
        """The one unit whose choice it is."""
        return self.unit

    def units(self, state: Position) -> list[int]:
        """The one unit whose choice it is."""
        return [self.unit]

    def stage(self) -> UnitProgress:
        """What it has done so far: whether it has moved, and how it may not."""
        return UnitProgress(self.moved, self.barred)

    def settle(self, state: Position) -> bool:
        """End the activation when the unit has acted, or can do nothing more."""
        if not has_acted(state, self.unit) and state.cells[self.unit] and self._units_able(state):
            return True
        self.ends(state)
        return False

    def decision(self, state: Position) -> Decision:
        """What the unit does now."""
        name = state.frame.unit_ids[self.unit]
        ways = " or ".join(map(state.rules[ModeRules].called, self.barred))
        why = f"{name} has moved" if self.moved else f"{name} is activated"
        why = f"{name} has failed to move {ways}" if ways and not self.moved else why
        return self.asks(
            state,
            f"{why}: what does it do now?",
            units=(name,),
            hexes=tuple(filter(None, (state.position(name),))),
            may_decline=True,
        )

    def ends(self, state: Position) -> None:
        """The unit has acted."""
        state.agenda.pop()
        now_acted(state, self.unit)

    def gives_way(self, state: Position) -> None:
        """Another takes its place, of the unit as it is then."""
        state.agenda.pop()


PHASES = {"activation": ActivationPhase}
TASKS = {"activated": UnitActivation, "firing": Firing}


def _status(state: Position, unit: int) -> Iterator[Status]:
    """That a unit has acted in this turn."""
    if has_acted(state, unit):
        yield Status("has acted", done=True)


SLOTS = (ACTED, BEGUN)
STATUS = (_status,)
