"""Which units are activated next, and which phases are run for them: by chits, or side by side.

A phase that activates stands in the row of phases with those within right behind it. It is entered,
units are activated (a chit is drawn, or a side chooses), the phases within are run for those units,
and after the last of them play goes back to it (`follows`); when no units are left the phases
within are passed over (`takes_place`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.grammar import opening
from hexwar.definition.model import Effect
from hexwar.engine.action import PASS, Action, Choice, Decision
from hexwar.engine.notation import NAMED, Verb
from hexwar.engine.position import bits
from hexwar.engine.queries import Recorded
from hexwar.engine.registry import FoundSide
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.cup.section import ALL, Chit, Cup
from hexwar.rules.deeds import DeedRules
from hexwar.rules.formations import FormationRules, Formations
from hexwar.rules.initiative import InitiativeRules
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.programs import Carried, Layout, Nobody
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.limits import UnitsOfPhase
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.sequence.rules import ACTIVE, Active
from hexwar.rules.sequence.section import ACTIVATED, ROUND, SequenceOfPlay
from hexwar.rules.spending import SpendingRules
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.values import UnitValues

if TYPE_CHECKING:
    from hexwar.rules.action_points import ActionPointRules


NOTHING = -1
TURN_ENDS = -2


class Rounds(NamedTuple):
    """The activations of a phase under way.

    ``phase``: one more than its index, 0 before it has begun. ``left``: how many of each chit are
    in the cup; ``chit``: the index of the one drawn last. ``done``: the mask of the units that have
    been activated; ``side``: the one whose go it is; ``passed``: the mask of the sides that have
    passed since the last activation.
    """

    phase: int = 0
    left: tuple[int, ...] = ()
    chit: int = NOTHING
    done: int = 0
    side: int = 0
    passed: int = 0

    def without(self, units: int) -> Rounds:
        """The record without these units (a mask)."""
        return self._replace(done=self.done & ~units)


ROUNDS = Slot("rounds", Rounds(), lasts="turn")


class ActivationGroup(NamedTuple):
    """What a side may activate: a unit or a formation, and the mask of its units.

    ``name`` is its id, ``title`` what players read.
    """

    name: str
    units: int
    title: str


class ComingActivation(NamedTuple):
    """An activation that may come: of which side (an index, or ``NOBODY`` for no particular one),
    and the indices of the phases that are run for it.
    """

    side: int
    phases: frozenset[int]


class RoundRules:
    """Phases that are run within a phase, for one activation after the other."""

    def __init__(
        self,
        frame: Frame,
        sequence: SequenceOfPlay,
        section: Cup | None,
        forces: Forces,
        selectors: Selectors,
        conditions: Conditions,
        formations: FormationRules | None,
        initiative: InitiativeRules | None,
        spending: SpendingRules,
        action_points: ActionPointRules | None,
        values: UnitValues,
    ) -> None:
        self._spending, self._points, self._values = spending, action_points, values
        self._frame, self._forces, self._selectors = frame, forces, selectors
        self._formations, self._initiative = formations, initiative
        self._phases = sequence.phases
        inner = [phase.within for phase in self._phases]
        # By the index of a phase that has phases: how many.
        self._ends = {
            place: inner.count(phase.id)
            for place, phase in enumerate(self._phases)
            if phase.kind == ROUND
        }
        self._chits = tuple(section.chits.values()) if section else ()
        self._holds = tuple(conditions.test(chit.condition) for chit in self._chits)
        self._counts = tuple(conditions.measure_of(chit.count) for chit in self._chits)
        layout = Layout(selectors, conditions)
        self._events = tuple(layout.steps(chit.does) for chit in self._chits)
        self._of_chit = tuple(selectors.anywhere(chit.only) for chit in self._chits)
        self._who = {
            place: selectors.fits(self._phases[place][WhoMoves].only) for place in self._ends
        }

    def concerned_at(self, moment: str) -> bool:
        """Whether any phase has phases of its own."""
        return bool(self._ends)

    # -- the course of a phase --------------------------------------------------------------------

    def takes_place(self, state: Position, phase: int) -> bool:
        """Whether a phase is run: one within another only if the chit drawn last, if any, is for
        it.
        """
        written = self._phases[phase]
        if not written.within:
            return True
        rounds = state.memory[ROUNDS]
        # With nobody activated the phases within are passed over. Without chits all of them are
        # run.
        if not rounds.phase or rounds.chit == NOTHING:
            return bool(rounds.phase)
        return self._is_for(self._chits[rounds.chit], phase)

    def follows(self, state: Position, phase: int) -> int:
        """The phase after a phase: back to where the next is activated, or past them all."""
        rounds = state.memory[ROUNDS]
        if phase in self._ends:
            # The phases within stand right behind their phase.
            if rounds.chit == TURN_ENDS:
                return len(self._phases)
            return phase + 1 if rounds.phase else phase + 1 + self._ends[phase]
        # Behind the last of them it goes back to where the next is activated.
        for outer, count in self._ends.items():
            if phase == outer + count:
                return outer
        return phase + 1

    def begin(self, state: Position, phase: int) -> None:
        """Fill the cup, or go on where others have been activated."""
        if state.memory[ROUNDS].phase:
            return
        chits: tuple[int, ...] = ()
        if self._phases[phase].order == "chits":
            pairs = zip(self._counts, self._holds, strict=True)
            chits = tuple([count(state) if holds(state) else 0 for count, holds in pairs])
        if self._phases[phase].order == "any":
            side = state.phase_side
        else:
            side = self._initiative.side(state) if self._initiative else 0
        state.remember(ROUNDS, Rounds(phase + 1, chits, side=side))

    def over(self, state: Position, chit: int = NOTHING) -> None:
        """Nothing more is activated in this phase."""
        # Phase 0 says that it is over: what is within is passed over from here on.
        state.remember(ROUNDS, Rounds(chit=chit))

    def activate(self, state: Position, units: int, side: int) -> None:
        """Let these units (a mask) act in the phases that come now."""
        state.remember(ACTIVE, Active(units, side))

    # -- chits ------------------------------------------------------------------------------------

    def by_chits(self, phase: int) -> bool:
        """Whether chits decide which units are activated in a phase."""
        return self._phases[phase].order == "chits"

    def draw(self, state: Position) -> Chit | None:
        """Draw a chit by the dice; ``None`` from an empty cup."""
        chits = state.memory[ROUNDS].left
        chits_left = sum(chits)
        if not chits_left:
            return None
        # Each chit is as likely as any other, and for the last one no die is needed.
        drawn = state.roll(chits_left) if chits_left > 1 else 1
        index = 0
        while drawn > chits[index]:
            drawn -= chits[index]
            index += 1
        chit = self._chits[index]
        rest = (*chits[:index], chits[index] - 1, *chits[index + 1 :])
        state.remember(ROUNDS, state.memory[ROUNDS]._replace(left=rest, chit=index))
        state.tell("chit", chit.cite, f"Chit drawn: {chit.title}.", chit=chit.id)
        if chit.activates:
            units = self._of_chit[index](state)
            if chit.formation and self._formations:
                units &= self._formations.of([chit.formation])
            side = self._side(chit)
            mine = units if side == NOBODY else units & self._forces.mask_of_side[side]
            self.activate(state, mine, side)
        return chit

    def _side(self, chit: Chit) -> int:
        """The side that a chit lets act; ``NOBODY`` for one that is for all."""
        if chit.side == ALL:
            return NOBODY
        if chit.side:
            return self._frame.side_index[chit.side]
        units = self._formations.of([chit.formation or ""]) if self._formations else 0
        return self._forces.side[next(bits(units))]

    def in_cup(self, state: Position) -> Iterator[tuple[Chit, int]]:
        """The chits in the cup, each with how many there are."""
        for chit, many in zip(self._chits, state.memory[ROUNDS].left, strict=False):
            if many:
                yield chit, many

    def to_come(self, state: Position) -> list[ComingActivation]:
        """Activations that may come yet in the phase under way, as things are."""
        rounds = state.memory[ROUNDS]
        return self._activations(state, rounds.left, rounds.done) if rounds.phase else []

    def left(self, state: Position, place: int) -> list[tuple[float, float]]:
        """By side, what part of its activations in the phase under way is still to come, and what
        part a single one is; only those count for which a phase (``place``, an index) is run.
        """
        if not state.memory[ROUNDS].phase:
            return [(0.0, 0.0) for _ in self._frame.side_ids]
        activations: list[list[ComingActivation]] | None = state.near.get(self)
        if activations is None:  # asked phase after phase, and alike for all
            pairs = zip(self._counts, self._holds, strict=True)
            filled = tuple([count(state) if holds(state) else 0 for count, holds in pairs])
            activations = [self._activations(state, filled, 0), self.to_come(state)]
            state.near[self] = activations
        whole, remaining = (
            [side for side, places in coming if place in places] for coming in activations
        )
        shares = []
        for side in range(len(self._frame.side_ids)):
            of_all, to_come = (
                acting.count(side) + acting.count(NOBODY) for acting in (whole, remaining)
            )
            # The cup was filled when the phase began: as things are now it might hold less than is
            # left in it.
            share = 1 / max(of_all, to_come, 1)
            shares.append((to_come * share, share))
        return shares

    def _activations(
        self, state: Position, cup: tuple[int, ...], done: int
    ) -> list[ComingActivation]:
        """The activations that are to come: one a chit in a cup; side by side, one a group whose
        units are not ``done`` (a mask).
        """
        phase = state.memory[ROUNDS].phase - 1
        inner = range(phase + 1, phase + 1 + self._ends[phase])
        if self.by_chits(phase):
            return [
                ComingActivation(
                    self._side(chit),
                    frozenset(place for place in inner if self._is_for(chit, place)),
                )
                for chit, many in zip(self._chits, cup, strict=False)
                if chit.activates
                for _ in range(many)
            ]
        return [
            ComingActivation(side, frozenset(inner))
            for side in range(len(self._frame.side_ids))
            for _ in self._grouped(state, phase, side, done)
        ]

    def _is_for(self, chit: Chit, phase: int) -> bool:
        """Whether a phase (by its index) is run for the units that a chit activates."""
        return chit.activates and (not chit.phases or self._phases[phase].id in chit.phases)

    def drawn(self, state: Position) -> Chit | None:
        """The chit of the activation under way."""
        index = state.memory[ROUNDS].chit
        return self._chits[index] if index >= 0 else None

    def event(self, state: Position) -> tuple[Effect, ...]:
        """What the chit of the activation under way brings with it, laid out."""
        index = state.memory[ROUNDS].chit
        return self._events[index] if index >= 0 else ()

    # -- side by side -----------------------------------------------------------------------------

    def groups(self, state: Position, phase: int, side: int) -> list[ActivationGroup]:
        """What a side may still activate in a phase, in the order of the units file."""
        return self._grouped(state, phase, side, state.memory[ROUNDS].done)

    def _grouped(self, state: Position, phase: int, side: int, done: int) -> list[ActivationGroup]:
        """What a side may still activate in a phase once the units ``done`` (a mask) have acted."""
        fits, unpaid = self._who[phase], self._spending.cannot_pay(state, phase, side)
        mine = self._forces.of_side[side]
        passed_over = done | unpaid
        # With action points a unit has not had its turn as long as it has some left.
        if self.by_points(phase):
            spent = mask_of(unit for unit in mine if not self._values.allowance(state, unit))
            passed_over = spent | unpaid
        formations = self._formations if self._phases[phase].each == "formation" else None
        units_of: dict[str, int] = {}
        for unit in mine:
            if state.cells[unit] and not passed_over >> unit & 1 and fits(state, unit):
                name = (formations.named(unit) if formations else "") or self._forces.ids[unit]
                units_of[name] = units_of.get(name, 0) | 1 << unit
        titles = self._frame.resolved[Formations].by_id
        return [
            ActivationGroup(name, units, titles[name].title if name in titles else name)
            for name, units in units_of.items()
        ]

    def by_points(self, phase: int) -> bool:
        """Whether units are activated in a phase as long as their action points last."""
        return self._points is not None and self._points.counted_in(phase)

    def told(self, state: Position, phase: int, group: ActivationGroup) -> str:
        """What is activated, with the action points that it has left."""
        if self._points is None or not self.by_points(phase):
            return group.title
        (unit,) = bits(group.units)
        return f"{group.title} ({self._points.written(self._values.allowance(state, unit))})"

    def whose_go(self, state: Position, phase: int) -> int:
        """The side that activates next: :data:`NOTHING` when none does."""
        rounds, order = state.memory[ROUNDS], self._phases[phase].order
        sides = len(self._frame.side_ids)
        for step in range(1 if order == "any" else sides):
            side = (rounds.side + step) % sides
            if not rounds.passed >> side & 1 and self.groups(state, phase, side):
                return side
        return NOTHING

    def chosen(self, state: Position, phase: int, side: int, group: ActivationGroup) -> None:
        """A side activates a unit or a formation."""
        rounds, order = state.memory[ROUNDS], self._phases[phase].order
        following = (side + 1) % len(self._frame.side_ids) if order == "alternating" else side
        # When sides take turns, one that has passed may come in again after another activation.
        passed = 0 if order == "alternating" else rounds.passed
        done = rounds.done | group.units
        state.remember(ROUNDS, rounds._replace(done=done, side=following, passed=passed))
        names = self._forces.named(group.units)
        text = f"{opening(self._frame.side_names[side], 'activates')} {', '.join(names)}."
        state.did("activated", group.units)
        self._spending.pay(state, phase, side, group.units)
        state.tell("activated", "", text, side=self._frame.side_ids[side], units=names)
        self.activate(state, group.units, side)
        if self._points is not None and self.by_points(phase):
            (unit,) = bits(group.units)
            points_left = self._values.allowance(state, unit)
            self._points.begin(state, phase, unit, points_left)

    def ends_activation(self, state: Position) -> None:
        """The units that were activated have acted: the least that this costs is paid."""
        if self._points is not None:
            self._points.end(state)

    def pass_on(self, state: Position, side: int) -> None:
        """A side activates nothing now."""
        rounds, order = state.memory[ROUNDS], self._phases[state.phase_index].order
        # With one side alone there is no other to go on: to pass ends its phase.
        following = side if order == "any" else (side + 1) % len(self._frame.side_ids)
        state.remember(ROUNDS, rounds._replace(side=following, passed=rounds.passed | 1 << side))

    def cells(self, state: Position, group: ActivationGroup) -> tuple[str, ...]:
        """The hexes where the units of a group stand."""
        number = self._frame.board.number
        return tuple(dict.fromkeys(number[state.cells[unit]] for unit in bits(group.units)))


def all_of(groups: list[ActivationGroup]) -> int:
    """The mask of the units of all groups."""
    return mask_of(unit for group in groups for unit in bits(group.units))


# The phase in which units are activated: a chit is drawn, or a side chooses.
#
# With chits no side chooses: the phase draws and goes on by itself, until the cup is empty or a
# chit ends it. Otherwise the side whose go it is activates a unit or a formation, or passes.


ACTIVATE = "activate"


@dataclass(slots=True)
class ChitEvent(Carried):
    """What the chit drawn last brings with it is carried out; ``step`` counts its steps."""

    kind = "chit_event"
    step: int = 0

    def settle(self, state: Position) -> bool:
        """Carry out steps until one owes something, or to the end."""
        state.agenda.pop()
        self.carry_out(state, Nobody())
        return False

    def program(self, state: Position) -> tuple[Effect, ...]:
        """What the chit brings with it, laid out."""
        return state.rules[RoundRules].event(state)


@dataclass(slots=True)
class RoundPhase(PhaseTask):
    """A unit or formation is activated, and the phases within this one are run; then another."""

    kind = ROUND
    goes_on = True
    ends_by = "pass"
    rolls = True

    drawn: bool = False

    def begin(self, state: Position) -> None:
        """Fill the cup when the phase begins."""
        state.rules[RoundRules].begin(state, self.index)

    def under_way(self, state: Position) -> bool:
        """Whether other units have been activated, or may yet be."""
        return bool(state.memory[ROUNDS].phase)

    def settle(self, state: Position) -> bool:
        """Draw a chit; or wait for a side to choose, as long as there is something to activate."""
        rules = state.rules[RoundRules]
        if rules.by_chits(self.index):
            # What a chit does may leave something to choose; when that is done the phase is settled
            # again, and the chit is not drawn twice.
            chit = rules.drawn(state) if self.drawn else rules.draw(state)
            if chit and chit.does and not self.drawn:
                state.agenda[-1:] = [replace(self, drawn=True), ChitEvent()]
                return False
            if chit is None or chit.ends:
                rules.over(state, TURN_ENDS if chit and chit.ends == "turn" else NOTHING)
            state.end_phase()
            return False
        # It comes back here behind the phases of every activation.
        rules.ends_activation(state)
        go = rules.whose_go(state, self.index)
        if go != NOTHING:
            # This also counts for a side that is about to pass.
            state.rules[DeedRules].begin_turn(state, go)
            return True
        rules.over(state)
        state.end_phase()
        return False

    def side(self, state: Position) -> int:
        """The side whose go it is."""
        return state.rules[RoundRules].whose_go(state, self.index)

    def _groups(self, state: Position) -> list[ActivationGroup]:
        return state.rules[RoundRules].groups(state, self.index, self.side(state))

    def decision(self, state: Position) -> Decision:
        """What to activate."""
        rules, groups = state.rules[RoundRules], self._groups(state)
        names = (rules.told(state, self.index, group) for group in groups)
        return self.asks(
            state,
            f"Activate one of {', '.join(names)}, or pass.",
            units=state.rules[Forces].named(all_of(groups)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Each unit or formation, in the order of the units file; then ``pass``."""
        for group in self._groups(state):
            yield Action(ACTIVATE, name=group.name)
        yield PASS

    def choices(
        self, state: Position, picked: Collection[str] = (), at: str = ""
    ) -> Iterator[Choice]:
        """Those of which a unit is picked, or stands in the hex pointed at."""
        rules, forces = state.rules[RoundRules], state.rules[Forces]
        for group in self._groups(state):
            units, hexes = forces.named(group.units), rules.cells(state, group)
            if set(picked) <= set(units) and (not at or at in hexes):
                label = f"Activate {group.title}"
                yield Choice(Action(ACTIVATE, name=group.name), label, units[:1], ())
        if not picked and not at:
            yield Choice(PASS, "Activate nobody now", (), ())

    def explain(self, state: Position, action: Action) -> Violation | None:
        """What a side may not activate, and why."""
        if action == PASS:
            return None
        if action.verb != ACTIVATE:
            return state.out_of_turn(action)
        if any(group.name == action.name for group in self._groups(state)):
            return None
        side = state.frame.side_names[self.side(state)]
        unit = state.frame.unit_index.get(action.name)
        if unit is not None and state.frame.unit_side[unit] != self.side(state):
            return Violation("", f"{action.name} belongs to the other side.", "activation.owner")
        why = "." if unit is None else state.rules[UnitsOfPhase].why_outside(state, unit)
        if why != ".":
            text = f"{opening(side, 'cannot')} activate {action.name} in this phase{why}"
            return Violation("", text, "activation.phase")
        by_points = state.rules[RoundRules].by_points(self.index)
        why = "it has no action points left" if by_points else "it has been activated"
        why += ", or is another's" if unit is None else ""
        text = f"{side} cannot activate {action.name}: {why}."
        return Violation("", text, "activation.once")

    def sample(self, state: Position, random: Random) -> Action:
        """One of them; seldom none."""
        groups = self._groups(state)
        drawn = int(random.random() * (len(groups) + 0.2))
        return Action(ACTIVATE, name=groups[drawn].name) if drawn < len(groups) else PASS

    def perform(self, state: Position, action: Action) -> None:
        """Activate a unit or formation and go on to its phases, or leave it to the next side."""
        rules, side = state.rules[RoundRules], self.side(state)
        if action == PASS:
            rules.pass_on(state, side)
            return
        group = next(group for group in self._groups(state) if group.name == action.name)
        rules.chosen(state, self.index, side, group)
        state.end_phase()


