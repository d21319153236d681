"""What bounds movement apart from terrain and units: limits to regions, markers, melee, facing.

:class:`MovementRules` asks here what the sections of few games add: which hexes are closed, what
steps cost, which units stay where they are, and which sort of passage a unit needs.

Below: for which units a phase is, and which full hexes may be entered because room can be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from hexwar.engine.rules import Contributed, Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import NO_EFFECT, Board, EntryCosts, Passage, ZoneEffect
from hexwar.rules.language.selectors import Selectors, units_selected
from hexwar.rules.language.wording import titles
from hexwar.rules.movement.section import Movement, WhoMoves
from hexwar.rules.sequence.contracts import Whom
from hexwar.rules.sequence.rules import ACTIVE, MOVED, SPENT, is_activated
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.zones_of_control.rules import ZoneRules

if TYPE_CHECKING:
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.markers.rules import MarkerRules
    from hexwar.rules.melee.rules import MeleeRules
    from hexwar.rules.states.rules import StateRules


class MovementLimits:
    """Which units keep to what; ``vary``: whether that may change while units of a side move."""

    def __init__(
        self,
        frame: Frame,
        section: Movement,
        selectors: Selectors,
        markers: MarkerRules | None,
        zones: ZoneRules,
        melee: MeleeRules | None,
        facing: FacingRules | None,
    ) -> None:
        self.markers, self._zones, self._names = markers, zones, frame.unit_ids
        self.melee, self.facing = melee, facing
        board, keepers = frame.board, section.limits.values()
        self._most_hexes = section.most_hexes
        # Units that keep to a region, each with the mask of the hexes outside of it.
        self._limits = tuple(
            (
                selectors.anywhere(keeper.only),
                board.on_map & ~board.mask(frame.map.region(keeper.within)),
            )
            for keeper in keepers
        )
        self._kept = [selectors.fitting(keeper.only) for keeper in keepers]
        self._kept += markers.concerned if markers else ()
        self._kept += [facing.fitting] if facing else ()
        # A selector that is no fixed mask asks the state: floods that depend on it are not worth
        # keeping.
        self.vary = melee is not None or any(not isinstance(mask, int) for mask in self._kept)

    def closed(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit may not move into."""
        mask = 0
        for fits, outside in self._limits:
            if fits(state) >> unit & 1:
                mask |= outside
        return mask | self.markers.closed(state, unit) if self.markers else mask

    def enemies(self, state: Position, unit: int) -> int:
        """Mask of the hexes that enemies close to a unit that moves."""
        enemies = state.enemies_of(state.frame.unit_side[unit])
        return enemies & ~self.melee.open_to(state, unit) if self.melee else enemies

    def held(self, state: Position, states: StateRules | None) -> int:
        """Mask of the units that do not move at all, for their states or for a melee."""
        barred = states.barred(state, "move") if states else 0
        return barred | self.melee.held(state) if self.melee else barred

    def why_held(self, state: Position, unit: int, states: StateRules | None) -> Violation | None:
        """Which state or what melee keeps a unit where it is; ``None`` if none does."""
        why = states.why_not(state, unit, "move") if states else None
        return why or (self.melee.why_held(state, unit) if self.melee else None)

    def costs(self, state: Position, unit: int, costs: EntryCosts) -> EntryCosts:
        """The costs of a unit's steps, with what comes on top of those of the terrain."""
        with_markers = self.markers.costs(state, unit, costs) if self.markers else costs
        return self.melee.costs(state, unit, with_markers) if self.melee else with_markers

    def passage(
        self,
        state: Position,
        unit: int,
        costs: EntryCosts,
        closed: int = 0,
        zone: int = 0,
        effect: ZoneEffect = NO_EFFECT,
        most: int = 0,
    ) -> Passage:
        """What a unit can enter: of hexes that are not closed, only so many, and for where it
        looks; ``most`` hexes, if that is less than all units enter.
        """
        limits = [hexes for hexes in (most, self._most_hexes) if hexes]
        most_hexes = min(limits, default=0)
        if self.facing is not None and self.facing.has(state, unit):
            from hexwar.hexmap.turning import SteeredPassage  # where units look somewhere

            return SteeredPassage(
                state.frame.board,
                costs,
                self.facing.steering(state, unit),
                self.facing.of(state, unit),
                before=self.facing.turned_here(state, unit),
                most_hexes=most_hexes,
                closed=closed,
                zone=zone,
                effect=effect,
            )
        board = state.frame.board
        if most_hexes:
            from hexwar.hexmap.turning import ShortPassage  # where moves are so many hexes at most

            return ShortPassage(
                board, costs, most=most_hexes, closed=closed, zone=zone, effect=effect
            )
        return Passage(board, costs, closed=closed, zone=zone, effect=effect)

    def turn(self, state: Position, unit: int, passage: Passage, there: int) -> None:
        """Let a unit look where it does when it enters a hex from the one in which it stands."""
        steered = passage.steered
        if self.facing is None or steered is None:
            return
        cell = state.cells[unit]
        beside = passage.board.neighbours[cell]
        if there in beside:
            way = steered.along((cell, there))
            self.facing.turn(state, unit, way.facing if way else beside.index(there))

    def why_stops(self, state: Position, unit: int, passage: Passage, cell: int) -> Violation:
        """Why a unit goes no further than a hex: a marker, terrain or a zone."""
        why = self.melee.why_stops(state, unit, cell) if self.melee else None
        why = why or (self.markers.why_stops(state, unit, cell) if self.markers else None)
        return why or self._zones.why_stops(passage, self._names[unit], cell)

    def alike(self, kinds: Sequence[int]) -> list[int]:
        """By unit the number of its kind, where units of some kinds are told apart by what they
        keep to as well.
        """
        both = [
            (kind, tuple(mask >> unit & 1 for mask in self._kept if isinstance(mask, int)))
            for unit, kind in enumerate(kinds)
        ]
        # Renumbered from 0 in order of first sight: passages are kept under these numbers.
        return list(map(list(dict.fromkeys(both)).index, both))


