"""Section ``zones_of_control``: control of the hexes around a unit, and what that does.

A zone is asked for in three steps: which hexes a unit could control from where it stands
(``around``, compiled once), whether it exerts a zone now (``exerts``), and for which units it
counts: a unit that ignores zones, or has friends there that negate them, does not meet it
(``met_by``). What a zone does to units that enter, leave or go from one to another is a
:class:`ZoneEffect`, which floods apply. The zone of a side's enemies is kept while they stand
still, unless it depends on more than where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.model import ResolvedGame
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.hexmap import EntryCosts, Passage, ZoneEffect
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.effects import values_of
from hexwar.rules.language.reading import Always, Speaker, Words
from hexwar.rules.language.selectors import ByStep, Fitting, Key, Selectors, is_at
from hexwar.rules.language.wording import every, number, several
from hexwar.rules.terrain.rules import Geometry, TerrainRules
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.zones_of_control.section import (
    Between,
    Bonding,
    EnteringZone,
    LeavingZone,
    ZonesOfControl,
)

if TYPE_CHECKING:
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.states.rules import StateRules


_NO_ZONES = ZonesOfControl(exerted_by="none")


class ZoneEffects:
    """What enemy zones do to a unit that moves. ``vary``: whether that changes in play."""

    def __init__(
        self, section: ZonesOfControl, forces: Forces, terrain: TerrainRules, selectors: Selectors
    ) -> None:
        self._many = len(forces.ids)
        self._entering = ByUnit(section.entering, selectors)
        self._leaving = ByUnit(section.leaving, selectors)
        self._between = ByUnit(section.zone_to_zone, selectors)
        self._effect_of = partial(_effect, terrain)
        between, entering = self._between.always, self._entering.always
        leaving = self._leaving.always
        # By unit, where none of the three depends on the position.
        self._always: tuple[ZoneEffect, ...] | None = None
        if between is not None and entering is not None and leaving is not None:
            self._always = tuple(map(self._effect_of, between, entering, leaving))
        self.vary = self._always is None

    def on(self, state: Position, unit: int) -> ZoneEffect:
        """What enemy zones do to a unit now."""
        if self._always is not None:
            return self._always[unit]
        between, entering = self._between.now(state, unit), self._entering.now(state, unit)
        return self._effect_of(between, entering, self._leaving.now(state, unit))

    def kinds(self) -> tuple[int, ...]:
        """By unit: a number that units share on which zones always have the same effect."""
        if self._always is None:
            return (0,) * self._many
        different = tuple(dict.fromkeys(self._always))
        return tuple(map(different.index, self._always))


class Exerting:
    """Which units have a zone. ``all_units``: whether all always have; ``by_steps``: whether that
    follows from the steps that a unit has lost; ``settled``: whether it also stays so while the
    enemies of a side stand still.
    """

    def __init__(
        self,
        section: ZonesOfControl,
        forces: Forces,
        states: StateRules | None,
        selectors: Selectors,
    ) -> None:
        selector = None if isinstance(section.exerted_by, str) else section.exerted_by
        exerting = selectors.fitting(selector)
        if isinstance(exerting, int):
            exerting = ByStep([exerting] * max(forces.steps))
        # The units with a zone by steps lost; or those with one now, where that depends on the
        # position.
        self._masks = exerting.masks if isinstance(exerting, ByStep) else None
        self._now = exerting
        self._states = states if states and states.bars("exert_zone") else None
        self.all_units = selector is None and self._states is None
        self.by_steps = self._masks is not None
        turns = self._states is not None and self._states.turns_on_place("exert_zone")
        self.settled = self.by_steps and not turns

    def does(self, state: Position, unit: int) -> bool:
        """Whether a unit has a zone at its present strength, and no state forbids it."""
        if self._states and self._states.barred(state, "exert_zone") >> unit & 1:
            return False
        if self._masks is None:
            return bool(self._now(state) >> unit & 1)
        return bool(self._masks[state.lost[unit]] >> unit & 1)


class ZoneRules:
    """Zones as masks.

    Where every unit controls all six hexes around it (``plain``), a side's zone is its occupied
    hexes grown by one; otherwise it is put together unit by unit, from what each may step into.
    ``varies``: whether what a unit meets may change while its enemies stand still, so that no flood
    is worth keeping.
    """

    def __init__(
        self,
        frame: Frame,
        zones: ZonesOfControl | None,
        forces: Forces,
        terrain: TerrainRules,
        states: StateRules | None,
        selectors: Selectors,
        geometry: Geometry,
        facing: FacingRules | None,
    ) -> None:
        section, board = zones or _NO_ZONES, frame.board
        self.cite = section.cite
        self._refuse = SectionRefusals("zones_of_control", section.cite)
        self.forces = forces
        self._terrain = terrain
        self.exerted = section.exerted_by != "none"
        self.board = board
        self.negated = section.negated_by_friends
        nobody = section.ignored_by is None or not self.exerted
        ignoring = 0 if nobody else selectors.fitting(section.ignored_by)
        # Units that always ignore zones; and, where that depends on the position, those that do
        # now.
        self.ignoring = ignoring if isinstance(ignoring, int) else 0
        self._ignoring = None if isinstance(ignoring, int) else ignoring
        self._exerting = Exerting(section, forces, states, selectors)
        reach = ByUnit(section.reach, selectors)
        self._reach = reach if reach.always is None else None
        # A zone is kept while nobody of its side moves, if no more than places make it.
        self._keeps = self._exerting.settled and self._reach is None
        self._within = extents(frame, section, forces, terrain, geometry)
        farthest = reach.always or (max(values_of(section.reach)),) * len(forces.ids)
        at_most = zip(forces.movement_class, farthest, strict=True)
        self._around = tuple(self._within[kind] for kind in at_most)
        self._facing = facing if facing and facing.bounds_zones else None
        self.plain = self._exerting.all_units and is_plain(section) and self._facing is None
        self.effects = ZoneEffects(section, forces, terrain, selectors)
        self.varies = (
            self._ignoring is not None
            or "movement" in self.negated
            or not self._exerting.by_steps
            or self._reach is not None
            or self.effects.vary
        )

    def enemy_zone(self, state: Position, side: int) -> int:
        """Mask of the hexes in the zones of control of ``side``'s enemies, as they stand now."""
        if not self.exerted:
            return 0
        if self.plain:
            return state.beside_enemies(side)
        zone: int | None = state.still[side].get("zone")
        if zone is None:
            zone = 0
            for other in state.frame.foes[side]:
                for unit in self.forces.of_side[other]:
                    # A hidden unit is left out, as its zone would tell where it is.
                    if not state.secret >> unit & 1:
                        zone |= self.zone_of(state, unit)
            if self._keeps:
                state.still[side]["zone"] = zone
        return zone

    def met_by(self, state: Position, unit: int) -> int:
        """Mask of the hexes in whose zones a unit is that moves, or comes when it enters them."""
        if self.ignores(state, unit):
            return 0
        side = self.forces.side[unit]
        zone = self.enemy_zone(state, side)
        if "movement" not in self.negated:
            return zone
        # Nobody negates a zone for itself: where a unit is the only one of its side, the zone
        # counts.
        alone = self.board.bit[state.cells[unit]] & ~state.stacked[side]
        return zone & ~(state.occupied[side] & ~alone)

    def ignores(self, state: Position, unit: int) -> bool:
        """Whether a unit moves as if there were no enemy zones."""
        now = self._ignoring(state) if self._ignoring else self.ignoring
        return bool(now >> unit & 1)

    def met_in_retreat(self, state: Position, side: int) -> int:
        """Mask of the hexes in the zones of enemies that count for units that retreat there."""
        zone = self.enemy_zone(state, side)
        return zone & ~state.occupied[side] if "retreat" in self.negated else zone

    def treads(self, state: Position, unit: int, hexes: int) -> None:
        """A unit moves through hexes: where units out of sight could have a zone, it shows that."""
        if hexes & self._hexes_in_doubt(state, self.forces.side[unit]):
            state.show()

    def _hexes_in_doubt(self, state: Position, side: int) -> int:
        """Mask of the hexes of which a side cannot tell whether enemies control them.

        They are next to those that hide units, and next to none with a unit that has a zone and is
        seen. Where every unit has the same zone the one that is seen has it.
        """
        if not self.exerted or self.plain:
            return 0
        perhaps = seen = 0
        foes = state.frame.foes[side]
        others = [u for u, owner in enumerate(self.forces.side) if owner in foes]
        for around in {
            # Units of one class and reach share a table, which is looked at once.
            id(table): table
            for table in map(self._around.__getitem__, others)
        }.values():
            for cell in bits(state.hiding(side)):
                perhaps |= around[cell]
        if perhaps:
            hidden = state.hidden(side)
            for other in others:
                if not hidden >> other & 1:
                    seen |= self.zone_of(state, other)
        return perhaps & ~seen

    def zone_of(self, state: Position, unit: int) -> int:
        """Mask of the hexes that one unit controls now."""
        cell = state.cells[unit]
        if cell == OFF_MAP or not self.exerted or not self.exerts(state, unit):
            return 0
        if self._reach is None:
            zone = self._around[unit][cell]
        else:
            kind = self.forces.movement_class[unit], self._reach.now(state, unit)
            zone = self._within[kind][cell]
        return self._facing.zone(state, unit, zone) if self._facing else zone

    def around(self, unit: int, cell: int) -> int:
        """Mask of the hexes that a unit controls from a cell if it exerts a zone; the largest that
        it has, if its reach depends on the position.
        """
        return self._around[unit][cell]

    def exerts(self, state: Position, unit: int) -> bool:
        """Whether a unit has a zone at its present strength, and no state forbids it."""
        return self._exerting.does(state, unit)

    def why_stops(self, passage: Passage, unit: str, cell: int) -> Violation:
        """Why a unit goes no further than a hex that ends its move: its terrain, or a zone."""
        if passage.costs.halting >> cell & 1:
            return self._terrain.must_stop(unit, cell)
        return self.must_stop(unit, self.board.number[cell])

    def must_stop(self, unit: str, hex_number: str) -> Violation:
        """Why a unit that entered a hex goes no further."""
        return self._refuse(
            "entering",
            f"{unit} enters an enemy zone of control in {hex_number} and must stop there.",
        )

    def barred(self, unit: str, hex_number: str) -> Violation:
        """Why a unit does not enter a hex at all."""
        return self._refuse(
            "entering",
            f"{unit} may not enter {hex_number}: it is in an enemy zone of control.",
        )

    def held(self, unit: str) -> Violation:
        """Why a unit that began the phase in an enemy zone does nothing in it."""
        return self._refuse(
            "begun_in_zone",
            f"{unit} began the phase in an enemy zone of control and stays where it is.",
        )

    def locked(self, unit: str, hex_number: str) -> Violation:
        """Why a unit does not move out of an enemy zone."""
        return self._refuse(
            "leaving",
            f"{unit} is in an enemy zone of control in {hex_number} and may not move out of it.",
        )

    def zone_to_zone(self, unit: str, origin: str, hex_number: str) -> Violation:
        """Why a unit cannot step from one enemy zone hex to another."""
        return self._refuse(
            "zone_to_zone",
            f"{unit} may not move from {origin} directly to {hex_number}: both are in enemy zones "
            "of control.",
        )


