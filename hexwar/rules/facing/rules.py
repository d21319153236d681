"""Section ``facing``: where units look, what lies in which of their arcs, what turns cost.

There are three questions. Where does a unit look (a direction counted clockwise from 0, kept as one
more, so that 0 means as its side does at first)? In which of its arcs does a hex lie, where arcs
are named by the section and numbered from the front, and a hex on a border lies in two? And what do
steps and turns cost it, which floods of movement ask as a `Steering`?
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from hexwar.engine.notation import FACING
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.hexmap import directions
from hexwar.hexmap.axial import (
    FROM_CORNER,
    FROM_HEXSIDE,
    corners,
    hexside_seen,
    hexsides_toward,
    turned,
)
from hexwar.hexmap.turning import Steering
from hexwar.rules.facing.section import Facing, Turning
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.programs import PARTIES, in_battle
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words
from hexwar.rules.language.wording import either, in_words
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, mask_of

# Where units look.
#
# Three records: where units look, for the whole game; which unit has turned where it stands, and
# which are struck in which arc, for the phase.


class Looks(NamedTuple):
    """By unit, where it looks, counted from 1; 0 where it looks as it does at first. No unit is
    named beyond the last that was turned.
    """

    units: tuple[int, ...] = ()

    def without(self, units: int) -> Looks:
        """The record without these units (a mask)."""
        looks_left = [0 if units >> unit & 1 else look for unit, look in enumerate(self.units)]
        while looks_left and not looks_left[-1]:
            # No unit beyond the last that was turned: so records that say the same are equal.
            looks_left.pop()
        return Looks(tuple(looks_left))

    def of(self, unit: int) -> int:
        """Where a unit looks, counted from 1; 0 if that has never been said."""
        return self.units[unit] if unit < len(self.units) else 0

    def turned(self, unit: int, look: int) -> Looks:
        """The record with a unit that looks elsewhere."""
        looks = [*self.units, *[0] * (unit + 1 - len(self.units))]
        looks[unit] = look
        return Looks(tuple(looks))


LOOKS = Slot("looks", Looks(), lasts="game")


class TurnedHere(NamedTuple):
    """The unit that has turned in the hex where it stands, and by how many hexsides; or ``freely``,
    as its owner liked, at no cost.
    """

    unit: int = NOBODY
    hexsides: int = 0
    freely: int = 0

    def without(self, units: int) -> TurnedHere:
        """The record without these units (a mask)."""
        return TurnedHere() if self.unit >= 0 and units >> self.unit & 1 else self


class StruckUnits(NamedTuple):
    """In the battle or fire that is being carried out: triples of the unit that is struck, the one
    that strikes it, and the arc of the former in which the latter stood.
    """

    units: tuple[tuple[int, int, int], ...] = ()

    def without(self, units: int) -> StruckUnits:
        """The record without these units (a mask)."""
        return StruckUnits(
            tuple(
                (struck, striker, arc)
                for struck, striker, arc in self.units
                if not (units >> struck | units >> striker) & 1
            )
        )


STRUCK = Slot("struck", StruckUnits(), lasts="phase")
TURNED = Slot("turned_here", TurnedHere(), lasts="phase")


ACTION = f"{FACING} "
"""What comes in the name of an action before where a unit looks in the end."""


class FacingRules:
    """``names``: the facings, clockwise; ``fitting``: the units that have one, fixed or asked of a
    state.
    """

    def __init__(
        self,
        frame: Frame,
        section: Facing,
        forces: Forces,
        terrain: TerrainRules,
        selectors: Selectors,
    ) -> None:
        self._section, self._forces, self._terrain = section, forces, terrain
        self._board, self._map, self.cite = frame.board, frame.map, section.cite
        self.corner = section.points_to == "corner"
        orientation = frame.board.orientation
        self.names = corners(orientation) if self.corner else tuple(directions(orientation))
        seen = FROM_CORNER if self.corner else FROM_HEXSIDE
        self._arcs = tuple(section.arcs)
        arc_of: dict[str, int] = {}
        for at, sides in enumerate(section.arcs.values()):
            arc_of.update(dict.fromkeys(sides, at))
        self._arcs_of: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._arc_seen = tuple(arc_of[side] for side in seen)
        self.fitting = selectors.fitting(section.only)
        self._only = selectors.anywhere(section.only)
        self._turns: ByUnit[Turning] = ByUnit(section.turns, selectors)
        self._attacks: ByUnit[tuple[str, ...]] = ByUnit(section.attacks, selectors)
        self._zones = self.arcs(section.zones)
        self._begins = tuple(
            self.names.index(section.begins[side]) if section.begins.get(side) in self.names else 0
            for side in forces.side_ids
        )
        # Arcs are counted from the front: on a border `front` and `owner` take the smaller of the
        # two, `rear` and `enemy` the larger.
        self._struck = max if section.border in ("rear", "enemy") else min
        # For what a unit does into a border hex, one of the two arcs is enough where its owner gets
        # the better of it, and both must fit where the enemy does.
        self._into: Callable[[Iterable[bool]], bool] | None = None
        if section.border in ("owner", "enemy"):
            self._into = any if section.border == "owner" else all
        self._steering: dict[int, Steering] = {}
        self.refuse = SectionRefusals("facing", self.cite)

    # -- where units look ------------------------------------------------------------------------

    def has(self, state: Position, unit: int) -> bool:
        """Whether a unit looks anywhere."""
        return bool(self._only(state) >> unit & 1)

    def of(self, state: Position, unit: int) -> int:
        """Where a unit with a facing looks: a place in ``names``."""
        look = state.memory[LOOKS].of(unit)
        return (look - 1) % 6 if look else self._begins[self._forces.side[unit]]

    def name(self, state: Position, unit: int) -> str:
        """The name of where a unit looks; empty for one that looks nowhere, or is off the map."""
        if not state.cells[unit] or not self.has(state, unit):
            return ""
        return self.names[self.of(state, unit)]

    def looking(self, state: Position, looks: int) -> int:
        """Mask of the units on the map that look in one of these directions (a mask)."""
        looking_units = self._only(state)
        return sum(
            1 << unit
            for unit, cell in enumerate(state.cells)
            if cell and looking_units >> unit & 1 and looks >> self.of(state, unit) & 1
        )

    def turn(self, state: Position, unit: int, look: int, hexsides: int = 0) -> None:
        """Let a unit look somewhere; ``hexsides``: by how many it has turned in its hex."""
        self._look(state, unit, look)
        # Remembering the same again would throw away all that is cached for the position.
        if state.memory[TURNED] != (unit, hexsides, 0):
            state.remember(TURNED, TurnedHere(unit, hexsides))

    def turn_freely(self, state: Position, unit: int, look: int) -> None:
        """Let a unit look where its owner likes, once a move."""
        self._look(state, unit, look)
        state.remember(TURNED, TurnedHere(unit, self.turned_here(state, unit), 1))

    def has_turned_freely(self, state: Position, unit: int) -> bool:
        """Whether its owner has turned a unit at no cost since it came where it stands."""
        turned = state.memory[TURNED]
        return turned.unit == unit and bool(turned.freely)

    def _look(self, state: Position, unit: int, look: int) -> None:
        """Let a unit look somewhere; answers by how many hexsides it has turned."""
        if state.memory[LOOKS].of(unit) != look + 1:
            by = (look - self.of(state, unit)) % 6
            state.remember(LOOKS, state.memory[LOOKS].turned(unit, look + 1))
            # What others reach may depend on it; what its own side does is kept by where it looks.
            state.place(unit, state.cells[unit])
            if by:
                for hook in state.rules.hooks.turned:
                    hook(state, unit, by)

    def turn_along(self, state: Position, unit: int, by: int) -> None:
        """Turn a unit along with the unit that carries it, by so many hexsides clockwise."""
        if self.has(state, unit):
            self._look(state, unit, (self.of(state, unit) + by) % 6)

    def tell(self, state: Position, unit: int) -> None:
        """Report where a unit that was turned looks."""
        name, looks = self._forces.ids[unit], self.name(state, unit)
        rule = self.cite.get("turns", "")
        state.tell("turned", rule, f"{name} turns to face {looks}.", unit=name, facing=looks)

    def begins(self, state: Position, unit: int, look: str) -> None:
        """Let a unit look somewhere at first."""
        state.remember(LOOKS, state.memory[LOOKS].turned(unit, self.names.index(look) + 1))

    def turned_here(self, state: Position, unit: int) -> int:
        """By how many hexsides a unit has turned where it stands."""
        turned = state.memory[TURNED]
        return turned.hexsides if turned.unit == unit else 0

    def key(self, state: Position, unit: int, key: object) -> object:
        """What is kept of a unit under a key, told apart by where it looks, if it looks."""
        if not self.has(state, unit):
            return key
        steered = id(self.steering(state, unit))  # these are kept as long as the rules
        return key, self.of(state, unit), self.turned_here(state, unit), steered

    # -- moving ----------------------------------------------------------------------------------

    def steering(self, state: Position, unit: int) -> Steering:
        """How a unit moves."""
        turns = self._turns.now(state, unit)
        steering = self._steering.get(id(turns))  # each is part of the section, which lives as long
        if steering is None:
            section, arcs = self._section, self._arcs
            enters: list[int | None] = [0] * 6
            if section.enters is not None:
                scaled = self._terrain.scaled
                prices = {name: scaled(cost) or 0 for name, cost in section.enters.items()}
                enters = [prices.get(arcs[arc]) for arc in self._arc_seen]
            steering = Steering(
                enters=tuple(enters),
                keeps=tuple(arcs[arc] in section.keeps for arc in self._arc_seen),
                cost=self._terrain.scaled(turns.cost) or 0,
                free=turns.free,
                most=turns.most,
                corner=self.corner,
            )
            self._steering[id(turns)] = steering
        return steering

    def is_free(self, deed: str) -> bool:
        """Whether a unit is turned at no cost once it has moved, retreated, ..."""
        return deed in self._section.set

    def said(self, name: str) -> tuple[str, int]:
        """A way of moving, and where to look in the end, -1 if nothing is said, of the name of an
        action; LookupError for a name that is no direction.
        """
        way, separator, look = name.rpartition(ACTION)
        if not separator:
            return name, -1
        if look not in self.names:
            raise LookupError(look)
        return way.strip(), self.names.index(look)

    # -- arcs ------------------------------------------------------------------------------------

    def arcs(self, names: Iterable[str]) -> int:
        """Mask of the arcs with these names."""
        return sum(1 << self._arcs.index(name) for name in names if name in self._arcs)

    def _arcs_towards(self, look: int, here: int, there: int) -> Sequence[int]:
        """The arcs in which a cell lies for a unit that looks somewhere in another cell; two on
        their border.
        """
        arcs = self._arcs_of.get((look, here, there))
        if arcs is None:
            axial, number = self._map.axial, self._board.number
            # Kept by where the unit looks and both cells, not by unit: all that look alike from a
            # hex share it.
            ends = axial(number[here]), axial(number[there])
            sides = hexsides_toward(*ends, self._board.orientation)
            seen = [hexside_seen(look, side, corner=self.corner) for side in sides]
            arcs = tuple([self._arc_seen[side] for side in seen])
            self._arcs_of[look, here, there] = arcs
        return arcs

    @property
    def arcs_there_are(self) -> int:
        """How many arcs there are."""
        return len(self._arcs)

    def struck_from(self, look: int, here: int, there: int) -> int:
        """The arc, counted from the front, in which a unit that looks somewhere in a cell is struck
        from another one.
        """
        return self._struck(self._arcs_towards(look, here, there))

    def struck(self, state: Position, unit: int, origin: int) -> int:
        """The arc of a unit in which a cell lies from which it is struck; -1 in its own hex."""
        arcs = self._arcs_towards(self.of(state, unit), state.cells[unit], origin)
        return self._struck(arcs) if arcs else -1

    def around(self, state: Position, unit: int, hexes: int) -> dict[str, tuple[str, ...]]:
        """The hexes of each arc of a unit, so many hexes away at most."""
        board, cell = self._board, state.cells[unit]
        near = board.within(board.bit[cell], hexes) & ~board.bit[cell]
        by_arc: dict[str, list[str]] = {arc: [] for arc in self._arcs}
        for neighbour in board.cells(near):
            by_arc[self._arcs[self.struck(state, unit, neighbour)]].append(board.number[neighbour])
        return {arc: tuple(numbers) for arc, numbers in by_arc.items()}

    def lies_in(self, state: Position, unit: int, cell: int, arcs: int, look: int = -1) -> bool:
        """Whether a cell lies in one of these arcs (a mask) of a unit, for what the unit does
        there.
        """
        facing = self.of(state, unit) if look < 0 else look
        lying = self._arcs_towards(facing, state.cells[unit], cell)
        if not lying:
            return True
        if self._into is not None:
            return self._into([bool(arcs >> arc & 1) for arc in lying])
        return bool(arcs >> self._struck(lying) & 1)

    def within(self, state: Position, unit: int, hexes: int, arcs: int) -> int:
        """Those of some hexes (a mask) that lie in these arcs of a unit."""
        look = self.of(state, unit)
        key = ("arc", state.cells[unit], look, hexes, arcs)
        in_arcs: int | None = state.near.get(key)
        if in_arcs is None:
            board = self._board
            cells = board.cells(hexes)
            lying = (cell for cell in cells if self.lies_in(state, unit, cell, arcs, look))
            in_arcs = state.near[key] = sum(board.bit[cell] for cell in lying)
        return in_arcs

    def zone(self, state: Position, unit: int, hexes: int) -> int:
        """Those of the hexes of a zone that lie in the arcs in which a unit has one."""
        if not self._zones or not self.has(state, unit):
            return hexes
        return self.within(state, unit, hexes, self._zones)

    @property
    def bounds_zones(self) -> bool:
        """Whether zones of control lie in some arcs only."""
        return bool(self._zones)

    @property
    def bounds_attacks(self) -> bool:
        """Whether some units attack in some arcs only."""
        return bool(self._section.attacks)

    def attacked(self, state: Position, unit: int, hexes: int) -> int:
        """Those of some hexes that a unit may attack, given where it looks."""
        arcs = self._attacks.now(state, unit)
        if not arcs or not self.has(state, unit):
            return hexes
        return self.within(state, unit, hexes, self.arcs(arcs))

    # -- in battles ------------------------------------------------------------------------------

    def struck_in(self, state: Position, arcs: int) -> int:
        """Mask of the units that are struck in one of these arcs (a mask)."""
        return mask_of({unit for unit, _, arc in self._struck_now(state) if arcs >> arc & 1})

    def strikes(self, state: Position, arcs: int) -> int:
        """Mask of the units that strike others in one of these arcs (a mask)."""
        return mask_of({unit for _, unit, arc in self._struck_now(state) if arcs >> arc & 1})

    def note_struck(self, state: Position, strikers: Iterable[int], struck: Iterable[int]) -> None:
        """A battle or a fire is carried out: remember which units are struck in which arc, however
        they move in the course of it.
        """
        # Asked like this, units have their roles; otherwise the answer would be what was noted
        # last.
        triples = in_battle(state, strikers, struck, lambda now: tuple(self._struck_now(now)))
        if triples != state.memory[STRUCK].units:
            state.remember(STRUCK, StruckUnits(triples))

    def _struck_now(self, state: Position) -> Iterable[tuple[int, int, int]]:
        """Which units are struck, by which and in which arc, in the battle or fire that is
        reckoned; or in the one that is carried out.
        """
        parties = state.memory[PARTIES]
        if not parties.defender | parties.target:
            return state.memory[STRUCK].units
        triples: list[tuple[int, int, int]] | None = state.near.get("struck")
        if triples is None:
            # Those that attack or fire, each where it stands or, foreseen, is thought to stand.
            thought, units = dict(parties.places), bits(parties.attacker | parties.actor)
            standing = ((unit, thought.get(unit, state.cells[unit])) for unit in units)
            strikers = [(unit, at) for unit, at in standing if at]
            triples = []
            for unit in bits((parties.defender | parties.target) & self._only(state)):
                cell = thought.get(unit, state.cells[unit])
                if cell:
                    for striker, at in strikers:
                        lying = self._arcs_towards(self.of(state, unit), cell, at)
                        arc = self._struck(lying) if lying else -1
                        if arc >= 0:
                            triples.append((unit, striker, arc))
            state.near["struck"] = triples
        return triples

    # -- refusals --------------------------------------------------------------------------------

    def none_such(self, name: str) -> Violation:
        """Why a unit cannot look in a direction: there is none of that name."""
        return self.refuse("turns", f"'{name}' is no facing: write {either(self.names)}.")

    def looks_nowhere(self, unit: int) -> Violation:
        """Why a unit is not turned: it looks nowhere."""
        return self.refuse("only", f"{self._forces.ids[unit]} has no facing.")

    def why_not_turn(self, state: Position, unit: int, look: int, points: int) -> Violation | None:
        """Why a unit cannot turn where it stands with so many points; ``None`` if it can."""
        by, before = turned(self.of(state, unit), look), self.turned_here(state, unit)
        steering, name = self.steering(state, unit), self._forces.ids[unit]
        price = steering.price(by, before)
        if price is None:
            most = "1 hexside" if steering.most == 1 else f"{steering.most} hexsides"
            text = f"{name} turns by {most} in a hex, and not to {self.names[look]}."
            return self.refuse("turns", text)
        if price > points:
            cost, points_left = self._terrain.written(price), self._terrain.written(points)
            text = f"To look {self.names[look]} costs {name} {cost}: it has {points_left}."
            return self.refuse("turns", text)
        return None

    def why_not_into(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit does not attack a hex, if where it looks is why."""
        if self.attacked(state, unit, self._board.bit[cell]):
            return None
        return self.refuse("attacks", self.out_of_arc(state, unit, cell, "attack"))

    def out_of_arc(self, state: Position, unit: int, cell: int, does: str) -> str:
        """That a unit does not attack, or fire at, a hex for where it looks, in a sentence."""
        name, number = self._forces.ids[unit], self._board.number[cell]
        lying = self._arcs_towards(self.of(state, unit), state.cells[unit], cell)
        # On the border of two it lies in one of them, unless the rules count it to both.
        lying = lying if self._into is not None else [self._struck(lying)]
        arcs = " or ".join(self._arcs[arc].replace("_", " ") for arc in sorted(set(lying)))
        looks = f"it looks {self.name(state, unit)}"
        return f"{name} does not {does} {number}: {looks}, and that lies in its {arcs}."


