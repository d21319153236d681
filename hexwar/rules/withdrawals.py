"""Section ``withdrawals``: units that leave for another front.

When its phase begins and its condition holds, a withdrawal is due: of the units that are named, or
that a selector fits. All of them leave, or so many as their owner picks. They are neither lost nor
destroyed, and may come again as reinforcements.

In this order: what the section may say, which units leave and when, the choice of units, what
``check`` proves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    Form,
    RuleNumber,
    SideName,
    asked,
    between,
    key,
    matching,
    name_of,
    says,
)
from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import SomeUnits
from hexwar.engine.violation import Violation
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If, Selector
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every, several
from hexwar.rules.units.rules import mask_of
from hexwar.rules.units.section import Units

# What section ``withdrawals`` may say.


CORPS = {"side": "red", "phase": "red_movement", "units": ["R1"], "if": {"turn": 4}}


class Withdrawal(Form, example=CORPS):
    """Units that leave the map: certain ones, or some that their owner chooses."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "To the southern front")] = (
        ""
    )
    side: Annotated[SideName, says("The side whose units leave.", "red")]
    phase: Annotated[
        str, name_of("phase"), says("The phase at whose beginning they leave.", "red_movement")
    ]
    units: Annotated[
        tuple[Annotated[str, name_of("unit"), says("A counter.", "R1")], ...],
        NOT_EMPTY,
        ONCE,
        says("The counters that leave, those of them on the map.", ["R1"]),
    ] = ()
    only: Annotated[
        Selector | None,
        asked("the side that withdraws", units="own"),
        says("In place of `units`: those on the map among whom it is chosen.", {"trait": "guards"}),
    ] = None
    count: Annotated[
        int | None,
        between(1, 1000),
        says("How many of them leave, as their owner chooses; all if left out.", 1),
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition under which they leave; at once if left out.", {"turn": 4}),
    ] = None
    again: Annotated[
        Literal["never", "every_turn"],
        says("Whether units leave once, or in every turn in which the condition holds.", "never"),
    ] = "never"
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "8.4")] = ""


class Withdrawals(Form, whole="by_id", example={"southern_front": CORPS}):
    """Units that leave the map when their time comes. They are no losses, and may come back as
    reinforcements.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], Withdrawal], NOT_EMPTY] = {}


# Which units leave the map, and when.


class Withdrawn(NamedTuple):
    """Mask of the withdrawals that have taken place, by their places in the section."""

    groups: int = 0


WITHDRAWN = Slot("withdrawals", Withdrawn(), lasts="game")


class CompiledWithdrawal(NamedTuple):
    """A withdrawal compiled: its phase and side as indices, and which units it is about."""

    form: Withdrawal
    phase: int
    holds: Test
    fits: Callable[[Position], int]


class WithdrawalRules:
    """Units leave when a phase begins: all that are meant, or those that their owner chooses."""

    def __init__(
        self, frame: Frame, section: Withdrawals, conditions: Conditions, selectors: Selectors
    ) -> None:
        self._frame = frame
        index = frame.unit_index
        mine = [
            mask_of(unit for unit, whose in enumerate(frame.unit_side) if whose == side)
            for side in range(len(frame.side_ids))
        ]

        def compiled(withdrawal: Withdrawal) -> CompiledWithdrawal:
            side = frame.side_ids.index(withdrawal.side)
            named = (
                mask_of(index[unit] for unit in withdrawal.units)
                if withdrawal.units
                else mine[side]
            )
            chosen = selectors.mask(withdrawal.only, side)
            phase = frame.phase_ids.index(withdrawal.phase)
            holds = conditions.test(withdrawal.condition)
            return CompiledWithdrawal(
                withdrawal, phase, holds, lambda state: chosen(state) & named & mine[side]
            )

        self._leaving = tuple(compiled(withdrawal) for withdrawal in section.by_id.values())

    def title(self, place: int) -> str:
        """What players read of a withdrawal, by its place in the section."""
        return self._leaving[place].form.title

    def cite(self, place: int) -> str:
        """The rule that it comes from."""
        return self._leaving[place].form.cite

    def due(self, state: Position) -> list[tuple[int, tuple[int, ...], int]]:
        """What takes place now: each by its place, with its units and how many of them leave.

        What takes place once is noted, even if nobody is left to leave.
        """
        leaving = []
        for place, withdrawal in enumerate(self._leaving):
            # A withdrawal that comes again is due in every turn in which it holds.
            over = state.memory[WITHDRAWN].groups >> place & 1 and withdrawal.form.again == "never"
            if withdrawal.phase != state.phase_index or over or not withdrawal.holds(state):
                continue
            state.remember(WITHDRAWN, Withdrawn(state.memory[WITHDRAWN].groups | 1 << place))
            units = tuple(bits(withdrawal.fits(state)))
            if units:
                count = withdrawal.form.count or len(units)
                leaving.append((place, units, min(count, len(units))))
        return leaving

    def leave(self, state: Position, place: int, unit: int) -> None:
        """Take a unit off the map; it is no loss."""
        frame = self._frame
        number = frame.board.number[state.cells[unit]]
        state.place(unit, OFF_MAP)
        if state.events is not None:
            withdrawal, name = self._leaving[place].form, frame.unit_ids[unit]
            text = f"{name} leaves the map from {number}: {withdrawal.title}."
            state.tell("withdrawn", withdrawal.cite, text, unit=name, hex=number)


# When units are withdrawn, and the choice of units that leave.


def _begin(rules: WithdrawalRules, state: Position) -> None:
    """Put this phase's withdrawals on the agenda, the first of the section on top."""
    for place, units, count in reversed(rules.due(state)):
        state.agenda.append(PendingWithdrawal(place, units, count))