def _effect(
    terrain: TerrainRules, between: Between, entering: EnteringZone, leaving: LeavingZone
) -> ZoneEffect:
    """What zones do to units for which these three hold."""
    return ZoneEffect(
        # A unit that may not leave a zone goes no further when it has entered one.
        stop=entering.stop or leaving.forbidden,
        between=not between.forbidden,
        between_cost=terrain.scaled(between.cost) or 0,
        entry_cost=terrain.scaled(entering.cost) or 0,
        exit_cost=terrain.scaled(leaving.cost) or 0,
        locks=leaving.forbidden,
        bars=entering.forbidden,
    )


def is_plain(section: ZonesOfControl) -> bool:
    """Whether every zone is the six hexes around its unit."""
    cut = section.not_across or section.not_into or section.extends_to == "passable"
    return not cut and {*values_of(section.reach)} == {1}


def extents(
    frame: Frame, section: ZonesOfControl, forces: Forces, terrain: TerrainRules, geometry: Geometry
) -> Mapping[tuple[str, int], Sequence[int]]:
    """By movement class and reach, and then by cell: the hexes that a unit there controls."""
    board, shelter = frame.board, section.not_into
    steps: dict[str, Sequence[int]] = {
        name: terrain.steps_from(name) if section.extends_to == "passable" else board.adjacent
        for name in set(forces.movement_class)
    }
    if section.not_across:
        for (cell, to), kinds in geometry.hexsides.items():
            if not set(kinds).isdisjoint(section.not_across):
                for name, table in steps.items():
                    beyond = table[cell] & ~board.bit[to]
                    steps[name] = (*table[:cell], beyond, *table[cell + 1 :])
    closed = board.mask(n for n in frame.map if shelter and is_at(shelter, frame.map, n))
    return {
        (name, length): tuple(at & ~closed for at in _grown(table, length))
        for name, table in steps.items()
        for length in {*values_of(section.reach)}
    }


