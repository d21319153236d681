"""Choosing who hides, searching, and what others are told of it.

Hiding is chosen before the first turn, below the set-up; searching is contributed to phases of
movement and of activation. The second half is what the other sides learn: events about hidden units
lose the hex, the rolls, or are left out altogether.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.event import Event
from hexwar.engine.frame import Frame
from hexwar.engine.notation import ATTACKING, UNIT, Verb, where
from hexwar.engine.queries import Status
from hexwar.engine.registry import Hiding
from hexwar.engine.rules import Rules
from hexwar.engine.slot import UnitMask
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.hidden.rules import CHOSEN, SEARCHED, HiddenRules, SearchRules
from hexwar.rules.hidden.section import Hidden
from hexwar.rules.sequence.contribution import ActivationContribution, MovementContribution
from hexwar.rules.stacking.visibility import known_events, note_hidden

DONE = Action("done")


@dataclass(slots=True)
class HidingTask(Task):
    """A side chooses which of its units begin hidden: ``hide UNIT``, then ``done``."""

    kind = "hiding"
    owner: int

    def settle(self, state: Position) -> bool:
        """Go on when nobody is left to choose."""
        if state.rules[HiddenRules].able(state, self.owner):
            return True
        self._end(state)
        return False

    def _end(self, state: Position) -> None:
        state.rules[HiddenRules].show_the_others(state, self.owner)
        state.remember(CHOSEN, UnitMask())
        state.agenda.pop()
        if not state.agenda:
            state.begin_turns(0)

    def side(self, state: Position) -> int:
        """The side whose units may hide."""
        return self.owner

    def decision(self, state: Position) -> Decision:
        """Who may still be chosen."""
        return self.asks(
            state,
            "Choose which units begin hidden, or leave the rest in the open.",
            units=self._names(state),
            may_decline=True,
        )

    def _names(self, state: Position) -> tuple[str, ...]:
        ids = state.frame.unit_ids
        return tuple(ids[unit] for unit in state.rules[HiddenRules].able(state, self.owner))

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit, in the order of the units file; then ``done``."""
        for name in self._names(state):
            yield Action("hide", (name,))
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not hide."""
        rules = state.rules[HiddenRules]
        if action.verb == "done":
            return None
        if action.verb != "hide" or len(action.units) != 1:
            return _refuse(rules, "Choose who hides (hide UNIT), or end the choice (done).")
        (name,) = action.units
        unit = state.frame.unit_index[name]
        if state.frame.unit_side[unit] != self.owner:
            return _refuse(rules, f"{name} belongs to the other side.")
        if unit in rules.able(state, self.owner):
            return None
        if state.memory[CHOSEN].units >> unit & 1:
            return _refuse(rules, f"{name} hides already; undo to leave it in the open.")
        return _refuse(rules, f"{name} cannot hide where it begins.")

    def perform(self, state: Position, action: Action) -> None:
        """Hide a unit, or go on."""
        if action.verb == "done":
            self._end(state)
        else:
            unit = state.frame.unit_index[action.units[0]]
            state.rules[HiddenRules].choose(state, unit)


def _refuse(rules: HiddenRules, text: str) -> Violation:
    return Violation(rules.cite.get("hide", ""), text, "hidden.hide")


class HidingChoices:
    """The choices of the sides whose units may hide, put below the set-up by the players."""

    __slots__ = ("_rules",)

    def __init__(self, section: Hidden, rules: HiddenRules) -> None:
        self._rules = rules

    def set_up(self, state: Position) -> None:
        """Who could hide is out of sight at once; that is chosen when everybody is set up."""
        self._rules.keep_out_of_sight(state)
        if state.secret:
            # At the bottom of the agenda, below the set-up by the players: it is chosen when all
            # are placed.
            state.agenda[:0] = [HidingTask(side) for side in reversed(self._rules.sides)]


class Searches:
    """``search HEX by UNIT``, wherever it is contributed."""

    __slots__ = ("_frame", "_rules")
    verbs = frozenset({"search"})

    def __init__(self, frame: Frame, rules: SearchRules) -> None:
        self._frame, self._rules = frame, rules

    def concerns(self, phase: int) -> bool:
        """Every such phase of a game with searching."""
        return self._rules.is_known

    def _of_unit(self, state: Position, unit: int) -> Iterator[Action]:
        """The searches of a unit, hexes in map order."""
        for number in self._frame.board.numbers(self._rules.hexes(state, unit)):
            yield Action("search", (self._frame.unit_ids[unit],), (number,))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not search there."""
        if len(action.units) != 1:
            return self._rules.refuse_several()
        (name,), unit = action.units, self._frame.unit_index[action.units[0]]
        if self._frame.unit_side[unit] != state.phase_side:
            return self._rules.refuse_other_side(name)
        return self._rules.why_not(state, unit, action.hexes[0])

    def perform(self, state: Position, action: Action) -> None:
        """Search."""
        cell = self._frame.board.cell[action.hexes[0]]
        self._rules.search(state, self._frame.unit_index[action.units[0]], cell)


