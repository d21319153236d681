"""Section ``breakdown``: one counter for several, and several for one.

A counter is exchanged for its parts, or they for it: in a movement phase by choice (``break``,
``combine``), or by a result (``swap``). In this order: the form, which units may be exchanged now
and how, the actions and the step of results, the checks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, cast

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    Form,
    RuleNumber,
    defines,
    key,
    matching,
    name_of,
    says,
)
from hexwar.definition.model import Effect
from hexwar.definition.tree import MappingNode, descend
from hexwar.engine.action import Action
from hexwar.engine.notation import NAMED, Verb
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.wording import Names, every
from hexwar.rules.melee.section import Melee
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.sequence.rules import MOVED
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import mask_of
from hexwar.rules.units.section import Units

# -- what the section may say ----------------------------------------------------------------------


SEVENTH = {"whole": "R4", "parts": ["R1", "R2"]}
UnitName = Annotated[str, name_of("unit"), says("A unit.", "R1")]


class Breakdown(Form, example={"title": "7th Division", **SEVENTH}):
    """A unit and the smaller ones that it is made of."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "7th Division")] = ""
    unit: Annotated[UnitName, key("whole"), says("The counter for all of it.", "R4")]
    smaller: Annotated[
        tuple[UnitName, ...],
        key("parts"),
        NOT_EMPTY,
        ONCE,
        says(
            "The counters for its parts. Several units may share them, as substitutes: then those "
            "that are off the map and have not been lost will do.",
            ["R1", "R2"],
        ),
    ]
    does: Annotated[
        frozenset[Annotated[Literal["break", "combine"], says("What it may do.", "break")]],
        NOT_EMPTY,
        says("Whether it breaks down, is put together, or both.", ["break", "combine"]),
    ] = frozenset({"break", "combine"})
    phases: Annotated[
        tuple[Annotated[str, name_of("phase"), says("A phase.", "red_movement")], ...],
        NOT_EMPTY,
        ONCE,
        says("In which movement phases of its side; in all if left out.", ["red_movement"]),
    ] = ()
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""


