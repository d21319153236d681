"""The phase in which markers are placed, units that place them, and what everybody sees of them.

In a phase of kind markers a side lays some and units dig or clear; in phases of movement units dig
and clear in place of their moves. All of it ends in the same few functions, so that it is the same
in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import BY_UNIT, BY_UNIT_THERE, LAYING, Verb, where
from hexwar.engine.queries import Lying
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words
from hexwar.rules.language.wording import either, in_words
from hexwar.rules.markers import results
from hexwar.rules.markers.clearing import ClearingRules
from hexwar.rules.markers.placing import PlacingRules
from hexwar.rules.markers.rules import LAID, LYING, MarkerRules
from hexwar.rules.markers.section import Marker, Markers
from hexwar.rules.sequence.contribution import MovementContribution
from hexwar.rules.sequence.moved import end_moves
from hexwar.rules.tables.task import OwedRoll
from hexwar.rules.units.rules import mask_of

DONE = Action("done")


def _lays(state: Position) -> Iterator[Action]:
    """What the side may place by itself: kind by kind, hexes in map order."""
    number = state.frame.board.numbers
    for name, hexes in state.rules[PlacingRules].places(state):
        yield from (Action("lay", (), (cell,), name) for cell in number(hexes))


def _digs(state: Position) -> Iterator[Action]:
    """What units may place: kind by kind, units in the order of their file."""
    for unit, name in state.rules[PlacingRules].diggers(state):
        yield Action("dig", (state.frame.unit_ids[unit],), (), name)


def _explain_dig(state: Position, action: Action) -> Violation | None:
    unit = state.frame.unit_index[action.units[0]]
    return state.rules[PlacingRules].why_not_dig(state, unit, action.name)


def _dig(state: Position, action: Action) -> int:
    """Let a unit place a marker; which unit it is."""
    unit = state.frame.unit_index[action.units[0]]
    state.rules[PlacingRules].lay(state, action.name, state.cells[unit], unit)
    return unit


def _clears(state: Position) -> Iterator[Action]:
    """What units may clear: kind by kind, units in the order of their file."""
    ids, number = state.frame.unit_ids, state.frame.board.number
    for unit, cell, name in state.rules[ClearingRules].able(state):
        yield Action("clear", (ids[unit],), (number[cell],), name)


def _explain_clear(state: Position, action: Action) -> Violation | None:
    unit = state.frame.unit_index[action.units[0]]
    return state.rules[ClearingRules].why_not(state, unit, action.name, action.hexes[0])


def _clear(state: Position, action: Action) -> int:
    """Let a unit clear a marker; which unit it is."""
    unit, cell = state.frame.unit_index[action.units[0]], state.frame.board.cell[action.hexes[0]]
    state.rules[ClearingRules].clear(state, unit, action.name, cell)
    return unit


@dataclass(slots=True)
class MarkerPhase(PhaseTask):
    """A side places markers (``lay HEX NAME``, ``dig UNIT NAME``) and clears some, or ``done``."""

    kind = "markers"

    def settle(self, state: Position) -> bool:
        """End the phase when nothing can be placed in it any more."""
        if any(True for _ in self._placing(state)):
            return True
        return self.nothing_to_do(state)

    def _placing(self, state: Position) -> Iterator[Action]:
        yield from _lays(state)
        yield from _digs(state)
        yield from _clears(state)

    def decision(self, state: Position) -> Decision:
        """What may be placed, and by which units."""
        actions = list(self._placing(state))
        rules = state.rules[PlacingRules]
        titles = dict.fromkeys(rules.title(action.name) for action in actions)
        return self.asks(
            state,
            f"Place markers ({', '.join(titles)}), or end the phase.",
            units=tuple(dict.fromkeys(unit for action in actions for unit in action.units)),
            hexes=tuple(dict.fromkeys(number for action in actions for number in action.hexes)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """What the side places, hexes in map order; what units place; ``done``."""
        yield from self._placing(state)
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a marker may not be placed so."""
        if action.verb == "done":
            return None
        if action.verb == "dig":
            return _explain_dig(state, action)
        if action.verb == "clear":
            return _explain_clear(state, action)
        if action.verb == "lay":
            return state.rules[PlacingRules].why_not_lay(state, action.name, action.hexes[0])
        return state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """Place one, or end the phase."""
        if action.verb == "done":
            state.end_phase()
        elif action.verb == "dig":
            _dig(state, action)
        elif action.verb == "clear":
            _clear(state, action)
        else:
            cell = state.frame.board.cell[action.hexes[0]]
            state.rules[PlacingRules].lay(state, action.name, cell)


