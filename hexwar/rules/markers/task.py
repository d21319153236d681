"""The phase in which markers are placed, units that place them, and what everybody sees of them.

In a phase of kind markers a side lays some and units dig or clear; in phases of movement units dig
and clear in place of their moves. All of it ends in the same few functions, so that it is the same
in both.

In this order: which units may clear what, markers in results, the phase, digging and clearing as
moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, NamedTuple, cast

from hexwar.definition.model import Effect, ResolvedGame
from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.notation import BY_UNIT, BY_UNIT_THERE, LAYING, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Lying
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words, titled
from hexwar.rules.language.wording import Names, called, several
from hexwar.rules.markers.rules import (
    LAID,
    LYING,
    MarkerRules,
    PlacingRules,
    why_no_time,
)
from hexwar.rules.markers.section import Clearing, Marker, Markers, MarkerStep
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.sequence.rules import end_moves
from hexwar.rules.tables.rules import OwedRoll
from hexwar.rules.units.rules import mask_of

# -- which units may clear which markers now, and how: engineers lift mines ------------------------

# A clearing takes the place of the unit's move, in the phases that the kind names, from a hex near
# enough. With a roll it may fail; the unit has had its time all the same.


class CompiledClearing(NamedTuple):
    """How markers of one kind are cleared, compiled; ``by`` as each side sees it."""

    place: int
    form: Clearing
    phases: frozenset[int]
    by: tuple[Callable[[Position], int], ...]


class Clearable(NamedTuple):
    """A marker that a unit may clear now: in which cell, and of which kind."""

    unit: int
    cell: int
    name: str


class ClearingRules:
    """Clearing by units: ``clear UNIT HEX NAME``."""

    def __init__(self, frame: Frame, rules: MarkerRules, selectors: Selectors) -> None:
        self._frame, self._board, self._rules = frame, frame.board, rules
        self._selectors = selectors
        sides, forces = range(len(frame.side_ids)), selectors.forces

        def who_clears(clearing: Clearing, side: int) -> Callable[[Position], int]:
            chosen, own_units = selectors.mask(clearing.by, side), forces.mask_of_side[side]
            return lambda state: chosen(state) & own_units

        self._lifting: dict[str, CompiledClearing] = {}
        for place, kind in enumerate(rules.kinds):
            clearing = kind.form.clear
            if clearing is not None:
                phases = frozenset(map(frame.phase_ids.index, clearing.phase))
                by_side = tuple(who_clears(clearing, side) for side in sides)
                self._lifting[kind.form.id] = CompiledClearing(place, clearing, phases, by_side)

    def concerns(self, phase: int) -> bool:
        """Whether anything is ever cleared in a phase."""
        return any(phase in lifting.phases for lifting in self._lifting.values())

    def able(self, state: Position) -> Iterator[Clearable]:
        """The units that may clear a marker now: kind by kind, units in the order of their file."""
        for name, lifting in self._lifting.items():
            lying = self._rules.lying(state)[lifting.place]
            is_phase = state.phase_index in lifting.phases and state.phase_side != NOBODY
            if not lying or not is_phase:
                continue
            for unit in bits(lifting.by[state.phase_side](state)):
                near = self._hexes_to_clear(state, unit, lifting.form) & lying
                if near and self._why_not_unit(state, unit, name) is None:
                    for cell in self._frame.board.in_map_order(near):
                        yield Clearable(unit, cell, name)

    def _hexes_to_clear(self, state: Position, unit: int, clearing: Clearing) -> int:
        """Mask of the hexes in which a unit clears from where it stands; none off the map."""
        cell = state.cells[unit]
        return self._selectors.around(cell, clearing.within) if cell else 0

    def why_not(self, state: Position, unit: int, name: str, number: str) -> Violation | None:
        """Why a unit does not clear a marker in a hex now; ``None`` if it may."""
        who, side = self._frame.unit_ids[unit], state.phase_side
        lifting = self._lifting.get(name)
        if lifting is None:
            return Violation("", f"Nobody clears {name}.", "markers.clear")
        title = self._title(name)
        if self._frame.unit_side[unit] != side:
            return self._refuse(name, f"{who} belongs to the other side.")
        if state.phase_index not in lifting.phases:
            return self._refuse(name, f"{title} is not cleared in this phase.")
        if not lifting.by[side](state) >> unit & 1:
            return self._refuse(name, f"{who} does not clear {title}.")
        cell = self._board.cell.get(number)
        if cell is None or not self._rules.lying(state)[lifting.place] >> cell & 1:
            return self._refuse(name, f"There is no {title} in {number}.")
        if not self._hexes_to_clear(state, unit, lifting.form) >> cell & 1:
            return self._refuse(name, f"{number} is too far away for {who}.")
        return self._why_not_unit(state, unit, name)

    def _why_not_unit(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a unit has no time to clear anything."""
        why = why_no_time(state, unit, already="placed or cleared one", does="clears")
        return self._refuse(name, why) if why else None

    def clear(self, state: Position, unit: int, name: str, cell: int) -> None:
        """Let a unit clear a marker, or try to: rolled now, if it may fail."""
        lifting, laid = self._lifting[name], state.memory[LAID]
        # Before the die is thrown: a unit that fails has had its time, too.
        state.remember(LAID, laid._replace(units=laid.units | 1 << unit))
        roll, cleared = lifting.form.roll, True
        if roll is not None:
            faces = tuple([state.roll(roll.dice.sides) for _ in range(roll.dice.count)])
            total = roll.dice.read(faces)
            cleared = total >= roll.at_least
            if state.events is not None:
                who, number = self._frame.unit_ids[unit], self._board.number[cell]
                how = "cleared" if cleared else "not cleared"
                text = f"{who} clears {self._title(name)} in {number}: die {total}, {how}."
                rule = self._rules.kinds[lifting.place].form.cite.get("clear", "")
                state.tell("check", rule, text, unit=who, dice=faces, passed=cleared)
        if cleared:
            self._rules.take_off(state, lifting.place, self._board.bit[cell])

    def title(self, name: str) -> str:
        """What players read of a kind; its id if nobody clears it."""
        return self._title(name) if name in self._lifting else name

    def _title(self, name: str) -> str:
        return self._rules.kinds[self._lifting[name].place].form.title

    def _refuse(self, name: str, text: str) -> Violation:
        rule = self._rules.kinds[self._lifting[name].place].form.cite.get("clear", "")
        return Violation(rule, text, "markers.clear")


