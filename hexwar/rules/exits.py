"""Section ``exits``: where units may leave the map for good.

In this order: the form; which units may leave where, and which have left; ``leave`` and what
conditions and the evaluation count of it; the checks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Annotated, ClassVar, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    RegionName,
    RuleNumber,
    SideName,
    between,
    defines,
    key,
    matching,
    name_of,
    needs,
    says,
)
from hexwar.definition.grammar import opening
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.escort import EscortRules
from hexwar.rules.language.conditions import (
    Ahead,
    Chance,
    Conditions,
    Foreseen,
    Foresight,
    Measure,
    Prospect,
    Reached,
    Test,
    how_many,
    share_of,
    so_many_units,
    there_are,
)
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import CountOrShare, If, Printed, Selector
from hexwar.rules.language.selectors import Fits, Selectors, selected, value_shown
from hexwar.rules.language.wording import called, every, in_words, mid_sentence
from hexwar.rules.movement.limits import UnitsOfPhase
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import ActivationContribution, MovementContribution, When
from hexwar.rules.sequence.rules import end_moves
from hexwar.rules.sides.section import Sides
from hexwar.rules.transport.rules import TransportRules
from hexwar.rules.units.rules import Forces, in_scenario, steps_missing

# -- what the section may say ----------------------------------------------------------------------


WEST = {"side": "red", "region": "west_bank"}
ExitName = Annotated[str, name_of("exit"), says("The exit.", "west")]


class Exit(Form, example={"title": "West edge", **WEST}):
    """One exit."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "West edge")] = ""
    side: Annotated[SideName, says("The side whose units may leave.", "red")]
    region: Annotated[RegionName, says("The hexes from which they leave.", "west_bank")]
    only: Annotated[
        Selector | None, EACH, says("The units that may; all if left out.", {"trait": "mechanised"})
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "The condition under which it is open; always if left out.", {"turn": {"at_least": 5}}
        ),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""


