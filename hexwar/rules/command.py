"""Command: units that act in a phase by order of a leader, who gives a number of orders.

When the phase begins it is noted which units each leader can order, as all stand then. After that
orders are only counted: a unit acts as long as the orders of all leaders can be shared out so that
it gets one, which is asked again for each unit (``language.shares``). Nobody says which leader
orders which unit: an order given by the wrong leader would cost another unit its own.

In this order: what phases may say, the orders of a phase, which units are barred without one, what
``check`` proves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import Form, between, says
from hexwar.definition.grammar import a_or_an
from hexwar.definition.tree import Node, ScalarNode, descend
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.combat.section import Combat
from hexwar.rules.formations import FormationRules
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Selector, ValueOf, always_fits, could_fit
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.shares import Provider, served
from hexwar.rules.sequence.contracts import Barring
from hexwar.rules.sequence.rules import BEGAN, IN_PLACE, MOVED
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.spending import DEEDS
from hexwar.rules.units.section import Units
from hexwar.rules.values import NamedValues

# What leaders add to phases: orders, without which units do not act.


LED = {"by": {"trait": "mechanised"}, "within": 3, "most": 4}


class Command(Form, example=LED):
    """Units act in the phase by order of a leader of their side who was near enough when the phase
    began. Each leader gives so many orders in it, one for each unit that sets out, does
    something in place of its move, attacks or fires; which leader orders which unit is arranged so
    that as many units as possible get one. Leaders need none.
    """

    by: Annotated[Selector, EACH, says("The leaders.", {"trait": "mechanised"})]
    within: Annotated[
        int | ValueOf,
        between(0, 1000),
        says("How many hexes their orders reach, or a value of theirs.", 3, {"value": "radius"}),
    ]
    most: Annotated[
        int | ValueOf,
        between(0, 1000),
        says("How many orders each gives in the phase, or a value.", 4, {"value": "rating"}),
    ]
    formation: Annotated[
        Literal["any", "same"],
        says("Whether they order any units, or those of their own formation alone.", "same"),
    ] = "any"
    only: Annotated[
        Selector | None,
        EACH,
        says("The units that need orders; all if left out.", {"type": "infantry"}),
    ] = None


class CommandedPhase(Form):
    """What the package adds to phases."""

    command: Annotated[
        Command | None, says("Leaders by whose order units act in the phase.", LED)
    ] = None


# Which units can get orders in a phase, and which have had one.


class Orders(NamedTuple):
    """The leaders of the phase, each as the mask of the units it can order and how many, and the
    mask of the units that have had an order.
    """

    leaders: tuple[Provider, ...] = ()
    ordered: int = 0

    def without(self, units: int) -> Orders:
        """The record without these units (a mask)."""
        leaders = tuple((led & ~units, most) for led, most in self.leaders)
        return Orders(leaders, self.ordered & ~units)


ORDERS = Slot("orders", Orders(), lasts="phase")


class CompiledCommand(NamedTuple):
    """Command in a phase, compiled: the leaders, and the units that need orders."""

    form: Command
    deed: str
    leaders: Callable[[Position], int]
    needs: Callable[[Position], int]


class CommandRules(Barring):
    """Orders that leaders give."""

    def __init__(
        self,
        frame: Frame,
        sequence: SequenceOfPlay,
        selectors: Selectors,
        values: NamedValues,
        formations: FormationRules | None,
    ) -> None:
        self._selectors, self._values, self._formations = selectors, values, formations

        def led(command: Command, kind: str) -> CompiledCommand:
            leaders, needs = selectors.mask(command.by), selectors.anywhere(command.only)
            return CompiledCommand(command, DEEDS.get(kind, ""), leaders, needs)

        commanded = ((phase, phase[CommandedPhase].command) for phase in sequence.phases)
        self._phases = tuple(
            led(command, phase.kind) if command else None for phase, command in commanded
        )

    def concerned_at(self, moment: str) -> bool:
        """Whether any phase has leaders who give orders."""
        return any(self._phases)

    def phase_begins(self, state: Position) -> None:
        """See which units each leader can order, as they stand now."""
        phase = self._phases[state.phase_index]
        if phase is None:
            return
        forces, command = self._selectors.forces, phase.form
        mine = forces.mask_of_side[state.phase_side]
        # By leader the mask of the units it can order now, and how many of them.
        orders: list[Provider] = []
        for leader in bits(phase.leaders(state) & mine):
            area = self._selectors.around(
                state.cells[leader], self._number(state, leader, command.within)
            )
            near = sum([1 << unit for unit in bits(mine) if area >> state.cells[unit] & 1])
            if command.formation == "same" and self._formations:
                near &= self._formations.of({self._formations.named(leader)} - {""})
            orders.append((near, self._number(state, leader, command.most)))
        state.remember(ORDERS, Orders(tuple(orders)))

    def _number(self, state: Position, unit: int, number: int | ValueOf) -> int:
        return (
            number
            if isinstance(number, int)
            else int(self._values.number(state, unit, number.value))
        )

    def bars_in(self, phase: int) -> bool:
        """Where leaders have orders to give."""
        return self._phases[phase] is not None

    def barred(self, state: Position) -> int:
        """The mask of the units for which there is no order left in the current phase."""
        phase = self._phases[state.phase_index]
        if phase is None:
            return 0
        leaders, ordered = state.memory[ORDERS]
        mine = self._selectors.forces.mask_of_side[state.phase_side]
        asking = mine & phase.needs(state) & ~phase.leaders(state) & ~ordered
        served_before = served(leaders, ordered).bit_count()
        return sum(
            1 << unit
            for unit in bits(asking)
            # The orders are shared out again each time, so that as many units as possible get one:
            # a unit is barred only if adding it does not raise that number.
            if served(leaders, ordered | 1 << unit).bit_count() <= served_before
        )

    def did(self, state: Position, deed: str, units: int) -> None:
        """Units act: those that need an order have had theirs."""
        phase = self._phases[state.phase_index]
        ordered_to = "moved" if deed == IN_PLACE else deed
        if phase is None or phase.deed != ordered_to:
            return
        leaders, ordered = state.memory[ORDERS]
        fresh = units & phase.needs(state) & ~phase.leaders(state) & ~ordered
        if fresh:
            state.remember(ORDERS, Orders(leaders, ordered | fresh))
            barred = self.barred(state) if ordered_to == "moved" else 0
            if barred:
                progress, began = state.memory[MOVED], state.memory[BEGAN]
                # For them the phase is over, as for units that have moved.
                state.remember(MOVED, progress._replace(moved=progress.moved | barred))
                state.remember(BEGAN, began._replace(outside=began.outside | barred))


# When it is seen which units leaders can order, and when units have had their orders.


SLOTS = (ORDERS,)
CONTRIBUTIONS = {"barred": (CommandRules,)}
HOOKS = {
    "phase_begins": (CommandRules, CommandRules.phase_begins),
    "did": (CommandRules, CommandRules.did),
}


# What is proved of command: that units act in the phases in which they need orders.


@of_each_game
def orders_are_needed_where_units_act(subject: Subject, findings: Findings) -> None:
    """Leaders give orders in phases in which units move, attack or fire one after the other."""
    for index, phase in enumerate(subject.game[SequenceOfPlay].phases):
        command = phase[CommandedPhase].command
        if command is None:
            continue
        node, wrong = subject.node("sequence", "phases", *phase.at, "command"), ""
        if phase.kind not in DEEDS:
            wrong = f"is {a_or_an(phase.written_kind)} phase, in which no orders are given"
        elif _nobody_leads(phase):
            wrong = f"is {phase.side}'s, and no counter of {phase.side} gives orders in it"
        elif command.most == 0:
            wrong = "has leaders who give no orders at all"
        elif _all_need_none(subject, command):
            wrong = "is led for leaders alone, who need no orders"
        elif phase.kind == "combat" and (declared := _all_declared_first(subject, index)):
            wrong = "has all battles declared before the first order is used"
            node = node if declared is subject.tree else declared
        if wrong:
            hint = "leave `command` out, or say it where units move, attack or fire"
            if _nobody_leads(phase):
                hint = f"say in `by` which counters of {phase.side} do"
            findings.add("HW654", node.place(), f"{phase.id} {wrong}", help=hint)


def _all_declared_first(subject: Subject, phase: int) -> Node | None:
    """What says that battles are declared before the first is fought in a phase (its index): the
    place in a patch, or the tree of the game; ``None`` if nothing does.
    """
    from hexwar.rules.scopes.checks import overlays_of  # not needed to play

    overlays = overlays_of(subject, Findings())
    scopes = [((), subject.game)] if overlays is None else overlays.each_in(phase)
    for patches, game in scopes:
        combat = game.section(Combat)
        if combat is not None and combat.battle.declare == "all_first":
            declares = (descend(patch, ("combat", "battle", "declare")) for patch in patches)
            return next((node for node in declares if isinstance(node, ScalarNode)), subject.tree)
    return None


def _all_need_none(subject: Subject, command: Command) -> bool:
    """Whether the units that need orders are leaders, all of them."""
    units = subject.game[Units].counters.values()
    meant = [unit for unit in units if could_fit(command.only, unit)]
    return (
        command.only is not None
        and bool(meant)
        and all(always_fits(command.by, unit) for unit in meant)
    )


def _nobody_leads(phase: Phase) -> bool:
    """Whether the leaders are of another side than the one whose phase it is."""
    command = phase[CommandedPhase].command
    sides = command.by.side if command else ()
    return bool(phase.side and sides) and not {phase.side, "own", "enemy"} & {*sides}