# -- for which units a phase is: ``only``, and within an activation the activated units ------------


class UnitsOfPhase(Whom):
    """The selectors of the phases, compiled."""

    def __init__(
        self,
        sequence: SequenceOfPlay,
        selectors: Selectors,
        contributed: Contributed,
        frame: Frame,
    ) -> None:
        self._barred = tuple(
            any(bars.bars_in(index) for bars in contributed["barred"])
            for index in range(len(sequence.phases))
        )
        self._resolved, self._whom = frame.resolved, dict[int, str]()
        self._only = tuple(phase[WhoMoves].only for phase in sequence.phases)
        self._who = tuple(selectors.anywhere(who) if who else None for who in self._only)
        self._inner = tuple(bool(phase.within) for phase in sequence.phases)
        cups = {phase.id for phase in sequence.phases if phase.order == "chits"}
        self._drawn = tuple(phase.within in cups for phase in sequence.phases)
        asked = zip(self._who, self._barred, self._inner, strict=True)
        self._plain = tuple(not any(asks) for asks in asked)

    def outside(self, state: Position) -> int:
        """The mask of the units that the current phase is not for, as things stand.

        Also those for which the whole turn is over, that cannot pay for what they would do, and for
        which no leader has an order left.
        """
        mask = state.memory[SPENT].units
        if self._plain[state.phase_index]:
            return mask
        who = self._who[state.phase_index]
        if who is not None:
            mask |= ~who(state)
        if self._barred[state.phase_index]:
            for bars in state.rules.contributed["barred"]:
                mask |= bars.barred(state)
        return mask | ~state.memory[ACTIVE].units if self._inner[state.phase_index] else mask

    def why_outside(self, state: Position, unit: int) -> str:
        """The end of a sentence that a unit does nothing in the current phase: which units the
        phase is for, if its ``only`` leaves the unit out, or that nobody activated the unit.
        """
        if not is_activated(state, unit):
            drawn = self._drawn[state.phase_index]
            return f": {'its chit is not the one drawn' if drawn else 'it is not activated'}."
        who, only = self._who[state.phase_index], self._only[state.phase_index]
        if who is None or only is None or who(state) >> unit & 1:
            return "."
        # Kept, as it is asked for while actions are listed, too.
        if state.phase_index not in self._whom:
            words = units_selected(only, titles(self._resolved))
            self._whom[state.phase_index] = f": it is for {words}."
        return self._whom[state.phase_index]

    def fits(self, state: Position, unit: int) -> bool:
        """Whether the current phase is for a unit."""
        return not self.outside(state) >> unit & 1


# -- room to stop in full hexes: friends there that can still move will make some ------------------

# A hex is cleared if what must stay there leaves room for the units that come. Which must stay is
# found by exclusion: units that have moved, and those that reach only hexes filled by units that
# are done.


FEW = 8
"""Hexes are looked at one by one where a side has more units than this for each of them."""


