"""Section ``fire``: which units may fire at which, and what comes of it.

Whether a unit may fire is asked in the order of what it costs to know: is it on the map and does it
fire (`why_not_fire`), are there enemies in range and in its arcs (`enemies_in_reach`), does it or
an observer see them (`_in_sight`), may its weapons be fired at them and does it have dice
(`why_not_target`). The same order gives the refusals.

A firer and its target make an aim: one unit has an aim for each enemy in the hex, several units a
volley for each. The fire itself, its preview and its worth to a computer player are all reckoned
from the volley chosen here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from typing import TYPE_CHECKING

from hexwar.engine.queries import FirePreview, FireRange, Sight
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.hexmap.axial import distance
from hexwar.hexmap.sight import sight_line
from hexwar.rules.consequences import ResultRules, Staged
from hexwar.rules.fire.pools import (
    CoverRules,
    FirePools,
    Measures,
    PlannedFire,
    Reckoned,
    Volley,
    Weapon,
    times_fired,
    whole,
)
from hexwar.rules.fire.resolution import FireResolution, FireResult, HitRules, SpillRules
from hexwar.rules.fire.section import CHOSEN, WHOLE_HEX, Fire, Strike
from hexwar.rules.language.by_unit import ByUnit
from hexwar.rules.language.dice import Pool
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import every, times
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.movement.limits import UnitsOfPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces, mask_of

if TYPE_CHECKING:
    from hexwar.rules.action_points import ActionPointRules
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.melee.rules import MeleeRules


class FireRules:
    """Fire of one unit at a hex. ``section`` is what the game says of it."""

    def __init__(
        self,
        frame: Frame,
        section: Fire,
        sequence: SequenceOfPlay,
        forces: Forces,
        measures: Measures,
        pools: FirePools,
        cover: CoverRules,
        hits: HitRules,
        resolution: FireResolution,
        spill: SpillRules,
        sight: SightRules | None,
        concerned: UnitsOfPhase,
        melee: MeleeRules | None,
        facing: FacingRules | None,
        action_points: ActionPointRules | None,
        selectors: Selectors,
    ) -> None:
        # They are false in a game whose phases have no action points.
        self._melee, self._points = melee, action_points or None
        self._facing = facing if section.into else None
        self._into: ByUnit[tuple[str, ...]] = ByUnit(section.into, selectors)
        self.section = section
        self._board, self._forces, self._measures = frame.board, forces, measures
        self._pools, self._cover, self._hits = pools, cover, hits
        self._resolution, self._sight, self._spill = resolution, sight, spill
        cells = frame.board.cell
        self._hexmap = frame.map
        self._at = {cells[number]: frame.map.axial(number) for number in frame.map.numbers}
        indirect = section.indirect
        self._fires_blind = measures.fits(indirect.only if indirect else None)
        self._observes = measures.fits(indirect.observer if indirect else None)
        self._fires = measures.fits(section.only)
        # By the side that fires, through whose eyes its targets are seen.
        self._is_target = [
            selectors.fits(section.targets, side) for side in range(len(forces.side_ids))
        ]
        self._concerned = concerned
        # By both pools, how many hits the target can take, and how firm it is.
        self._worths: dict[tuple[Pool, Pool, int, tuple[int, int]], float] = {}
        self._ranges: dict[tuple[int, int], int] = {}
        self._fire_phases = tuple(phase.kind == "fire" for phase in sequence.phases)
        self.refuse = SectionRefusals("fire", self.section.cite)

    # -- which units may fire at which -----------------------------------------------------------

    def targets(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit may fire at now."""
        hexes: int | None = state.near.get(("targets", unit))
        if hexes is None:
            hexes = 0
            if self.why_not_fire(state, unit) is None:
                for cell in self._board.cells(self.enemies_in_reach(state, unit)):
                    # Sight first, by masks: `_why_not_at` writes a sentence for a refusal, which is
                    # not read here.
                    seen = self._in_sight(state, unit, cell)
                    if seen and self._why_not_at(state, unit, cell) is None:
                        hexes |= self._board.bit[cell]
            state.near["targets", unit] = hexes
        return hexes

    def enemies_in_reach(self, state: Position, unit: int) -> int:
        """Mask of the hexes with enemies in range of a unit on the map and in the arcs into which
        it fires, no matter what else keeps it from firing there.
        """
        hexes: int | None = state.near.get(("in_reach", unit))
        if hexes is None:
            hexes = state.near["in_reach", unit] = self._in_reach(state, unit)
        return hexes

    def _in_reach(self, state: Position, unit: int) -> int:
        """What :meth:`enemies_in_reach` answers with, worked out: range first, then arcs."""
        facing, most = self._facing, self.section.range.most
        hexes = state.enemies_of(self._forces.side[unit])
        if most is not None and hexes:
            # Range and arcs are masks, so they come first: weapons and dice are then reckoned for
            # few.
            hexes &= self._hexes_within(
                state.cells[unit], int(self._measures.hexes(state, unit, most))
            )
        arcs = self._into.now(state, unit) if facing is not None and hexes else ()
        if facing is None or not arcs or not facing.has(state, unit):
            return hexes
        return facing.within(state, unit, hexes, facing.arcs(arcs))

    def why_not(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not fire at a hex; ``None`` when it may."""
        return self.why_not_fire(state, unit) or self._why_not_at(state, unit, cell)

    def why_not_fire(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not fire at all; ``None`` when it may."""
        name, most = self._forces.ids[unit], self.section.most.turn
        if state.cells[unit] == OFF_MAP:
            return self.refuse("only", f"{name} is not on the map.")
        if not self._fires(state, unit):
            return self.refuse("only", f"{name} is no unit that fires.")
        if most is not None and times_fired(state, unit) >= most:
            return self.refuse("most", f"{name} has fired {times(most)} in this turn.")
        points, left = self._points, self._measures.points
        short = points.why_not_fire(state, unit, left(state, unit)) if points else None
        return short or state.forbidden(unit, "fire")

    def why_not_in_phase(self, state: Position, unit: int) -> Violation | None:
        """Why a unit does not fire in the phase of fire that is played; ``None`` when it may."""
        name = self._forces.ids[unit]
        if self._forces.side[unit] != state.phase_side:
            return self.refuse("owner", f"{name} belongs to the other side.")
        is_fire = self._fire_phases[state.phase_index]
        if is_fire and not self._concerned.fits(state, unit):
            why = self._concerned.why_outside(state, unit)
            return self.refuse("only", f"{name} does not fire in this phase{why}")
        return None

    def range_of(self, state: Position, unit: int) -> FireRange | None:
        """How far a unit fires; ``None`` for one that does not."""
        if not self._fires(state, unit):
            return None
        ranges = self.section.range.optimal, self.section.range.most
        hexes = (
            None if distance is None else int(self._measures.hexes(state, unit, distance))
            for distance in ranges
        )
        return FireRange(*hexes)

    def is_in_range(self, state: Position, unit: int, cell: int) -> bool:
        """Whether a hex is as near to a unit on the map as one that it fires at must be."""
        most = self.section.range.most
        if most is None:
            return True
        distance = self._hexes_between(state.cells[unit], cell)
        return bool(distance <= self._measures.hexes(state, unit, most))

    def _why_not_at(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not fire at a hex; ``None`` if it may."""
        aims = self._aims(state, unit, cell)
        refused = self._why_out_of_reach(state, unit, cell, aims)
        if refused is not None:
            return refused
        refusals = [self.why_not_target(state, aim) for aim in aims]
        # The hex may be fired at if one of those in it may be.
        return refusals[0] if all(refusals) else None

    def why_not_in_volley(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not fire at a hex even where others fire with it."""
        refused = self.why_not_fire(state, unit)
        if refused is not None:
            return refused
        return self._why_out_of_reach(state, unit, cell, self._all_aims(state, unit, cell))

    def _why_out_of_reach(
        self, state: Position, unit: int, cell: int, aims: Sequence[PlannedFire]
    ) -> Violation | None:
        """Why a unit could not fire at those in a hex, no matter what it fires with."""
        name, number = self._forces.ids[unit], self._board.number[cell]
        close = self._melee.why_no_fire(state, unit, cell) if self._melee else None
        if close is not None:
            return close
        if not aims:
            text = f"There is no enemy in {number} that {name} could fire at."
            return self.refuse("targets", text)
        most = self.section.range.most
        reach = None if most is None else self._measures.hexes(state, unit, most)
        if reach is not None and aims[0].distance > reach:
            away = "1 hex" if aims[0].distance == 1 else f"{aims[0].distance} hexes"
            text = f"{number} is {away} away, and {name} fires no farther than {reach}."
            return self.refuse("range", text)
        facing, arcs = self._facing, self._into.now(state, unit)
        looks = facing if facing is not None and arcs and facing.has(state, unit) else None
        if looks is not None and not looks.lies_in(state, unit, cell, looks.arcs(arcs)):
            return self.refuse("into", looks.out_of_arc(state, unit, cell, "fire at"))
        if self._sight is None or self._in_sight(state, unit, cell):
            return None
        # Indirect fire needs no line of its own, but somebody who observes for it.
        if self.section.indirect is None or not self._fires_blind(state, unit):
            return self._sight.why(state.cells[unit], cell)
        return self.refuse("indirect", f"Nobody who could observe for it sees {number}.")

    def why_not_target(self, state: Position, aim: PlannedFire) -> Violation | None:
        """Why a unit may not fire at one of those in a hex; ``None`` when it may."""
        weapon, attack = self._pools.aimed(state, aim)
        prohibited = self._why_prohibited(aim, weapon)
        if prohibited is not None:
            return prohibited
        name = self._forces.ids[aim.firer]
        if self.section.dice is not None and not whole(attack):
            number = self._board.number[state.cells[aim.target]]
            return self.refuse("dice", f"{name} has no dice to fire at {number} with.")
        return None

    def why_prohibited(self, state: Position, aim: PlannedFire) -> Violation | None:
        """Why the weapons of a unit may not be fired at a target."""
        return self._why_prohibited(aim, self._pools.weapon(state, aim))

    def _why_prohibited(self, aim: PlannedFire, weapon: Weapon | None) -> Violation | None:
        if weapon is None or not weapon.form.prohibited:
            return None
        name, target = self._forces.ids[aim.firer], self._forces.ids[aim.target]
        return self.refuse("effect", f"{name} cannot fire at {target}: {weapon.form.title}.")

    def _in_sight(self, state: Position, unit: int, cell: int) -> bool:
        """Whether there is a line of sight, or a unit that observes, where one is required."""
        sight, origin = self._sight, state.cells[unit]
        if sight is None or self.section.line_of_sight != "required" or sight.sees(origin, cell):
            return True
        indirect = self.section.indirect
        if indirect is None or not self._fires_blind(state, unit):
            return False
        for other in self._forces.of_side[self._forces.side[unit]]:
            here = state.cells[other]
            # The firer itself has just been found not to see the hex.
            if other == unit or not here or not self._observes(state, other):
                continue
            near = indirect.within is None or self._hexes_between(here, cell) <= indirect.within
            if near and sight.sees(here, cell):
                return True
        return False

    def _hexes_between(self, a: int, b: int) -> int:
        """Hexes from a cell to another."""
        number = self._board.number
        return self._hexmap.distance(number[a], number[b])

    def _hexes_within(self, cell: int, hexes: int) -> int:
        """Mask of the hexes at most so far from a cell as the crow flies."""
        if (cell, hexes) not in self._ranges:
            near = (there for there in self._at if self._hexes_between(cell, there) <= hexes)
            self._ranges[cell, hexes] = sum(self._board.bit[there] for there in near)
        return self._ranges[cell, hexes]

    def _aims(self, state: Position, unit: int, cell: int) -> list[PlannedFire]:
        """The targets that a unit's fire at a hex may have: the enemy with the most dice of
        defence, or all those of which one may be chosen.
        """
        aims = self._all_aims(state, unit, cell)
        if len(aims) < 2 or self.section.target == CHOSEN:
            return aims
        return [max(aims, key=lambda aim: whole(self._pools.defense(state, aim)))]

    def _all_aims(self, state: Position, unit: int, cell: int) -> list[PlannedFire]:
        """A fire at each enemy in a hex that a side sees, may fire at, and could hit."""
        side, owner = self._forces.side[unit], self._forces.side
        if not state.enemies_of(side) >> cell & 1:
            return []
        foes, seen = state.frame.foes[side], ~state.hidden(side)
        enemies = [
            other for other in state.standing(cell) if seen >> other & 1 and owner[other] in foes
        ]
        hexes = self._hexes_between(state.cells[unit], cell)
        cover = self._cover.of(state.cells[unit], cell)
        return [
            PlannedFire(unit, enemy, hexes, cover)
            for enemy in enemies
            if self._is_target[side](state, enemy) and self._hits.most(state, enemy)
        ]

    def volleys(self, state: Position, units: Sequence[int], cell: int) -> list[Volley]:
        """The targets that the fire of units at a hex may have, as for one of them: those that are
        not forbidden, or all if there are none.
        """
        if len(units) == 1:
            own_aims = self._aims(state, units[0], cell)
            able = [aim for aim in own_aims if self.why_not_target(state, aim) is None]
            one_by_one: list[Volley] = [(aim,) for aim in able or own_aims]
            return one_by_one
        aims = [self._all_aims(state, unit, cell) for unit in units]
        # Which units are in the hex depends only on the side that fires, so the aims of all its
        # units list the same targets in the same order.
        volleys: list[Volley] = list(zip(*aims, strict=True))
        if self.section.target != CHOSEN and volleys[1:]:
            reckoned = self._pools.reckon_together
            volleys = [max(volleys, key=lambda volley: whole(reckoned(state, volley).defense))]
        # All of them where none is allowed: a caller that asks why gets the reason of the first.
        return [
            volley for volley in volleys if self.why_not_volley(state, volley) is None
        ] or volleys

    def why_not_volley(self, state: Position, volley: Volley) -> Violation | None:
        """Why units that reach a target may not fire at it together."""
        for aim in volley:
            prohibited = self.why_prohibited(state, aim)
            if prohibited is not None:
                return prohibited
        if self.section.dice is None or whole(self._pools.reckon_together(state, volley).attack):
            return None
        names = every(self._forces.ids[aim.firer] for aim in volley)
        number = self._board.number[state.cells[volley[0].target]]
        return self.refuse("dice", f"{names} have no dice to fire at {number} with.")

    def targets_in(self, state: Position, units: Sequence[int], cell: int) -> list[int]:
        """The enemies in a hex, one of which a legal fire is at."""
        return [volley[0].target for volley in self.volleys(state, units, cell)]

    # -- what comes of it ------------------------------------------------------------------------

    def resolve(
        self, state: Position, units: Sequence[int], cell: int, target: int = NOBODY
    ) -> None:
        """Let a unit, or several together, fire at a hex, or at the target there that is chosen:
        dice, blocks, hits, the check of morale.

        The fire must be legal. Where a table decides, its result is put on the agenda.
        """
        volley = self._known_volley(state, units, cell, target)
        others: Sequence[PlannedFire] = ()
        if self.section.target == WHOLE_HEX:
            others = self._all_aims(state, units[0], cell)
        hit = volley[0].target
        # Only the target of each aim matters: they are hit by the dice of the volley.
        others = [aim for aim in others if aim.target != hit]
        self._resolution.fire(state, volley, others, self._spill.of(state, volley))

    def _known_volley(
        self, state: Position, units: Sequence[int], cell: int, target: int = NOBODY
    ) -> Volley:
        """The volley at a target, or the one that is worth most where none is chosen."""
        volleys = self.volleys(state, units, cell)
        if not volleys:
            raise LookupError(f"no enemy in {self._board.number[cell]}")
        if target != NOBODY:
            return next(volley for volley in volleys if volley[0].target == target)
        return (
            max(volleys, key=lambda volley: self._worth(state, volley, at_once=True))
            if volleys[1:]
            else volleys[0]
        )

    def preview(
        self, state: Position, units: Sequence[int], cell: int, target: int = NOBODY
    ) -> FirePreview:
        """What a legal fire would be resolved with, and what it may come to, as far as the state
        knows which counters are nothing.
        """
        volley, number = self._known_volley(state, units, cell, target), self._board.number[cell]
        real_aims = self._of_units(state, volley)
        # A fire that comes to nothing is still shown with its lines and dice, but it causes no
        # loss.
        is_at_nothing, volley = not real_aims, real_aims or volley
        farthest = max(volley, key=lambda aim: aim.distance)
        line = self._line(state.cells[farthest.firer], cell)
        spilled = self._spill.of(state, volley)
        foreseen = self._resolution.preview(state, volley, number, line, spilled)
        return self._resolution.come_to_nothing(foreseen) if is_at_nothing else foreseen

    @staticmethod
    def _of_units(state: Position, volley: Volley) -> Volley:
        """What is left of a fire when the counters that prove to be nothing before the dice are
        gone.
        """
        hooks = state.rules.hooks.absent
        if not hooks:
            return volley
        units = mask_of((volley[0].target, *(aim.firer for aim in volley)))
        absent = reduce(or_, [hook(state, units) for hook in hooks])
        if absent >> volley[0].target & 1:
            return ()
        return tuple([aim for aim in volley if not absent >> aim.firer & 1])

    def _line(self, origin: int, cell: int) -> Sight:
        """The line of a fire; where the game does not say what blocks lines, it is clear."""
        if self._sight is not None:
            return self._sight.sight(origin, cell)
        start, end = self._at[origin], self._at[cell]
        numbers = {at: self._board.number[cell] for cell, at in self._at.items()}
        crossed = tuple(numbers[at] for at in sight_line(start, end).hexes if at in numbers)
        return Sight(None, "", (), crossed, (), distance(start, end))

    def worth(self, state: Position, unit: int, cell: int, target: int = NOBODY) -> float:
        """What a legal fire is worth to its side: the share of the target that it takes, and of
        what is left the chance that its morale fails.
        """
        return self._worth(state, self._known_volley(state, (unit,), cell, target))

    def worth_together(
        self, state: Position, units: Sequence[int], cell: int, target: int = NOBODY
    ) -> float:
        """What a legal fire of several units is worth beyond what the others would be worth firing
        alone: no more than the fire of one of them where the group gains nothing.
        """
        alone = [self.worth_alone(state, unit, cell) for unit in units]
        together = self._worth(state, self._known_volley(state, units, cell, target))
        # The others of the group could have fired too, in turn: what that is worth is not gained by
        # it.
        return together - (sum(alone) - max(alone))

    def worth_alone(self, state: Position, unit: int, cell: int) -> float:
        """What the fire of a unit at a hex is worth; nothing, if it may not be."""
        if self.why_not_fire(state, unit) or not self.enemies_in_reach(state, unit) >> cell & 1:
            return 0.0
        aims = self._aims(state, unit, cell)
        if self._why_out_of_reach(state, unit, cell, aims) is not None:
            return 0.0
        shots = ((aim, self._pools.effective(state, aim)) for aim in aims)
        return max(
            (self._worth(state, (aim,), reckoned) for aim, reckoned in shots if reckoned),
            default=0.0,
        )

    def shelter(self, here: int, there: int) -> int:
        """The dice of cover in a cell against fire from another."""
        return self._cover.of(here, there).dice

    def worth_between(
        self, state: Position, firer: int, here: int, target: int, there: int
    ) -> float:
        """What a fire would be worth if both units stood in these cells and saw each other."""
        sees = self._is_target[self._forces.side[firer]]
        if not (self._fires(state, firer) and sees(state, target)):
            return 0.0
        if not self._hits.most(state, target):
            return 0.0
        hexes, cover = self._hexes_between(here, there), self._cover.of(here, there)
        places = ((firer, here), (target, there))
        return self._worth(state, (PlannedFire(firer, target, hexes, cover, places=places),))

    def _worth(
        self,
        state: Position,
        volley: Volley,
        reckoned: Reckoned | None = None,
        *,
        at_once: bool = False,
    ) -> float:
        """What a volley is worth, including the other units that it hits."""
        at_units = self._of_units(state, volley)
        if not at_units:
            return 0.0
        worth = self._worth_at(state, at_units, reckoned, at_once=at_once)
        mine = self._forces.side[at_units[0].firer]
        if self._spill.form:
            for spilled in self._spill.of(state, at_units):
                # Fire spills over onto friends as well.
                sign = -1 if self._forces.side[spilled[0].target] == mine else 1
                worth += sign * self._worth_at(state, spilled, at_once=at_once)
        return worth

    def _worth_at(
        self,
        state: Position,
        volley: Volley,
        known: Reckoned | None = None,
        *,
        at_once: bool = False,
    ) -> float:
        """What it is worth to take from one unit, of any side, what a fire takes; ``known`` is what
        it is resolved with, if that has been reckoned. ``at_once``: what it may come to later is
        left out, as where this decides in play which unit a fire hits.
        """
        reckoned = known or self._pools.reckon_together(state, volley)
        target = volley[0].target
        most = self._hits.most(state, target)
        if self.section.by_table:
            plain = self._worth_of(state, volley, reckoned, most)
            if at_once:
                return plain
            # Results that take nothing at once are worth what comes of them. That is kept by the
            # code and the side that fires, for any firer and target: to play each out costs too
            # much.
            side, later = self._forces.side[volley[0].firer], 0.0
            for code, chance in self._resolution.without_losses(state, volley, reckoned):
                stage = partial(self._staged_result, code=code, side=side)
                later += float(chance) * state.rules[ResultRules].worth(
                    state, ("fire", code, side), stage
                )
            return max(0.0, plain + later)
        firm = self._hits.firmness(state, target)
        key = (reckoned.attack_dice, reckoned.defense_dice, most, firm)
        worth = self._worths.get(key)
        if worth is None:
            worth = self._worths[key] = self._worth_of(state, volley, reckoned, most)
        return worth

    def _worth_of(self, state: Position, volley: Volley, reckoned: Reckoned, most: int) -> float:
        casualties, target = self._resolution.casualties(state, volley, reckoned), volley[0].target
        lost = sum(number * chance for number, chance in casualties.items())
        return float(lost / most + self._hits.failure(state, target, casualties) / 2)

    def _staged_result(self, state: Position, *, code: str, side: int) -> Staged | None:
        """The result of a fire by the first unit of a side that fires at all, at the first enemy of
        those that are fired at.
        """
        forces, sees = self._forces, self._is_target[side]
        on_map = [unit for unit, cell in enumerate(state.cells) if cell]
        firers = [unit for unit in on_map if forces.side[unit] == side and self._fires(state, unit)]
        foes = state.frame.foes[side]
        targets = [unit for unit in on_map if forces.side[unit] in foes and sees(state, unit)]
        if not (firers and targets):
            return None
        firer, target = firers[0], targets[0]
        task = FireResult(code, (state.cells[target],), (firer,), (target,))
        victims = mask_of(unit for unit in on_map if forces.side[unit] in foes)
        return Staged(task, 1 << firer, victims)

    def strike(self, state: Position, strike_form: Strike, among: int) -> None:
        """Strike a unit, drawn by lot from those of a mask that can be."""
        forces = self._forces
        side = forces.side_ids.index(strike_form.side) if strike_form.side else NOBODY
        owned = (unit for unit, whose in enumerate(forces.side) if side in (NOBODY, whose))
        able = [unit for unit in owned if among >> unit & 1 and self._hits.most(state, unit)]
        if not able:
            return
        # No die with one face: a caller that gives the dice would have to give one for it.
        unit = able[state.roll(len(able)) - 1] if len(able) > 1 else able[0]
        shelter = self._cover.of(OFF_MAP, state.cells[unit])
        dice = (strike_form.dice.sides,) * strike_form.dice.count
        self._resolution.strike(state, PlannedFire(NOBODY, unit, 0, shelter), dice)
