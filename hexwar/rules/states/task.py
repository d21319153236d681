"""The verbs ``mark`` and ``unmark``, the choice of units, the key ``state``, what is shown.

Results put units into states and take them out (`mark`, `unmark`): all that are meant, those that
dice draw, or those that a side picks. A unit may also take a state by itself, in a phase of orders
or in place of its move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, cast

from hexwar.definition.model import Effect, ResolvedGame
from hexwar.definition.spelling import named, suggestion
from hexwar.engine.action import Action
from hexwar.engine.notation import BY_UNIT, UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.task import AutomaticTask, PhaseTask, SomeUnits, Task
from hexwar.engine.violation import Violation
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.programs import Parties, chosen, concerned, meant, whom
from hexwar.rules.language.section import ALONE, resulting
from hexwar.rules.language.selectors import (
    Fitting,
    Key,
    Selectors,
    selected,
    titled,
    units_selected,
)
from hexwar.rules.language.wording import Names, called, either, mid_sentence, several
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.sequence.rules import end_moves, why_not_instead
from hexwar.rules.states.rules import RECOVERY, TURN, StateRules
from hexwar.rules.states.section import (
    ANYBODY,
    DEEDS,
    OUT_OF_SUPPLY,
    BattleMarking,
    OutcomeMarking,
    States,
    Taking,
    UnitState,
)
from hexwar.rules.units.rules import mask_of

# Which units may be put into which states by their side now: in reserve, in march order.


class StatesTaken(NamedTuple):
    """The states that were taken in a phase, one name for each unit that took it."""

    names: tuple[str, ...] = ()


TAKEN = Slot("states_taken", StatesTaken(), lasts="phase")


class Offer(NamedTuple):
    """How a state is taken, compiled; ``fits`` as each side sees it."""

    form: Taking
    phases: frozenset[int]
    fits: tuple[Callable[[Position], int], ...]


class TakingRules:
    """States that sides put their units into (``take UNIT STATE``)."""

    def __init__(
        self, frame: Frame, section: States, selectors: Selectors, states: StateRules
    ) -> None:
        self._frame, self._states = frame, states
        sides, forces = range(len(frame.side_ids)), selectors.forces

        def mine(taking: Taking, side: int) -> Callable[[Position], int]:
            fitting, own_units = selectors.mask(taking.only, side), forces.mask_of_side[side]
            return lambda state: fitting(state) & own_units

        self._offers = {
            name: Offer(
                unit_state.taken,
                frozenset(map(frame.phase_ids.index, unit_state.taken.phase)),
                tuple(mine(unit_state.taken, side) for side in sides),
            )
            for name, unit_state in section.by_id.items()
            if unit_state.taken is not None
        }

    def concerns(self, phase: int) -> bool:
        """Whether any state is ever taken in a phase."""
        return any(phase in offer.phases for offer in self._offers.values())

    def able(self, state: Position) -> Iterator[tuple[int, str]]:
        """The units that may take a state now, each with the state: state by state."""
        for name, offer in self._offers.items():
            if state.phase_index in offer.phases and not self._used_up(state, name):
                fitting = offer.fits[state.phase_side](state) & ~self._states.has(state, name)
                for unit in bits(fitting):
                    if state.cells[unit] and not why_not_instead(state, unit, "takes states"):
                        yield unit, name

    def why_not(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a unit does not take a state now; ``None`` if it may."""
        who, offer = self._frame.unit_ids[unit], self._offers.get(name)
        if offer is None:
            known = ", ".join(self._offers)
            return Violation("", f"No unit takes {name}; there are: {known}.", "states.taken")
        title = self._states.title(name)
        why = ""
        if self._frame.unit_side[unit] != state.phase_side:
            why = f"{who} belongs to the other side."
        elif state.phase_index not in offer.phases:
            why = f"{title} is not taken in this phase."
        elif not state.cells[unit]:
            why = f"{who} is not on the map."
        elif not offer.fits[state.phase_side](state) >> unit & 1:
            why = f"{who} does not take {title}."
        elif self._states.has(state, name) >> unit & 1:
            why = f"{who} is in this state already: {title}."
        elif self._used_up(state, name):
            most = several(offer.form.most or 0, "unit")
            why = f"{title}: {most} took it in this phase, the most there may be."
        else:
            why = why_not_instead(state, unit, "takes states")
        return Violation(self._states.cite(name), why, "states.taken") if why else None

    def take(self, state: Position, unit: int, name: str) -> None:
        """Put a unit into a state."""
        state.remember(TAKEN, StatesTaken((*state.memory[TAKEN].names, name)))
        self._states.put(state, name, 1 << unit)

    def _used_up(self, state: Position, name: str) -> bool:
        most = self._offers[name].form.most
        return most is not None and state.memory[TAKEN].names.count(name) >= most


# What results do: units come into states and out of them, perhaps by a side's choice or by the
# dice.


Said = BattleMarking | OutcomeMarking
TAKE = "take"


def _mark(state: Position, parties: Parties, effect: Effect) -> Task | None:
    return _pending(state, parties, cast(Said, effect.said), "mark")


