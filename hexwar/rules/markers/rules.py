"""Section ``markers``: where they lie, and what they do there.

A marker is no unit: a trench, a minefield, a raid. Where those of a kind lie is one mask; in what
hexes they act, theirs or those around, follows from it. Movement asks what they cost, forbid and
stop, supply what they cut, battles what they add. They go when somebody leaves or takes their hex,
with a phase, or when a unit clears them (`clearing`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import EntryCosts
from hexwar.rules.language.effect_lines import Line, line_of
from hexwar.rules.language.selectors import Fits, Fitting, Selectors
from hexwar.rules.markers.section import Marker, MarkerEnding, Markers
from hexwar.rules.sequence.moved import why_not_instead
from hexwar.rules.terrain.rules import TerrainRules


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

    ``pays``, ``kept_out``, ``stops`` and ``meets`` are the units concerned, ``bars`` whom its
    battles are forbidden.
    """

    said: Marker
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

    __slots__ = ("_begins", "_board", "_names", "_selectors", "_side_of", "effects", "kinds")

    def __init__(
        self, frame: Frame, section: Markers, selectors: Selectors, terrain: TerrainRules
    ) -> None:
        self._board, self._selectors = frame.board, selectors
        self._side_of = frame.unit_side
        self._names = frame.unit_ids

        def compiled(said: Marker) -> MarkerKind:
            side, does = frame.side_ids.index(said.side), said.does
            rule = said.cite.get("combat", "")
            battles = [effect for effect in does.combat if effect.operation != "prohibit"]
            barring = [effect for effect in does.combat if effect.operation == "prohibit"]
            return MarkerKind(
                said,
                side,
                (terrain.scaled(does.cost.add) or 0) if does.cost else 0,
                selectors.fitting(does.cost.only, side) if does.cost else 0,
                selectors.fitting(does.prohibited.only, side) if does.prohibited else 0,
                selectors.fitting(does.stop.only, side) if does.stop else 0,
                selectors.fitting(does.entering.only, side) if does.entering else 0,
                tuple(
                    line_of(said.title, rule, effect, selectors, side=side) for effect in battles
                ),
                tuple(selectors.fits(effect.only, side) for effect in barring),
            )

        self.kinds = tuple(compiled(marker) for marker in section.by_id.values())
        self._begins = tuple(
            frame.board.mask(frame.map.listed(kind.said.begins)) for kind in self.kinds
        )
        self.effects = tuple(line.effect for kind in self.kinds for line in kind.lines)

    # -- where they lie --------------------------------------------------------------------------

    def lying(self, state: Position) -> tuple[int, ...]:
        """By kind: mask of the hexes in which one lies."""
        return state.memory[LYING].at or self._begins

    def place_of(self, name: str) -> int:
        """The place of a kind in the section, by its id."""
        return next(at for at, kind in enumerate(self.kinds) if kind.said.id == name)

    def put(self, state: Position, kind: int, hexes: int) -> None:
        """Let markers of a kind lie in these hexes (a mask) and no others."""
        at = list(self.lying(state))
        at[kind] = hexes
        state.remember(LYING, LaidMarkers(tuple(at)))
        # What units can reach is kept for as long as others stand still.
        state.forget_computed()

    def _near(self, hexes: int, kind: MarkerKind) -> int:
        """Mask of the hexes in which markers of a kind act that lie in some."""
        within = kind.said.acts.within
        if not within:
            return hexes
        return reduce(or_, [self._selectors.around(cell, within) for cell in bits(hexes)], 0)

    def acting(self, state: Position, cell: int) -> Iterator[tuple[MarkerKind, int]]:
        """The kinds of which some act in a hex, each with how many do."""
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            within = kind.said.acts.within
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
                mask |= self._near(hexes, kind)
        return mask

    def costs(self, state: Position, unit: int, costs: EntryCosts) -> EntryCosts:
        """What steps cost a unit with what markers add; ``costs`` are those of the terrain."""
        added, halting = self._added(state, unit), self._halting(state, unit)
        if not added and not halting:
            return costs
        key = ("markers", id(costs), tuple(added.items()), halting)
        kept = state.still[self._side_of[unit]]
        dearer: EntryCosts | None = kept.get(key)
        if dearer is None:
            dearer = kept[key] = costs.dearer(self._board, added, halting)
        return dearer

    def _added(self, state: Position, unit: int) -> Mapping[int, int]:
        """By cell: what markers add to the cost of entering for a unit."""
        added: dict[int, int] = {}
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            if kind.adds and hexes and _now(kind.pays, state) >> unit & 1:
                for place in bits(hexes):
                    # One by one: two mines that act in one hex are paid for twice.
                    for cell in bits(self._near(self._board.bit[place], kind)):
                        added[cell] = added.get(cell, 0) + kind.adds
        return added

    def _halting(self, state: Position, unit: int) -> int:
        """Mask of the hexes in which a unit that moves into them stops."""
        mask = 0
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            if hexes and _concerns(kind, state, unit):
                mask |= self._near(hexes, kind)
        return mask

    def why_stops(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit goes no further than a hex, if a marker is why."""
        for kind, _ in self.acting(state, cell):
            if _concerns(kind, state, unit):
                marker, number = kind.said, self._board.number[cell]
                rule = marker.cite.get("stop", "") or marker.cite.get("entering", "")
                text = f"{self._names[unit]} must stop in {number}: {marker.title}."
                return Violation(rule, text, "markers.stop")
        return None

    def met(self, state: Position, unit: int) -> Iterator[str]:
        """The tables that are rolled on for a unit that has come to where it stands."""
        for kind, _ in self.acting(state, state.cells[unit]):
            entering = kind.said.does.entering
            if entering is not None and _now(kind.meets, state) >> unit & 1:
                yield entering.table

    def marked(self, state: Position, names: Collection[str]) -> int:
        """Mask of the hexes in which markers of some kinds act."""
        return reduce(
            or_,
            [
                self._near(hexes, kind)
                for kind, hexes in zip(self.kinds, self.lying(state), strict=True)
                if kind.said.id in names
            ],
            0,
        )

    def why_closed(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not move into a hex, if a marker is why."""
        for kind, _ in self.acting(state, cell):
            if kind.kept_out and _now(kind.kept_out, state) >> unit & 1:
                number, rule = self._board.number[cell], kind.said.cite.get("prohibited", "")
                text = f"{self._names[unit]} may not enter {number}: {kind.said.title}."
                return Violation(rule, text, "markers.prohibited")
        return None

    def why_too_far(self, state: Position, unit: int, number: str) -> Violation:
        """Why a unit does not come to a hex that it would reach if there were no markers."""
        on = [
            kind.said
            for kind, hexes in zip(self.kinds, self.lying(state), strict=True)
            if hexes and _hinders(kind, state, unit)
        ]
        titles = " and ".join(marker.title for marker in on)
        does = ("cost", "prohibited", "stop", "entering")
        rule = next((rule for key in does if (rule := on[0].cite.get(key))), "")
        text = f"{self._names[unit]} does not come to {number}, for {titles} on the way."
        return Violation(rule, text, "markers.cost")

    # -- supply ----------------------------------------------------------------------------------

    @property
    def cut_lines(self) -> bool:
        """Whether any block supply lines."""
        return any(kind.said.does.trace for kind in self.kinds)

    def blocked(self, state: Position, side: int) -> int:
        """Mask of the hexes through which no supply line of a side runs for markers."""
        mask = 0
        for kind, hexes in zip(self.kinds, self.lying(state), strict=True):
            if hexes and kind.said.does.trace and kind.side in state.frame.foes[side]:
                mask |= self._near(hexes, kind)
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
            for end in kind.said.ends:
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
        """Take off those that nobody of their side holds any more, or that the enemy has taken."""
        for place, (kind, hexes) in enumerate(zip(self.kinds, self.lying(state), strict=True)):
            gone = 0
            if hexes and "left" in kind.said.ends:
                gone |= hexes & ~state.held(kind.side)
            if hexes and "taken" in kind.said.ends:
                gone |= hexes & state.enemies_of(kind.side)
            if gone:
                self.take_off(state, place, gone)

    def take_off(self, state: Position, place: int, hexes: int) -> None:
        """Take markers of a kind off some hexes (a mask)."""
        self.put(state, place, self.lying(state)[place] & ~hexes)
        marker = self.kinds[place].said
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


def _hinders(kind: MarkerKind, state: Position, unit: int) -> bool:
    """Whether such markers keep a unit out, stop it or make its way dearer."""
    kept_out, pays = _now(kind.kept_out, state), _now(kind.pays, state)
    return bool((kept_out | pays) >> unit & 1) or _concerns(kind, state, unit)