class Digging(MovementContribution):
    """In a movement phase a unit that has not moved places a marker in place of its move."""

    __slots__ = ("_placing",)
    verbs: ClassVar[frozenset[str]] = frozenset({"dig"})
    is_move: ClassVar[bool] = True

    def __init__(self, placing: PlacingRules) -> None:
        self._placing = placing

    def concerns(self, phase: int) -> bool:
        """In phases in which units place some."""
        return self._placing.concerns(phase)

    def actions(self, state: Position) -> Iterator[Action]:
        """Kind by kind, units in the order of their file."""
        return _digs(state)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not."""
        return _explain_dig(state, action)

    def perform(self, state: Position, action: Action) -> None:
        """Place it; the unit's move is over."""
        end_moves(state, (_dig(state, action),))


class ClearingAsMove(MovementContribution):
    """In a movement phase a unit that has not moved clears a marker in place of its move."""

    __slots__ = ("_clearing",)
    verbs: ClassVar[frozenset[str]] = frozenset({"clear"})
    is_move: ClassVar[bool] = True

    def __init__(self, clearing: ClearingRules) -> None:
        self._clearing = clearing

    def concerns(self, phase: int) -> bool:
        """In phases in which units clear some."""
        return self._clearing.concerns(phase)

    def actions(self, state: Position) -> Iterator[Action]:
        """Kind by kind, units in the order of their file."""
        return _clears(state)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not."""
        return _explain_clear(state, action)

    def perform(self, state: Position, action: Action) -> None:
        """Clear it, or try to; the unit's move is over."""
        end_moves(state, (_clear(state, action),))


class Arrivals:
    """What comes of units that come to a hex: markers end, or do something to them."""

    __slots__ = ("_rules",)

    def __init__(self, rules: MarkerRules) -> None:
        self._rules = rules

    def moved(self, state: Position, unit: int) -> None:
        """A unit has come to where it stands; in the course of a battle nothing befalls it."""
        self._rules.arrived(state, unit)
        if state.cells[unit] and not any(task.kind == "battle" for task in state.agenda):
            state.agenda += [OwedRoll(table, unit) for table in self._rules.met(state, unit)]


def _marked(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    def standing(state: Position) -> int:
        rules, cells = state.rules.find(MarkerRules), state.cells
        hexes = rules.marked(state, names) if rules is not None else 0
        return mask_of(unit for unit, cell in enumerate(cells) if cell and hexes >> cell & 1)

    return standing


def _marked_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"at {either(in_words(name) for name in names)}"


def _lying(state: Position) -> Iterator[Lying]:
    rules = state.rules.find(MarkerRules)
    if rules is not None:
        for kind, hexes in zip(rules.kinds, rules.lying(state), strict=True):
            for number in state.frame.board.numbers(hexes):
                yield Lying(kind.said.id, kind.said.title, kind.said.side, number)


def _lay_label(action: Action, state: Position) -> str:
    return f"Place {state.rules[PlacingRules].title(action.name)} in {action.hexes[0]}"


def _dig_label(action: Action, state: Position) -> str:
    return f"{action.units[0]} places {state.rules[PlacingRules].title(action.name)}"


def _clear_label(action: Action, state: Position) -> str:
    title = state.rules[ClearingRules].title(action.name)
    return f"{action.units[0]} clears {title} in {action.hexes[0]}"


def _has(asked: Callable[[Marker], object]) -> Callable[[ResolvedGame], bool]:
    """Whether a game has a kind of markers of which this is true."""
    return where(Markers, lambda markers: any(map(asked, markers.by_id.values())))


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    markers = game.section(Markers)
    for marker in markers.by_id.values() if markers else ():
        yield marker.does.cost.add if marker.does.cost else None


VERBS = {
    "lay": Verb(
        LAYING,
        "goal",
        _lay_label,
        does="place a marker in a hex",
        needs=_has(lambda kind: kind.place and kind.place.by is None),
    ),
    "clear": Verb(
        BY_UNIT_THERE,
        "target",
        _clear_label,
        does="let a unit take a marker off the map",
        needs=_has(lambda kind: kind.clear),
    ),
    "dig": Verb(
        BY_UNIT,
        "unit",
        _dig_label,
        does="let a unit place a marker where it stands",
        needs=_has(lambda kind: kind.place and kind.place.by),
    ),
}
TITLES = {"marker": lambda game: game[Markers].by_id}
SELECTS = {"marker": Key(_marked, _marked_in_words)}
PHASES = {"markers": MarkerPhase}
SLOTS = (LYING, LAID)
HOOKS = {
    "moved": (Arrivals, Arrivals.moved),
    "beaten": (MarkerRules, MarkerRules.beaten),
    "phase_begins": (MarkerRules, MarkerRules.phase_begins),
    "phase_closing": (MarkerRules, MarkerRules.phase_closing),
}
CONTRIBUTIONS = {"movement": (Digging, ClearingAsMove)}
RESULTS = {"place": results.place_markers, "clear": results.clear_markers}
MEANINGS = {"place": results.placed_in_words, "clear": results.cleared_in_words}
ON_MAP = (_lying,)
AMOUNTS = (_amounts,)