def _grown(steps: Sequence[int], length: int) -> Sequence[int]:
    """By cell, the hexes that are at most ``length`` steps away; ``steps``: those of one step."""
    table = steps
    for _ in range(length - 1):
        table = tuple(
            # Back over its neighbours a unit would come to its own hex, which is none that it
            # controls.
            reduce(or_, [steps[to] for to in bits(at)], at) & ~(1 << cell)
            for cell, at in enumerate(table)
        )
    return table


# Bonds: zones of control of two units that close what lies between them.
#
# Of every enemy any two hexes are looked at that lie two apart and hold units which bond. What they
# close is a hex or a hexside; movement, retreat and supply each ask for that if the game says that
# bonds bar them.


class Bonds(NamedTuple):
    """What is closed to a side: a mask of hexes, and steps from a cell to a neighbour."""

    hexes: int = 0
    steps: frozenset[tuple[int, int]] = frozenset()

    def shut(self, cell: int) -> int:
        """Mask of the hexes into which no step leads from a cell."""
        return self.hexes | sum([1 << to for here, to in self.steps if here == cell])


NONE = Bonds()


class BondRules:
    """Two units of one side two hexes apart, whose zones both reach between them.

    Where one hex lies between, it is closed to their enemies unless one of these stands in it;
    where two do, the hexside that these share is.
    """

    def __init__(
        self,
        frame: Frame,
        section: ZonesOfControl | None,
        forces: Forces,
        zones: ZoneRules,
        selectors: Selectors,
    ) -> None:
        self._board, self._forces, self._zones = frame.board, forces, zones
        self._bonds: Bonding | None = section.bonds if section else None
        self._cite = section.cite.get("bonds", "") if section else ""
        self._fits = selectors.mask(self._bonds.only if self._bonds else None)

    def bars(self, what: str) -> bool:
        """Whether bonds close anything to movement, retreat or supply."""
        return self._bonds is not None and what in self._bonds.blocks

    def against(self, state: Position, side: int) -> Bonds:
        """What the bonds of its enemies close to a side now."""
        if self._bonds is None:
            return NONE
        key = ("bonds", side)
        bonds: Bonds | None = state.near.get(key)
        if bonds is None:
            adjacent, mine = self._board.adjacent, state.occupied[side]
            hexes, steps = 0, set()
            # For each of the others: the zones of those of its units that bond, by cell.
            able = self._fits(state) & ~state.secret
            for other, units in enumerate(self._forces.of_side):
                zones: dict[int, int] = {}
                if other in state.frame.foes[side]:
                    for unit in units:
                        zone = self._zones.zone_of(state, unit) if able >> unit & 1 else 0
                        if zone:
                            cell = state.cells[unit]
                            zones[cell] = zones.get(cell, 0) | zone
                for (a, zone_a), (b, zone_b) in combinations(zones.items(), 2):
                    if adjacent[a] >> b & 1:
                        continue
                    between = adjacent[a] & adjacent[b]
                    # Both must control all that lies between: one gap, and the bond holds nothing.
                    if not between or between & ~(zone_a & zone_b):
                        continue
                    # More than one bit: two hexes lie between, which the hexside that they share
                    # parts.
                    if between & (between - 1):
                        first, second = bits(between)
                        steps |= {(first, second), (second, first)}
                    else:
                        hexes |= between & ~mine
            bonds = Bonds(hexes, frozenset(steps))
            state.near[key] = bonds
        return bonds

    def passing(
        self, state: Position, side: int, closed: int, costs: EntryCosts
    ) -> tuple[int, EntryCosts]:
        """Closed hexes (a mask) and the costs of steps, with what bonds also close."""
        hexes, steps = self.against(state, side)
        if not steps:
            return closed | hexes, costs
        # By identity: costs are compiled with the terrain, or kept in ``state.still``, so that they
        # live as long as what is kept here.
        key = ("bond costs", side, id(costs))
        costs_left: EntryCosts | None = state.near.get(key)
        if costs_left is None:
            costs_left = state.near[key] = costs.without(self._board, steps)
        return closed | hexes, costs_left

    def refusal(self, unit: str, hex_number: str) -> Violation:
        """Why a unit does not come to a hex: a bond closes it, or the way there."""
        text = f"A bond of enemy zones of control bars {unit}'s way to {hex_number}."
        return Violation(self._cite, text, "zones_of_control.bonds")


