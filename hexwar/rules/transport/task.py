"""``load UNIT CARRIER`` and ``unload UNIT HEX`` in movement phases; who carries whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.notation import GOING, PAIR, Verb
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words, those_or_others
from hexwar.rules.language.wording import every
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contribution import MovementContribution
from hexwar.rules.transport.rules import ABOARD, CARGO_SAID, LANDED, TransportRules, aboard

LOAD, UNLOAD = "load", "unload"


class Loading(MovementContribution):
    """Units come aboard and land while their side moves."""

    __slots__ = ("_frame", "_movement", "_rules")
    verbs: ClassVar[frozenset[str]] = frozenset({LOAD, UNLOAD})
    is_move: ClassVar[bool] = True

    def __init__(self, frame: Frame, rules: TransportRules, movement: MovementRules) -> None:
        self._frame, self._rules, self._movement = frame, rules, movement

    def actions(self, state: Position) -> Iterator[Action]:
        """Who may come aboard whom, then who may land where, in the order of the units file."""
        names, number = self._frame.unit_ids, self._frame.board.number
        for unit, carrier in self._rules.boarding(state, state.phase_side):
            yield Action(LOAD, (names[unit], names[carrier]))
        for unit in aboard(state):
            if self._frame.unit_side[unit] == state.phase_side:
                for cell in bits(self._rules.landing(state, unit)):
                    yield Action(UNLOAD, (names[unit],), (number[cell],))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit does not come aboard, or does not land there."""
        unit = self._frame.unit_index[action.units[0]]
        if self._frame.unit_side[unit] != state.phase_side:
            text = f"{action.units[0]} belongs to the other side."
            return Violation("", text, "transport.owner")
        if action.verb == LOAD:
            carrier = self._frame.unit_index[action.units[1]]
            return self._rules.why_not_load(state, unit, carrier)
        return self._rules.why_not_unload(state, unit, action.hexes[0])

    def who_acts(self, state: Position, action: Action) -> tuple[str, ...]:
        """The carrier: who is carried does nothing for it."""
        if action.verb == LOAD:
            return action.units[1:]
        carrier = self._rules.carrier_of(state, self._frame.unit_index[action.units[0]])
        return () if carrier is None else (self._frame.unit_ids[carrier],)

    def perform(self, state: Position, action: Action) -> None:
        """Load or unload."""
        index = self._frame.unit_index
        unit = index[action.units[0]]
        if action.verb == LOAD:
            self._rules.load(state, unit, index[action.units[1]])
        else:
            self._rules.unload(state, unit, self._frame.board.cell[action.hexes[0]])


def _load_label(action: Action, state: Position) -> str:
    unit, carrier = action.units
    return f"{carrier} takes {unit} aboard"


def _unload_label(action: Action, state: Position) -> str:
    return f"{action.units[0]} lands in {action.hexes[0]}"


def _carries(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    return those_or_others(
        wanted, selectors, lambda state: state.rules[TransportRules].carrying(state)
    )


def _carries_in_words(wanted: bool, words: Words) -> str:
    return "carrying somebody" if wanted else "carrying nobody"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """Whom a unit carries."""
    rules = state.rules.find(TransportRules)
    if rules is None:
        return
    carrier = rules.carrier_of(state, unit)
    if carrier is not None:
        yield Status(f"aboard {state.frame.unit_ids[carrier]}")
    loads = rules.with_unit(state, unit)
    if loads:
        names = every(state.frame.unit_ids[load] for load in loads)
        yield Status(f"carries {names}", "+")


def _begins(state: Position, cargo: Mapping[str, Iterable[str]]) -> None:
    """Whoever starts a game says who is aboard whom."""
    rules = state.rules.find(TransportRules)
    if rules is None:
        raise ValueError("nobody carries others in this game")
    rules.begin(state, cargo)


VERBS = {
    LOAD: Verb(PAIR, "unit", _load_label, does="let a unit come aboard another"),
    UNLOAD: Verb(
        GOING._replace(most_units=1, most_hexes=1),
        "goal",
        _unload_label,
        does="let a unit land from its carrier",
    ),
}
BEGINNINGS = {"cargo": _begins}
SLOTS = (ABOARD, LANDED, CARGO_SAID)
HOOKS = {
    "turns_begin": (TransportRules, TransportRules.turns_begin),
    "moved": (TransportRules, TransportRules.moved),
    "turned": (TransportRules, TransportRules.turned),
    "beaten": (TransportRules, TransportRules.beaten),
}
CONTRIBUTIONS = {"movement": (Loading,)}
STATUS = (_status,)
SELECTS = {"carries": Key(_carries, _carries_in_words)}