def _side(state: Position) -> int:
    return state.memory[ACTIVE].side


ITS_UNITS_ACT = "Only its units act now."
"""What a chit that is drawn means."""


def _records(state: Position) -> Iterator[Recorded]:
    """What is in the cup, which everybody knows, and what has been drawn."""
    rules = state.rules.find(RoundRules)
    if rules is None or not state.memory[ROUNDS].left:
        return
    drawn = rules.drawn(state)
    if drawn:
        acts = drawn.activates and not state.is_over
        notes = (ITS_UNITS_ACT,) if acts else ()
        yield Recorded("chit", "Chit", drawn.title, drawn.title, notes)
    cup = [f"{chit.title} {many}" if many > 1 else chit.title for chit, many in rules.in_cup(state)]
    chits_left = ", ".join(cup) or "nothing"
    yield Recorded("in the cup", "In the cup", chits_left, chits_left)


def _worth(state: Position, side: int, action: Action) -> float:
    """To act is worth more than not to; those nearest to an enemy come first."""
    if action.verb != ACTIVATE:
        return 0.0
    task = state.agenda[-1]
    groups = state.rules[RoundRules].groups(state, state.phase_index, task.side(state))
    units = next(group.units for group in groups if group.name == action.name)
    board, enemies = state.frame.board, state.enemies_of(side)
    near = board.expand(enemies)
    return 1.0 + sum(near >> cell & 1 for unit, cell in enumerate(state.cells) if units >> unit & 1)


VERBS = {
    ACTIVATE: Verb(
        NAMED,
        "unit",
        lambda action, state: f"Activate {action.name}",
        does="let a unit or a formation act",
        needs=lambda game: any(phase.order for phase in game[SequenceOfPlay].phases),
    )
}
PHASES = {ROUND: RoundPhase}
TASKS = {"chit_event": ChitEvent}
PHASE_SIDES = {ACTIVATED: FoundSide(_side, "the side of the units that are activated")}
SLOTS = (ROUNDS,)
RECORDS = (_records,)
WORTH = {ROUND: _worth}
HOOKS = {
    "takes_place": (RoundRules, RoundRules.takes_place),
    "follows": (RoundRules, RoundRules.follows),
}
