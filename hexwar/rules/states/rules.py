"""Section ``states``: which units are in which state, what it forbids them, when it ends.

Some states hold by position: as long as something is true of where a unit is (`while`), nobody has
to put it there. The others are marks that results, orders or rules put on units, and that end: with
a phase or a turn, with what the unit does, once something becomes true, perhaps on a roll. What a
state forbids, allows and changes is asked by everybody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.formations import FormationRules
from hexwar.rules.language.by_unit import last_set, reckoned
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.dice import DiceThrow
from hexwar.rules.language.reading import Speaker, Words
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import either, every, in_words, number
from hexwar.rules.sequence.rules import ACTIVE
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.states.section import StateEnding, States, UnitState, ValueChange
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import written


class Turn(NamedTuple):
    """Whether the turn has begun: 1 from its first phase on."""

    begun: int = 0


TURN = Slot("states", Turn(), lasts="turn")

RECOVERY = "recovery"
"""The kind of phase that is there for this alone."""


class End(NamedTuple):
    """A way in which a state ends, for the units that fit if the test holds."""

    of: UnitState
    form: StateEnding
    fits: Callable[[Position], int]
    holds: Test


def _while_in_state(
    unit_state: UnitState, selectors: Selectors, conditions: Conditions
) -> Callable[[Position], int]:
    """The mask of the units that are in a state by where they are, while its condition holds."""
    fitting = selectors.mask(unit_state.while_)
    if unit_state.condition is None:
        return fitting
    holds = conditions.test(unit_state.condition)
    return lambda state: fitting(state) if holds(state) else 0


class StateRules:
    """States of units. Those that hold by position are found; the others are marks."""

    def __init__(
        self,
        frame: Frame,
        section: States,
        forces: Forces,
        selectors: Selectors,
        conditions: Conditions,
        formations: FormationRules | None,
    ) -> None:
        self._frame = frame
        self._forces = forces
        self._selectors = selectors
        phases = frame.resolved[SequenceOfPlay].phases
        self._inner = frozenset(at for at, phase in enumerate(phases) if phase.within)
        self._states = section.by_id
        self._by_place = {
            name: _while_in_state(unit_state, selectors, conditions)
            for name, unit_state in self._states.items()
            if unit_state.while_ is not None
        }
        self._formations = formations
        self._ends = tuple(
            End(unit_state, ending, selectors.mask(ending.once), conditions.test(ending.condition))
            for unit_state in self._states.values()
            for ending in unit_state.endings
        )
        self._once = tuple(
            end
            for end in self._ends
            if end.form.at is None and (end.form.once or end.form.condition)
        )
        self._forbidding = _by_act(
            (name, unit_state.forbids) for name, unit_state in self._states.items()
        )
        self._allowing = _by_act(
            (name, unit_state.allows) for name, unit_state in self._states.items()
        )
        self._ends_with = {deed: self._ended_by(deed) for deed in ("moved", "fired")}
        self._changes: dict[str, tuple[tuple[str, ValueChange], ...]] = {}
        for name, unit_state in self._states.items():
            for value, change in unit_state.modifiers.items():
                self._changes[value] = (*self._changes.get(value, ()), (name, change))

    # -- which units are in a state ---------------------------------------------------------------

    def has(self, state: Position, name: str) -> int:
        """The mask of the units that are in a state."""
        by_place = self._by_place.get(name)
        if by_place is None:
            return state.marks.get(name, 0)
        key = ("state", name)
        units: int | None = state.near.get(key)
        if units is None:
            units = state.near[key] = by_place(state)
        return units

    def of(self, state: Position, unit: int) -> Iterator[UnitState]:
        """The states that a unit is in, in the order of the section."""
        for name, unit_state in self._states.items():
            if self.has(state, name) >> unit & 1:
                yield unit_state

    def knows(self, name: str) -> bool:
        """Whether the game has a state of this name."""
        return name in self._states

    def title(self, name: str) -> str:
        """What players read of a state."""
        return self._states[name].title

    def cite(self, name: str) -> str:
        """The rule that a state comes from."""
        return self._states[name].cite

    def put(self, state: Position, name: str, units: int) -> None:
        """Put units (a mask) into a state, those of them on the map; and say so. A unit that is in
        it already, or in a worse one, comes into the next worse.
        """
        left = units & self._selectors.standing(state)
        levels = self._levels(name)
        # From the worst down: a unit that comes into the next worse one is not moved on again.
        for worse, level in pairwise(reversed(levels)):
            again = left & state.marks.get(level, 0)
            if again:
                state.mark(level, state.marks[level] & ~again)
                self._begin(state, worse, again)
                left &= ~again
        # Left over are those in the worst already: nothing more befalls them.
        for level in levels:
            left &= ~state.marks.get(level, 0)
        self._begin(state, name, left)

    def _begin(self, state: Position, name: str, units: int) -> None:
        fresh = units & ~state.marks.get(name, 0)
        if fresh:
            state.mark(name, state.marks.get(name, 0) | fresh)
            self._tell(state, "state_begins", name, fresh, "")

    def _levels(self, name: str) -> list[str]:
        """A state, and the worse ones that follow on it, the worst last."""
        levels = [name]
        while (worse := self._states[levels[-1]].again) and worse not in levels:
            levels.append(worse)
        return levels

    def worst(self, state: Position, name: str) -> int:
        """The mask of the units that nothing befalls when they are put into a state."""
        return self.has(state, self._levels(name)[-1])

    def lift(self, state: Position, name: str, units: int) -> None:
        """Take units (a mask) out of a state, and say so."""
        before = state.marks.get(name, 0)
        if before & units:
            state.mark(name, before & ~units)
            self._tell(state, "state_ends", name, before & units, " no longer")

    def _tell(self, state: Position, kind: str, name: str, units: int, how: str) -> None:
        if state.events is not None:
            unit_state, names = self._states[name], self._forces.named(units)
            text = f"{unit_state.title}{how}: {', '.join(names)}."
            state.tell(kind, unit_state.cite, text, units=names, state=name)

    # -- what it does -----------------------------------------------------------------------------

    def bars(self, act: str) -> bool:
        """Whether any state forbids something that units do."""
        return any(act in unit_state.forbids for unit_state in self._states.values())

    def turns_on_place(self, *concerns: str) -> bool:
        """Whether a state that holds by position forbids, allows or changes one of these."""
        held = [unit_state for name, unit_state in self._states.items() if name in self._by_place]
        touched = {
            word
            for held_state in held
            for word in (*held_state.forbids, *held_state.allows, *held_state.modifiers)
        }
        return not touched.isdisjoint(concerns)

    def barred(self, state: Position, act: str) -> int:
        """The mask of the units that may not do something for a state that they are in."""
        forbidding = self._forbidding.get(act)
        if forbidding is None:
            return 0
        key = ("barred", act)
        mask: int | None = state.near.get(key)
        if mask is None:
            mask = 0
            for name in forbidding:
                mask |= self.has(state, name)
            # One state that allows an act makes up for all that forbid it.
            if mask:
                for name in self._allowing.get(act, ()):
                    mask &= ~self.has(state, name)
            state.near[key] = mask
        return mask

    def barring(self, state: Position, unit: int, act: str) -> UnitState | None:
        """The state that forbids a unit to do something; ``None`` if none of its does."""
        if not self.barred(state, act) >> unit & 1:
            return None
        return next(unit_state for unit_state in self.of(state, unit) if act in unit_state.forbids)

    def why_not(self, state: Position, unit: int, act: str) -> Violation | None:
        """Why a unit may not do something; ``None`` if no state of it forbids it."""
        unit_state = self.barring(state, unit, act)
        if unit_state is None:
            return None
        text = f"{self._forces.ids[unit]} may not {in_words(act)}: {unit_state.title}."
        return Violation(unit_state.cite, text, f"states.{act}")

    def changes(self, value: str) -> bool:
        """Whether any state changes a value."""
        return value in self._changes

    def all_changes(self, value: str) -> tuple[ValueChange, ...]:
        """What states do to a value, in the order of the section."""
        return tuple(change for _, change in self._changes.get(value, ()))

    def changing(self, state: Position, unit: int, value: str) -> int:
        """A bit for each state that a unit is in and that changes a value, in their order."""
        held = 0
        for name, _ in self._changes.get(value, ()):
            held = held << 1 | self.has(state, name) >> unit & 1
        return held

    def changed(
        self, state: Position, unit: int, value: str, printed: int | Fraction
    ) -> int | Fraction:
        """A number as the states of a unit change it."""
        held = self.held(state, unit, value)
        return reckoned(held, printed) if held else printed

    def die(self, state: Position, unit: int, value: str) -> int:
        """The faces of a die as the states of a unit change it; 0 if the unit has none."""
        return int(last_set(self.held(state, unit, value), self._forces.die(unit, value)))

    def held(self, state: Position, unit: int, value: str) -> list[ValueChange]:
        """What the states that a unit is in do to a value, in the order of the section."""
        changes = self._changes.get(value, ())
        return [change for name, change in changes if self.has(state, name) >> unit & 1]

    # -- when it ends -----------------------------------------------------------------------------

    def concerned_at(self, moment: str) -> bool:
        """Whether any state may end at a moment of the game."""
        if moment in ("beaten", "forbids"):
            return True
        if self._once and moment in ("phase_begins", "battle_ends"):
            return True
        endings = [ending for unit_state in self._states.values() for ending in unit_state.endings]
        if moment in ("moved", "fired"):
            return any(getattr(ending, moment) for ending in endings)
        if moment == "battle_ends":
            return False
        at = "begin" if moment == "phase_begins" else "end"
        turn = {"turn_ends": (True,), "phase_closing": (False,)}.get(moment, (True, False))
        return any(ending.at == at and ending.turn in turn for ending in endings)

    def moved(self, state: Position, unit: int) -> None:
        """A unit has entered a hex."""
        self._did(state, unit, "moved")

    def fired(self, state: Position, unit: int) -> None:
        """A unit is about to fire."""
        self._did(state, unit, "fired")

    def _did(self, state: Position, unit: int, what: str) -> None:
        for name, ending in self._ends_with[what]:
            if state.marks.get(name, 0) >> unit & 1:
                self._lift(state, name, 1 << unit, ending)

    def _ended_by(self, what: str) -> list[tuple[str, StateEnding]]:
        """The states that end when a unit has done something, each with the first such ending."""
        ended = {}
        for name, unit_state in self._states.items():
            endings = [ending for ending in unit_state.endings if getattr(ending, what)]
            if endings:
                ended[name] = endings[0]
        return list(ended.items())

    def beaten(self, state: Position, unit: int, cell: int) -> None:
        """A unit is out of play: it is no longer in any state."""
        for name in self._states:
            held = state.marks.get(name, 0)
            if held >> unit & 1:
                state.mark(name, held ^ 1 << unit)

    def phase_begins(self, state: Position) -> None:
        """End what ends now; in the first phase of a turn also what ends with its beginning."""
        if not state.memory[TURN].begun:
            state.remember(TURN, Turn(1))
            self._end(state, "begin", turn=True)
        self._end(state, "begin", turn=False)
        self.look(state)

    def look(self, state: Position) -> None:
        """End what ends once something is true of a unit."""
        for of, ending, fits, holds in self._once:
            held = state.marks.get(of.id, 0)
            if held and holds(state):
                self._lift(state, of.id, held & fits(state), ending)

    def _lift(self, state: Position, name: str, over: int, ending: StateEnding) -> None:
        """Take units out of a state that ends for them, and put them into what it becomes."""
        leaving = over
        if ending.together is not None and self._formations is not None:
            # Those of their formations come out of it with them.
            named = {self._formations.named(unit) for unit in bits(over)} - {""}
            leaving |= state.marks.get(name, 0) & self._formations.of(named)
        self.lift(state, name, leaving)
        if ending.becomes:
            self._begin(state, ending.becomes, leaving)

    def phase_closing(self, state: Position) -> None:
        """End what ends with a phase."""
        self._end(state, "end", turn=False)

    def turn_ends(self, state: Position) -> None:
        """End what ends with a turn."""
        # The game may have been decided at this moment: no die is thrown after that.
        if not state.is_over:
            self._end(state, "end", turn=True)

    def _end(self, state: Position, at: str, *, turn: bool) -> None:
        """End those states whose moment has come, of this moment and kind (at a turn's end, or
        not).
        """
        marks = dict(state.marks)  # What a state has just become does not end at once.
        for of, ending, fits, holds in self._ends:
            held = marks.get(of.id, 0) & state.marks.get(of.id, 0)
            if held and ending.at == at and ending.turn == turn and holds(state):
                units = self._units_concerned(state, ending) & held & fits(state)
                self._lift(state, of.id, self._units_recovering(state, of, ending, units), ending)

    def _units_concerned(self, state: Position, ending: StateEnding) -> int:
        """The units that an ending is about in this phase, or at the turn of turns."""
        frame, index, everybody = self._frame, state.phase_index, self._selectors.everybody
        if ending.phase and frame.phase_ids[index] not in ending.phase:
            return 0
        if ending.kind and frame.phase_kinds[index] not in ending.kind:
            return 0
        if ending.turn:
            return everybody
        # A phase within an activation is only for activated units: no others of their side recover
        # there, and for no others is it their own phase.
        others = 0
        if index in self._inner and state.phase_side != NOBODY:
            others = self._forces.mask_of_side[state.phase_side] & ~state.memory[ACTIVE].units
        if ending.of == "any":
            recovers = frame.phase_kinds[index] == RECOVERY
            return everybody & ~others if recovers else everybody
        if state.phase_side == NOBODY:
            return 0
        own_units = self._forces.mask_of_side[state.phase_side] & ~others
        return own_units if ending.of == "own" else self._selectors.enemies(state.phase_side)

    def _units_recovering(
        self, state: Position, unit_state: UnitState, ending: StateEnding, units: int
    ) -> int:
        """Those of some units for which the state ends: all, or those that roll enough."""
        if ending.roll is None:
            return units
        over = 0
        for unit in bits(units):
            dice: DiceThrow | None
            if isinstance(ending.roll, str):
                dice = DiceThrow.written(ending.roll)
            else:
                sides = self.die(state, unit, ending.roll.value)
                dice = DiceThrow(1, sides) if sides else None
            if dice is None:
                continue
            faces = tuple([state.roll(dice.sides) for _ in range(dice.count)])
            if state.events is not None:
                name, thrown = self._forces.ids[unit], ", ".join(map(str, faces))
                text = f"{name} rolls {thrown} on {dice}: {unit_state.title}."
                state.tell(
                    "state_roll", unit_state.cite, text, unit=name, state=unit_state.id, dice=faces
                )
            if dice.read(faces) >= ending.at_least:
                over |= 1 << unit
        return over


def _by_act(acts_of: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """The states that say something of an act, by the act, in the order of the section."""
    states: dict[str, list[str]] = {}
    for name, acts in acts_of:
        for act in acts:
            states.setdefault(act, []).append(name)
    return states


# What the section ``states`` says, in sentences that players read.


def changes_in_words(unit_state: UnitState | None) -> Iterator[str]:
    """What a state does to values: ``attack x1/2``."""
    if not unit_state:
        return
    for value, change in unit_state.modifiers.items():
        if change.set is not None:
            yield f"{in_words(value)} {written(change.set)}"
        if change.add is not None:
            sign = "-" if change.add < 0 else "+"
            yield f"{in_words(value)} {sign}{number(abs(change.add))}"
        if change.multiply is not None:
            yield f"{in_words(value)} x{number(change.multiply)}"


def _modifiers(unit_state: UnitState, speaker: Speaker) -> str:
    return f"Its units have {every(changes_in_words(unit_state)) or 'their usual values'}."


def _forbids(unit_state: UnitState, speaker: Speaker) -> str:
    return (
        f"They may not {either(map(in_words, sorted(unit_state.forbids)))}."
        if unit_state.forbids
        else "They may do everything."
    )


def _allows(unit_state: UnitState, speaker: Speaker) -> str:
    acts = every(map(in_words, sorted(unit_state.allows)))
    may = f"They may {acts} although another state forbids it."
    return may if unit_state.allows else "They may do nothing that another state forbids."


def _condition_of_state(unit_state: UnitState, speaker: Speaker) -> str:
    if unit_state.while_ is None:
        return "Units are put into it."
    when = f", if {speaker.condition(unit_state.condition)}" if unit_state.condition else ""
    return f"It is that of {speaker.units(unit_state.while_)}{when}."


def _ends(unit_state: UnitState, speaker: Speaker) -> str:
    ends = (unit_state.ends,) if isinstance(unit_state.ends, StateEnding) else unit_state.ends
    ways = either(_ending(way, speaker) for way in ends)
    return f"It ends {ways}." if ways else "It does not end by itself."


def _ending(way: StateEnding, speaker: Speaker) -> str:
    """One way in which a state ends, behind *it ends*."""
    ways = ["when the unit has entered a hex"] if way.moved else []
    ways += ["when the unit fires"] if way.fired else []
    ways += [f"as soon as it is one of {speaker.units(way.once)}"] if way.once else []
    ways += [f"as soon as {speaker.condition(way.condition)}"] if way.condition else []
    if way.at is not None:
        ended = "any phase"
        if way.turn:
            ended = "the turn"
        elif way.phase:
            ended = speaker.phases(way.phase)
        elif way.kind:
            ended = f"a phase of {either(map(in_words, way.kind))}"
        whose = {"own": " of its own side", "enemy": " of the enemy", "any": ""}[way.of]
        ways.append(f"at the {'beginning' if way.at == 'begin' else 'end'} of {ended}{whose}")
    if way.roll is not None:
        dice = way.roll if isinstance(way.roll, str) else f"its {in_words(way.roll.value)}"
        ways.append(f"on {way.at_least} or more with {dice}")
    becomes = f", and is then {speaker.called('state', way.becomes)}" if way.becomes else ""
    others = ", and with it for all units of its formation" if way.together else ""
    return f"{' '.join(ways)}{becomes}{others}"


def _again(unit_state: UnitState, speaker: Speaker) -> str:
    worse = speaker.called("state", unit_state.again) if unit_state.again else "the same"
    return f"A unit that is put into it again comes into this state: {worse}."


WORDS: Words = {
    UnitState: {
        "modifiers": _modifiers,
        "forbids": _forbids,
        "allows": _allows,
        "while_": _condition_of_state,
        "ends": _ends,
        "again": _again,
    }
}
