"""Who may place markers now, and where: the one home of what is legal of it.

What may be placed where is said once, as requirements (`_where`): the list of legal actions is read
off their masks, a refusal off the first that a hex does not meet. A side lays markers by itself, or
units dig them where they stand; a result of a battle or a table places them whoever is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from hexwar.definition.grammar import does
from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.violation import Requirement, Violation, first_broken, where_all_hold
from hexwar.rules.language.conditions import ANY, Conditions, Measure
from hexwar.rules.language.section import Count
from hexwar.rules.language.selector import ValueOf
from hexwar.rules.language.selectors import Selectors, is_at, selected
from hexwar.rules.language.wording import several
from hexwar.rules.markers.rules import LAID, Laid, MarkerRules, why_no_time
from hexwar.rules.markers.section import MarkerPlacing, Markers
from hexwar.rules.values.rules import NamedValues


class Laying(NamedTuple):
    """How markers of one kind are placed, compiled.

    ``phases`` by index, ``by`` the units that place them (``None``: the side), ``hexes`` where.
    """

    said: MarkerPlacing
    side: int
    phases: frozenset[int]
    by: Callable[[Position], int] | None
    hexes: int
    near: Callable[[Position], int] | None


class PlacingRules:
    """Placing by a side (``lay``), by units (``dig``) and by results; ``_most`` by kind."""

    __slots__ = ("_frame", "_laying", "_most", "_rules", "_selectors", "_values")

    def __init__(
        self,
        frame: Frame,
        section: Markers,
        rules: MarkerRules,
        selectors: Selectors,
        conditions: Conditions,
        values: NamedValues,
    ) -> None:
        self._frame, self._rules = frame, rules
        self._selectors, self._values = selectors, values
        self._most = tuple(_most(marker.most, conditions) for marker in section.by_id.values())
        self._laying = {
            marker.id: self._compiled(place, marker.place)
            for place, marker in enumerate(section.by_id.values())
            if marker.place
        }

    def _compiled(self, place: int, said: MarkerPlacing) -> Laying:
        kind, frame, selectors = self._rules.kinds[place], self._frame, self._selectors
        numbers = (
            number for number in frame.map if said.at is None or is_at(said.at, frame.map, number)
        )
        return Laying(
            said,
            kind.side,
            frozenset(map(frame.phase_ids.index, said.phase)),
            selectors.mask(said.by, kind.side) if said.by else None,
            frame.board.mask(numbers),
            selectors.mask(said.within.of, kind.side) if said.within else None,
        )

    # -- what is legal -----------------------------------------------------------------------------

    def concerns(self, phase: int) -> bool:
        """Whether anything is ever placed in a phase."""
        return any(phase in laying.phases for laying in self._laying.values())

    def places(self, state: Position) -> Iterator[tuple[str, int]]:
        """Each kind that its side may place now by itself, with the mask of the hexes."""
        for name, laying in self._laying.items():
            if laying.by is None and not self._why_not_now(state, name):
                hexes = self._hexes(state, name)
                if hexes:
                    yield name, hexes

    def diggers(self, state: Position) -> Iterator[tuple[int, str]]:
        """The units that may place a marker where they stand, each with the kind."""
        for name, laying in self._laying.items():
            if laying.by is not None and not self._why_not_now(state, name):
                hexes = self._hexes(state, name)
                for unit in bits(
                    laying.by(state) & self._selectors.forces.mask_of_side[laying.side]
                ):
                    if hexes >> state.cells[unit] & 1 and not self._why_not_unit(state, unit, name):
                        yield unit, name

    def why_not_lay(self, state: Position, name: str, number: str) -> Violation | None:
        """Why a side may not place a marker in a hex."""
        refused = self._why_not_now(state, name)
        if refused:
            return refused
        if self._laying[name].by is not None:
            return self._refuse(name, f"{self._title(name)} is placed by units: dig.")
        cell = self._frame.board.cell.get(number)
        if cell is None:
            return self._refuse(name, f"{number} is not a hex of the map.")
        return self._why_not_in(state, name, cell)

    def why_not_dig(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a unit may not place a marker where it stands."""
        refused = self._why_not_now(state, name)
        if refused:
            return refused
        laying, who = self._laying[name], self._frame.unit_ids[unit]
        if laying.by is None:
            return self._refuse(name, f"{self._title(name)} is placed by no unit: lay.")
        if self._frame.unit_side[unit] != laying.side:
            return self._refuse(name, f"{who} belongs to the other side.")
        if not state.cells[unit]:
            return self._refuse(name, f"{who} is not on the map.")
        if not laying.by(state) >> unit & 1:
            which = selected(laying.said.by) if laying.said.by else ""
            return self._refuse(name, f"{who} does not place {self._title(name)}: {which}.")
        return self._why_not_unit(state, unit, name) or self._why_not_in(
            state, name, state.cells[unit]
        )

    def _why_not_now(self, state: Position, name: str) -> Violation | None:
        """Why none of a kind is placed at the moment, by whomever."""
        laying = self._laying.get(name)
        if laying is None:
            known = ", ".join(self._laying)
            return Violation("", f"No marker {name} is ever placed; there are: {known}.", "markers")
        title = self._title(name)
        if state.phase_index not in laying.phases or state.phase_side != laying.side:
            return self._refuse(name, f"{title} is not placed in this phase.")
        place = self._rules.place_of(name)
        most, there = self._most[place](state), self._rules.lying(state)[place].bit_count()
        if there >= most:
            text = f"{title}: {there} on the map, and there may be {most} at most."
            return Violation(
                self._rules.kinds[place].said.cite.get("most", ""), text, "markers.most"
            )
        now = self._laid(state)[place]
        if laying.said.most is not None and now >= laying.said.most:
            text = f"{title}: {several(now, 'marker')} placed in this phase, the most there may be."
            return self._refuse(name, text)
        return None

    def _why_not_unit(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a unit has no time to place anything."""
        why = why_no_time(state, unit, already="placed a marker", does="places")
        return self._refuse(name, why) if why else None

    def _why_not_in(self, state: Position, name: str, cell: int) -> Violation | None:
        """Why no marker of a kind is placed in a hex."""
        return first_broken(self._where(state, name, self._frame.board.number[cell]), cell)

    def _hexes(self, state: Position, name: str) -> int:
        """Mask of the hexes in which a marker of a kind may be placed."""
        return where_all_hold(self._where(state, name))

    def _where(self, state: Position, name: str, number: str = "") -> Iterator[Requirement]:
        """Where a marker of a kind may be placed; ``number`` is the hex that is asked about."""
        laying, title = self._laying[name], self._title(name)

        def only(cells: int, why: str) -> Requirement:
            return Requirement(cells, lambda: self._refuse(name, why))

        lying = self._rules.lying(state)[self._rules.place_of(name)]
        # A complement has bits off the map: the hexes that follow leave these out.
        yield only(~lying, f"There is {title} in {number} already.")
        yield only(laying.hexes, f"{title} may not be placed in {number}.")
        if laying.said.enemies == "forbidden":
            enemies = state.enemies_of(laying.side)
            yield only(~enemies, f"An enemy unit stands in {number}.")
        if laying.near is not None:
            # Of units that it does not see a side may not learn by where it may place markers.
            seen = laying.near(state) & ~state.hidden(laying.side)
            areas = [
                self._selectors.around(state.cells[unit], self._reach(state, unit, laying.said))
                for unit in bits(seen)
            ]
            yield only(reduce(or_, areas, 0), f"{number} is too far away for {title}.")

    def _reach(self, state: Position, unit: int, said: MarkerPlacing) -> int:
        hexes = said.within.hexes if said.within else 0
        if isinstance(hexes, ValueOf):
            return int(self._values.number(state, unit, hexes.value))
        return hexes

    # -- doing it ----------------------------------------------------------------------------------

    def lay(self, state: Position, name: str, cell: int, unit: int | None = None) -> None:
        """Place a marker in a hex; ``unit`` is the one that does it."""
        place = self._rules.place_of(name)
        counts = list(self._laid(state))
        counts[place] += 1
        units = state.memory[LAID].units | (0 if unit is None else 1 << unit)
        state.remember(LAID, Laid(tuple(counts), units))
        lying = self._rules.lying(state)[place]
        self._rules.put(state, place, lying | self._frame.board.bit[cell])
        if state.events is not None:
            kind, number = self._rules.kinds[place], self._frame.board.number[cell]
            side = self._frame.side_names[kind.side]
            who = side if unit is None else self._frame.unit_ids[unit]
            text = f"{does(who, 'places')} {kind.said.title} in {number}."
            rule = kind.said.cite.get("place", "")
            placed_by = {} if unit is None else {"unit": who}
            state.tell("marker_placed", rule, text, name=name, hex=number, **placed_by)

    def place(self, state: Position, name: str, cells: Iterable[int]) -> None:
        """Let a result place a marker in each of some cells, as long as there are any; those that
        cannot stay there are taken off again.
        """
        place, put = self._rules.place_of(name), 0
        lying = self._rules.lying(state)[place]
        for cell in cells:
            if (lying | put).bit_count() < self._most[place](state):
                put |= self._frame.board.bit[cell]
        self._rules.put(state, place, lying | put)
        if state.events is not None:
            marker = self._rules.kinds[place].said
            for number in self._frame.board.numbers(put & ~lying):
                text, rule = f"{marker.title} is placed in {number}.", marker.cite.get("place", "")
                state.tell("marker_placed", rule, text, name=name, hex=number)
        self._rules.settle(state)

    def title(self, name: str) -> str:
        """What players read of a kind; its id if there is none."""
        return self._title(name) if name in self._laying else name

    def _laid(self, state: Position) -> tuple[int, ...]:
        return state.memory[LAID].counts or (0,) * len(self._rules.kinds)

    def _title(self, name: str) -> str:
        return self._rules.kinds[self._rules.place_of(name)].said.title

    def _refuse(self, name: str, text: str) -> Violation:
        rule = self._rules.kinds[self._rules.place_of(name)].said.cite.get("place", "")
        return Violation(rule, text, "markers.place")


def _most(said: int | Count | None, conditions: Conditions) -> Measure:
    """How many markers of a kind there may be: any if nothing is said."""
    if said is None or isinstance(said, int):
        return lambda state: ANY if said is None else said
    return conditions.measure(said)