class SearchWhileMoving(Searches, MovementContribution):
    """In movement phases it is no move of the unit and hinders none."""

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit."""
        for unit, side in enumerate(self._frame.unit_side):
            if side == state.phase_side:
                yield from self._of_unit(state, unit)


class SearchWhenActive(Searches, ActivationContribution):
    """In its activation a unit searches before or after what else it does."""

    when = "free"

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """Of one unit."""
        return self._of_unit(state, unit)


# -- what others know ----------------------------------------------------------------------------

_UNNOTICED = frozenset({"hides", "placed", "made_way", "turned"})
"""Of what units do that hide, what nobody else learns has happened at all."""

_BY_PLACE = frozenset({"out_of_supply", "in_supply"})
"""What befalls units by where they are: that it befalls one that hides tells nobody."""

_UNSEEN = {
    "moved": "A hidden unit moves.",
    "entered": "A hidden unit enters.",
    "sent_back": "A hidden unit goes back.",
}
"""What others read of what units do that hide, where leaving out their place is not enough."""


def _hides(rules: Rules) -> bool:
    return rules.find(HiddenRules) is not None


def _hidden(state: Position, side: int) -> int:
    return state.rules[HiddenRules].hidden(state, side)


def _known_events(events: Iterable[Event], side: str) -> list[Event]:
    noticed = (_noticed(event, side) if side in event.hidden else event for event in events)
    return known_events([event for event in noticed if event is not None], side)


def _noticed(event: Event, side: str) -> Event | None:
    """What others learn of an event about units that hide; ``None`` if they learn of nothing."""
    if event.kind in _UNNOTICED or _is_secret_roll(event, side):
        return None
    if event.kind not in _BY_PLACE:
        return _placeless(event)
    units = event.fields.get("units", ())
    seen = tuple(unit for unit in units if unit not in event.hidden[side])
    text = event.text.replace(", ".join(units), ", ".join(seen))
    return Event(event.kind, event.rule, text, units=seen) if seen else None


def _is_secret_roll(event: Event, side: str) -> bool:
    """Whether it is a roll for units that all hide from a side: how many dice there are, and of how
    many faces, would show which they are. What is told of it instead the event may say itself.
    """
    fields = event.fields
    if "unseen" in fields or not {"dice", "die"} & fields.keys():
        return False
    about = {fields.get("unit", ""), fields.get("target", ""), *fields.get("units", ())} - {""}
    return about <= set(event.hidden[side])


def _placeless(event: Event) -> Event:
    """An event about units that hide, without the hex where they are."""
    fields = {"unseen": _UNSEEN[event.kind], **event.fields} if event.kind in _UNSEEN else {}
    where = re.escape(event.fields.get("hex", "")) or "(?!)"
    # An event without a hex has none to take out: `(?!)` matches nowhere.
    text = re.sub(rf" (?:in|to|at|from) {where}(?!\w)", "", event.text)
    about = Event(event.kind, event.rule, text, **(fields or event.fields))
    # By this `known_events`, which reads it next, leaves out the names of those that hide.
    about.hidden = event.hidden
    return about


def _status(state: Position, unit: int) -> Iterator[Status]:
    if state.secret >> unit & 1:
        yield Status("hidden", "H")


def _worth(state: Position, side: int, action: Action) -> float:
    """To hide is better than to be seen."""
    return float(action.verb == "hide")


def _hide_label(action: Action, state: Position) -> str:
    (name,) = action.units
    return f"{name} hides in {state.position(name)}"


def _search_label(action: Action, state: Position) -> str:
    return f"{action.units[0]} searches {action.hexes[0]}"


def _begins(state: Position, unit: int, said: object) -> None:
    """Whoever starts a game says that a unit begins hidden."""
    rules, name = state.rules.find(HiddenRules), state.frame.unit_ids[unit]
    if rules is None or state.frame.unit_side[unit] not in rules.sides:
        raise ValueError(f"setup of {name}: its side hides no units in this game")
    if not isinstance(said, bool):
        raise ValueError(f"setup of {name}: hidden is True or False")
    if said:
        state.conceal(1 << unit)


UNIT_BEGINNINGS = {"hidden": _begins}
VERBS = {
    "hide": Verb(UNIT, "unit", _hide_label, does="let a unit begin hidden"),
    "search": Verb(
        ATTACKING,
        "target",
        _search_label,
        does="look for hidden units in a hex",
        needs=where(Hidden, lambda hidden: hidden.search),
    ),
}
TASKS = {"hiding": HidingTask}
SLOTS = (CHOSEN, SEARCHED)
HOOKS = {
    "set_up": (HidingChoices, HidingChoices.set_up),
    "treads": (HiddenRules, HiddenRules.treads),
    "meets": (HiddenRules, HiddenRules.meets),
    "moved": (HiddenRules, HiddenRules.moved),
    "surprises": (HiddenRules, HiddenRules.ambush),
    "fired": (HiddenRules, HiddenRules.fired),
    "did": (HiddenRules, HiddenRules.did),
}
STATUS = (_status,)
HIDES = (Hiding(_hides, _hidden, note_hidden, _known_events),)
CONTRIBUTIONS = {"movement": (SearchWhileMoving,), "activation": (SearchWhenActive,)}
WORTH = {"hiding": _worth}