class Breakdowns(Form, whole="by_id", example={"seventh": SEVENTH}):
    """Units that break down into smaller ones, and are put together again, where they stand: in a
    movement phase of their side, before any of them has moved in it, once in the phase. It costs
    nothing, and the units that come of it may move. Only units at full strength do; there must be
    room for them, and what they have been through (out of supply, disrupted) they share.
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("breakdown")], Breakdown], NOT_EMPTY
    ] = {}


class Swap(Form, example={"unit": "R1", "for": "R4"}):
    """A unit on the map becomes another, which is off the map and has not been lost: a militia that
    is trained, a leader with a new rank; or one of another side, where allies desert, a country
    rises or a neutral takes sides. It stands at full strength where the first stood and shares the
    states that it was in; the first is off the map and not lost. In a battle the other takes no
    part in what follows. Where either is not as it should be, the first hides, there is no room, or
    others in the hex are of another side than what it becomes, nothing happens.
    """

    unit: Annotated[UnitName, says("The counter on the map.", "R1")]
    other: Annotated[UnitName, key("for"), says("The counter that takes its place.", "R4")]

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("swap", said=cls(**values))


class SwapVerb(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    swap: Swap


# -- which units break down now, and which are put together ----------------------------------------

# Each entry is looked at both ways, the whole for its parts and the parts for the whole. What goes
# must stand in one hex, at full strength, before it has moved, and in the open; what comes must be
# off the map, not lost, and have room.


BREAK, COMBINE = "break", "combine"


class Regrouped(NamedTuple):
    """The entries that have broken down or been put together in the phase, by their places."""

    entries: tuple[int, ...] = ()


REGROUPED = Slot("breakdown", Regrouped(), lasts="phase")


class CompiledBreakdown(NamedTuple):
    """An entry of the section, compiled: units and side by index."""

    place: int
    form: Breakdown
    side: int
    whole: int
    parts: tuple[int, ...]
    phases: frozenset[int]


class CounterSwap(NamedTuple):
    """The counters that go, and those that come in their place."""

    before: tuple[int, ...]
    after: tuple[int, ...]


class BreakdownRules:
    """What may be done of it in a movement phase, and doing it."""

    def __init__(self, frame: Frame, section: Breakdowns, movement: MovementRules) -> None:
        self._frame, self._movement = frame, movement
        index = frame.unit_index
        self.entries = tuple(
            CompiledBreakdown(
                place,
                entry,
                frame.unit_side[index[entry.unit]],
                index[entry.unit],
                tuple(index[part] for part in entry.smaller),
                frozenset(map(frame.phase_ids.index, entry.phases or frame.phase_ids)),
            )
            for place, entry in enumerate(section.by_id.values())
        )

    def possible(self, state: Position) -> Iterator[tuple[str, CompiledBreakdown]]:
        """What its side may do now, verb by verb for each entry."""
        for entry in self.entries:
            for verb in (BREAK, COMBINE):
                if self.why_not(state, verb, entry) is None:
                    yield verb, entry

    def why_not(self, state: Position, verb: str, entry: CompiledBreakdown) -> Violation | None:
        """Why an entry does not break down, or is not put together, now."""
        title, done = entry.form.title, state.memory[REGROUPED].entries
        if entry.side != state.phase_side:
            return self._refuse(entry, f"{title} belongs to the other side.")
        if verb not in entry.form.does or state.phase_index not in entry.phases:
            becomes = "breaks down" if verb == BREAK else "is put together"
            return self._refuse(entry, f"{title} never {becomes} in this phase.")
        if entry.place in done:
            return self._refuse(entry, f"{title} has been regrouped in this phase.")
        before, after = self._units(verb, entry)
        ids, cells, moved = self._frame.unit_ids, state.cells, state.memory[MOVED].moved
        for unit in before:
            name = ids[unit]
            if cells[unit] == OFF_MAP:
                return self._violation(f"{name} is not on the map.")
            if cells[unit] != cells[before[0]]:
                return self._violation(f"{name} is not in one hex with {ids[before[0]]}.")
            if state.lost[unit]:
                return self._violation(f"{name} is not at full strength.")
            if moved >> unit & 1:
                return self._violation(f"{name} has moved, or does not move in this phase.")
            if state.secret >> unit & 1:
                return self._violation(f"{name} hides.")
        return self._why_no_room(state, before, after)

    def _units(self, verb: str, entry: CompiledBreakdown) -> CounterSwap:
        """The counters that go, and those that come."""
        if verb == BREAK:
            return CounterSwap((entry.whole,), entry.parts)
        return CounterSwap(entry.parts, (entry.whole,))

    def _why_no_room(
        self, state: Position, before: tuple[int, ...], after: tuple[int, ...]
    ) -> Violation | None:
        """Why other units cannot take their place."""
        ids, cells, stacking = self._frame.unit_ids, state.cells, self._movement.stacking
        for unit in after:
            if cells[unit] != OFF_MAP or state.eliminated >> unit & 1:
                where = "is on the map" if cells[unit] else "has been lost"
                return self._violation(f"{ids[unit]} {where}.")
        cell = cells[before[0]]
        mates = [
            mate for mate in self._movement.forces.of_side[state.phase_side] if cells[mate] == cell
        ]
        if not stacking.fit(state, cell, [*(mate for mate in mates if mate not in before), *after]):
            names = every(ids[unit] for unit in after)
            return stacking.refusal(after[0], names, self._frame.board.number[cell])
        return None

    def regroup(self, state: Position, verb: str, entry: CompiledBreakdown) -> None:
        """Break a unit down, or put it together from its parts."""
        before, after = self._units(verb, entry)
        cell = state.cells[before[0]]
        done = state.memory[REGROUPED].entries
        # What comes of it has begun its move in an enemy zone as well; the old counter is asked
        # while it is still there.
        began = self._movement.began_in_zone(state, before[0])
        put_in_place(state, before, after)
        if began:
            for unit in after:
                self._movement.begins_in_zone(state, unit)
        state.remember(REGROUPED, Regrouped((*done, entry.place)))
        if state.events is None:
            return
        number, parts = self._frame.board.number[cell], every(entry.form.smaller)
        text = f"{entry.form.title} in {number} breaks down into {parts}."
        if verb == COMBINE:
            text = f"{parts} in {number} become {entry.form.title}."
        unseen = f"Units in {number} are regrouped."
        state.tell("regrouped", entry.form.cite, text, unit=entry.form.unit, unseen=unseen)

    def _refuse(self, entry: CompiledBreakdown, message: str) -> Violation:
        return Violation(entry.form.cite, message, "breakdown.when")

    @staticmethod
    def _violation(message: str) -> Violation:
        return Violation("", message, "breakdown.units")


def put_in_place(state: Position, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    """Take counters off the map and put others in their place, at full strength; states that any
    of them were in they share.
    """
    cell, gone, come = state.cells[before[0]], mask_of(before), mask_of(after)
    shared = [name for name, marked in state.marks.items() if marked & gone]
    for unit in after:
        state.renew(unit)
        state.place(unit, cell)
    for unit in before:
        state.place(unit, OFF_MAP)
    for name in shared:
        # Last, as `renew` has taken every mark from those that come.
        state.mark(name, state.marks[name] & ~gone | come)


# -- ``break NAME`` and ``combine NAME`` in movement phases, and the verb ``swap`` of results ------

# A swap by a result is the same for a single counter; where it cannot be, nothing happens.


class Regrouping(MovementContribution):
    """Units break down, or are put together, before they move."""

    verbs: ClassVar[frozenset[str]] = frozenset({BREAK, COMBINE})

    def __init__(self, rules: BreakdownRules) -> None:
        self._rules = rules
        self._by_name = {entry.form.id: entry for entry in rules.entries}

    def concerns(self, phase: int) -> bool:
        """In the phases that some entry names."""
        return any(phase in entry.phases for entry in self._rules.entries)

    def actions(self, state: Position) -> Iterator[Action]:
        """Entry by entry."""
        for verb, entry in self._rules.possible(state):
            yield Action(verb, name=entry.form.id)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why it may not be done now."""
        entry = self._by_name.get(action.name)
        if entry is None:
            text = f"There is nothing called {action.name} that breaks down."
            return Violation("", text, "breakdown.units")
        return self._rules.why_not(state, action.verb, entry)

    def perform(self, state: Position, action: Action) -> None:
        """Put some counters in the place of others."""
        self._rules.regroup(state, action.verb, self._by_name[action.name])