# The keys ``in_zone`` and ``surrounded`` of selectors, and moves that show where zones are.


def _in_zone(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    """The units that stand in a zone of their enemies, or all others."""

    def now(state: Position) -> int:
        zones, cells = state.rules[ZoneRules], state.cells
        in_zones = 0
        for owner, units in enumerate(selectors.forces.of_side):
            zone = zones.enemy_zone(state, owner)
            in_zones |= mask_of([unit for unit in units if zone >> cells[unit] & 1])
        return in_zones if wanted else selectors.everybody & ~in_zones

    return now


def _surrounded(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    """The units with no open hex around them, or all others."""

    def now(state: Position) -> int:
        zones, adjacent = state.rules[ZoneRules], state.frame.board.adjacent
        surrounded = 0
        for owner, units in enumerate(selectors.forces.of_side):
            closed = zones.met_in_retreat(state, owner) | state.enemies_of(owner)
            for unit in units:
                cell = state.cells[unit]
                # Off the map nothing is next to a unit, and it is not surrounded for that.
                if adjacent[cell] and not adjacent[cell] & ~closed:
                    surrounded |= 1 << unit
        return surrounded if wanted else selectors.everybody & ~surrounded

    return now


def _surrounded_in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}surrounded"


def _in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}in an enemy zone of control"


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    zones = game.section(ZonesOfControl)
    if zones is not None:
        yield from (entering.cost for entering in values_of(zones.entering))
        yield from (leaving.cost for leaving in values_of(zones.leaving))
        yield from (between.cost for between in values_of(zones.zone_to_zone))