@dataclass(slots=True)
class PendingWithdrawal(SomeUnits):
    """``count`` of these units leave the map; their owner picks them."""

    kind = "withdrawal"
    verb = "remove"
    place: int
    units: tuple[int, ...]
    count: int

    def side(self, state: Position) -> int:
        """Their owner."""
        return state.frame.unit_side[self.units[0]]

    def _take(self, state: Position, units: tuple[int, ...]) -> None:
        for unit in units:
            state.rules[WithdrawalRules].leave(state, self.place, unit)

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        title = state.rules[WithdrawalRules].title(self.place)
        return f"{title}: choose {several(self.count, 'unit')} to leave the map."

    def _why_not(self, state: Position, unit: int) -> Violation:
        text = f"{state.frame.unit_ids[unit]} is not among the units that leave."
        return Violation(state.rules[WithdrawalRules].cite(self.place), text, "withdrawals.choice")


def _line(action: Action, state: Position) -> str:
    return f"{every(action.units)} leaves the map"


VERBS = {"remove": Verb(UNIT, "unit", _line, does="take a unit off the map that is withdrawn")}
TASKS = {"withdrawal": PendingWithdrawal}
SLOTS = (WITHDRAWN,)
HOOKS = {"phase_begins": (WithdrawalRules, _begin)}


# What is proved of section ``withdrawals``: that each is about units of its side.


@of_each_game
def withdrawals_have_units(subject: Subject, findings: Findings) -> None:
    """Units are named or selected, not both, and are of the side that loses them."""
    section = subject.game.section(Withdrawals)
    counters = subject.game[Units].counters
    if not section:
        return
    for name, withdrawal in section.by_id.items():
        place = subject.key("withdrawals", name).place()
        if bool(withdrawal.units) == (withdrawal.only is not None):
            fault = "names units and selects some" if withdrawal.units else "is about no units"
            findings.add("HW563", place, f"{name} {fault}", help="say `units`, or `only`")
        for unit in withdrawal.units:
            if unit in counters and counters[unit].side != withdrawal.side:
                message = f"{unit} is of side {counters[unit].side}, not of {withdrawal.side}"
                findings.add("HW563", place, message)