class Exits(Form, whole="by_id", example={"west": WEST}):
    """Where units leave the map for good, with those that they escort or carry: in a movement
    phase, for one movement point, or when they act. A zone of control that locks them in place
    keeps them on the map. They are not lost, and never come back.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID), defines("exit")], Exit], NOT_EMPTY] = {}


def ways_out(game: ResolvedGame, number: str) -> list[str]:
    """Which units leave the map by a hex, a phrase each: ``Column leaves here by the gate``."""
    names = game[Sides].names
    return [
        f"{opening(names[way.side], 'leaves')} here by {in_words(way.title)}"
        for way in game[Exits].by_id.values()
        if number in game.map.region(way.region)
    ]


class Left(Form, example={"exit": "west"}):
    """How many units have left the map by an exit, or what they are worth."""

    exit: ExitName
    of: Annotated[
        Selector | None, says("The units that count; all if left out.", {"type": "infantry"})
    ] = None
    value: Annotated[
        Printed | None,
        says(
            "What counts of each: a value as printed on the side that shows, such as its strength; "
            "one for each unit if left out. Rounded down.",
            "attack",
        ),
    ] = None
    until: Annotated[
        int | None, between(1, 1000), says("Those that left in this turn or before.", 5)
    ] = None


class LeftIs(Left, CountOrShare, example={"exit": "west", "at_least": 2}):
    """How many units have left the map by an exit, or what they are worth; at least one if no
    number is given.
    """


class ExitConditions(Form, one_of=True, needs=needs("exits", idle=True)):
    """What the section adds to conditions."""

    exited: LeftIs


class ExitCounts(Form, one_of=True, needs=needs("exits", idle=True)):
    """What the section adds to counts."""

    exited: Left


# -- which units may leave the map where, and which have left it -----------------------------------

# An exit is some hexes of one side, for some units, perhaps under a condition. A unit that leaves
# takes along those that it escorts or carries; all of them are remembered with the exit and the
# turn, as conditions ask for both.


class Departed(NamedTuple):
    """The units that have left the map: each with the exit, by its place, and the turn."""

    units: tuple[tuple[int, int, int], ...] = ()

    def without(self, units: int) -> Departed:
        """The record without these units."""
        return Departed(tuple(entry for entry in self.units if not units >> entry[0] & 1))


DEPARTED = Slot("exits", Departed(), lasts="game")


class CompiledExit(NamedTuple):
    """An exit of a side (an index): from which hexes (a mask), for which units, and when it is
    open.
    """

    form: Exit
    side: int
    hexes: int
    fits: Fits
    is_open: Test


class ExitRules:
    """``exits`` are those of the section, in its order; ``hexes`` by side the mask of those from
    which its units may leave at some time.
    """

    def __init__(
        self,
        frame: Frame,
        section: Exits,
        selectors: Selectors,
        conditions: Conditions,
        escort: EscortRules | None,
        transport: TransportRules | None,
    ) -> None:
        self._frame, self._escort, self._transport = frame, escort, transport
        self.exits = tuple(
            CompiledExit(
                way,
                frame.side_ids.index(way.side),
                frame.board.mask(frame.map.region(way.region)),
                selectors.fits(way.only),
                conditions.test(way.condition),
            )
            for way in section.by_id.values()
        )
        self.hexes = [
            reduce(or_, [way.hexes for way in self.exits if way.side == side], 0)
            for side in range(len(frame.side_ids))
        ]

    def by(self, state: Position, unit: int) -> int | None:
        """The exit, by its place, by which a unit may leave from where it is; ``None`` if none."""
        exits_here = self._exits_at(state, unit)
        return next((place for place in exits_here if self.exits[place].is_open(state)), None)

    def _exits_at(self, state: Position, unit: int) -> Iterator[int]:
        """The exits, by their places, at which a unit stands that may leave by them when open."""
        cell, side = state.cells[unit], self._frame.unit_side[unit]
        for place, way in enumerate(self.exits):
            if way.side == side and way.hexes >> cell & 1 and way.fits(state, unit):
                yield place

    def ways(self, state: Position, unit: int) -> int:
        """Mask of the hexes from which a unit may leave the map as things stand."""
        side, hexes_out = self._frame.unit_side[unit], 0
        for way in self.exits:
            if way.side == side and way.fits(state, unit) and way.is_open(state):
                hexes_out |= way.hexes
        return hexes_out

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not leave from where it is; ``None`` if it may."""
        if self.by(state, unit) is not None:
            return None
        name, side = self._frame.unit_ids[unit], self._frame.unit_side[unit]
        cell = state.cells[unit]
        mine = [way.form for way in self.exits if way.side == side]
        rule = mine[0].cite if mine else ""
        if cell == OFF_MAP:
            return Violation(rule, f"{name} is not on the map.", "exits.where")
        if not mine:
            return Violation(rule, f"{name} cannot leave the map.", "exits.where")
        # It stands at an exit that is for it, so that only its condition is in the way.
        for place in self._exits_at(state, unit):
            closed = self.exits[place].form
            text = f"{name} cannot leave by {mid_sentence(closed.title)} now: it is not open."
            return Violation(closed.cite, text, "exits.if")
        titles = every(way.title for way in mine)
        text = f"{name} cannot leave the map from {self._frame.board.number[cell]}: {titles}."
        return Violation(rule, text, "exits.where")

    def leave(self, state: Position, unit: int) -> None:
        """Take a unit off the map for good, with those that it escorts or carries."""
        place = self.by(state, unit)
        if place is None:
            raise LookupError(f"{self._frame.unit_ids[unit]} is at no exit of its side")
        ids, number = self._frame.unit_ids, self._frame.board.number[state.cells[unit]]
        mates = self._escort.leave(state, unit) if self._escort else ()
        loads = self._transport.leave(state, unit) if self._transport else ()
        going = (unit, *mates, *loads)
        state.place(unit, OFF_MAP)
        gone = tuple((leaver, place, state.turn) for leaver in going)
        state.remember(DEPARTED, Departed(state.memory[DEPARTED].units + gone))
        if state.events is not None:
            beside = f" with {every(ids[mate] for mate in going[1:])}" if going[1:] else ""
            text = f"{ids[unit]} leaves the map from {number}{beside}."
            state.tell("exited", self.exits[place].form.cite, text, unit=ids[unit])

    def gone(self, state: Position) -> int:
        """Mask of the units that have left the map."""
        return sum([1 << unit for unit, _, _ in state.memory[DEPARTED].units])

    def left_by(self, state: Position, exit_: str, fits: Fits, until: int | None) -> list[int]:
        """The units that fit and have left by an exit, in a turn or before."""
        return [
            unit
            for unit, place, turn in state.memory[DEPARTED].units
            if self.exits[place].form.id == exit_
            and (until is None or turn <= until)
            and fits(state, unit)
        ]


# -- ``leave UNIT``, in movement phases and where units act; how many have left --------------------

# In a phase of movement leaving costs a movement point, where units act it is the last thing that a
# unit does. The evaluation foresees which units will come to an exit in time, and counts them with
# that chance.


LEAVE = "leave"