# -- the verbs ``place`` and ``clear`` of results: markers come and go in battles and by tables ----


def place_markers(state: Position, parties: Parties, effect: Effect) -> None:
    """Place markers where none of the kind lies."""
    marker_step, lying = _step_and_hexes(state, effect)
    cells = [cell for cell in _cells(state, parties, marker_step) if not lying >> cell & 1]
    state.rules[PlacingRules].place(
        state, marker_step.marker, _cells_drawn(state, marker_step, cells)
    )


def clear_markers(state: Position, parties: Parties, effect: Effect) -> None:
    """Take markers off the map where some of the kind lie."""
    marker_step, lying = _step_and_hexes(state, effect)
    cells = [cell for cell in _cells(state, parties, marker_step) if lying >> cell & 1]
    rules, board = state.rules[MarkerRules], state.frame.board
    hexes = sum(board.bit[cell] for cell in _cells_drawn(state, marker_step, cells))
    if hexes:
        rules.take_off(state, rules.place_of(marker_step.marker), hexes)


def _step_and_hexes(state: Position, effect: Effect) -> tuple[MarkerStep, int]:
    """What the step says, and a mask of the hexes in which markers of its kind lie."""
    marker_step, rules = cast(MarkerStep, effect.said), state.rules[MarkerRules]
    return marker_step, rules.lying(state)[rules.place_of(marker_step.marker)]


def _cells(state: Position, parties: Parties, step: MarkerStep) -> Sequence[int]:
    """The cells that are meant, each once and in the order of the map."""
    board = state.frame.board
    if step.hexes:
        return board.cells(board.mask(state.frame.map.listed(step.hexes)))
    if step.at == "attackers":
        return sorted({*parties.origins})
    return sorted({*parties.hexes} or {state.cells[unit] for unit in parties.defenders} - {0})


def _cells_drawn(state: Position, step: MarkerStep, cells: Sequence[int]) -> Sequence[int]:
    """All of them, or those that dice draw."""
    if step.drawn is None or step.drawn >= len(cells):
        return cells
    # Not put back: each die has as many faces as there are hexes left.
    undrawn = list(cells)
    return [undrawn.pop(state.roll(len(undrawn)) - 1) for _ in range(step.drawn)]


def _where(step: MarkerStep, names: Names) -> str:
    if step.hexes:
        drawn = f"{several(step.drawn, 'hex')} of " if step.drawn else ""
        return f"in {drawn}{', '.join(called(names, 'region', place) for place in step.hexes)}"
    return "where the attack came from" if step.at == "attackers" else "in the hex of the target"


def placed_in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    marker_step = cast(MarkerStep, effect.said)
    return f"{called(names, 'marker', marker_step.marker)} placed {_where(marker_step, names)}"


def cleared_in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    marker_step = cast(MarkerStep, effect.said)
    return f"{called(names, 'marker', marker_step.marker)} removed {_where(marker_step, names)}"


# -- units that dig and clear: the same in phases of markers and in place of their moves -----------


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
        """End the phase when nothing more can be placed in it."""
        if any(True for _ in self._placing(state)):
            return True
        return self.nothing_to_do(state)

    def _placing(self, state: Position) -> Iterator[Action]:
        number = state.frame.board.numbers
        for name, hexes in state.rules[PlacingRules].places(state):
            yield from (Action("lay", (), (cell,), name) for cell in number(hexes))
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

    def __init__(self, rules: MarkerRules) -> None:
        self._rules = rules

    def moved(self, state: Position, unit: int) -> None:
        """A unit has come to where it stands; in the course of a battle nothing befalls it."""
        self._rules.arrived(state, unit)
        if state.cells[unit] and not any(task.kind == "battle" for task in state.agenda):
            state.agenda += [OwedRoll(table, unit) for table in self._rules.met(state, unit)]


def _marked(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    """The key ``marked`` of selectors: units in hexes where such markers lie."""

    def standing(state: Position) -> int:
        rules, cells = state.rules.find(MarkerRules), state.cells
        hexes = rules.marked(state, names) if rules is not None else 0
        return mask_of(unit for unit, cell in enumerate(cells) if cell and hexes >> cell & 1)

    return standing


def _marked_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"at {titled('marker')(names, words)}"


def _markers_lying(state: Position) -> Iterator[Lying]:
    rules = state.rules.find(MarkerRules)
    if rules is not None:
        for kind, hexes in zip(rules.kinds, rules.lying(state), strict=True):
            for number in state.frame.board.numbers(hexes):
                yield Lying(kind.form.id, kind.form.title, kind.form.side, number)


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
    if not markers:
        return
    for marker in markers.by_id.values():
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
RESULTS = {"place": place_markers, "clear": clear_markers}
MEANINGS = {"place": placed_in_words, "clear": cleared_in_words}
ON_MAP = (_markers_lying,)
AMOUNTS = (_amounts,)