class Reaching(Protocol):
    """What is asked of the rules of movement here, which stand above and use what is here."""

    board: Board
    forces: Forces
    stacking: StackingRules
    one_a_hex: bool
    stacks: bool

    def sure_steps(self, state: Position, unit: int) -> int:
        """Mask of hexes next door that a unit which has not moved can surely enter."""

    def layers_now(self, state: Position, unit: int) -> tuple[int, ...]:
        """The flood of a unit with the points that it has left."""


def makes_room(rules: Reaching, state: Position, unit: int, cell: int, full: int) -> bool:
    """Whether friends in a full hex can still make room for a unit to stop there.

    Most often one friend fills the hex, and whether it has moved tells all.
    """
    standing = state.standing(cell)
    if rules.one_a_hex and not rules.stacking.every_stop and len(standing) == 1:
        friend = standing[0]
        if state.memory[MOVED].moved >> friend & 1:
            return False
        if rules.sure_steps(state, friend) & ~full:
            return True
    return bool(stops_that_can_clear(rules, state, unit, rules.board.bit[cell]))


def stops_that_can_clear(rules: Reaching, state: Position, mover: int, taken: int) -> int:
    """Mask of those of some full hexes (``taken``) where friends that can still move will make
    room for a unit.

    A player may stop one unit on another that is to move on: only the end of the phase is
    checked. A friend can move on if it has not moved and reaches a hex that units which are
    done do not fill.
    """
    if not taken:
        return 0
    bit = 1 << mover
    moved = state.memory[MOVED].moved
    # Movers of one position share the answer, but one that goes on with its move is not done.
    together = _under_way(state, bit) if rules.stacks and moved & bit else ()
    done = moved & ~mask_of(mate for mate, _ in together) if together else moved & ~bit
    alike = rules.stacking.points and rules.stacking.points.kind(state, mover)
    key = (done, bool(moved & bit), together, alike)
    clearing: int | None = state.near.get(key)
    if clearing is None:
        if taken.bit_count() * FEW < len(rules.forces.of_side[rules.forces.side[mover]]):
            return hexes_that_can_clear(rules, state, done, (mover,), taken)
        # For all of its kind the same hexes are full: nobody asks of others.
        full = -1 if rules.one_a_hex else rules.stacking.full(state, mover)
        clearing = state.near[key] = hexes_that_can_clear(rules, state, done, (mover,), full)
    return taken & clearing


def room_can_be_made(
    rules: Reaching, state: Position, units: tuple[int, ...], hexes: int = -1
) -> int:
    """Mask of those of some hexes with friends of which enough can make room for these units."""
    going = mask_of(units)
    going |= mask_of(mate for mate, _ in _under_way(state, going))
    moved = state.memory[MOVED].moved & ~going
    return hexes_that_can_clear(rules, state, moved, units, hexes)


def _under_way(state: Position, units: int) -> tuple[tuple[int, int], ...]:
    """The units that move on together, with what each has left, if all of a mask do; else none."""
    stack = state.memory[MOVED].stack
    return () if units & ~mask_of(mate for mate, _ in stack) else stack


def hexes_that_can_clear(
    rules: Reaching, state: Position, moved: int, arriving: Sequence[int], hexes: int = -1
) -> int:
    """Mask of those of some hexes that enough friends can leave, ``moved`` being done."""
    if rules.stacking.every_stop:
        return 0
    stacking, side = rules.stacking, rules.forces.side[arriving[0]]
    # Only units in the hexes that are asked about are looked at; but all that are done fill hexes.
    everybody = mine = rules.forces.of_side[side]
    if hexes >= 0:
        there = chain.from_iterable(map(state.standing, rules.board.cells(hexes)))
        mine = tuple([unit for unit in there if rules.forces.side[unit] == side])
    alike = stacking.points is None  # then the same hexes are full for everybody
    full = stacking.full(state, arriving[0]) if alike else 0
    perhaps, gone = stacking.perhaps_full(state, side), moved | state.memory[MOVED].moved
    filled = -1  # by units that are done: needed only where every hex in reach is full
    staying: list[int] = []
    for unit in mine:
        # A unit that surely has somewhere to go needs no flood.
        if not gone >> unit & 1 and rules.sure_steps(state, unit) & ~perhaps:
            continue
        reach = 0 if moved >> unit & 1 else rules.layers_now(state, unit)[-1]
        if reach & ~(full if alike else stacking.full(state, unit)):
            continue
        if reach:
            if filled < 0 or not alike:
                done = [mate for mate in everybody if moved >> mate & 1]
                filled = stacking.filled(state, done, (unit,))
            if reach & ~filled:
                continue
        staying.append(unit)
    held = state.occupied[side] if hexes < 0 else hexes & state.occupied[side]
    return held & ~stacking.filled(state, staying, arriving)
