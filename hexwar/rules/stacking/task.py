"""What a side sees of enemy stacks (section ``stacking``, key ``visible``), and the verb ``top``.

Where stacks hide what lies in them, the enemy sees the counter on top: the one that its owner put
there, else the first of the units file; a unit that attacks comes before those that do not. What is
seen follows from each position; what is *told* is harder, since an event must not name a unit that
was hidden when it happened. At the end of an action each event is noted with the units that were
hidden before and after it (:func:`note_hidden`), and is told without their names
(:func:`known_events`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import and_
from typing import NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.event import Event
from hexwar.engine.notation import UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.registry import AnyTime, Hiding
from hexwar.engine.rules import Rules
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import standing
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.values import UnitValues


class OnTop(NamedTuple):
    """Mask of the units that their owners put on top."""

    units: int = 0


ON_TOP = Slot("stacking", OnTop(), lasts="game")

_AT_ONCE = frozenset({"step_lost", "eliminated", "sent_back", "made_way"})
"""What happens to units one after the other though nobody chooses the order."""

_OUT_OF_SIGHT = {
    "moved": ("A unit below a top counter moves.", "{} units below a top counter move."),
    "entered": ("A unit enters below a top counter.", "{} units enter below a top counter."),
    "sent_back": ("A unit below a top counter goes back.", "{} units below a top counter go back."),
    "placed": (
        "A unit is set up below a top counter.",
        "{} units are set up below a top counter.",
    ),
    "made_way": (
        "A unit below a top counter makes way.",
        "{} units below a top counter make way.",
    ),
}
"""What is told of a unit that is not seen, where the event does not say it itself, and of several
that it happened to together.
"""
_NOTHING = "", ""


class VisibilityRules:
    """The unit on top of a stack, what lies hidden under it, and what is told of that."""

    def __init__(self, section: Stacking, forces: Forces, values: UnitValues) -> None:
        self.limited = section.visible == "top"
        self.cite = section.cite
        self._forces = forces
        self._values = values

    # -- what is seen ----------------------------------------------------------------------------

    def hidden(self, state: Position, side: int) -> int:
        """Mask of the units that ``side`` cannot see: all but the top counters of enemy stacks."""
        mask = 0
        if not self.limited:
            return mask
        for other in range(len(self._forces.of_side)):
            if other != side and state.stacked[other]:
                for cell in bits(state.stacked[other]):
                    stack = self._stack(state, other, cell)
                    top = self.top(state, stack)
                    # Of allies too, as of any other side.
                    mask |= mask_of(unit for unit in stack if unit != top)
        return mask

    def _stack(self, state: Position, side: int, cell: int) -> list[int]:
        return [unit for unit in state.standing(cell) if self._forces.side[unit] == side]

    def top(self, state: Position, stack: Sequence[int]) -> int:
        """The counter on top of a stack (units in the order of the units file)."""
        chosen = state.memory[ON_TOP].units
        able = self._may_be_on_top(state, stack)
        return next((unit for unit in able if chosen >> unit & 1), able[0])

    def _may_be_on_top(self, state: Position, stack: Sequence[int]) -> Sequence[int]:
        """The units that may be on top: those that attack, or all where none does."""
        unmodified_attack = self._values.unmodified_attack
        return [unit for unit in stack if unmodified_attack(state, unit) >= 1] or stack

    def may_lie_below(self, state: Position, top: int, unit: int) -> bool:
        """Whether a unit at full strength may lie below another, which is on top of its stack."""
        return self._may_be_on_top(state, [top, unit])[0] == top

    def forget_orders(self, state: Position, side: int, units: int) -> None:
        """A side does not know the order of other sides' stacks."""
        mine = self._forces.mask_of_side[side]
        state.remember(ON_TOP, OnTop(state.memory[ON_TOP].units & mine))

    # -- the order of a stack --------------------------------------------------------------------

    def explain_top(self, state: Position, side: int, unit: int) -> Violation | None:
        """Why ``side`` may not put a unit on top of its stack; ``None`` when it may."""
        name, cell = self._forces.ids[unit], state.cells[unit]
        if not self.limited:
            return self._refuse("The order of stacks does not matter: all units are seen.")
        if self._forces.side[unit] != side:
            return self._refuse(f"{name} does not belong to the side whose choice it is.")
        if cell == OFF_MAP or not state.stacked[side] >> cell & 1:
            return self._refuse(f"{name} is not in a stack.")
        stack = self._stack(state, side, cell)
        if unit not in self._may_be_on_top(state, stack):
            return self._refuse(f"{name} may not be on top: another unit of the stack attacks.")
        if self.top(state, stack) == unit:
            return self._refuse(f"{name} is on top already.")
        return None

    def put_on_top(self, state: Position, unit: int) -> None:
        """Put a unit on top of its stack."""
        stack = self._stack(state, self._forces.side[unit], state.cells[unit])
        chosen = state.memory[ON_TOP].units & ~mask_of(stack) | 1 << unit
        state.remember(ON_TOP, OnTop(chosen))
        if state.events is not None:
            name, number = self._forces.ids[unit], state.frame.board.number[state.cells[unit]]
            text = f"{name} is put on top in {number}."
            state.tell("on_top", self.cite.get("order", ""), text, unit=name, hex=number)

    def _refuse(self, message: str) -> Violation:
        return Violation(self.cite.get("order", ""), message, "stacking.order")


# -- what is told --------------------------------------------------------------------------------