HOOKS = {"treads": (ZoneRules, ZoneRules.treads)}
SELECTS = {
    "in_zone": Key(_in_zone, _in_words),
    "surrounded": Key(_surrounded, _surrounded_in_words),
}
AMOUNTS = (_amounts,)


# What the section ``zones_of_control`` says, in sentences that players read.


_PASSES = {"movement": "units that move", "retreat": "units that retreat", "supply": "supply lines"}


def _exerted(zones: ZonesOfControl, speaker: Speaker) -> str:
    """Which units exert a zone of control."""
    if zones.exerted_by == "all":
        return "All units exert a zone of control."
    if zones.exerted_by == "none":
        return "No unit exerts a zone of control."
    units = speaker.units(zones.exerted_by)
    return f"{units[:1].upper()}{units[1:]} exert a zone of control, and no others."


def _costs(price: EnteringZone | LeavingZone | Between) -> str:
    points = f"costs {number(price.cost)} MP more" if price.cost else "costs nothing more"
    stops = " and ends the move" if isinstance(price, EnteringZone) and price.stop else ""
    return "is forbidden to units that move" if price.forbidden else f"{points}{stops}"


def _entering(zones: ZonesOfControl, speaker: Speaker) -> str:
    return f"Entering an enemy zone of control {speaker.amount(zones.entering, _costs)}."


