"""Section ``escort``: units that do not fight and are moved by those that escort them.

An escorted unit is off the map, as a pair with the unit that has it along. In this order: the form;
which unit is with which, which take others along, where units go that are alone; handing over, and
what conditions count of it; the checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Annotated, ClassVar, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ANY_ORDER,
    NO_RULES,
    ONCE,
    Citations,
    Form,
    SideName,
    between,
    cited,
    cites,
    name_of,
    needs,
    says,
)
from hexwar.definition.grammar import does
from hexwar.definition.model import Condition
from hexwar.engine.action import Action
from hexwar.engine.notation import PAIR, Verb
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.conditions import (
    Ahead,
    Foreseen,
    Foresight,
    Measure,
    Prospect,
    how_many,
    side_of,
    so_many,
    who,
)
from hexwar.rules.language.places import EACH, OTHERS
from hexwar.rules.language.section import Bounds, Selector
from hexwar.rules.language.selectors import Fitting, Key, Selectors, those_or_others
from hexwar.rules.language.wording import every
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import ActivationContribution, When
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.units.section import Units

# -- what the section may say ----------------------------------------------------------------------


PILOT = {"units": {"type": "pilot"}, "escorts": {"type": "infantry"}}


class Escort(Form, example=PILOT):
    """Units that do not fight: a unit that comes near escorts them, and moves them with it. An
    escorted unit is with its escort and not on the map.
    """

    units: Annotated[Selector, EACH, says("Who is escorted.", {"type": "pilot"})]
    escorts: Annotated[Selector, EACH, says("Who escorts.", {"type": "infantry"})]
    contact: Annotated[
        int,
        between(0, 100),
        cited("contact"),
        says("How near, in hexes, a unit that moves must come to take somebody along.", 1),
    ] = 1
    hand_over: Annotated[
        int | None,
        between(0, 100),
        cited("hand_over"),
        says("How near another unit must be to take over; never if left out.", 1),
    ] = None
    shelter: Annotated[
        tuple[Annotated[str, name_of("terrain"), says("A kind of hex.", "woods")], ...],
        ANY_ORDER,
        ONCE,
        cited("alone"),
        says(
            "Where somebody goes whose escort is lost: to the nearest free hex of these kinds that "
            "is farther from the nearest enemy. If there is none, to the nearest free hex.",
            ["woods"],
        ),
    ] = ()
    cite: Annotated[
        Citations,
        cites(
            "Rules about escorts.",
            contact="Taking somebody along.",
            hand_over="Handing somebody over.",
            alone="When the escort is lost.",
        ),
    ] = NO_RULES


class Escorted(Form, example={"side": "red"}):
    """How many units of a side are escorted now."""

    side: Annotated[SideName, says("The side.", "red")]


class Contacted(Form, example={"side": "red"}):
    """How many units of a side have been escorted at any time."""

    side: Annotated[SideName, says("The side.", "red")]


class EscortedIs(Escorted, Bounds, example={"side": "red"}):
    """How many units of a side are escorted now; at least one if no number is given."""


class ContactedIs(Contacted, Bounds, example={"side": "red"}):
    """How many units of a side have been escorted at any time; at least one if no number is
    given.
    """


class EscortConditions(Form, one_of=True, needs=needs("escort")):
    """What the section adds to conditions."""

    escorted: EscortedIs
    contacted: ContactedIs


class EscortCounts(Form, one_of=True, needs=needs("escort")):
    """What the section adds to counts."""

    escorted: Escorted
    contacted: Contacted


class EscortSelector(Form, needs=needs("escort")):
    """What the section adds to selectors."""

    escorts: Annotated[
        bool | None, OTHERS, says("Whether it escorts somebody now, or escorts nobody.", True)
    ] = None


# -- which unit is with which, which take others along, where units go that are alone --------------

# An escorted unit is off the map, as a pair with its escort. An escort takes along those of its
# side that it comes near, may hand them over, and leaves them alone when it is lost: then they go
# to shelter by themselves.


class Together(NamedTuple):
    """``pairs``: an escorted unit and its escort; ``ever``: mask of the units that ever were
    escorted.
    """

    pairs: tuple[tuple[int, int], ...] = ()
    ever: int = 0

    def without(self, units: int) -> Together:
        """The record without these units."""
        pairs = [pair for pair in self.pairs if not any(units >> unit & 1 for unit in pair)]
        return Together(tuple(pairs), self.ever & ~units)


TOGETHER = Slot("escort", Together(), lasts="game")


class EscortRules:
    """Escorts; ``escorted`` is the mask of the units that can be escorted."""

    def __init__(
        self, frame: Frame, section: Escort, selectors: Selectors, movement: MovementRules
    ) -> None:
        self._frame, self._board, self._section = frame, frame.board, section
        self._movement = movement
        self._by = selectors.fits(section.escorts)
        fitting = selectors.fitting(section.units)
        self.escorted = fitting if isinstance(fitting, int) else 0
        numbers = (number for number in frame.map if frame.map.terrain(number) in section.shelter)
        self._shelter = frame.board.mask(numbers)

    # -- which unit is with which ----------------------------------------------------------------

    def may_escort(self, state: Position, unit: int) -> bool:
        """Whether a unit may take others along."""
        return self._by(state, unit)

    def with_unit(self, state: Position, unit: int) -> tuple[int, ...]:
        """The units that a unit escorts."""
        pairs = state.memory[TOGETHER].pairs
        return tuple([escorted for escorted, by in pairs if by == unit]) if pairs else ()

    def escort_of(self, state: Position, unit: int) -> int | None:
        """The unit that escorts a unit; ``None`` if none does."""
        return next((by for escorted, by in state.memory[TOGETHER].pairs if escorted == unit), None)

    def escorting(self, state: Position) -> int:
        """Mask of the units that escort others."""
        return mask_of({by for _, by in state.memory[TOGETHER].pairs})

    def now(self, state: Position, side: int) -> int:
        """How many units of a side are escorted."""
        whose, pairs = self._frame.unit_side, state.memory[TOGETHER].pairs
        return sum([whose[escorted] == side for escorted, _ in pairs])

    def ever(self, state: Position, side: int) -> int:
        """How many units of a side have been escorted at any time."""
        mine = self._movement.forces.mask_of_side[side]
        return (state.memory[TOGETHER].ever & mine).bit_count()

    def waiting(self, state: Position, side: int) -> int:
        """Mask of the units of a side that no unit has escorted yet."""
        mine = self.escorted & self._movement.forces.mask_of_side[side]
        return mine & ~state.memory[TOGETHER].ever & ~state.eliminated

    def moves_away(self, state: Position, ward: int, foresight: Foresight) -> float:
        """How many of its own moves the nearest unit that may escort a unit is away from it: 0 if
        one does or none needs to, and as long as none is on the map yet.
        """
        cell = state.cells[ward]
        if not self.escorted >> ward & 1 or cell == OFF_MAP:
            return 0.0
        cells, mine = state.cells, self._movement.forces.of_side[self._frame.unit_side[ward]]
        left = [unit for unit in mine if not state.eliminated >> unit & 1]
        escorts = [unit for unit in left if cells[unit] and self.may_escort(state, unit)]
        if not escorts:
            # There are units of its side, but none that could fetch it.
            return inf if any(cells[unit] for unit in left) else 0.0
        return min(foresight.moves_away(unit, cell).get(cells[unit], inf) for unit in escorts)

    # -- how it changes --------------------------------------------------------------------------

    def moved(self, state: Position, unit: int) -> None:
        """A unit that has come near enough takes along those that are alone."""
        cell = state.cells[unit]
        if cell == OFF_MAP or not self.may_escort(state, unit):
            return
        near = self._board.within(self._board.bit[cell], self._section.contact)
        side = self._frame.unit_side[unit]
        for escorted in bits(self.escorted & self._movement.forces.mask_of_side[side]):
            # A unit off the map, or with an escort already, is in cell 0, which no mask of hexes
            # has.
            if near >> state.cells[escorted] & 1:
                is_known = state.memory[TOGETHER].ever >> escorted & 1
                self._put(state, escorted, unit)
                if state.events is not None:
                    names = self._frame.unit_ids
                    verb = "takes along" if is_known else "makes contact with"
                    text = f"{names[unit]} {verb} {names[escorted]}."
                    rule = self._section.cite.get("contact", "")
                    state.tell("escorted", rule, text, unit=names[escorted], by=names[unit])

    def _put(self, state: Position, ward: int, unit: int | None) -> None:
        """Let a unit be with another, or with none."""
        together = state.memory[TOGETHER]
        pairs = [pair for pair in together.pairs if pair[0] != ward]
        if unit is not None:
            state.place(ward, OFF_MAP)
            pairs.append((ward, unit))
        state.remember(TOGETHER, Together(tuple(pairs), together.ever | 1 << ward))

    def leave(self, state: Position, unit: int) -> tuple[int, ...]:
        """The units escorted by a unit that leaves the map with them: no unit escorts them now."""
        gone = self.with_unit(state, unit)
        for escorted in gone:
            self._put(state, escorted, None)
        return gone

    def why_not_hand_over(self, state: Position, unit: int, to: int) -> Violation | None:
        """Why a unit does not hand over those it escorts to another; ``None`` if it may."""
        names, sides = self._frame.unit_ids, self._frame.unit_side
        hand_over = self._section.hand_over
        if not self.with_unit(state, unit):
            return self._refuse(f"{names[unit]} escorts nobody.")
        if hand_over is None:
            return self._refuse("Nobody is handed over in this game.")
        if sides[to] != sides[unit] or to == unit or not state.cells[to]:
            return self._refuse(f"{names[unit]} cannot hand anybody over to {names[to]}.")
        if not self.may_escort(state, to):
            return self._refuse(f"{names[to]} escorts nobody.")
        near = self._board.within(self._board.bit[state.cells[unit]], hand_over)
        if not near >> state.cells[to] & 1:
            return self._refuse(f"{names[to]} is not within {hand_over} of {names[unit]}.")
        return None

    def takers(self, state: Position, unit: int) -> tuple[int, ...]:
        """The units to which a unit may hand over those it escorts."""
        mine = self._movement.forces.of_side[self._frame.unit_side[unit]]
        return tuple([to for to in mine if self.why_not_hand_over(state, unit, to) is None])

    def hand_over(self, state: Position, unit: int, to: int) -> None:
        """Another unit escorts them from now on."""
        names = self._frame.unit_ids
        for escorted in self.with_unit(state, unit):
            self._put(state, escorted, to)
            if state.events is not None:
                text = f"{names[unit]} hands {names[escorted]} over to {names[to]}."
                rule = self._section.cite.get("hand_over", "")
                state.tell("escorted", rule, text, unit=names[escorted], by=names[to])

    def _refuse(self, message: str) -> Violation:
        rule = self._section.cite.get("hand_over", "")
        return Violation(rule, message, "escort.hand_over")

    # -- alone -----------------------------------------------------------------------------------

    def beaten(self, state: Position, unit: int, cell: int) -> None:
        """A unit in a cell is lost, or can no longer escort: those with it leave it."""
        for escorted in self.with_unit(state, unit):
            self._put(state, escorted, None)
            enemies = state.enemies_of(self._frame.unit_side[escorted])
            taken = enemies | self._movement.stacking.full(state, escorted)
            free = self._movement.costs[escorted].passable & ~taken
            close = self._distance(cell, enemies)
            # It flees: to a shelter that is farther from every enemy than this cell is from the
            # nearest one, else to the nearest free hex.
            sheltered = free & self._shelter & ~self._board.within(enemies, close)
            refuge = self._nearest_hex(cell, sheltered) or self._nearest_hex(cell, free) or cell
            state.place(escorted, refuge)
            if state.events is not None:
                name, number = self._frame.unit_ids[escorted], self._board.number
                rule = self._section.cite.get("alone", "")
                path = number[cell], number[refuge]
                text = f"{name} is alone and goes to {state.frame.map.called(path[-1])}."
                state.tell("moved", rule, text, unit=name, path=path)

    def _distance(self, cell: int, hexes: int) -> int:
        """How far the nearest of some hexes is from a cell; 0 if there are none."""
        if not hexes:
            return 0
        mask, distance = self._board.bit[cell], 0
        while not mask & hexes:
            mask, distance = mask | self._board.expand(mask), distance + 1
        return distance

    def _nearest_hex(self, cell: int, hexes: int) -> int:
        """The nearest of some hexes to a cell, the first in map order; or 0."""
        if not hexes:
            return 0
        near = hexes & self._board.within(self._board.bit[cell], self._distance(cell, hexes))
        return self._board.cell[self._board.numbers(near)[0]]


# -- handing over, which are escorted, what is counted of it, and when escorts are lost ------------

# Conditions count the units escorted now and those that ever were (`contacted`); for the second the
# evaluation foresees which will be reached in time.


HAND = "hand"


class HandingOver(ActivationContribution):
    """``hand UNIT TO``: a unit that acts hands those it escorts over to another."""

    verbs: ClassVar[frozenset[str]] = frozenset({HAND})
    when: ClassVar[When] = "free"

    def __init__(self, frame: Frame, rules: EscortRules) -> None:
        self._frame, self._rules = frame, rules

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """The units it may hand over to, in the order of the units file."""
        names = self._frame.unit_ids
        if self._rules.with_unit(state, unit):
            for to in self._rules.takers(state, unit):
                yield Action(HAND, (names[unit], names[to]))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why it may not."""
        if len(action.units) != 2:
            return Violation("", f"Write: {HAND} UNIT UNIT.", "notation")
        unit, to = (self._frame.unit_index[name] for name in action.units)
        return self._rules.why_not_hand_over(state, unit, to)

    def perform(self, state: Position, action: Action) -> None:
        """Hand over."""
        unit, to = (self._frame.unit_index[name] for name in action.units)
        self._rules.hand_over(state, unit, to)