class LeavingByMoving(MovementContribution):
    """``leave UNIT`` in a movement phase, for one movement point."""

    verbs: ClassVar[frozenset[str]] = frozenset({LEAVE})
    is_move: ClassVar[bool] = True

    def __init__(self, movement: MovementRules, rules: ExitRules, concerned: UnitsOfPhase) -> None:
        self._movement, self._rules, self._concerned = movement, rules, concerned
        # One movement point, as movement counts them.
        self._cost = movement.terrain.scale

    def actions(self, state: Position) -> Iterator[Action]:
        """The units of the side that may leave, in the order of the units file."""
        side = state.phase_side
        near = state.occupied[side] & self._rules.hexes[side]  # mostly nobody
        if not near:
            return
        for unit in self._movement.forces.of_side[side]:
            if self._rules.by(state, unit) is not None and self._why_not(state, unit) is None:
                yield Action(LEAVE, (self._movement.forces.ids[unit],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not leave now."""
        unit = self._movement.forces.index[action.units[0]]
        if self._movement.forces.side[unit] != state.phase_side:
            text = f"{action.units[0]} belongs to the other side."
            return Violation("", text, "exits.owner")
        return self._rules.why_not(state, unit) or self._why_not(state, unit)

    def _why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may move no further."""
        movement, name = self._movement, self._movement.forces.ids[unit]
        if movement.outside(state, unit):
            why = self._concerned.why_outside(state, unit)
            return Violation("", f"{name} may not move in this phase{why}", "exits.phase")
        if movement.held(state, unit):
            return movement.zones.held(name)
        locked = movement.why_locked(state, unit)
        if locked is not None:
            return locked
        if movement.points_left(state, unit) < self._cost:
            return Violation("", f"{name} has no movement point left to leave.", "exits.cost")
        return None

    def perform(self, state: Position, action: Action) -> None:
        """Leave the map."""
        unit = self._movement.forces.index[action.units[0]]
        end_moves(state, (unit,))
        self._rules.leave(state, unit)


class LeavingByActing(ActivationContribution):
    """``leave UNIT`` where units act one at a time: alone, or after a move."""

    verbs: ClassVar[frozenset[str]] = frozenset({LEAVE})
    when: ClassVar[When] = "last"

    def __init__(self, frame: Frame, rules: ExitRules, movement: MovementRules) -> None:
        self._frame, self._rules, self._movement = frame, rules, movement

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """Leaving, if the unit may."""
        locked = self._movement.why_locked(state, unit)
        if locked is None and self._rules.by(state, unit) is not None:
            yield Action(LEAVE, (self._frame.unit_ids[unit],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why it may not leave from where it is."""
        unit = self._frame.unit_index[action.units[0]]
        return self._rules.why_not(state, unit) or self._movement.why_locked(state, unit)

    def perform(self, state: Position, action: Action) -> None:
        """Leave the map."""
        self._rules.leave(state, self._frame.unit_index[action.units[0]])


def _label(action: Action, state: Position) -> str:
    return f"{action.units[0]} leaves the map"


def _exited(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many units have left, or what they are worth by a value."""
    given, selectors = condition.arguments, Selectors(frame, forces)
    fits = selectors.fits(given.get("of"))
    named, until, value = str(given["exit"]), given.get("until"), given.get("value")

    def measure(state: Position) -> int:
        gone = state.rules[ExitRules].left_by(state, named, fits, until)
        if value is None:
            return len(gone)
        return int(sum(value_shown(selectors, unit, state.lost[unit], value) for unit in gone))

    return measure


class Leaver(NamedTuple):
    """A unit (its bit) that may leave: the chance that it comes to the exit, what it counts."""

    bit: int
    comes: Chance
    worth: float


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """Which units have left, and which will probably come to the exit."""
    given, frame, forces = asked.arguments, foresight.frame, foresight.forces
    way = frame.resolved[Exits].by_id[str(given["exit"])]
    mine = forces.mask_of_side[frame.side_ids.index(way.side)] & in_scenario(frame)
    selectors, value = Selectors(frame, forces), given.get("value")
    hexes, measure = frame.board.mask(frame.map.region(way.region)), _exited(asked, frame, forces)
    # Units that others take along need not fit the exit themselves.
    leavers = [
        Leaver(
            1 << unit,
            foresight.comes(
                unit, hexes, _cell_of_leaver(unit), _moves_until_fetched(unit, foresight)
            ),
            float(value_shown(selectors, unit, 0, value)) if value else 1.0,
        )
        for unit in bits(selectors.perhaps(given.get("of", way.only)) & mine)
    ]
    last = int(given.get("until", frame.turns))

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        while_open = foresight.until(state, min(last, ahead.until))
        gone, eliminated = float(measure(state)), state.eliminated
        variance = 0.0
        for leaver in leavers:
            if not eliminated & leaver.bit:
                chance = leaver.comes(state, while_open)
                gone += leaver.worth * chance
                # Units come or do not come independently, so their variances add up.
                variance += leaver.worth**2 * chance * (1 - chance)
        return gone, variance

    return Prospect(foresee, sum(leaver.worth for leaver in leavers))


def _cell_of_leaver(unit: int) -> Callable[[Position], int]:
    """The cell of a unit, or of its escort."""

    def cell(state: Position) -> int:
        escorts = None if state.cells[unit] else state.rules.find(EscortRules)
        escort = escorts.escort_of(state, unit) if escorts is not None else None
        return state.cells[unit if escort is None else escort]

    return cell


def _moves_until_fetched(unit: int, foresight: Foresight) -> Callable[[Position], float] | None:
    """How many moves pass until a unit that waits for an escort is taken along; ``None`` where no
    unit takes others along.
    """
    if not foresight.frame.resolved.has("escort"):
        return None

    def moves(state: Position) -> float:
        escorts = state.rules.find(EscortRules)
        return 0.0 if escorts is None else escorts.moves_away(state, unit, foresight)

    return moves


def _share_exited(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share of a side's units, or of a value of them, that has left by an exit."""
    given, sides = condition.arguments, frame.side_ids
    side = frame.resolved[Exits].by_id[str(given["exit"])].side
    mine = forces.mask_of_side[sides.index(side)] & in_scenario(frame)
    selectors = Selectors(frame, forces)
    counted = bits(selectors.perhaps(given.get("of")) & mine)
    value, missing = given.get("value"), steps_missing(frame)
    worth = (value_shown(selectors, unit, missing[unit], value) if value else 1 for unit in counted)
    return share_of(_exited(condition, frame, forces), Fraction(sum(worth)))


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """How many have left: ``at least 2 wagon units have left by the east edge``."""
    given = condition.arguments
    many = how_many(condition, names)
    have = "have" if there_are(many) == "there are" else "has"
    leavers = so_many_units(many, given.get("of"), names)
    if "value" in given:
        whom = f" ({selected(given['of'], names)})" if "of" in given else ""
        leavers, have = f"units{whom} whose {in_words(str(given['value']))} comes to {many}", "have"
    until = f" by turn {given['until']}" if "until" in given else ""
    return f"{leavers} {have} left by {called(names, 'exit', str(given['exit']))}{until}"


def _leaver_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """One of those counted: ``wagon unit gone by the east edge``."""
    given = condition.arguments
    leaver = in_words(str(given["value"])) + " of units" if "value" in given else "unit"
    until = f" by turn {given['until']}" if "until" in given else ""
    keys = dict(given["of"].said()) if "of" in given else {}
    kinds = [
        *map(in_words, keys.get("trait", ())),
        *(mid_sentence(called(names, "type", kind)) for kind in keys.get("type", ())),
    ]
    if len(keys) == len(kinds) == 1:
        leaver = " ".join([*kinds, leaver])
    elif keys:
        leaver += f" ({selected(given['of'], names)})"
    return f"{leaver} gone by {called(names, 'exit', str(given['exit']))}{until}"


VERBS = {LEAVE: Verb(UNIT, "unit", _label, does="leave the map for good")}
TITLES = {"exit": lambda game: game[Exits].by_id}
SLOTS = (DEPARTED,)
CONTRIBUTIONS = {"movement": (LeavingByMoving,), "activation": (LeavingByActing,)}
MEASURES = {"exited": _exited}
PROSPECTS = {"exited": _prospect}
SHARES = {"exited": _share_exited}
WORDINGS = {"exited": _in_words}
COUNTED = {"exited": _leaver_in_words}


# -- what is proved: that units can reach them, and that leaving counts ----------------------------


@of_each_game
def exits_decide_something(subject: Subject, findings: Findings) -> None:
    """Some condition or count asks which units have left, if only by one of several exits."""
    exits = subject.game[Exits].by_id
    if exits and not any(condition.kind == "exited" for condition in subject.game.conditions()):
        name = next(iter(exits))
        place = subject.key("exits", name).place()
        message = f"units may leave by {name}, and nothing asks which have"
        hint = f"ask in victory or points, such as {{exited: {{exit: {name}, at_least: 2}}}}"
        findings.add("HW498", place, message, help=hint)
