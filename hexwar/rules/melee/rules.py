"""Section ``melee``: which units enter hexes of the enemy, leave them, and fight each other there.

Units of two sides may share a hex: that is a melee. Movement asks who may go in, where it stops and
what it pays or whether it is held on the way out; combat and fire ask which units may attack which,
as a melee keeps its units from others and others from it. A hidden unit does not count for a side
that does not see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hexwar.definition.model import ResolvedGame
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.hexmap import EntryCosts
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.effects import values_of
from hexwar.rules.language.selectors import Fitting, Key, Selectors, those_or_others
from hexwar.rules.melee.section import Melee
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, mask_of


class MeleeRules:
    """``bare``: whether the terrain of a hex does nothing to battles within it."""

    def __init__(
        self,
        frame: Frame,
        section: Melee,
        forces: Forces,
        selectors: Selectors,
        terrain: TerrainRules,
    ) -> None:
        self._section, self._forces, self._terrain = section, forces, terrain
        self._board = frame.board
        self._enters = selectors.anywhere(section.only)
        self._against = selectors.anywhere(section.against) if section.against else None
        named = section.phases or frame.phase_ids
        self._phases = tuple(name in named for name in frame.phase_ids)
        self._cost = terrain.scaled(section.cost) or 0
        self._leaving = ByUnit(section.leaving, selectors)
        self._holds = section.pinned == "each"
        self.bare = section.terrain == "ignored"
        self._refuse = SectionRefusals("melee", self._section.cite)

    # -- where the units are ---------------------------------------------------------------------

    @staticmethod
    def shared(state: Position, side: int) -> int:
        """Mask of the hexes in which units of a side stand with enemies, for all to see."""
        return state.held(side) & state.enemies_of(side)

    def units(self, state: Position) -> int:
        """Mask of the units in melee."""
        cells, fighting = state.cells, 0
        for side, mine in enumerate(self._forces.of_side):
            hexes = self.shared(state, side)
            if hexes:
                fighting |= mask_of([unit for unit in mine if hexes >> cells[unit] & 1])
        return fighting

    def engaged(self, state: Position, unit: int) -> bool:
        """Whether a unit is in melee."""
        side = self._forces.side[unit]
        return bool(self.shared(state, side) >> state.cells[unit] & 1)

    def enemies_in(self, state: Position, side: int, cell: int) -> tuple[int, ...]:
        """The enemies of a side in a hex, in the order of the units file; hiding ones left out."""
        foes, owner = state.frame.foes[side], self._forces.side
        standing = state.standing(cell)
        return tuple(
            [unit for unit in standing if owner[unit] in foes and not state.secret >> unit & 1]
        )

    # -- entering and leaving --------------------------------------------------------------------

    def open_to(self, state: Position, unit: int) -> int:
        """Mask of the hexes of the enemy that a unit may enter by a move, as far as it sees."""
        side = self._forces.side[unit]
        if not self._phases[state.phase_index] or not self._enters(state) >> unit & 1:
            return 0
        if self._section.onward == "forbidden" and self.engaged(state, unit):
            return 0
        hexes = state.enemies_of(side)
        if self._against is not None:
            # One unit that it does not go in to shuts the whole hex; hidden ones shut none, as else
            # the refusal would show them.
            barring = ~self._against(state) & ~state.hidden(side)
            foes, owner = state.frame.foes[side], self._forces.side
            for other, cell in enumerate(state.cells):
                if cell and barring >> other & 1 and owner[other] in foes:
                    hexes &= ~self._board.bit[cell]
        return hexes

    def costs(self, state: Position, unit: int, costs: EntryCosts) -> EntryCosts:
        """What steps cost a unit: in hexes of the enemy it stops, and out of them it may pay."""
        open_, cell = self.open_to(state, unit), state.cells[unit]
        leaves = self.price(state, unit)
        if not open_ and not leaves:
            return costs
        key = ("melee", id(costs), open_, cell if leaves else OFF_MAP, leaves)
        known_costs = state.still[self._forces.side[unit]]
        known: tuple[EntryCosts, EntryCosts] | None = known_costs.get(key)
        if known is None:
            dearer = costs
            if open_:
                into_melee = dict.fromkeys(bits(open_), self._cost)
                dearer = dearer.dearer(self._board, into_melee, open_)
            if leaves:
                dearer = dearer.dearer_from(self._board, cell, leaves)
            # With those that they were made of: as long as these are kept, no others have their id.
            known = known_costs[key] = (costs, dearer)
        return known[1]

    def price(self, state: Position, unit: int) -> int:
        """Extra points, scaled, that a unit pays to leave its hex."""
        if not self.engaged(state, unit):
            return 0
        return self._terrain.scaled(self._leaving.now(state, unit).cost) or 0

    def held(self, state: Position) -> int:
        """Mask of the units that may not leave their hex by a move."""
        held: int | None = state.near.get("held in melee")
        if held is None:
            held = mask_of(
                [
                    unit
                    for unit in bits(self.units(state))
                    if self._leaving.now(state, unit).forbidden
                    or (self._holds and self._is_pinned(state, unit))
                ]
            )
            state.near["held in melee"] = held
        return held

    def _is_pinned(self, state: Position, unit: int) -> bool:
        """Whether each of the units of a side in a hex has an enemy there that holds it."""
        side, cell = self._forces.side[unit], state.cells[unit]
        # Numbers pin, not strengths: with fewer enemies than friends in the hex they hold nobody.
        friends = sum(self._forces.side[mate] == side for mate in state.standing(cell))
        return friends <= len(self.enemies_in(state, side, cell))

    def why_held(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not leave its hex by a move; ``None`` when it may."""
        if not self.held(state) >> unit & 1:
            return None
        name, number = self._forces.ids[unit], self._board.number[state.cells[unit]]
        if self._leaving.now(state, unit).forbidden:
            return self._refuse("leaving", f"{name} is in melee in {number} and may not leave it.")
        text = f"{name} may not leave {number}: the enemies there are as many, and hold it."
        return self._refuse("leaving", text)

    def why_not_enter(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not enter a hex of the enemy; ``None`` when it may."""
        if self.open_to(state, unit) >> cell & 1:
            return None
        name, number = self._forces.ids[unit], self._board.number[cell]
        if not self._enters(state) >> unit & 1:
            text = f"{name} may not enter {number}: it goes into no hex of the enemy."
        elif not self._phases[state.phase_index]:
            text = f"{name} may not enter {number}: in this phase nobody goes in to the enemy."
        elif self._section.onward == "forbidden" and self.engaged(state, unit):
            text = f"{name} leaves a melee and may not enter another one in {number}."
            return self._refuse("leaving", text)
        else:
            text = f"{name} may not enter {number}: it does not go in to all that are there."
        return self._refuse("entering", text)

    def why_stops(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit goes no further than a hex, if an enemy there is why."""
        if not state.enemies_of(self._forces.side[unit]) >> cell & 1:
            return None
        name, number = self._forces.ids[unit], self._board.number[cell]
        return self._refuse("entering", f"{name} meets the enemy in {number} and stops there.")

    def too_dear(self, state: Position, unit: int, number: str, points: int) -> Violation:
        """Why a hex is too far: leaving a melee, or entering one, costs extra points."""
        name, points_left = self._forces.ids[unit], self._terrain.written(points)
        price = self.price(state, unit)
        if price:
            text = f"Leaving the melee costs {name} {self._terrain.written(price)} besides"
            return self._refuse("leaving", f"{text}: {number} is too far with {points_left}.")
        more = self._terrain.written(self._cost)
        text = f"Entering {number} costs {name} {more} besides: it is too far with {points_left}."
        return self._refuse("entering", text)

    # -- which units attack which ----------------------------------------------------------------

    def attacked_from(self, state: Position, side: int, cell: int) -> int:
        """Mask of the hexes from which units of a side attack an enemy hex without guns."""
        engaged, mask = self.shared(state, side), 0
        if engaged >> cell & 1:
            # In melee they are fought from within; from beside, too, if that is allowed.
            mask = self._board.bit[cell]
            if self._section.joined == "forbidden":
                return mask
        if self._section.beside == "allowed":
            mask |= self._board.adjacent[cell] & ~engaged
        return mask

    def attacks_from(self, state: Position, side: int, origin: int) -> int:
        """Mask of the hexes that units of a side attack from a hex without guns."""
        engaged = self.shared(state, side)
        if engaged >> origin & 1:
            return self._board.bit[origin]
        if self._section.beside == "forbidden":
            return 0
        around = self._board.adjacent[origin]
        return around if self._section.joined == "allowed" else around & ~engaged

    def out_of_fire(self, state: Position, side: int, origin: int) -> int:
        """Mask of the hexes that units of a side in a hex do not fire or bombard for a melee."""
        engaged = self.shared(state, side)
        if engaged >> origin & 1 and self._section.fires_out == "forbidden":
            return self._board.on_map
        shut = engaged if self._section.fired_into == "forbidden" else 0
        # Nor does it fire within its own melee: that is fought as a battle.
        return shut | self._board.bit[origin] & engaged

    def why_no_attack(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit does not attack an enemy hex from where it stands, if a melee is why."""
        side, origin = self._forces.side[unit], state.cells[unit]
        if self.attacks_from(state, side, origin) >> cell & 1:
            return None
        name, number = self._forces.ids[unit], self._board.number[cell]
        if self.engaged(state, unit):
            text = f"{name} is in melee: it attacks nobody but the enemy in its hex."
            return self._refuse("attacks", text)
        if self._section.beside == "forbidden":
            text = f"{name} attacks the enemy in its own hex only, and is not in {number}."
            return self._refuse("attacks", text)
        # Two bits at once: of a melee in the hex attacked, and of that hex being beside.
        if self.shared(state, side) >> cell & self._board.adjacent[cell] >> origin & 1:
            text = f"{name} may not join the melee in {number} from beside."
            return self._refuse("attacks", text)
        return None

    def why_no_fire(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit does not fire at a hex, if a melee is why."""
        side, origin = self._forces.side[unit], state.cells[unit]
        if not self.out_of_fire(state, side, origin) >> cell & 1:
            return None
        name, number = self._forces.ids[unit], self._board.number[cell]
        if self.engaged(state, unit):
            return self._refuse("fire", f"{name} is in melee, and does not fire at {number}.")
        text = f"{name} does not fire at {number}: friends are in melee there."
        return self._refuse("fire", text)


# The key ``in_melee`` of selectors, and what is seen of a unit in melee.


def _in_melee(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        return state.rules[MeleeRules].units(state)

    return those_or_others(wanted, selectors, now)


def _in_words(wanted: bool, words: object) -> str:
    return f"{'' if wanted else 'not '}in melee"


def _amounts(game: ResolvedGame) -> Iterator[Fraction | int | None]:
    melee = game.section(Melee)
    if melee is not None:
        yield melee.cost
        yield from (leaving.cost for leaving in values_of(melee.leaving))


SELECTS = {"in_melee": Key(_in_melee, _in_words)}
AMOUNTS = (_amounts,)
