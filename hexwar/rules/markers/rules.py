"""Section ``markers``: where they lie, and what they do there.

A marker is no unit: a trench, a minefield, a raid. Where those of a kind lie is one mask; in what
hexes they act, theirs or those around, follows from it. Movement asks what they cost, forbid and
stop, supply what they cut, battles what they add. They go when somebody leaves or takes their hex,
with a phase, or when a unit clears them (:class:`ClearingRules`).

Below: which sides and units may place markers, and where.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from hexwar.definition.grammar import opening
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.violation import Requirement, Violation, first_broken, where_all_hold
from hexwar.hexmap import EntryCosts
from hexwar.rules.language.by_unit import Line, line_of
from hexwar.rules.language.conditions import ANY, Conditions, Measure
from hexwar.rules.language.section import Count, ValueOf
from hexwar.rules.language.selectors import Fits, Fitting, Selectors, is_at, selected
from hexwar.rules.language.wording import several
from hexwar.rules.markers.section import Marker, MarkerEnding, MarkerPlacing, Markers
from hexwar.rules.sequence.rules import why_not_instead
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.values import NamedValues


class LaidMarkers(NamedTuple):
    """Where markers lie: by kind, in the order of the section, a mask of hexes.

    Empty as long as all lie where they began.
    """

    at: tuple[int, ...] = ()


class Laid(NamedTuple):
    """What was placed in a phase: how many by kind, and the mask of the units that placed any."""

    counts: tuple[int, ...] = ()
    units: int = 0

    def without(self, units: int) -> Laid:
        """The record without these units (a mask)."""
        return self._replace(units=self.units & ~units)


LYING = Slot("markers", LaidMarkers(), lasts="game")
LAID = Slot("markers_laid", Laid(), lasts="phase")


def why_no_time(state: Position, unit: int, already: str, does: str) -> str:
    """Why a unit has no time to place or clear a marker in place of its move; empty if it has."""
    if state.memory[LAID].units >> unit & 1:
        return f"{state.frame.unit_ids[unit]} has already {already} in this phase."
    return why_not_instead(state, unit, f"{does} markers")


class MarkerKind(NamedTuple):
    """Markers of one kind, compiled: ``side`` by index, ``adds`` in scaled movement points.

    ``pays``, ``kept_out``, ``stops`` and ``meets`` are the units concerned, ``bars`` the units to
    which its battles are forbidden.
    """

    form: Marker
    side: int
    adds: int
    pays: Fitting
    kept_out: Fitting
    stops: Fitting
    meets: Fitting
    lines: tuple[Line, ...]
    bars: tuple[Fits, ...]


class MarkerRules:
    """All kinds of markers, by their places in the section. Nothing of them is hidden."""

    def __init__(
        self, frame: Frame, section: Markers, selectors: Selectors, terrain: TerrainRules
    ) -> None:
        self._board, self._selectors = frame.board, selectors
        self._names = frame.unit_ids

        def compiled(marker: Marker) -> MarkerKind:
            side, deeds = frame.side_ids.index(marker.side), marker.does
            rule = marker.cite.get("combat", "")
            battles = [effect for effect in deeds.combat if effect.operation != "prohibit"]
            barring = [effect for effect in deeds.combat if effect.operation == "prohibit"]
            return MarkerKind(
                marker,
                side,
                (terrain.scaled(deeds.cost.add) or 0) if deeds.cost else 0,
                selectors.fitting(deeds.cost.only, side) if deeds.cost else 0,
                selectors.fitting(deeds.prohibited.only, side) if deeds.prohibited else 0,
                selectors.fitting(deeds.stop.only, side) if deeds.stop else 0,
                selectors.fitting(deeds.entering.only, side) if deeds.entering else 0,
                tuple(
                    line_of(marker.title, rule, effect, selectors, side=side) for effect in battles
                ),
                tuple(selectors.fits(effect.only, side) for effect in barring),
            )

        self.kinds = tuple(compiled(marker) for marker in section.by_id.values())
        self._begins = tuple(
            frame.board.mask(frame.map.listed(kind.form.begins)) for kind in self.kinds
        )
        self.effects = tuple(line.effect for kind in self.kinds for line in kind.lines)

    # -- where they lie --------------------------------------------------------------------------

    def lying(self, state: Position) -> tuple[int, ...]:
        """By kind: mask of the hexes in which one lies."""
        return state.memory[LYING].at or self._begins

    def place_of(self, name: str) -> int:
        """The place of a kind in the section, by its id."""
        return next(at for at, kind in enumerate(self.kinds) if kind.form.id == name)

    def put(self, state: Position, kind: int, hexes: int) -> None:
        """Let markers of a kind lie in these hexes (a mask) and no others."""
        at = list(self.lying(state))
        at[kind] = hexes
        state.remember(LYING, LaidMarkers(tuple(at)))
        # What units can reach is kept for as long as others stand still.
        state.forget_computed()

    def _hexes_near(self, hexes: int, kind: MarkerKind) -> int:
        """Mask of the hexes in which markers of a kind act that lie in some."""
        within = kind.form.acts.within
        if not within:
            return hexes
        return reduce(or_, [self._selectors.around(cell, within) for cell in bits(hexes)], 0)

    def acting(self, state: Position, cell: int) -> Iterator[tuple[MarkerKind, int]]:
        """The kinds of which some act in a hex, each with how many do."""
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            within = kind.form.acts.within
            near = self._selectors.around(cell, within) if within else self._board.bit[cell]
            count = (hexes & near).bit_count()
            if count:
                yield kind, count

    # -- movement ----------------------------------------------------------------------------------

    @property
    def concerned(self) -> tuple[Fitting, ...]:
        """Those whose movement some concern, one after the other."""
        return tuple(
            units
            for kind in self.kinds
            for units in (kind.pays, kind.kept_out, kind.stops, kind.meets)
        )

    def closed(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit may not move into for markers."""
        mask = 0
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            if hexes and kind.kept_out and _now(kind.kept_out, state) >> unit & 1:
                mask |= self._hexes_near(hexes, kind)
        return mask

    def costs(self, state: Position, unit: int, costs: EntryCosts) -> EntryCosts:
        """What steps cost a unit with what markers add; ``costs`` are those of the terrain."""
        added, halting = dict[int, int](), 0
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            if hexes and kind.adds and _now(kind.pays, state) >> unit & 1:
                for place in bits(hexes):
                    # One by one: two mines that act in one hex are paid for twice.
                    for cell in bits(self._hexes_near(self._board.bit[place], kind)):
                        added[cell] = added.get(cell, 0) + kind.adds
            if hexes and _concerns(kind, state, unit):
                halting |= self._hexes_near(hexes, kind)
        if not added and not halting:
            return costs
        return costs.dearer(self._board, added, halting)

    def why_stops(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit goes no further than a hex, if a marker is why."""
        for kind, _ in self.acting(state, cell):
            if _concerns(kind, state, unit):
                marker, number = kind.form, self._board.number[cell]
                rule = marker.cite.get("stop", "") or marker.cite.get("entering", "")
                text = f"{self._names[unit]} must stop in {number}: {marker.title}."
                return Violation(rule, text, "markers.stop")
        return None

    def met(self, state: Position, unit: int) -> Iterator[str]:
        """The tables that are rolled on for a unit that has come to where it stands."""
        for kind, _ in self.acting(state, state.cells[unit]):
            entering = kind.form.does.entering
            if entering is not None and _now(kind.meets, state) >> unit & 1:
                yield entering.table

    def marked(self, state: Position, names: Collection[str]) -> int:
        """Mask of the hexes in which markers of some kinds act."""
        return reduce(
            or_,
            [
                self._hexes_near(hexes, kind)
                for kind, hexes in zip(self.kinds, self.lying(state), strict=True)
                if kind.form.id in names
            ],
            0,
        )

    def why_closed(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not move into a hex, if a marker is why."""
        for kind, _ in self.acting(state, cell):
            if kind.kept_out and _now(kind.kept_out, state) >> unit & 1:
                number, rule = self._board.number[cell], kind.form.cite.get("prohibited", "")
                text = f"{self._names[unit]} may not enter {number}: {kind.form.title}."
                return Violation(rule, text, "markers.prohibited")
        return None

    def why_too_far(self, state: Position, unit: int, number: str) -> Violation:
        """Why a unit does not come to a hex that it would reach if there were no markers."""
        on = [
            kind.form
            for kind, hexes in zip(self.kinds, self.lying(state), strict=True)
            if hexes and _is_hindrance(kind, state, unit)
        ]
        titles = " and ".join(marker.title for marker in on)
        hindrances = ("cost", "prohibited", "stop", "entering")
        rule = next((rule for key in hindrances if (rule := on[0].cite.get(key))), "")
        text = f"{self._names[unit]} does not come to {number}, for {titles} on the way."
        return Violation(rule, text, "markers.cost")

    # -- supply ----------------------------------------------------------------------------------

    @property
    def cut_lines(self) -> bool:
        """Whether any block supply lines."""
        return any(kind.form.does.trace for kind in self.kinds)

    def blocked(self, state: Position, side: int) -> int:
        """Mask of the hexes through which no supply line of a side runs for markers."""
        mask = 0
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            if hexes and kind.form.does.trace and kind.side in state.frame.foes[side]:
                mask |= self._hexes_near(hexes, kind)
        return mask

    # -- battles -----------------------------------------------------------------------------------

    def lines(self, state: Position, cell: int) -> tuple[Line, ...]:
        """What they do to a battle for a hex: of one kind once, however many act there."""
        return tuple(line for kind, _ in self.acting(state, cell) for line in kind.lines)

    @property
    def prohibit(self) -> bool:
        """Whether any forbid attacks."""
        return any(kind.bars for kind in self.kinds)

    def bar_attack(self, state: Position, unit: int, cell: int) -> bool:
        """Whether some forbid a unit to attack into a hex."""
        return any(fits(state, unit) for kind, _ in self.acting(state, cell) for fits in kind.bars)

    # -- how they end ------------------------------------------------------------------------------

    def phase_begins(self, state: Position) -> None:
        """Those end that end with the beginning of this phase."""
        self._end_with(state, "begin")

    def phase_closing(self, state: Position) -> None:
        """Those end that end with this phase."""
        self.settle(state)
        self._end_with(state, "end")

    def _end_with(self, state: Position, at: str) -> None:
        for place, kind in enumerate(self.kinds):
            for end in kind.form.ends:
                named = isinstance(end, MarkerEnding) and (end.at, end.phase) == (at, state.phase)
                if named and self.lying(state)[place]:
                    self.take_off(state, place, self.lying(state)[place])

    def arrived(self, state: Position, unit: int) -> None:
        """A unit has come to a hex: some may be left, or taken."""
        self.settle(state)

    def beaten(self, state: Position, unit: int, cell: int) -> None:
        """A unit is eliminated: some may be left."""
        self.settle(state)

    def settle(self, state: Position) -> None:
        """Take off those that their side no longer holds, or that the enemy has taken."""
        for place, (kind, hexes) in enumerate(zip(self.kinds, self.lying(state), strict=True)):
            gone = 0
            if hexes and "left" in kind.form.ends:
                gone |= hexes & ~state.held(kind.side)
            if hexes and "taken" in kind.form.ends:
                gone |= hexes & state.enemies_of(kind.side)
            if gone:
                self.take_off(state, place, gone)

    def take_off(self, state: Position, place: int, hexes: int) -> None:
        """Take markers of a kind off some hexes (a mask)."""
        self.put(state, place, self.lying(state)[place] & ~hexes)
        marker = self.kinds[place].form
        if state.events is not None:
            for number in self._board.numbers(hexes):
                text = f"{marker.title} in {number} is removed."
                rule = marker.cite.get("ends", "")
                state.tell("marker_removed", rule, text, name=marker.id, hex=number)


def _now(fitting: Fitting, state: Position) -> int:
    """The units that are meant."""
    return fitting if isinstance(fitting, int) else fitting(state)


def _concerns(kind: MarkerKind, state: Position, unit: int) -> bool:
    """Whether a unit that comes where such markers act stops there."""
    return bool((_now(kind.stops, state) | _now(kind.meets, state)) >> unit & 1)


def _is_hindrance(kind: MarkerKind, state: Position, unit: int) -> bool:
    """Whether such markers keep a unit out, stop it or make its way dearer."""
    kept_out, pays = _now(kind.kept_out, state), _now(kind.pays, state)
    return bool((kept_out | pays) >> unit & 1) or _concerns(kind, state, unit)


# -- who may place markers now, and where: the one home of what is legal of it ---------------------

# What may be placed where is said once, as requirements (`_may_lie_at`): the list of legal actions
# is read off their masks, a refusal off the first that a hex does not meet. A side lays markers by
# itself, or units dig them where they stand; a result of a battle or a table places them whether or
# not a unit is there.


class Laying(NamedTuple):
    """How markers of one kind are placed, compiled.

    ``phases`` by index, ``by`` the units that place them (``None``: the side), ``hexes`` where.
    """

    form: MarkerPlacing
    side: int
    phases: frozenset[int]
    by: Callable[[Position], int] | None
    hexes: int
    near: Callable[[Position], int] | None


class PlacingRules:
    """Placing by a side (``lay``), by units (``dig``) and by results; ``_most`` by kind."""

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

    def _compiled(self, place: int, placing: MarkerPlacing) -> Laying:
        """How markers of a kind are placed, compiled."""
        kind, frame, selectors = self._rules.kinds[place], self._frame, self._selectors
        numbers = (
            number
            for number in frame.map
            if placing.at is None or is_at(placing.at, frame.map, number)
        )
        return Laying(
            placing,
            kind.side,
            frozenset(map(frame.phase_ids.index, placing.phase)),
            selectors.mask(placing.by, kind.side) if placing.by else None,
            frame.board.mask(numbers),
            selectors.mask(placing.within.of, kind.side) if placing.within else None,
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
            allowed = selected(laying.form.by) if laying.form.by else ""
            return self._refuse(name, f"{who} does not place {self._title(name)}: {allowed}.")
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
                self._rules.kinds[place].form.cite.get("most", ""), text, "markers.most"
            )
        now = self._laid(state)[place]
        if laying.form.most is not None and now >= laying.form.most:
            text = f"{title}: {several(now, 'marker')} placed in this phase, the most there may be."
            return self._refuse(name, text)
        return None

    def _why_not_unit(self, state: Position, unit: int, name: str) -> Violation | None:
        """Why a unit has no time to place anything."""
        why = why_no_time(state, unit, already="placed a marker", does="places")
        return self._refuse(name, why) if why else None

    def _why_not_in(self, state: Position, name: str, cell: int) -> Violation | None:
        """Why no marker of a kind is placed in a hex."""
        return first_broken(self._may_lie_at(state, name, self._frame.board.number[cell]), cell)

    def _hexes(self, state: Position, name: str) -> int:
        """Mask of the hexes in which a marker of a kind may be placed."""
        return where_all_hold(self._may_lie_at(state, name))

    def _may_lie_at(self, state: Position, name: str, number: str = "") -> Iterator[Requirement]:
        """Where a marker of a kind may be placed; ``number`` is the hex that is asked about."""
        laying, title = self._laying[name], self._title(name)

        def only(cells: int, why: str) -> Requirement:
            return Requirement(cells, lambda: self._refuse(name, why))

        lying = self._rules.lying(state)[self._rules.place_of(name)]
        # A complement has bits off the map: the hexes that follow leave these out.
        yield only(~lying, f"There is {title} in {number} already.")
        yield only(laying.hexes, f"{title} may not be placed in {number}.")
        if laying.form.enemies == "forbidden":
            enemies = state.enemies_of(laying.side)
            yield only(~enemies, f"An enemy unit stands in {number}.")
        if laying.near is not None:
            # Of units that it does not see a side may not learn by where it may place markers.
            seen = laying.near(state) & ~state.hidden(laying.side)
            hexes = laying.form.within.hexes if laying.form.within else 0

            def reach(unit: int) -> int:
                if isinstance(hexes, ValueOf):
                    return int(self._values.number(state, unit, hexes.value))
                return hexes

            areas = [
                self._selectors.around(state.cells[other], reach(other)) for other in bits(seen)
            ]
            yield only(reduce(or_, areas, 0), f"{number} is too far away for {title}.")

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
            text = f"{opening(who, 'places')} {kind.form.title} in {number}."
            rule = kind.form.cite.get("place", "")
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
            marker = self._rules.kinds[place].form
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
        return self._rules.kinds[self._rules.place_of(name)].form.title

    def _refuse(self, name: str, text: str) -> Violation:
        rule = self._rules.kinds[self._rules.place_of(name)].form.cite.get("place", "")
        return Violation(rule, text, "markers.place")


def _most(most: int | Count | None, conditions: Conditions) -> Measure:
    """How many markers of a kind there may be: any if nothing is said."""
    return conditions.measure_of(ANY if most is None else most)
