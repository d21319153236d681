"""``leave UNIT``, in movement phases and where units act; how many have left.

In a phase of movement leaving costs a movement point, where units act it is the last thing that a
unit does. The evaluation foresees who will come to an exit in time, and counts them with that
chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import ClassVar

from hexwar.definition.model import Condition
from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.notation import UNIT, Verb
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.escort.rules import EscortRules
from hexwar.rules.exits.rules import DEPARTED, ExitRules
from hexwar.rules.exits.section import Exits
from hexwar.rules.language.conditions import (
    Measure,
    Reached,
    how_many,
    share_of,
    so_many_units,
    there_are,
)
from hexwar.rules.language.foresight import Ahead, Foreseen, Foresight, Prospect
from hexwar.rules.language.selectors import Selectors, selected, value_shown
from hexwar.rules.language.wording import called, in_words
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contribution import ActivationContribution, MovementContribution, When
from hexwar.rules.sequence.moved import end_moves
from hexwar.rules.units.rules import Forces, in_scenario, steps_missing

LEAVE = "leave"


class LeavingByMoving(MovementContribution):
    """``leave UNIT`` in a movement phase, for one movement point."""

    __slots__ = ("_cost", "_movement", "_rules")
    verbs: ClassVar[frozenset[str]] = frozenset({LEAVE})
    is_move: ClassVar[bool] = True

    def __init__(self, movement: MovementRules, rules: ExitRules) -> None:
        self._movement, self._rules = movement, rules
        # One movement point, as movement counts them.
        self._cost = movement.terrain.scale

    def actions(self, state: Position) -> Iterator[Action]:
        """The units of the side that may leave, in the order of the units file."""
        side = state.phase_side
        near = state.occupied[side] & self._rules.hexes[side]  # mostly nobody
        for unit in self._movement.forces.of_side[side] if near else ():
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
            return Violation("", f"{name} may not move in this phase.", "exits.phase")
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

    __slots__ = ("_frame", "_movement", "_rules")
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
    given, selectors = condition.arguments, Selectors(frame, forces)
    fits = selectors.fits(given.get("of"))
    named, until, value = str(given["exit"]), given.get("until"), given.get("value")

    def measure(state: Position) -> int:
        gone = state.rules[ExitRules].left_by(state, named, fits, until)
        if value is None:
            return len(gone)
        return int(sum(value_shown(selectors, unit, state.lost[unit], value) for unit in gone))

    return measure


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """Who has left, and who will probably come to the exit."""
    given, frame, forces = asked.arguments, foresight.frame, foresight.forces
    way = frame.resolved[Exits].by_id[str(given["exit"])]
    mine = forces.mask_of_side[frame.side_ids.index(way.side)] & in_scenario(frame)
    selectors, value = Selectors(frame, forces), given.get("value")
    hexes, measure = frame.board.mask(frame.map.region(way.region)), _exited(asked, frame, forces)
    # Whom others take along need not fit the exit themselves.
    going = [
        (
            1 << unit,
            foresight.comes(unit, hexes, _where(unit), _fetched(unit, foresight)),
            float(value_shown(selectors, unit, 0, value)) if value else 1.0,
        )
        for unit in bits(selectors.perhaps(given.get("of", way.only)) & mine)
    ]
    last = int(given.get("until", frame.turns))

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        ahead = foresight.until(state, min(last, ahead.until))
        gone, out = float(measure(state)), state.eliminated
        variance = 0.0
        for bit, comes, worth in going:
            if not out & bit:
                chance = comes(state, ahead)
                gone += worth * chance
                # Units come or do not come each by itself, so that their variances add up.
                variance += worth**2 * chance * (1 - chance)
        return gone, variance

    return Prospect(foresee, sum(worth for _, _, worth in going))


def _where(unit: int) -> Callable[[Position], int]:
    """The cell of a unit, or of whoever escorts it."""

    def cell(state: Position) -> int:
        escorts = None if state.cells[unit] else state.rules.find(EscortRules)
        escort = escorts.escort_of(state, unit) if escorts is not None else None
        return state.cells[unit if escort is None else escort]

    return cell


def _fetched(unit: int, foresight: Foresight) -> Callable[[Position], float] | None:
    """How many moves pass until somebody takes along a unit that waits for it; ``None`` where
    nobody takes anybody along.
    """
    if not foresight.frame.resolved.has("escort"):
        return None

    def moves(state: Position) -> float:
        escorts = state.rules.find(EscortRules)
        return 0.0 if escorts is None else escorts.moves_away(state, unit, foresight)

    return moves


def _share_exited(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    given, sides = condition.arguments, frame.side_ids
    side = frame.resolved[Exits].by_id[str(given["exit"])].side
    mine = forces.mask_of_side[sides.index(side)] & in_scenario(frame)
    selectors = Selectors(frame, forces)
    counted = bits(selectors.perhaps(given.get("of")) & mine)
    value, missing = given.get("value"), steps_missing(frame)
    worth = (value_shown(selectors, unit, missing[unit], value) if value else 1 for unit in counted)
    return share_of(_exited(condition, frame, forces), Fraction(sum(worth)))


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    given = condition.arguments
    many = how_many(condition, names)
    have = "have" if there_are(many) == "there are" else "has"
    what = so_many_units(many, given.get("of"), names)
    if "value" in given:
        whom = f" ({selected(given['of'], names)})" if "of" in given else ""
        what, have = f"units{whom} whose {in_words(str(given['value']))} comes to {many}", "have"
    until = f" by turn {given['until']}" if "until" in given else ""
    return f"{what} {have} left by {called(names, 'exit', str(given['exit']))}{until}"


def _one(condition: Condition, names: Mapping[str, str]) -> str:
    given = condition.arguments
    what = in_words(str(given["value"])) + " of units" if "value" in given else "unit"
    until = f" by turn {given['until']}" if "until" in given else ""
    keys = dict(given["of"].said()) if "of" in given else {}
    kinds = [in_words(kind) for kind in (*keys.get("trait", ()), *keys.get("type", ()))]
    if len(keys) == len(kinds) == 1:
        what = " ".join([*kinds, what])
    elif keys:
        what += f" ({selected(given['of'], names)})"
    return f"{what} gone by {called(names, 'exit', str(given['exit']))}{until}"


VERBS = {LEAVE: Verb(UNIT, "unit", _label, does="leave the map for good")}
TITLES = {"exit": lambda game: game[Exits].by_id}
SLOTS = (DEPARTED,)
CONTRIBUTIONS = {"movement": (LeavingByMoving,), "activation": (LeavingByActing,)}
MEASURES = {"exited": _exited}
PROSPECTS = {"exited": _prospect}
SHARES = {"exited": _share_exited}
WORDINGS = {"exited": _in_words}
COUNTED = {"exited": _one}
