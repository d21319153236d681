"""Section ``transport``: units aboard others, which may come aboard or land, and at what cost.

A unit aboard goes and turns with its carrier: off the map, where it counts for nothing, or
(`aboard: on_map`) in its hex. Coming aboard and landing cost the carrier movement points and end
the move of the unit loaded. With a lost carrier its load is lost, or put down where it was.

Below: the actions ``load`` and ``unload``, and which units are seen to carry which.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import ClassVar, NamedTuple

from hexwar.definition.spelling import named
from hexwar.engine.action import Action
from hexwar.engine.notation import GOING, PAIR, Verb
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words, those_or_others
from hexwar.rules.language.wording import every
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contracts import MovementContribution
from hexwar.rules.sequence.rules import end_moves
from hexwar.rules.transport.section import Price, Share, Transport
from hexwar.rules.units.rules import mask_of


class Aboard(NamedTuple):
    """Pairs of a unit that is aboard, and its carrier, in the order in which they came."""

    pairs: tuple[tuple[int, int], ...] = ()

    def without(self, units: int) -> Aboard:
        """The record without these units."""
        return Aboard(
            tuple(pair for pair in self.pairs if not any(units >> unit & 1 for unit in pair))
        )


ABOARD = Slot("transport", Aboard(), lasts="game")
LANDED = Slot("landed", UnitMask(), lasts="phase")
"""Mask of the units that have been unloaded in a phase."""


class Said(NamedTuple):
    """Whether the caller that starts a game says which units are aboard others."""

    cargo: bool = False


CARGO_SAID = Slot("cargo_said", Said(), lasts="game")
"""Until the turns begin."""


class TransportRules:
    """Loading, unloading, and what becomes of those aboard."""

    def __init__(
        self,
        frame: Frame,
        section: Transport,
        selectors: Selectors,
        movement: MovementRules,
        facing: FacingRules | None,
    ) -> None:
        self._facing = facing
        self._frame, self._board, self._section = frame, frame.board, section
        self._carries = selectors.fits(section.carriers)
        self._loads = selectors.fits(section.load)
        self._most: ByUnit[int | None] = ByUnit(section.most, selectors)
        self._movement, self._moves = movement, Moves(movement)
        self._on_map = section.aboard == "on_map"
        self._refuse = SectionRefusals("transport", self._section.cite)

    # -- carriers and their loads ----------------------------------------------------------------

    def with_unit(self, state: Position, unit: int) -> tuple[int, ...]:
        """Those aboard a unit."""
        pairs = state.memory[ABOARD].pairs
        return tuple([load for load, carrier in pairs if carrier == unit]) if pairs else ()

    def carrier_of(self, state: Position, unit: int) -> int | None:
        """The carrier of a unit; ``None`` if it has none."""
        pairs = state.memory[ABOARD].pairs
        return next((carrier for load, carrier in pairs if load == unit), None)

    def carrying(self, state: Position) -> int:
        """Mask of the units that carry somebody."""
        return mask_of({carrier for _, carrier in state.memory[ABOARD].pairs})

    # -- loading ---------------------------------------------------------------------------------

    def boarding(self, state: Position, side: int) -> Iterator[tuple[int, int]]:
        """Units and the carriers that they may board now, in the order of the units file."""
        mine = self._movement.forces.of_side[side]
        carriers = [unit for unit in mine if state.cells[unit] and self._carries(state, unit)]
        if not carriers:
            return
        for unit in mine:
            if state.cells[unit] and self._loads(state, unit):
                for carrier in carriers:
                    if self.why_not_load(state, unit, carrier) is None:
                        yield unit, carrier

    def why_not_load(self, state: Position, unit: int, carrier: int) -> Violation | None:
        """Why a unit does not come aboard another now; ``None`` if it may."""
        names = self._frame.unit_ids
        name, other = names[unit], names[carrier]
        if self._frame.unit_side[unit] != self._frame.unit_side[carrier] or unit == carrier:
            return self._refuse("load", f"{other} does not carry {name}.")
        if not state.cells[unit] or not state.cells[carrier]:
            away = name if not state.cells[unit] else other
            return self._refuse("load", f"{away} is not on the map.")
        if not self._carries(state, carrier):
            return self._refuse("carriers", f"{other} carries nobody.")
        if (
            not self._loads(state, unit)
            or self.with_unit(state, unit)
            or self.carrier_of(state, unit) is not None
        ):
            return self._refuse("load", f"{name} cannot be carried.")
        if not self._hexes_to_load(state.cells[carrier]) >> state.cells[unit] & 1:
            return self._refuse("reach", f"{name} is too far away from {other} to come aboard.")
        most = self._most.now(state, carrier) or 0
        if len(self.with_unit(state, carrier)) >= most:
            return self._refuse("most", f"{other} carries no more than {most}.")
        if state.memory[LANDED].units >> unit & 1:
            # Else carriers would hand it on to one another, each with its own points.
            return self._refuse("load", f"{name} has been unloaded in this phase.")
        return (
            state.forbidden(unit, "load")
            or self._why_moved(state, unit)
            or self._why_too_dear(state, carrier, self._section.cost.load, "load")
        )

    def _why_moved(self, state: Position, unit: int) -> Violation | None:
        """Why a unit has had its move, so that it does not come aboard; ``None`` if it may."""
        if self._section.moved == "allowed" or not self._movement.has_moved(state, unit):
            return None
        # A unit that the phase is not for counts as moved from its beginning.
        name, is_outside = self._frame.unit_ids[unit], self._movement.outside(state, unit)
        why = "is not of those that act" if is_outside else "has moved"
        return self._refuse("moved", f"{name} {why} in this phase.")

    def _why_too_dear(
        self, state: Position, carrier: int, price: Price, what: str
    ) -> Violation | None:
        """Why a carrier has no time to load or unload now."""
        movement, name = self._movement, self._frame.unit_ids[carrier]
        if price == "forbidden":
            return self._refuse("cost", f"{name} does not {what} units in play.")
        if movement.outside(state, carrier):
            return self._refuse("cost", f"{name} may not {what} in this phase.")
        barred = movement.why_barred(state, carrier)
        if barred is not None:
            return barred
        cost = self._points(state, carrier, price)
        points_left = movement.points_left(state, carrier)
        if cost <= points_left:
            return None
        needs, has = movement.terrain.written(cost), movement.terrain.points(points_left)
        text = f"{name} has {has} movement points left; to {what} costs {needs}."
        return self._refuse("cost", text)

    def _points(self, state: Position, carrier: int, price: Price) -> int:
        """A price in scaled movement points."""
        terrain = self._movement.terrain
        allowance = self._movement.values.allowance(state, carrier)
        if isinstance(price, str):
            # One point at least, so that a carrier that has none cannot pay.
            return max(allowance, 1)
        if isinstance(price, Share):
            # Rounded up in movement points, as players count them, not in the parts of the game's
            # scale.
            whole = ceil(terrain.points(allowance) * price.of_allowance)
            return whole * terrain.scale
        return terrain.scaled(price) or 0

    def load(self, state: Position, unit: int, carrier: int) -> None:
        """Let a unit come aboard."""
        price = self._points(state, carrier, self._section.cost.load)
        self._spend(state, carrier, price, unit, moves_on=False)
        number, names = self._board.number[state.cells[carrier]], self._frame.unit_ids
        state.place(unit, state.cells[carrier] if self._on_map else OFF_MAP)
        pairs = state.memory[ABOARD].pairs
        state.remember(ABOARD, Aboard((*pairs, (unit, carrier))))
        state.did("loaded", 1 << unit)
        if state.events is not None:
            text = f"{names[carrier]} takes {names[unit]} aboard in {number}."
            rule = self._section.cite.get("load", "")
            state.tell("loaded", rule, text, unit=names[unit], by=names[carrier])

    def _spend(
        self, state: Position, carrier: int, price: int, unit: int, *, moves_on: bool
    ) -> None:
        """Let the carrier pay, and the unit that it handles be done, for this phase."""
        # Before the move of the load is ended, which makes the load the mover.
        points_left = self._movement.points_left(state, carrier) - price
        was_going = self._movement.mover(state) == carrier
        if not moves_on:
            end_moves(state, (unit,))
        if price or was_going:
            self._moves.go_on(state, carrier, points_left)

    # -- unloading -------------------------------------------------------------------------------

    def why_not_unload(self, state: Position, unit: int, number: str) -> Violation | None:
        """Why a unit does not land in a hex now; ``None`` if it may."""
        refused = self._why_stays_aboard(state, unit)
        if refused is not None:
            return refused
        cell = self._board.cell.get(number)
        if cell is not None and self.landings(state, unit) >> cell & 1:
            return None
        name = self._frame.unit_ids[unit]
        carrier = self.carrier_of(state, unit)
        if cell is None:
            return self._refuse("reach", f"{number} is not a hex of the map.")
        if carrier is not None and not self._hexes_to_load(state.cells[carrier]) >> cell & 1:
            other = self._frame.unit_ids[carrier]
            return self._refuse("reach", f"{number} is too far away from {other}.")
        if self._movement.stacking.full(state, unit) >> cell & 1:
            return self._movement.stacking.refusal(unit, name, number)
        return self._refuse("reach", f"{name} cannot land in {number}.")

    def _why_stays_aboard(self, state: Position, unit: int) -> Violation | None:
        """Why a unit lands nowhere now; ``None`` if it may land where there is room."""
        carrier, name = self.carrier_of(state, unit), self._frame.unit_ids[unit]
        if carrier is None:
            return self._refuse("load", f"{name} is aboard nobody.")
        if not state.cells[carrier]:
            other = self._frame.unit_ids[carrier]
            return self._refuse("load", f"{name} is aboard {other}, which is not on the map.")
        return self._why_too_dear(state, carrier, self._section.cost.unload, "unload")

    def landings(self, state: Position, unit: int) -> int:
        """Mask of the hexes in which a unit could land from its carrier."""
        carrier = self.carrier_of(state, unit)
        if carrier is None or not state.cells[carrier]:
            return 0
        # Off the map this is no hex: `bit[0]` is 0.
        cell_bit = self._board.bit[state.cells[unit]]
        return cell_bit | self._room_for(state, unit, self._hexes_to_load(state.cells[carrier]))

    def _room_for(self, state: Position, unit: int, hexes: int) -> int:
        """Those of some hexes (a mask) in which a unit may stop."""
        movement = self._movement
        closed = movement.passage(state, unit).closed | movement.stacking.full(state, unit)
        return hexes & movement.costs[unit].passable & ~closed

    def landing(self, state: Position, unit: int) -> int:
        """The hexes in which a unit may land now; none if it has to stay aboard."""
        return 0 if self._why_stays_aboard(state, unit) else self.landings(state, unit)

    def unload(self, state: Position, unit: int, cell: int) -> None:
        """Let a unit land, unless others that hide keep it from it."""
        carrier = self.carrier_of(state, unit)
        if carrier is None:
            raise LookupError(f"{self._frame.unit_ids[unit]} is aboard nobody")
        stays = state.stopped(unit, cell)
        # Paid in any case: hidden units there keep the unit aboard, and the time has passed.
        price = self._points(state, carrier, self._section.cost.unload)
        moves_on = self._section.moves_on == "allowed" and not stays
        self._spend(state, carrier, price, unit, moves_on=moves_on)
        if stays:
            return
        self._put_down(state, unit, cell)
        state.did("unloaded", 1 << unit)
        if state.events is not None:
            names, number = self._frame.unit_ids, self._board.number[cell]
            text = f"{names[carrier]} puts {names[unit]} down in {number}."
            rule = self._section.cite.get("load", "")
            state.tell("unloaded", rule, text, unit=names[unit], by=names[carrier], hex=number)
        for hook in state.rules.hooks.moved:
            hook(state, unit)

    def _put_down(self, state: Position, unit: int, cell: int) -> None:
        pairs = tuple(pair for pair in state.memory[ABOARD].pairs if pair[0] != unit)
        state.remember(ABOARD, Aboard(pairs))
        state.place(unit, cell)
        state.remember(LANDED, UnitMask(state.memory[LANDED].units | 1 << unit))

    def _hexes_to_load(self, cell: int) -> int:
        """Mask of the hexes from and to which a carrier in a cell takes units and puts them."""
        cell_bit = self._board.bit[cell]
        return self._board.within(cell_bit, 1) if self._section.reach == "adjacent" else cell_bit

    # -- what becomes of them --------------------------------------------------------------------

    def turns_begin(self, state: Position) -> None:
        """Put the units that begin aboard into their carriers."""
        index = self._frame.unit_index
        pairs = [
            (index[load], index[carrier])
            for carrier, loads in self._section.begins.items()
            for load in loads
            if not state.memory[CARGO_SAID].cargo and self._comes_aboard(state, load, carrier)
        ]
        state.remember(CARGO_SAID, Said())
        if pairs:
            state.remember(ABOARD, Aboard(tuple(pairs)))
        # Carriers may have been set up elsewhere by their side: their loads come along.
        for carrier in {carrier for _, carrier in state.memory[ABOARD].pairs}:
            self.moved(state, carrier)

    def _comes_aboard(self, state: Position, load: str, carrier: str) -> bool:
        """Whether a unit that begins aboard is not set up elsewhere. ValueError if it is."""
        index = self._frame.unit_index
        cell = state.cells[index[load]]
        if cell == OFF_MAP or (self._on_map and cell == state.cells[index[carrier]]):
            return True
        raise ValueError(
            f"{load} begins aboard {carrier} and is set up in {self._board.number[cell]}; leave it "
            f"out of setup, or say who is aboard whom: cargo={{}} is nobody"
        )

    def begin(self, state: Position, cargo: Mapping[str, Iterable[str]]) -> None:
        """Let these units be aboard others when play begins, in place of those of the section.

        ValueError if one cannot be.
        """
        index, pairs = self._frame.unit_index, list[tuple[int, int]]()
        for carrier, loads in cargo.items():
            by = named(index, carrier, "unit")
            if not state.cells[by] or not self._carries(state, by):
                raise ValueError(f"{carrier} carries nobody, or is not on the map")
            for load in loads:
                unit = named(index, load, "unit")
                elsewhere = state.cells[unit] not in (OFF_MAP, state.cells[by])
                mine = self._frame.unit_side[unit] == self._frame.unit_side[by]
                if elsewhere or not mine or unit == by or unit in dict(pairs):
                    raise ValueError(
                        f"{load} cannot be aboard {carrier}: it is elsewhere, or not his"
                    )
                pairs.append((unit, by))
        state.remember(ABOARD, Aboard(tuple(pairs)))
        state.remember(CARGO_SAID, Said(cargo=True))
        for unit, by in pairs:
            state.place(unit, state.cells[by] if self._on_map else OFF_MAP)

    def moved(self, state: Position, unit: int) -> None:
        """A unit has come to a hex: those that it carries on the map come along.

        One that is carried there, and has gone elsewhere by itself, is aboard no more.
        """
        if not self._on_map:
            return
        carrier = self.carrier_of(state, unit)
        if carrier is not None and state.cells[unit] != state.cells[carrier]:
            state.remember(ABOARD, state.memory[ABOARD].without(1 << unit))
        for load in self.with_unit(state, unit):
            state.place(load, state.cells[unit])

    def turned(self, state: Position, unit: int, by: int) -> None:
        """A unit has turned by so many hexsides: those aboard turn with it."""
        if self._facing is not None:
            for load in self.with_unit(state, unit):
                self._facing.turn_along(state, load, by)

    def beaten(self, state: Position, unit: int, cell: int) -> None:
        """A carrier is lost: those aboard are lost with it, or are put down where it was."""
        if self._on_map and self.carrier_of(state, unit) is not None:
            state.remember(ABOARD, state.memory[ABOARD].without(1 << unit))
        rule, number = self._section.cite.get("lost", ""), self._board.number[cell]
        for load in self.with_unit(state, unit):
            name, other = self._frame.unit_ids[load], self._frame.unit_ids[unit]
            is_there = self._on_map and state.cells[load] == cell
            has_room = is_there or self._room_for(state, load, self._board.bit[cell])
            if self._section.lost == "survives" and has_room:
                self._put_down(state, load, cell)
                if state.events is not None:
                    text = f"{name} survives {other} in {number}."
                    state.tell("unloaded", rule, text, unit=name, by=other, hex=number)
                continue
            state.remember(ABOARD, state.memory[ABOARD].without(1 << load))
            state.eliminate(load)
            if state.events is not None:
                text = f"{name} is lost aboard {other} in {number}."
                state.tell("eliminated", rule, text, unit=name, hex=number)

    def leave(self, state: Position, unit: int) -> tuple[int, ...]:
        """Those aboard a unit that leaves the map for good, which go with it."""
        gone = self.with_unit(state, unit)
        for load in gone:
            state.place(load, OFF_MAP)
        state.remember(ABOARD, state.memory[ABOARD].without(mask_of(gone)))
        return gone


def aboard(state: Position) -> list[int]:
    """The units that are aboard others, ascending."""
    return list(bits(mask_of(load for load, _ in state.memory[ABOARD].pairs)))


# -- ``load UNIT CARRIER`` and ``unload UNIT HEX`` in movement phases; what is seen of loads -------


LOAD, UNLOAD = "load", "unload"


class Loading(MovementContribution):
    """Units come aboard and land while their side moves."""

    verbs: ClassVar[frozenset[str]] = frozenset({LOAD, UNLOAD})
    is_move: ClassVar[bool] = True

    def __init__(self, frame: Frame, rules: TransportRules, movement: MovementRules) -> None:
        self._frame, self._rules, self._movement = frame, rules, movement

    def actions(self, state: Position) -> Iterator[Action]:
        """All boardings, then all landings that are legal, in the order of the units file."""
        names = self._frame.unit_ids
        for unit, carrier in self._rules.boarding(state, state.phase_side):
            yield Action(LOAD, (names[unit], names[carrier]))
        for unit in aboard(state):
            if self._frame.unit_side[unit] == state.phase_side:
                for number in self._frame.board.numbers(self._rules.landing(state, unit)):
                    yield Action(UNLOAD, (names[unit],), (number,))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit does not come aboard, or does not land there."""
        unit = self._frame.unit_index[action.units[0]]
        if self._frame.unit_side[unit] != state.phase_side:
            text = f"{action.units[0]} belongs to the other side."
            return Violation("", text, "transport.owner")
        if action.verb == LOAD:
            carrier = self._frame.unit_index[action.units[1]]
            return self._rules.why_not_load(state, unit, carrier)
        return self._rules.why_not_unload(state, unit, action.hexes[0])

    def who_acts(self, state: Position, action: Action) -> tuple[str, ...]:
        """The carrier: the unit that is carried does nothing for it."""
        if action.verb == LOAD:
            return action.units[1:]
        carrier = self._rules.carrier_of(state, self._frame.unit_index[action.units[0]])
        return () if carrier is None else (self._frame.unit_ids[carrier],)

    def perform(self, state: Position, action: Action) -> None:
        """Load or unload."""
        index = self._frame.unit_index
        unit = index[action.units[0]]
        if action.verb == LOAD:
            self._rules.load(state, unit, index[action.units[1]])
        else:
            self._rules.unload(state, unit, self._frame.board.cell[action.hexes[0]])