def _leaving(zones: ZonesOfControl, speaker: Speaker) -> str:
    return f"Leaving an enemy zone of control {speaker.amount(zones.leaving, _costs)}."


def _between(zones: ZonesOfControl, speaker: Speaker) -> str:
    cost = speaker.amount(zones.zone_to_zone, _costs)
    return f"Going from one enemy zone of control straight to another {cost}."


def _ignored(zones: ZonesOfControl, speaker: Speaker) -> str:
    whom = "No units" if zones.ignored_by is None else speaker.units(zones.ignored_by)
    return f"{whom[:1].upper()}{whom[1:]} move as if there were no enemy zones of control."


def _reach(zones: ZonesOfControl, speaker: Speaker) -> str:
    return f"A zone of control reaches {speaker.amount(zones.reach, _hexes)}."


def _hexes(count: int) -> str:
    return several(count, "hex")


def _extends(zones: ZonesOfControl, speaker: Speaker) -> str:
    if zones.extends_to == "passable":
        return "A zone of control extends only into hexes that its unit could enter."
    return "A zone of control extends into all hexes within its reach."


def _across(zones: ZonesOfControl, speaker: Speaker) -> str:
    kinds = speaker.kinds("hexside", zones.not_across)
    return f"No zone of control extends across {kinds}." if kinds else _everywhere()


def _into(zones: ZonesOfControl, speaker: Speaker) -> str:
    if zones.not_into is None:
        return _everywhere()
    return f"No zone of control extends into hexes {speaker.where(zones.not_into)}."


def _everywhere() -> str:
    return "No ground keeps zones of control out."


def _negated(zones: ZonesOfControl, speaker: Speaker) -> str:
    if not zones.negated_by_friends:
        return "Friendly units in a hex cancel no enemy zone of control."
    purposes = every(_PASSES[kind] for kind in sorted(zones.negated_by_friends))
    return f"A friendly unit in the hex cancels enemy zones of control for {purposes}."


def _bonds(zones: ZonesOfControl, speaker: Speaker) -> str:
    """What two units of a side close between them."""
    no_bonds = "No two units close what lies between."
    if zones.bonds is None:
        return no_bonds
    bonds = zones.bonds
    who = speaker.units(bonds.only)
    purposes = every(_PASSES[kind] for kind in sorted(bonds.blocks))
    return f"Two units of a side ({who}), two hexes apart, close what lies between to {purposes}."


WORDS: Words = {
    ZonesOfControl: {
        "exerted_by": Always(_exerted),
        "entering": Always(_entering),
        "leaving": _leaving,
        "zone_to_zone": _between,
        "ignored_by": _ignored,
        "reach": Always(_reach),
        "extends_to": _extends,
        "not_across": _across,
        "not_into": _into,
        "negated_by_friends": _negated,
        "bonds": _bonds,
    }
}