def _label(action: Action, state: Position) -> str:
    unit, to = action.units
    index = state.frame.unit_index[unit]
    ids = state.frame.unit_ids
    with_it = [ids[escorted] for escorted in state.rules[EscortRules].with_unit(state, index)]
    return f"{unit} hands {every(with_it) or 'nobody'} over to {to}"


def _escorted(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    side = side_of(condition, frame)
    return lambda state: state.rules[EscortRules].now(state, side)


def _ever_contacted(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    side = side_of(condition, frame)
    return lambda state: state.rules[EscortRules].ever(state, side)


def _contact(condition: Condition, foresight: Foresight) -> Prospect:
    """Which units have been escorted, and which will probably be reached in the time left."""
    side = side_of(condition, foresight.frame)
    measure = _ever_contacted(condition, foresight.frame, foresight.forces)

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        rules, met, variance = state.rules[EscortRules], float(measure(state)), 0.0
        for unit in bits(rules.waiting(state, side)):
            away = rules.moves_away(state, unit, foresight)
            chance = foresight.in_time(ahead.moves[side], away)
            met += chance
            variance += chance * (1 - chance)
        return met, variance

    return Prospect(foresee, float(max(1, foresight.forces.mask_of_side[side].bit_count())))


def _escorted_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"{does(who(condition, names), 'escorts')} {so_many(how_many(condition, names), 'unit')}"


def _contacted_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    units = so_many(how_many(condition, names), "unit")
    return f"{does(who(condition, names), 'has')} made contact with {units}"


def _escorts(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    return those_or_others(
        wanted, selectors, lambda state: state.rules[EscortRules].escorting(state)
    )


def _status(state: Position, unit: int) -> Iterator[Status]:
    """The units that a unit escorts."""
    rules = state.rules.find(EscortRules)
    if rules is not None:
        for escorted in rules.with_unit(state, unit):
            name = state.frame.resolved[Units].counters[state.frame.unit_ids[escorted]].name
            yield Status(f"escorts {name}", name[:1])


VERBS = {HAND: Verb(PAIR, "unit", _label, does="hand those whom a unit escorts over to another")}
SLOTS = (TOGETHER,)
HOOKS = {
    "moved": (EscortRules, EscortRules.moved),
    "beaten": (EscortRules, EscortRules.beaten),
}
CONTRIBUTIONS = {"activation": (HandingOver,)}
STATUS = (_status,)
PROSPECTS = {"contacted": _contact}
MEASURES = {"escorted": _escorted, "contacted": _ever_contacted}
WORDINGS = {"escorted": _escorted_in_words, "contacted": _contacted_in_words}
COUNTED = {
    "escorted": lambda condition, names: f"unit that {does(who(condition, names), 'escorts')}",
    "contacted": lambda condition, names: (
        f"unit that {does(who(condition, names), 'has')} made contact with"
    ),
}
SELECTS = {
    "escorts": Key(
        _escorts, lambda wanted, words: "escorting somebody" if wanted else "escorting nobody"
    )
}


# -- what is proved: that some units can be escorted, and by which ---------------------------------


@of_each_game
def escorts_are_made_where_units_act(subject: Subject, findings: Findings) -> None:
    """Units are handed over only in a game in which units act one at a time."""
    section = subject.game.section(Escort)
    if section is None or section.hand_over is None:
        return
    kinds = {phase.kind for phase in subject.game[SequenceOfPlay].phases}
    if "activation" not in kinds:
        place = subject.key("escort", "hand_over").place()
        message = "nobody can be handed over, as there is no phase of kind activation"
        findings.add("HW496", place, message, help="leave `hand_over` out, or add such a phase")


@of_each_game
def the_escorted_are_chosen_by_what_never_changes(subject: Subject, findings: Findings) -> None:
    """An escorted unit is off the map, so it can only be selected by type, trait, side or name."""
    section = subject.game.section(Escort)
    if section is None:
        return
    changing = {"at", "within", "stacked_with", "step"} & {name for name, _ in section.units.said()}
    if changing:
        place = subject.node("escort", "units").place()
        message = f"which units are escorted cannot depend on {sorted(changing)[0]}"
        findings.add("HW497", place, message, help="say the type, the trait or the unit")