def _load_label(action: Action, state: Position) -> str:
    unit, carrier = action.units
    return f"{carrier} takes {unit} aboard"


def _unload_label(action: Action, state: Position) -> str:
    return f"{action.units[0]} lands in {action.hexes[0]}"


def _carries(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    return those_or_others(
        wanted, selectors, lambda state: state.rules[TransportRules].carrying(state)
    )


def _carries_in_words(wanted: bool, words: Words) -> str:
    return "carrying somebody" if wanted else "carrying nobody"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """What a unit carries."""
    rules = state.rules.find(TransportRules)
    if rules is None:
        return
    carrier = rules.carrier_of(state, unit)
    if carrier is not None:
        yield Status(f"aboard {state.frame.unit_ids[carrier]}")
    loads = rules.with_unit(state, unit)
    if loads:
        names = every(state.frame.unit_ids[load] for load in loads)
        yield Status(f"carries {names}", "+")


def _begins(state: Position, cargo: Mapping[str, Iterable[str]]) -> None:
    """The caller that starts a game says which units are aboard others."""
    rules = state.rules.find(TransportRules)
    if rules is None:
        raise ValueError("nobody carries others in this game")
    rules.begin(state, cargo)


VERBS = {
    LOAD: Verb(PAIR, "unit", _load_label, does="let a unit come aboard another"),
    UNLOAD: Verb(
        GOING._replace(most_units=1, most_hexes=1),
        "goal",
        _unload_label,
        does="let a unit land from its carrier",
    ),
}
BEGINNINGS = {"cargo": _begins}
SLOTS = (ABOARD, LANDED, CARGO_SAID)
HOOKS = {
    "turns_begin": (TransportRules, TransportRules.turns_begin),
    "moved": (TransportRules, TransportRules.moved),
    "turned": (TransportRules, TransportRules.turned),
    "beaten": (TransportRules, TransportRules.beaten),
}
CONTRIBUTIONS = {"movement": (Loading,)}
STATUS = (_status,)
SELECTS = {"carries": Key(_carries, _carries_in_words)}