def _break(action: Action, state: Position) -> str:
    entry = state.resolved[Breakdowns].by_id[action.name]
    return f"{entry.title} breaks down into {every(entry.smaller)}"


def _combine(action: Action, state: Position) -> str:
    entry = state.resolved[Breakdowns].by_id[action.name]
    return f"{every(entry.smaller)} become {entry.title}"


def swap(state: Position, parties: Parties, effect: Effect) -> None:
    """Turn a unit on the map into one off it, if there is room for that."""
    pair, index = cast(Swap, effect.said), state.frame.unit_index
    unit, other = index[pair.unit], index[pair.other]
    if state.cells[unit] == OFF_MAP or state.cells[other] != OFF_MAP:
        return
    # If the unit hides, not even that nothing happens is reported: that would say where it is.
    if state.eliminated >> other & 1 or state.secret >> unit & 1:
        return
    number = state.frame.board.number[state.cells[unit]]
    why_not = _no_room(state, unit, other)
    if why_not:
        text = f"{pair.unit} does not become {pair.other} in {number}: {why_not}."
        state.tell("not_regrouped", "", text, unit=pair.unit, unseen="")
        return
    put_in_place(state, (unit,), (other,))
    if state.events is not None:
        text = f"{pair.unit} in {number} becomes {pair.other}."
        unseen = f"Units in {number} are regrouped."
        state.tell("regrouped", "", text, unit=pair.other, unseen=unseen)


def _no_room(state: Position, unit: int, other: int) -> str:
    """Why a unit cannot stand where another does; empty if it can. Hidden units are not
    mentioned.
    """
    cell, sides = state.cells[unit], state.frame.unit_side
    mates = [mate for mate in state.standing(cell) if mate != unit]
    strangers = [mate for mate in mates if sides[mate] != sides[other]]
    # In a melee both sides may stand in a hex, and do not count against each other's limit.
    if state.resolved.section(Melee) is not None:
        mates = [mate for mate in mates if mate not in strangers]
        strangers = []
    if any(not state.secret >> mate & 1 for mate in strangers):
        return "units of another side are there"
    if strangers or not state.rules[StackingRules].fit(state, cell, [*mates, other]):
        return "there is no room for it"
    return ""


def swap_in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    pair = cast(Swap, effect.said)
    return f"{pair.unit} becomes {pair.other}"


VERBS = {
    BREAK: Verb(NAMED, label=_break, does="let a unit break down into smaller ones"),
    COMBINE: Verb(NAMED, label=_combine, does="put a unit together from its parts"),
}
SLOTS = (REGROUPED,)
CONTRIBUTIONS = {"movement": (Regrouping,)}
RESULTS = {"swap": swap}
MEANINGS = {"swap": swap_in_words}


# -- what is proved: that counters can replace each other ------------------------------------------


@of_each_game
def breakdowns_can_be(subject: Subject, findings: Findings) -> None:
    """A unit and at least two parts of its side, not all on the map from the start."""
    for entry in subject.game[Breakdowns].by_id.values():
        for wrong, hint in _faults(subject, entry):
            place = subject.key("breakdown", entry.id).place()
            findings.add("HW592", place, f"{entry.id}: {wrong}", help=hint)


@of_each_game
def swaps_are_of_two(subject: Subject, findings: Findings) -> None:
    """One counter becomes another."""
    for reference in subject.references:
        if reference.path[-2:] != ("swap", "for"):
            continue
        swapping = descend(subject.tree, reference.path[:-1])
        if isinstance(swapping, MappingNode) and swapping.text("unit") == reference.name:
            place = descend(swapping, ("for",)).place()
            message = f"{reference.name}, which takes the place of a counter, is itself"
            findings.add("HW593", place, message, help="name another counter")


def _faults(subject: Subject, entry: Breakdown) -> Iterator[tuple[str, str]]:
    """What contradicts itself in an entry, each with what to do about it."""
    counters, setup = subject.game[Units].counters, subject.game.scenario.setup
    units = [entry.unit, *entry.smaller]
    known = [counters[unit] for unit in units if unit in counters]
    if len(entry.smaller) < 2:
        yield "one counter is no parts", "name two at least"
    if entry.unit in entry.smaller:
        yield f"{entry.unit} is a part of itself", "leave it out of `parts`"
    if len({unit.side for unit in known}) > 1:
        yield "its counters are of several sides", "name counters of one side"
    on_map = [part for part in entry.smaller if part in setup]
    if entry.unit in setup and on_map:
        yield (
            f"{entry.unit} and its part {on_map[0]} are both set up",
            "set up one or the other",
        )
