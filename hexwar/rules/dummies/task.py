"""Choosing dummies, turning counters up, and what others are told of it.

The owner chooses before the first turn (`ChoosingDummies`); in its movement phases it may turn a
counter up; the rest are the tables by which events, previews and copies ask for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.event import Event
from hexwar.engine.frame import Frame
from hexwar.engine.notation import UNIT, Verb, where
from hexwar.engine.queries import Status
from hexwar.engine.registry import Hiding
from hexwar.engine.rules import Rules
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.dummies.rules import (
    FACE_DOWN,
    CompiledDummies,
    DummyGuesses,
    DummyRules,
    FaceDown,
)
from hexwar.rules.dummies.section import Dummies
from hexwar.rules.language.selectors import Fitting, Key, Selectors, those_or_others
from hexwar.rules.language.wording import several
from hexwar.rules.sequence.contribution import MovementContribution

DONE = Action("done")
CHOOSE, TURN_UP = "decoy", "turn_up"


@dataclass(slots=True)
class ChoosingDummies(Task):
    """A side says which of its counters are nothing: ``decoy UNIT`` for each, then ``done``.

    ``group`` is the place of the entry in the section.
    """

    kind = "dummies"
    done_says = "Begin"
    group: int

    def _group(self, state: Position) -> CompiledDummies:
        return state.rules[DummyRules].groups[self.group]

    def _left(self, state: Position) -> list[int]:
        return state.rules[DummyRules].still_to_choose(state, self._group(state))

    def settle(self, state: Position) -> bool:
        """Go on where there is no counter to choose."""
        # Not when enough are chosen: until `done` the choice can be taken back.
        if self._group(state).units:
            return True
        self._end(state)
        return False

    def side(self, state: Position) -> int:
        """The side whose counters they are."""
        return self._group(state).side

    def decision(self, state: Position) -> Decision:
        """How many are still to be chosen, of which."""
        group, left = self._group(state), self._left(state)
        chosen = (state.memory[FACE_DOWN].nothing & group.units).bit_count()
        prompt = f"All dummies of {group.said.title} are chosen: go on, or undo."
        if left:
            more = several(group.said.count - chosen, "dummy")
            prompt = f"Choose {more} among {group.said.title}."
        ids = state.frame.unit_ids
        return self.asks(
            state, prompt, units=tuple([ids[unit] for unit in left]), may_decline=not left
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit; ``done`` when there are enough."""
        left = self._left(state)
        for unit in left:
            yield Action(CHOOSE, (state.frame.unit_ids[unit],))
        if not left:
            yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a counter is not chosen, or the choice is not over."""
        group, rules = self._group(state), state.rules[DummyRules]
        left = self._left(state)
        cited = group.said.cite
        if action.verb == DONE.verb:
            return Violation(cited, "Not all dummies are chosen.", "dummies") if left else None
        if action.verb != CHOOSE:
            return state.out_of_turn(action)
        (name,) = action.units
        unit = state.frame.unit_index[name]
        if not group.units >> unit & 1:
            return Violation(cited, f"{name} is none of {group.said.title}.", "dummies")
        if rules.nothing(state, 1 << unit):
            return Violation(cited, f"{name} is a dummy already.", "dummies")
        return None if left else Violation(cited, "All dummies are chosen.", "dummies")

    def perform(self, state: Position, action: Action) -> None:
        """Choose one, or go on."""
        if action.verb == CHOOSE:
            unit = state.frame.unit_index[action.units[0]]
            state.rules[DummyRules].choose(state, unit)
            return
        # What others choose is chosen without knowing this, and the other way round: no way back.
        state.show()
        self._end(state)

    def _end(self, state: Position) -> None:
        state.agenda.pop()
        if not state.agenda:
            state.begin_turns(0)


class LayingDown:
    """Lays counters face down when a game is set up."""

    __slots__ = ("_rules",)

    def __init__(self, rules: DummyRules) -> None:
        self._rules = rules

    def set_up(self, state: Position) -> None:
        """All lie face down; where their sides choose, that is put below what is to be set up."""
        self._rules.lay_down(state)
        chosen = [
            place for place, group in enumerate(self._rules.groups) if group.said.chosen == "owner"
        ]
        state.agenda[:0] = [ChoosingDummies(place) for place in reversed(chosen)]


class TurningUp(MovementContribution):
    """``turn_up UNIT``: in its movement phases a side may turn its counters up."""

    __slots__ = ("_frame", "_rules")
    verbs = frozenset({TURN_UP})
    comes_last = True

    def __init__(self, frame: Frame, rules: DummyRules) -> None:
        self._frame, self._rules = frame, rules

    def concerns(self, phase: int) -> bool:
        """Every such phase."""
        return bool(self._rules.groups)

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit."""
        for unit in self._rules.own(state, state.phase_side):
            yield Action(TURN_UP, (self._frame.unit_ids[unit],))

    def can_act(self, state: Position) -> bool:
        """No phase waits for it."""
        return False

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a counter may not be turned up."""
        return self._rules.why_not_turn_up(state, self._frame.unit_index[action.units[0]])

    def perform(self, state: Position, action: Action) -> None:
        """Turn it up."""
        self._rules.turn_up(state, 1 << self._frame.unit_index[action.units[0]])


def _keeps_secrets(rules: Rules) -> bool:
    return rules.find(DummyRules) is not None


def _hides_nobody(state: Position, side: int) -> int:
    return 0


def _needs_no_note(state: Position, moments: object) -> None:
    """What a counter is is told to its side alone, whoever sees it."""


def _known_events(events: Iterable[Event], side: str) -> list[Event]:
    return [event for event in events if event.kind != "dummy_chosen" or event.side == side]


def _status(state: Position, unit: int) -> Iterator[Status]:
    record = state.memory[FACE_DOWN]
    if record.units >> unit & 1:
        yield Status("face down", "F")
    if record.nothing >> unit & 1:
        yield Status("a dummy", "D")


def _begins(state: Position, unit: int, said: object) -> None:
    """Whoever starts a game says that a counter lies face down, and whether it is nothing."""
    rules, name = state.rules.find(DummyRules), state.frame.unit_ids[unit]
    if rules is None or not any(group.units >> unit & 1 for group in rules.groups):
        raise ValueError(f"setup of {name}: its counter never lies face down in this game")
    if not isinstance(said, bool):
        raise ValueError(f"setup of {name}: dummy is True or False")
    record = state.memory[FACE_DOWN]
    nothing = record.nothing | (1 << unit if said else 0)
    state.remember(FACE_DOWN, FaceDown(record.units | 1 << unit, nothing, record.gone))


def _face_down(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        rules = state.rules.find(DummyRules)
        return rules.face_down(state) if rules is not None else 0

    return those_or_others(wanted, selectors, now)


def _in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}face down"


def _choose_label(action: Action, state: Position) -> str:
    name = action.units[0]
    cell = state.cells[state.frame.unit_index[name]]
    where_ = "" if cell == OFF_MAP else f" in {state.frame.board.number[cell]}"
    return f"{name}{where_} is a dummy"


VERBS = {
    CHOOSE: Verb(
        UNIT,
        "unit",
        _choose_label,
        in_secret=True,
        does="say that a counter is a dummy",
        needs=where(
            Dummies,
            lambda dummies: any(group.chosen == "owner" for group in dummies.by_id.values()),
        ),
    ),
    TURN_UP: Verb(
        UNIT,
        label=lambda action, state: f"Turn {action.units[0]} up",
        commits=True,
        does="turn a counter up that lies face down",
    ),
}
TASKS = {"dummies": ChoosingDummies}
TITLES = {"dummies": lambda game: game[Dummies].by_id}
SLOTS = (FACE_DOWN,)
STATUS = (_status,)
UNIT_BEGINNINGS = {"dummy": _begins}
SELECTS = {"face_down": Key(_face_down, _in_words)}
HIDES = (Hiding(_keeps_secrets, _hides_nobody, _needs_no_note, _known_events),)
BATTLE_STAGES = {"turn_up": (DummyRules, DummyRules.engages)}
CONTRIBUTIONS = {"movement": (TurningUp,)}
HOOKS = {
    "set_up": (LayingDown, LayingDown.set_up),
    "turns_begin": (DummyRules, DummyRules.all_come),
    "moved": (DummyRules, DummyRules.comes),
    "exposes": (DummyRules, DummyRules.exposes),
    "absent": (DummyRules, DummyRules.nothing),
    "secrets": (DummyRules, DummyRules.keep_secret),
    "keeps": (DummyRules, lambda rules, state: True),
    "guesses": (DummyGuesses, DummyGuesses.guess),
}