def note_hidden(state: Position, moments: Sequence[Sequence[int]]) -> None:
    """Note in a state's events the units that each side did not see when they happened.

    ``moments``: the masks of those that each side does not know or see, before the first event, at
    each, and after the last. A unit that lay in the open at an event, at the one before or at the
    one after it is told by name: an event may be told before what it tells of or after it. What
    befalls several units at once is one event. A unit that takes part in a battle is in the open
    until the phase ends.
    """
    frame, events = state.frame, state.events or []
    index, at = frame.unit_index, 0
    for run in _happenings(events):
        here = moments[at + 1 : at + 2] if len(run) == 1 else ()
        around = (moments[0], moments[at], *here, moments[at + len(run) + 1], moments[-1])
        at += len(run)
        # A unit counts as hidden if it was so at all of these moments, before the first event and
        # after the last too.
        masks = [reduce(and_, masks) for masks in zip(*around, strict=True)]
        for event in run:
            about = (event.fields.get("unit", ""), event.fields.get("target", ""))
            named = mask_of(
                index[name] for name in {*event.fields.get("units", ()), *about} & index.keys()
            )
            event.hidden = {
                side: state.names_of(mask & named)
                for side, mask in zip(frame.side_ids, masks, strict=True)
                if mask & named
            }
    for phase in _by_phase(events):
        fought = {u for e in phase if e.kind == "battle" for u in (*e.attackers, *e.defenders)}
        if fought:
            for event in phase:
                event.hidden = {
                    side: tuple(unit for unit in units if unit not in fought)
                    for side, units in event.hidden.items()
                    if not fought.issuperset(units)
                }


def _by_phase(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of each phase."""
    phase: list[Event] = []
    for event in events:
        if event.kind == "phase_begins":
            yield phase
            phase = []
        phase.append(event)
    yield phase


def _happenings(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Events in runs of what happens at once though nobody chooses the order; else one by one."""
    at = 0
    while at < len(events):
        end, first = at + 1, events[at]
        if first.kind in _AT_ONCE:
            while end < len(events) and events[end].kind in _AT_ONCE:
                end += 1
        else:
            most = at + first.fields.get("together", 1)
            while end < min(most, len(events)) and events[end].kind == first.kind:
                end += 1
        yield list(events[at:end])
        at = end


def known_events(events: Iterable[Event], side: str) -> list[Event]:
    """Events as a side learns of them: without the units that it did not see.

    What befalls several units at once is told first of those that were seen: the order of the
    units file would tell something of the others.
    """
    known: list[Event] = []
    for several in _happenings(list(events)):
        known_to_side = [(side in event.hidden, _known_event(event, side)) for event in several]
        known_to_side.sort(key=lambda pair: (pair[0], str(pair[1]) if pair[0] else ""))
        in_order = [event for _, event in known_to_side]
        for (kind, text), alike in groupby(in_order, lambda event: (event.kind, event.text)):
            same = list(alike)
            # Of those that are not seen only how many they are.
            of_one, of_several = _OUT_OF_SIGHT.get(kind, _NOTHING)
            if len(same) > 1 and text == of_one:
                same = [Event(kind, same[0].rule, of_several.format(len(same)))]
            known += same
    return known


def _known_event(event: Event, side: str) -> Event:
    """An event as a side learns of it: hidden units without their names."""
    hidden = event.hidden.get(side, ())
    if not hidden:
        return event
    units = event.fields.get("units", ())
    seen = tuple(unit for unit in units if unit not in hidden)
    if event.kind == "set_up":
        all_places = event.fields.get("places", ())
        places = tuple(
            place for unit, place in zip(units, all_places, strict=False) if unit in seen
        )
        # The name of the side comes first, and may have a colon in it.
        side_named = event.text.removesuffix(f"{standing(units, all_places)}.")
        text = f"{side_named}{standing(seen, places)}."
        return Event(event.kind, event.rule, text, units=seen, places=places)
    listed = event.text.replace(
        ", ".join(units), ", ".join([*seen, *("a hidden unit" for _ in units[len(seen) :])])
    )
    # The longest first, as one name may begin another.
    names = "|".join(re.escape(unit) for unit in sorted(hidden, key=len, reverse=True))
    text = (
        event.fields.get("unseen")
        or _OUT_OF_SIGHT.get(event.kind, _NOTHING)[0]
        or re.sub(
            rf"(?<![\w.])(?:{names})(?![\w])", "a hidden unit", listed if units else event.text
        )
    )
    return Event(event.kind, event.rule, text, **({"units": seen} if seen else {}))


def _hides(rules: Rules) -> bool:
    return rules[VisibilityRules].limited


def _hidden(state: Position, side: int) -> int:
    return state.rules[VisibilityRules].hidden(state, side)


def _explain_top(state: Position, side: int, action: Action) -> Violation | None:
    unit = state.frame.unit_index[action.units[0]]
    return state.rules[VisibilityRules].explain_top(state, side, unit)


def _put_on_top(state: Position, action: Action) -> None:
    state.rules[VisibilityRules].put_on_top(state, state.frame.unit_index[action.units[0]])


def _begins(state: Position, unit: int, form: object) -> None:
    """Where stacks hide, a unit may begin on top of its own."""
    if form is not True:
        name = state.frame.unit_ids[unit]
        raise ValueError(f"setup of {name}: top is True, of the unit that lies on top")
    chosen = state.memory[ON_TOP].units
    state.remember(ON_TOP, OnTop(chosen | 1 << unit))


VERBS = {
    "top": Verb(UNIT, "unit", needs=where(Stacking, lambda stacking: stacking.visible == "top"))
}
SLOTS = (ON_TOP,)
HOOKS = {
    "placed": (StackingRules, StackingRules.misplaced),
    "forgets": (VisibilityRules, VisibilityRules.forget_orders),
}
HIDES = (Hiding(_hides, _hidden, note_hidden, known_events),)
UNIT_BEGINNINGS = {"top": _begins}
ANYTIME = {"top": AnyTime(_explain_top, _put_on_top)}