# The keys of selectors about facings, what is read of a unit, and how units begin.
#
# `struck_in` and `strikes` are asked in battles and fires, of the units that take part; `looks` at
# any time, and for units that hide only by their own side.


def _struck_in(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        rules = state.rules.find(FacingRules)
        return rules.struck_in(state, rules.arcs(names)) if rules else 0

    return now


def _strikes(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        rules = state.rules.find(FacingRules)
        return rules.strikes(state, rules.arcs(names)) if rules else 0

    return now


def _looks(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    """The units that look in one of these directions, as far as a side knows where they are."""
    others = selectors.others(side)

    def now(state: Position) -> int:
        rules = state.rules.find(FacingRules)
        if rules is None:
            return 0
        looks = sum(1 << at for at, name in enumerate(rules.names) if name in names)
        return rules.looking(state, looks) & ~(state.secret & others)

    return now


def _struck_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"struck in the {either(map(in_words, names))}"


def _strikes_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"striking in the {either(map(in_words, names))}"


def _looks_in_words(names: tuple[str, ...], words: Words) -> str:
    return f"facing {either(names)}"


def _status(state: Position, unit: int) -> Iterator[Status]:
    rules = state.rules.find(FacingRules)
    if rules is not None and (name := rules.name(state, unit)):
        yield Status(f"facing {name}")


def _begins(state: Position, unit: int, form: object) -> None:
    """Where a unit looks at first."""
    rules, name = state.rules.find(FacingRules), state.frame.unit_ids[unit]
    if rules is None or not rules.has(state, unit):
        raise ValueError(f"setup of {name}: it has no facing in this game")
    if form not in rules.names:
        raise ValueError(f"setup of {name}: the facing is {either(rules.names)}, not {form!r}")
    rules.begins(state, unit, str(form))


SELECTS = {
    "struck_in": Key(_struck_in, _struck_in_words),
    "strikes": Key(_strikes, _strikes_in_words),
    "looks": Key(_looks, _looks_in_words),
}
UNIT_BEGINNINGS = {"facing": _begins}
SLOTS = (LOOKS, STRUCK, TURNED)
STATUS = (_status,)
