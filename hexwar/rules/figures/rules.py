"""Section ``figures``: in what condition the figures of each unit are, and how that changes.

Counts go by condition, in the order of the section: hits are taken by the figures that fight, in
that order, and move them to the condition `hit`. In a phase of casualties a die says what each of
them becomes; at the end of a turn enemies near by may take them. A unit with no figure left with it
is out of play.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from hexwar.definition.spelling import suggestion
from hexwar.engine.action import Action
from hexwar.engine.dice import Thrown
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.figures.section import Figures
from hexwar.rules.language.dice import all_throws
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every, several
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import ActivationContribution, When
from hexwar.rules.units.rules import Forces, mask_of

Counts = tuple[int, ...]
"""How many figures of a unit are in each condition, in the order of the section."""


class Roster(NamedTuple):
    """The figures of each unit, by unit; one of no entries is as it began."""

    units: tuple[Counts, ...] = ()

    def without(self, units: int) -> Roster:
        """The record without these units."""
        return Roster(
            tuple(() if units >> unit & 1 else counts for unit, counts in enumerate(self.units))
        )


ROSTER = Slot("figures", Roster(), lasts="game")


class FigureRules:
    """``effective_in`` are the places of the conditions in which a figure fights, ``conditions``
    the ids of all.
    """

    def __init__(
        self, frame: Frame, section: Figures, forces: Forces, selectors: Selectors
    ) -> None:
        self._board, self._forces, self._section = frame.board, forces, section
        named = section.conditions
        self.conditions = tuple(named)
        self._titles = tuple(condition.title for condition in named.values())
        self.effective_in = self._places(*(name for name in named if named[name].effective))
        self._gone = self._places(*(name for name in named if named[name].gone))
        (self._hit,) = self._places(section.hit)
        numbers = [int(forces.number(unit, section.number)) for unit in range(len(forces.ids))]
        rest = (0,) * (len(self.conditions) - 1)
        self._begin = tuple((number, *rest) for number in numbers)
        # The roster that was asked about last, and the mask of the units that fight in it.
        self._fighting: tuple[object, int] = (None, 0)
        check = section.check
        self._modifiers = tuple(
            (modifier.roll, selectors.fits(modifier.only))
            for modifier in (check.modifiers.values() if check else ())
        )
        self._faces = {
            face: self.place(name)
            for row, name in (check.results.items() if check else ())
            for face in (check.thrown.within(row) if check else ())
        }

    def place(self, condition: str) -> int:
        """The place of a condition in the counts."""
        return self.conditions.index(condition)

    def _places(self, *conditions: str) -> tuple[int, ...]:
        return tuple(map(self.place, conditions))

    # -- what is there ---------------------------------------------------------------------------

    def counts(self, state: Position, unit: int) -> Counts:
        """How many figures of a unit are in each condition."""
        roster = state.memory[ROSTER].units
        return (roster[unit] if roster else ()) or self._begin[unit]

    def troops(self, state: Position) -> list[int]:
        """The units that have figures, on the map or off it."""
        roster = state.memory[ROSTER].units or self._begin
        return [unit for unit, counts in enumerate(roster) if any(counts or self._begin[unit])]

    def count(self, state: Position, unit: int, condition: str) -> int:
        """How many figures of a unit are in a condition."""
        return self.counts(state, unit)[self.place(condition)]

    def effective(self, state: Position, unit: int) -> int:
        """How many figures of a unit fight."""
        counts = self.counts(state, unit)
        return sum([counts[place] for place in self.effective_in])

    def effective_units(self, state: Position, side: int) -> int:
        """Mask of the units of a side on the map that have an effective figure."""
        mine = self._forces.of_side[side]
        return mask_of([unit for unit in mine if state.cells[unit] and self.effective(state, unit)])

    def having(self, state: Position, conditions: tuple[str, ...]) -> int:
        """Mask of the units that have a figure in one of some conditions."""
        places = self._places(*conditions)
        return mask_of(
            [
                unit
                for unit in self.troops(state)
                if any(self.counts(state, unit)[place] for place in places)
            ]
        )

    def fighting(self, state: Position) -> int:
        """Mask of the units that have an effective figure, on the map or off it."""
        # Asked in every position; which units fight changes only with the roster, which is never
        # altered in place.
        asked_of, fighting = self._fighting
        units = state.memory[ROSTER].units
        if units is not asked_of:
            fighting = mask_of([unit for unit in self.troops(state) if self.effective(state, unit)])
            self._fighting = units, fighting
        return fighting

    def total(self, state: Position, side: int, places: tuple[int, ...]) -> int:
        """How many figures of a side are in some conditions, on the map and off it."""
        all_counts = [self.counts(state, unit) for unit in self._forces.of_side[side]]
        return sum([counts[place] for counts in all_counts for place in places])

    def in_words(self, state: Position, unit: int) -> str:
        """The figures of a unit: ``3 fit, 1 down``."""
        return ", ".join(
            f"{number} {title.lower()}"
            for number, title in zip(self.counts(state, unit), self._titles, strict=True)
            if number
        )

    def why_not(self, state: Position, unit: int, act: str) -> Violation | None:
        """Why a unit does nothing: it has figures, and none of them is effective."""
        if self.fighting(state) >> unit & 1 or not any(self.counts(state, unit)):
            return None
        text = f"{self._forces.ids[unit]} has nobody effective."
        return Violation(self._section.cite.get("effective", ""), text, "figures.effective")

    def given(self, unit: int, form: object) -> Counts:
        """The figures of a unit as a caller gives them, by condition: ``{"fit": 2, "down": 1}``.

        ValueError for what they cannot be; a unit on the map has some figure with it.
        """
        name = self._forces.ids[unit]
        if not isinstance(form, Mapping):
            raise ValueError(f"figures of {name}: say how many by condition, such as {{'fit': 2}}")
        for condition, number in form.items():
            if condition not in self.conditions:
                proposal = suggestion(str(condition), self.conditions)
                raise ValueError(f"figures of {name}: there is no {condition!r}; {proposal}")
            if type(number) is not int or number < 0:
                raise ValueError(f"figures of {name}: {number!r} is no number of figures")
        counts = tuple(form.get(condition, 0) for condition in self.conditions)
        if sum(counts) <= sum(counts[place] for place in self._gone):
            raise ValueError(f"figures of {name}: nobody is with the unit, and it is on the map")
        return counts

    # -- how it changes --------------------------------------------------------------------------

    def put(self, state: Position, unit: int, counts: Counts) -> None:
        """Let the figures of a unit be so; one that has none left with it is out of play."""
        roster = list(state.memory[ROSTER].units or ((),) * len(self._begin))
        roster[unit] = counts
        state.remember(ROSTER, Roster(tuple(roster)))
        with_it = sum(counts) - sum([counts[place] for place in self._gone])
        if not with_it and state.cells[unit] != OFF_MAP:
            state.eliminate(unit)
            if state.events is not None:
                name = self._forces.ids[unit]
                rule = self._section.cite.get("hit", "")
                state.tell("eliminated", rule, f"{name} has no figure left.", unit=name)

    def change(self, state: Position, unit: int, before: int, after: int, number: int = 1) -> None:
        """Let figures of a unit go from one condition (its place) to another."""
        counts = list(self.counts(state, unit))
        counts[before] -= number
        counts[after] += number
        self.put(state, unit, tuple(counts))

    def transfer(self, state: Position, unit: int, to: int, places: tuple[int, ...]) -> None:
        """Let figures of a unit, each by its condition, be with another unit."""
        for place in places:
            here, there = list(self.counts(state, unit)), list(self.counts(state, to))
            here[place] -= 1
            there[place] += 1
            self.put(state, to, tuple(there))
            self.put(state, unit, tuple(here))

    def hit(self, state: Position, unit: int, number: int) -> int:
        """Hit so many effective figures of a unit, or all there are; how many were hit."""
        counts, left = list(self.counts(state, unit)), number
        for place in self.effective_in:
            taken = min(left, counts[place])
            counts[place] -= taken
            counts[self._hit] += taken
            left -= taken
        hit = number - left
        if hit and state.events is not None:
            name = self._forces.ids[unit]
            fell = f"{several(hit, 'figure')} of {name} {'is' if hit == 1 else 'are'} hit."
            rule = self._section.cite.get("hit", "")
            state.tell("figures_hit", rule, fell, unit=name, figures=hit)
        if hit:
            self.put(state, unit, tuple(counts))
            # Those it escorts leave it, and what it did is forgotten, though it is still on the
            # map; for one that is eliminated this has been done already.
            if state.cells[unit] != OFF_MAP and not self.effective(state, unit):
                for hook in state.rules.hooks.beaten:
                    hook(state, unit, state.cells[unit])
        return hit

    # -- what became of them ---------------------------------------------------------------------

    def check(self, state: Position) -> None:
        """Roll for every figure that is to be looked at, unit by unit."""
        check = self._section.check
        if check is None:
            return
        for unit in self.troops(state):
            if state.cells[unit] != OFF_MAP and self._is_looked_at(state, unit):
                # As they are now: a figure that comes into a later condition is not rolled for
                # again.
                counts = self.counts(state, unit)
                for place in self._places(*check.condition):
                    self._look_at(state, unit, place, counts[place], check.thrown.sides)

    def _is_looked_at(self, state: Position, unit: int) -> bool:
        """Whether the unit has an effective figure, or an effective friend near enough.

        No unit is near to one that hides.
        """
        check = self._section.check
        if check is None or check.helped_within is None or self.effective(state, unit):
            return True
        if state.secret >> unit & 1:
            return False
        near = self._board.within(self._board.bit[state.cells[unit]], check.helped_within)
        return bool(near & self._hexes_of_effective(state, self._forces.side[unit]))

    def _look_at(self, state: Position, unit: int, place: int, figures: int, sides: int) -> None:
        """Roll for so many figures of a unit in a condition, each with a die of so many sides."""
        if not figures:
            return
        dice = (sides,) * figures
        # What each face makes of a figure, once for all figures in this condition: modifiers
        # concern the unit.
        added = sum([roll for roll, fits in self._modifiers if fits(state, unit)])
        # Beyond the faces that there are the last one counts.
        last = len(self._faces)
        becomes = [self._faces[max(1, min(n + added, last))] for n in range(1, sides + 1)]
        faces = state.throw(dice, partial(_throws, dice, becomes))
        became: dict[int, int] = {}
        for face in faces:
            after = becomes[face - 1]
            became[after] = became.get(after, 0) + 1
        if state.events is not None:
            name = self._forces.ids[unit]
            outcome = every(
                f"{became[after]} {self._titles[after].lower()}" for after in sorted(became)
            )
            thrown = f"{'die' if figures == 1 else 'dice'} {', '.join(map(str, faces))}"
            text = f"Casualties of {name}: {thrown}: {outcome}."
            rule = self._section.cite.get("check", "")
            state.tell("casualties", rule, text, unit=name, dice=faces)
        for after, number in became.items():
            self.change(state, unit, place, after, number)

    def _hexes_of_effective(self, state: Position, side: int) -> int:
        # A hidden unit is near to none: the figures it helps or takes would give away where it is.
        units = bits(self.effective_units(state, side) & ~state.secret)
        return sum({self._board.bit[state.cells[unit]] for unit in units})

    def turn_ended(self, state: Position) -> None:
        """Figures are taken by effective enemies near them, if no effective friend is near."""
        capture = self._section.capture
        if capture is None:
            return
        after = self.place(capture.becomes)
        rule, becomes = self._section.cite.get("capture", ""), self._titles[after].lower()
        for unit in self.troops(state):
            name, side, cell = self._forces.ids[unit], self._forces.side[unit], state.cells[unit]
            is_meant = capture.side is None or self._forces.side_ids[side] == capture.side
            if cell == OFF_MAP or not is_meant:
                continue
            near = self._board.within(self._board.bit[cell], capture.within)
            others = [other for other in range(len(self._forces.of_side)) if other != side]
            enemy = any(near & self._hexes_of_effective(state, other) for other in others)
            if not enemy or near & self._hexes_of_effective(state, side):
                continue
            for place in self._places(*capture.condition):
                number = self.counts(state, unit)[place]
                if number and state.events is not None:
                    text = f"{several(number, 'figure')} of {name}: {becomes}."
                    state.tell("figures_taken", rule, text, unit=name, figures=number)
                if number:
                    self.change(state, unit, place, after, number)


def _throws(dice: Sequence[int], becomes: Sequence[int]) -> Sequence[Thrown]:
    """All that the dice of figures come to, each face by what it makes of a figure: how many are in
    each condition afterwards.
    """

    def after(counts: Counts, _: int, face: int) -> Counts:
        counted = list(counts)
        counted[becomes[face - 1]] += 1
        return tuple(counted)

    return all_throws(dice, (0,) * (max(becomes) + 1), after, lambda counts: counts)


# Casualties taken off the table: a figure that can fight goes with one that cannot, as a party.
#
# The party is a counter that begins off the map. It takes two figures out of the unit, and moves
# and counts like any unit from then on.


EVACUATE = "evacuate"


class Evacuation(ActivationContribution):
    """``evacuate UNIT HEX``: an effective figure of a unit that acts leaves it for a hex beside it
    with one of its casualties; they are a unit of their own from then on.
    """

    verbs: ClassVar[frozenset[str]] = frozenset({EVACUATE})
    when: ClassVar[When] = "free"

    def __init__(
        self, frame: Frame, section: Figures, figures: FigureRules, movement: MovementRules
    ) -> None:
        self._frame, self._section = frame, section
        self._figures, self._movement = figures, movement
        evacuation = section.evacuation
        self._parties = tuple(
            frame.unit_index[name] for name in (evacuation.units if evacuation else ())
        )

    def concerns(self, phase: int) -> bool:
        """Wherever units act, in games in which casualties are evacuated."""
        return bool(self._parties)

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """The hexes beside it where a party may form, in map order."""
        party = self._party(state, unit)
        if party is None or self._why_not_unit(state, unit) is not None:
            return
        name = self._frame.unit_ids[unit]
        for number in self._frame.board.numbers(self._hexes(state, unit, party)):
            yield Action(EVACUATE, (name,), (number,))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why no casualty is evacuated there."""
        if len(action.units) != 1 or len(action.hexes) != 1:
            return Violation("", f"Write: {EVACUATE} UNIT HEX.", "notation")
        name = action.units[0]
        unit = self._frame.unit_index[name]
        refused = self._why_not_unit(state, unit)
        if refused is not None:
            return refused
        party = self._party(state, unit)
        if party is None:
            return self._refuse("There is no counter left for those who are evacuated.")
        cell = self._frame.board.cell[action.hexes[0]]
        if self._hexes(state, unit, party) >> cell & 1:
            return None
        return self._refuse(f"{action.hexes[0]} is not a free hex beside {name}.")

    def _why_not_unit(self, state: Position, unit: int) -> Violation | None:
        """Why a unit sends no casualty away; ``None`` if it may."""
        name = self._frame.unit_ids[unit]
        if unit in self._parties:
            return self._refuse(f"{name} is on its way already.")
        if not self._figures.effective(state, unit):
            return self._refuse(f"{name} has no effective figure to go along.")
        if not self._casualties(state, unit):
            return self._refuse(f"{name} has no casualty to take away.")
        if self._couple(state, unit) is None:
            return self._refuse(f"{name} has nobody left who could go along.")
        return state.forbidden(unit, "move")

    def _refuse(self, message: str) -> Violation:
        rule = self._section.cite.get("evacuation", "")
        return Violation(rule, message, "figures.evacuation")

    def _casualties(self, state: Position, unit: int) -> list[int]:
        """The conditions, by their places, of casualties that can be taken, as they are named."""
        evacuation, counts = self._section.evacuation, self._figures.counts(state, unit)
        places = [
            self._figures.place(name) for name in (evacuation.condition if evacuation else ())
        ]
        return [place for place in places if counts[place]]

    def _couple(self, state: Position, unit: int) -> tuple[int, int] | None:
        """The conditions (their places) of the figure that goes along and of the one that is taken:
        the worst figure that can fight, as the unit can spare it best, and the first casualty
        named. No figure goes along with itself.
        """
        counts = self._figures.counts(state, unit)
        for casualty in self._casualties(state, unit):
            for fit in reversed(self._figures.effective_in):
                # A wounded figure may still fight: then there must be two of them.
                if counts[fit] > (fit == casualty):
                    return fit, casualty
        return None

    def _party(self, state: Position, unit: int) -> int | None:
        """The first counter of the unit's side that is free."""
        side = self._frame.unit_side[unit]
        for party in self._parties:
            # A counter that was used keeps its figures when it leaves the map, and does not come
            # again.
            unused = state.cells[party] == OFF_MAP and not sum(self._figures.counts(state, party))
            if unused and self._frame.unit_side[party] == side:
                return party
        return None

    def _hexes(self, state: Position, unit: int, party: int) -> int:
        """Mask of the free hexes beside a unit."""
        side, movement = self._frame.unit_side[unit], self._movement
        near = self._frame.board.adjacent[state.cells[unit]] & movement.costs[party].passable
        return near & ~state.enemies_of(side) & ~movement.stacking.full(state, party)

    def perform(self, state: Position, action: Action) -> None:
        """Let the party form."""
        unit = self._frame.unit_index[action.units[0]]
        party, couple = self._party(state, unit), self._couple(state, unit)
        if party is None or couple is None:
            raise LookupError(f"nobody of {action.units[0]} can be evacuated")
        cell = self._frame.board.cell[action.hexes[0]]
        self._figures.transfer(state, unit, party, couple)
        state.place(party, cell)
        if state.events is not None:
            names = self._frame.unit_ids
            text = f"{names[party]} leaves {names[unit]} with a casualty, for {action.hexes[0]}."
            rule = self._section.cite.get("evacuation", "")
            state.tell("evacuated", rule, text, unit=names[party], hex=action.hexes[0])


def label(action: Action, state: Position) -> str:
    """The action as a line in a list."""
    return f"{action.units[0]} sends a casualty off by {action.hexes[-1]}"
