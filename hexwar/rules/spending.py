"""Points of pools in the course of play: when they come, what acting costs, when they lapse.

In phases that ``spends`` names, each unit that sets out, attacks, fires or is activated is paid for
out of a pool of its side, alone or once for its formation or its hex. Nothing is asked before the
deed: units that could not pay are barred from the phase (:class:`SpendingRules`), so those that act
can. Points come when a phase begins, and what is not kept is lost when a phase or a turn ends
(:class:`GainRules`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot, UnitMask
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.formations import FormationRules
from hexwar.rules.language.conditions import Conditions, Measure
from hexwar.rules.language.dice import DiceThrow
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.pools.section import Gain, PaidPhase, Pool, Pools
from hexwar.rules.sequence.contracts import Barring
from hexwar.rules.sequence.rules import BEGAN, IN_PLACE, MOVED
from hexwar.rules.sequence.section import ROUND, Phase, SequenceOfPlay
from hexwar.rules.units.rules import mask_of

if TYPE_CHECKING:
    from hexwar.rules.pools.rules import PoolRules


DEEDS = {
    "movement": "moved",
    "combat": "attacked",
    "fire": "fired",
    "activation": "activated",
}
"""By the kind of phase: what is paid for; activations that phases are run for pay by themselves."""


PAID = Slot("paid", UnitMask(), lasts="phase")
"""The mask of the units that have acted in the phase: what they do is paid for."""


class StoodAt(NamedTuple):
    """By unit the cell where it stood when the phase began; kept where hexes pay."""

    cells: tuple[int, ...] = ()


STOOD_AT = Slot("paid_by_hex", StoodAt(), lasts="phase")


class ActingPrice(NamedTuple):
    """What acting costs in a phase.

    ``deed``: what is paid for; none in a round, whose activations pay by themselves. ``pools``: by
    side, the pool that pays; empty for a side that pays nothing. ``payers``: the mask of the units
    that are paid for. ``paid_by``: what pays once for all its units: a formation, a hex, or each
    unit for itself.
    """

    deed: str
    pools: tuple[str, ...]
    points: int
    payers: Callable[[Position], int]
    paid_by: str


def _price(
    phase: Phase, side_of_pool: dict[str, str], side_ids: tuple[str, ...], selectors: Selectors
) -> ActingPrice | None:
    """What it costs to act in a phase, compiled; ``None`` where it costs nothing."""
    price = phase[PaidPhase].spends
    if price is None or phase.kind not in (*DEEDS, ROUND):
        return None
    # One pool for each side, perhaps none: a side without one pays nothing.
    pools = tuple(
        next((pool for pool in price.pool if side_of_pool[pool] == side), "") for side in side_ids
    )
    payers = selectors.anywhere(price.only)
    return ActingPrice(DEEDS.get(phase.kind, ""), pools, price.count, payers, price.each)


class SpendingRules(Barring):
    """What units pay to act, and which units cannot."""

    def __init__(
        self,
        frame: Frame,
        sequence: SequenceOfPlay,
        section: Pools | None,
        pools: PoolRules | None,
        selectors: Selectors,
        formations: FormationRules | None,
    ) -> None:
        self._formations = formations
        self._pools, self._sides = pools, selectors.forces.mask_of_side
        by_id = section.by_id if section else {}
        side_of_pool = {name: pool.side for name, pool in by_id.items()}
        self._prices = tuple(
            _price(phase, side_of_pool, frame.side_ids, selectors) for phase in sequence.phases
        )

    def concerned_at(self, moment: str) -> bool:
        """Whether anything is paid for in any phase."""
        return any(self._prices)

    def bars_in(self, phase: int) -> bool:
        """Where something is paid for."""
        return self._prices[phase] is not None

    def barred(self, state: Position) -> int:
        """The mask of the units that cannot pay for what they would do in the current phase."""
        if self._prices[state.phase_index] is None:
            return 0
        cannot_pay = self.cannot_pay(state, state.phase_index, state.phase_side)
        return cannot_pay & self._sides[state.phase_side] & ~state.memory[PAID].units

    def cannot_pay(self, state: Position, phase: int, side: int) -> int:
        """The mask of the units for which a side would have to pay in a phase, and cannot."""
        price = self._prices[phase]
        if price is None or self._pools is None or not price.pools[side]:
            return 0
        if self._pools.points(state, price.pools[side]) >= price.points:
            return 0
        return price.payers(state)

    def times_left_for(self, state: Position, phase: int, later: int, side: int) -> int | None:
        """How often a side could pay now for what it does in a later phase, where that is paid from
        the same pool as what it does in this one; ``None`` where it is not.
        """
        now, then = self._prices[phase], self._prices[later]
        if now is None or then is None or self._pools is None:
            return None
        pool = then.pools[side]
        if not pool or now.pools[side] != pool:
            return None
        return self._pools.points(state, pool) // then.points

    def pay(self, state: Position, phase: int, side: int, units: int) -> None:
        """Let a side pay once for what units (a mask) do together, if any of them pays."""
        price = self._prices[phase]
        if price is None or self._pools is None or not price.pools[side]:
            return
        if price.payers(state) & units:
            self._pools.pay(state, price.pools[side], price.points)

    def phase_begins(self, state: Position) -> None:
        """Where hexes pay, remember which units stand in which."""
        price = self._prices[state.phase_index]
        if price is not None and price.paid_by == "hex":
            state.remember(STOOD_AT, StoodAt(tuple(state.cells)))

    def did(self, state: Position, deed: str, units: int) -> None:
        """Units act: those that have not paid yet pay for it together."""
        price = self._prices[state.phase_index]
        paid_for = "moved" if deed == IN_PLACE else deed
        if price is None or price.deed != paid_for:
            return
        before = state.memory[PAID].units
        unpaid_yet = units & ~before
        if not unpaid_yet:
            return
        mates = self._mates(state, price, price.payers(state) & units)
        state.remember(PAID, UnitMask(before | units | mates))
        self.pay(state, state.phase_index, state.phase_side, unpaid_yet)
        if paid_for == "moved":
            self._hold_those_who_cannot_pay(state)

    def _hold_those_who_cannot_pay(self, state: Position) -> None:
        """Units that have not set out, and now could not pay for it, stay: points may be gone."""
        barred = self.barred(state)
        if barred:
            progress, began = state.memory[MOVED], state.memory[BEGAN]
            state.remember(MOVED, progress._replace(moved=progress.moved | barred))
            state.remember(BEGAN, began._replace(outside=began.outside | barred))

    def _mates(self, state: Position, price: ActingPrice, units: int) -> int:
        """The mask of the units that are paid for as well when some units (a mask) pay."""
        if price.paid_by == "hex":
            stood = state.memory[STOOD_AT].cells
            cells_paid = {stood[unit] for unit in bits(units)} - {OFF_MAP}
            mine = bits(self._sides[state.phase_side])
            return mask_of(unit for unit in mine if stood[unit] in cells_paid)
        if price.paid_by != "formation" or self._formations is None:
            return 0
        return self._formations.of({self._formations.named(unit) for unit in bits(units)} - {""})


def _points_gained(pool: Pool, gain: Gain, conditions: Conditions) -> Measure:
    """How many points come: as many as dice bring, or as are counted."""
    dice = gain.count
    if not isinstance(dice, DiceThrow):
        return conditions.measure_of(dice)

    def rolled(state: Position) -> int:
        faces = tuple(state.roll(dice.sides) for _ in range(dice.count))
        if state.events is not None:
            thrown = ", ".join(map(str, faces))
            text = f"{pool.title}: die {thrown} ({dice})."
            state.tell("points_roll", pool.cite.get("gain", ""), text, pool=pool.id, dice=faces)
        return dice.read(faces)

    return rolled


class GainRules:
    """What comes in each phase, and what is not kept beyond one, or beyond a turn."""

    def __init__(
        self, frame: Frame, pools: PoolRules, conditions: Conditions, spending: SpendingRules
    ) -> None:
        self._pools, self._spending = pools, spending
        self._gains = tuple(
            tuple(
                (pool.id, _points_gained(pool, gain, conditions), conditions.test(gain.condition))
                for pool in pools.all_pools
                for gain in pool.gain
                if gain.phase == phase
            )
            for phase in frame.phase_ids
        )

    def phase_begins(self, state: Position) -> None:
        """Points come that come in this phase."""
        self._spending.phase_begins(state)  # a package has one hook of a name
        for name, count, holds in self._gains[state.phase_index]:
            if holds(state) and (come := count(state)) > 0:
                self._pools.gain(state, name, come)

    def phase_closing(self, state: Position) -> None:
        """What is never kept is lost."""
        self._lapse(state, "never")

    def turn_ended(self, state: Position) -> None:
        """What is kept for a turn is lost."""
        self._lapse(state, "turn")

    def _lapse(self, state: Position, kept: str) -> None:
        """Points of the pools that keep theirs for so long are lost."""
        for pool in self._pools.all_pools:
            if pool.kept == kept:
                self._pools.lose(
                    state, pool.id, self._pools.points(state, pool.id), "points_lapsed"
                )


SLOTS = (PAID, STOOD_AT)
CONTRIBUTIONS = {"barred": (SpendingRules,)}
HOOKS = {
    "phase_begins": (GainRules, GainRules.phase_begins),
    "did": (SpendingRules, SpendingRules.did),
    "phase_closing": (GainRules, GainRules.phase_closing),
    "turn_ended": (GainRules, GainRules.turn_ended),
}