def _unmark(state: Position, parties: Parties, effect: Effect) -> Task | None:
    return _pending(state, parties, cast(Said, effect.said), "unmark")


def _pending(state: Position, parties: Parties, change: Said, verb: str) -> Task | None:
    """The units of a step in or out of the state, or the choice that it leaves."""
    rules = state.rules[StateRules]
    if change.who == ANYBODY:
        concerned_units: Iterable[int] = bits(chosen(state, parties, change.only))
    else:
        concerned_units = meant(state, parties, change.who, change.only)[0]
    if verb == "mark":
        # A unit in the worst state of the row cannot come into it again.
        worst = rules.worst(state, change.state)
        units = [unit for unit in concerned_units if not worst >> unit & 1]
    else:
        held = rules.has(state, change.state)
        units = [unit for unit in concerned_units if held >> unit & 1]
    # Where all of them are meant, or no fewer than there are, there is nothing to choose.
    if change.count is None or change.count >= len(units):
        _change(state, verb, change.state, mask_of(units))
        return None
    if change.by == "random":
        return DrawnMark(verb, change.state, tuple(units), change.count)
    chooser = _chooser(state, parties, change, owner=state.frame.unit_side[units[0]])
    # Units hidden from the choosing side are not among those that it is shown.
    seen = tuple([unit for unit in units if not state.hidden(chooser) >> unit & 1])
    return PendingMark(verb, change.state, seen, change.count, chooser) if seen else None


def _chooser(state: Position, parties: Parties, change: Said, owner: int) -> int:
    """The side that chooses among units of an owner: he himself, or the enemy."""
    if change.by == "owner":
        return owner
    if change.who != ANYBODY:
        return concerned(state, parties, change.who)[1]
    # Of no battle it is the side whose phase it is, if that is an enemy, else the first other one.
    if state.phase_side not in (owner, NOBODY):
        return state.phase_side
    return next(side for side in range(len(state.frame.side_ids)) if side != owner)


def _change(state: Position, verb: str, name: str, units: int) -> None:
    """Put units (a mask) into a state, or take them out of it."""
    if verb == "mark":
        state.rules[StateRules].put(state, name, units)
    else:
        state.rules[StateRules].lift(state, name, units)


@dataclass(slots=True)
class RecoveryPhase(AutomaticTask, PhaseTask):
    """Units come out of states that end with this phase or with its beginning, or roll for it."""

    kind = RECOVERY

    def settle(self, state: Position) -> bool:
        """Nobody has to choose anything: what ends is seen to as in every phase."""
        state.end_phase()
        return False


class TakingStates(MovementContribution):
    """A unit takes a state: in a phase of orders, or in one of movement in place of its move."""

    verbs: ClassVar[frozenset[str]] = frozenset({TAKE})
    is_move: ClassVar[bool] = True

    def __init__(self, taking: TakingRules) -> None:
        self._taking = taking

    def concerns(self, phase: int) -> bool:
        """In the phases in which some states are taken."""
        return self._taking.concerns(phase)

    def actions(self, state: Position) -> Iterator[Action]:
        """State by state, units in the order of their file."""
        for unit, name in self._taking.able(state):
            yield Action(TAKE, (state.frame.unit_ids[unit],), (), name)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not."""
        unit = state.frame.unit_index[action.units[0]]
        return self._taking.why_not(state, unit, action.name)

    def perform(self, state: Position, action: Action) -> None:
        """Put it into the state; a move is over with it."""
        unit = state.frame.unit_index[action.units[0]]
        self._taking.take(state, unit, action.name)
        if state.frame.phase_kinds[state.phase_index] == "movement":
            end_moves(state, (unit,))


@dataclass(slots=True)
class DrawnMark(AutomaticTask):
    """``count`` of these units come into a state, or out of it: the dice choose."""

    kind = "drawn_mark"
    rolls = True
    verb: str
    name: str
    units: tuple[int, ...]
    count: int

    def settle(self, state: Position) -> bool:
        """Draw them one by one, each as likely."""
        state.agenda.pop()
        undrawn, drawn = list(self.units), 0
        for _ in range(self.count):
            drawn |= 1 << undrawn.pop(state.roll(len(undrawn)) - 1)
        _change(state, self.verb, self.name, drawn)
        return False


@dataclass(slots=True)
class PendingMark(SomeUnits):
    """``count`` of these units come into a state, or out of it; ``chooser`` (a side) picks them."""

    kind = "mark"
    verb: str
    name: str
    units: tuple[int, ...]
    count: int
    chooser: int

    def side(self, state: Position) -> int:
        """The side that the rules let choose."""
        return self.chooser

    def _take(self, state: Position, units: tuple[int, ...]) -> None:
        _change(state, self.verb, self.name, mask_of(units))

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        title, out = state.rules[StateRules].title(self.name), " no longer"
        mark = f"{title}{'' if self.verb == 'mark' else out}"
        return f"Choose a unit ({mark}): {', '.join(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation:
        message = f"{state.frame.unit_ids[unit]} is not among the units to choose from."
        return Violation("", message, "states.choice")


# -- in words -------------------------------------------------------------------------------------


def _forecast(forecast: Forecast, state: Position, task: PendingMark | DrawnMark) -> None:
    title = state.rules[StateRules].title(task.name)
    out = "" if task.verb == "mark" else " no longer"
    some = either(forecast.names(task.units))
    forecast.sentences.append(f"{title}{out}: {task.count} of {some}.")


def _line(action: Action, state: Position) -> str:
    task = state.agenda[-1]
    title = state.rules[StateRules].title(task.name) if isinstance(task, PendingMark) else ""
    return f"{action.units[0]}: {title}{'' if action.verb == 'mark' else ' no longer'}"


def _take_label(action: Action, state: Position) -> str:
    return f"{action.units[0]}: {state.rules[StateRules].title(action.name)}"


def _mark_in_words(effect: Effect, names: Names) -> str:
    return _said_in_words(effect, "come into", names)


def _unmark_in_words(effect: Effect, names: Names) -> str:
    return _said_in_words(effect, "come out of", names)


def _said_in_words(effect: Effect, how: str, names: Names) -> str:
    """Which units come into a state or out of it, as charts print it."""
    change = cast(Said, effect.said)
    state = mid_sentence(called(names, "state", change.state))
    how_one = how.replace("come", "comes", 1)
    if change.who in ALONE:
        if_ = f", if {selected(change.only, names)}," if change.only else ""
        whoever = f"{whom(change.who)}{if_}"
        return f"{whoever} {how_one} the state {state}"
    who = "" if change.who == ANYBODY else f" of the {change.who}"
    units = units_selected(change.only, names) if change.only else "units"
    units_meant = f"all {units}" if change.count is None else f"{change.count} of the {units}"
    by = {"owner": "", "enemy": ", chosen by the enemy", "random": ", by the dice"}[change.by]
    does = how_one if change.count == 1 else how
    return f"{units_meant}{who} {does} the state {state}{by if change.count else ''}"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """The states of a unit on the map."""
    rules = state.rules.find(StateRules)
    if rules is not None and state.cells[unit]:
        for unit_state in rules.of(state, unit):
            # Counters have a sign of their own for no supply.
            yield Status(
                unit_state.title, "" if unit_state.id == OUT_OF_SUPPLY else unit_state.title[:1]
            )


def _state(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    """The key ``state`` of selectors: the units that are in one of some states."""

    def now(state: Position) -> int:
        rules, mask = state.rules.find(StateRules), 0
        for name in names:
            mask |= rules.has(state, name) if rules else state.marks.get(name, 0)
        return mask

    return now


VERBS = {
    "mark": Verb(UNIT, "unit", _line, does="put a unit into a state", needs=resulting("mark")),
    "unmark": Verb(
        UNIT, "unit", _line, does="take a unit out of a state", needs=resulting("unmark")
    ),
    TAKE: Verb(
        BY_UNIT,
        "unit",
        _take_label,
        does="let a unit go into a state of its own will",
        needs=where(States, lambda states: any(one.taken for one in states.by_id.values())),
    ),
}


def _begins(state: Position, states: Mapping[str, str | Iterable[str]]) -> None:
    """The caller that starts a game says in which states units are."""
    states_section = state.frame.resolved.section(States)
    known = [*DEEDS, OUT_OF_SUPPLY, *(states_section.by_id if states_section is not None else ())]
    for unit, names in states.items():
        index = named(state.frame.unit_index, unit, "unit")
        for name in [names] if isinstance(names, str) else names:
            if name not in known:
                raise ValueError(f"there is no state {name}; {suggestion(name, known)}")
            state.mark(name, state.marks.get(name, 0) | 1 << index)


def _states(game: ResolvedGame) -> Mapping[str, UnitState]:
    states = game.section(States)
    return states.by_id if states is not None else {}


BEGINNINGS = {"states": _begins}
TITLES = {"state": _states}
PHASES = {RECOVERY: RecoveryPhase}
CONTRIBUTIONS = {"movement": (TakingStates,), "orders": (TakingStates,)}
TASKS = {"mark": PendingMark, "drawn_mark": DrawnMark}
SLOTS = (TURN, TAKEN)
RESULTS = {"mark": _mark, "unmark": _unmark}
MEANINGS = {"mark": _mark_in_words, "unmark": _unmark_in_words}
FORECASTS = {"mark": _forecast, "drawn_mark": _forecast}
STATUS = (_status,)
SELECTS = {"state": Key(_state, titled("state"))}
HOOKS = {
    "forbids": (StateRules, StateRules.why_not),
    "beaten": (StateRules, StateRules.beaten),
    "moved": (StateRules, StateRules.moved),
    "fired": (StateRules, StateRules.fired),
    "phase_begins": (StateRules, StateRules.phase_begins),
    "battle_ends": (StateRules, StateRules.look),
    "phase_closing": (StateRules, StateRules.phase_closing),
    "turn_ends": (StateRules, StateRules.turn_ends),
}
