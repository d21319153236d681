"""Section ``fire``: who may fire at whom, and what comes of it."""

from __future__ import annotations

from hexwar.engine.frame import Frame
from hexwar.engine.queries import FirePreview, FireRange, Sight
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.hexmap.axial import distance
from hexwar.hexmap.sight import sight_line
from hexwar.rules.fire.cover import CoverRules
from hexwar.rules.fire.hits import HitRules
from hexwar.rules.fire.pools import (
    NOBODY,
    FirePools,
    Measures,
    PlannedFire,
    Reckoned,
    times_fired,
    whole,
)
from hexwar.rules.fire.resolution import FireResolution
from hexwar.rules.fire.section import CHOSEN, WHOLE_HEX, Fire, Strike
from hexwar.rules.language.opposed import Pool
from hexwar.rules.language.wording import several
from hexwar.rules.line_of_sight.rules import SightRules
from hexwar.rules.melee.rules import MeleeRules
from hexwar.rules.movement.units_of_phase import UnitsOfPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces


class FireRules:
    """Fire of one unit at a hex. ``section`` is what the game says of it."""

    __slots__ = (
        "_at",
        "_board",
        "_concerned",
        "_cover",
        "_fire_phases",
        "_fires",
        "_fires_blind",
        "_forces",
        "_hexmap",
        "_hits",
        "_is_target",
        "_measures",
        "_melee",
        "_observes",
        "_pools",
        "_resolution",
        "_sight",
        "_worths",
        "section",
    )

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
        sight: SightRules | None,
        concerned: UnitsOfPhase,
        melee: MeleeRules | None,
    ) -> None:
        self._melee = melee
        self.section = section
        self._board, self._forces, self._measures = frame.board, forces, measures
        self._pools, self._cover, self._hits = pools, cover, hits
        self._resolution, self._sight = resolution, sight
        cells = frame.board.cell
        self._hexmap = frame.map
        self._at = {cells[number]: frame.map.axial(number) for number in frame.map.numbers}
        indirect = section.indirect
        self._fires_blind = measures.fits(indirect.only if indirect else None)
        self._observes = measures.fits(indirect.observer if indirect else None)
        self._fires, self._is_target = measures.fits(section.only), measures.fits(section.targets)
        self._concerned = concerned
        # By both pools, how many hits the target can take, and how firm it is.
        self._worths: dict[tuple[Pool, Pool, int, tuple[int, int]], float] = {}
        self._fire_phases = tuple(phase.kind == "fire" for phase in sequence.phases)

    # -- who may fire at whom --------------------------------------------------------------------

    def targets(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit may fire at now."""
        found: int | None = state.near.get(("targets", unit))
        if found is None:
            found = 0
            if self.why_not_fire(state, unit) is None:
                for cell in self._board.cells(state.enemies_of(self._forces.side[unit])):
                    seen = self._in_sight(state, unit, cell)
                    if seen and self._why_not_at(state, unit, cell) is None:
                        found |= self._board.bit[cell]
            state.near["targets", unit] = found
        return found

    def why_not(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not fire at a hex; ``None`` when it may."""
        return self.why_not_fire(state, unit) or self._why_not_at(state, unit, cell)

    def why_not_fire(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not fire, at whatever; ``None`` when it may."""
        name, most = self._forces.ids[unit], self.section.most.turn
        if state.cells[unit] == OFF_MAP:
            return self.refuse("only", f"{name} is not on the map.")
        if not self._fires(state, unit):
            return self.refuse("only", f"{name} is no unit that fires.")
        if most is not None and times_fired(state, unit) >= most:
            return self.refuse("most", f"{name} has fired {several(most, 'time')} in this turn.")
        return state.forbidden(unit, "fire")

    def why_not_in_phase(self, state: Position, unit: int) -> Violation | None:
        """Why a unit does not fire in the phase of fire that is played; ``None`` when it may."""
        name = self._forces.ids[unit]
        if self._forces.side[unit] != state.phase_side:
            return self.refuse("owner", f"{name} belongs to the other side.")
        is_fire = self._fire_phases[state.phase_index]
        if is_fire and not self._concerned.fits(state, unit):
            return self.refuse("only", f"{name} does not fire in this phase.")
        return None

    def range_of(self, state: Position, unit: int) -> FireRange | None:
        """How far a unit fires; ``None`` for one that does not."""
        if not self._fires(state, unit):
            return None
        said = self.section.range.optimal, self.section.range.most
        hexes = (None if r is None else int(self._measures.hexes(state, unit, r)) for r in said)
        return FireRange(*hexes)

    def _why_not_at(self, state: Position, unit: int, cell: int) -> Violation | None:
        name, number = self._forces.ids[unit], self._board.number[cell]
        aims = self._aims(state, unit, cell)
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
        unseen = self._why_not_seen(state, unit, cell)
        if unseen is not None:
            return unseen
        refused = [self.why_not_target(state, aim) for aim in aims]
        return refused[0] if all(refused) else None

    def why_not_target(self, state: Position, aim: PlannedFire) -> Violation | None:
        """Why a unit may not fire at one of those in a hex; ``None`` when it may."""
        name, target = self._forces.ids[aim.firer], self._forces.ids[aim.target]
        weapon = self._pools.weapon(state, aim)
        if weapon and weapon.said.prohibited:
            return self.refuse("effect", f"{name} cannot fire at {target}: {weapon.said.title}.")
        if self.section.dice is not None and not whole(self._pools.attack(state, aim)):
            number = self._board.number[state.cells[aim.target]]
            return self.refuse("dice", f"{name} has no dice to fire at {number} with.")
        return None

    def _in_sight(self, state: Position, unit: int, cell: int) -> bool:
        """Whether there is a line of sight, or somebody who observes, where one is required."""
        sight, origin = self._sight, state.cells[unit]
        if sight is None or self.section.line_of_sight != "required" or sight.sees(origin, cell):
            return True
        said = self.section.indirect
        if said is None or not self._fires_blind(state, unit):
            return False
        for other in self._forces.of_side[self._forces.side[unit]]:
            here = state.cells[other]
            if other == unit or not here or not self._observes(state, other):
                continue
            near = said.within is None or self._away(here, cell) <= said.within
            if near and sight.sees(here, cell):
                return True
        return False

    def _why_not_seen(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why there is no line of sight where one is required."""
        if self._sight is None or self._in_sight(state, unit, cell):
            return None
        if self.section.indirect is None or not self._fires_blind(state, unit):
            return self._sight.why(state.cells[unit], cell)
        number = self._board.number[cell]
        return self.refuse("indirect", f"Nobody who could observe for it sees {number}.")

    def _away(self, a: int, b: int) -> int:
        """Hexes from a cell to another."""
        number = self._board.number
        return self._hexmap.distance(number[a], number[b])

    def _aims(self, state: Position, unit: int, cell: int) -> list[PlannedFire]:
        """What the fire of a unit at a hex may be at: the enemy with the most dice of defence, or
        all of whom one may be chosen.
        """
        aims = self._all_aims(state, unit, cell)
        if len(aims) < 2 or self.section.target == CHOSEN:
            return aims
        return [max(aims, key=lambda aim: whole(self._pools.defense(state, aim)))]

    def _all_aims(self, state: Position, unit: int, cell: int) -> list[PlannedFire]:
        hexes = self._away(state.cells[unit], cell)
        cover = self._cover.of(state.cells[unit], cell)
        return [
            PlannedFire(unit, enemy, hexes, cover) for enemy in self._enemies_in(state, unit, cell)
        ]

    def targets_in(self, state: Position, unit: int, cell: int) -> list[int]:
        """The enemies in a hex of whom a legal fire is at one."""
        aims = self._aims(state, unit, cell)
        return [aim.target for aim in aims if self.why_not_target(state, aim) is None]

    def _enemies_in(self, state: Position, unit: int, cell: int) -> list[int]:
        side = self._forces.side[unit]
        if not state.enemies_of(side) >> cell & 1:
            return []
        owner, foes = self._forces.side, state.frame.foes[side]
        seen = ~state.hidden(side)
        there = [u for u in state.standing(cell) if seen >> u & 1 and owner[u] in foes]
        return [u for u in there if self._is_target(state, u) and self._hits.most(state, u)]

    def refuse(self, reason: str, message: str) -> Violation:
        """A refusal, with the rule that the game cites for it."""
        return Violation(self.section.cite.get(reason, ""), message, f"fire.{reason}")

    # -- what comes of it ------------------------------------------------------------------------

    def resolve(self, state: Position, unit: int, cell: int, target: int = NOBODY) -> None:
        """Let a unit fire at a hex, or at the target there that is chosen: dice, blocks, hits, the
        check of morale.

        The fire must be legal. Where a table decides, its result is put on the agenda.
        """
        aim = self._known_aim(state, unit, cell, target)
        others = self._all_aims(state, unit, cell) if self.section.target == WHOLE_HEX else ()
        self._resolution.fire(state, aim, [other for other in others if other != aim])

    def _known_aim(
        self, state: Position, unit: int, cell: int, target: int = NOBODY
    ) -> PlannedFire:
        aims = self._aims(state, unit, cell)
        if not aims:
            raise LookupError(f"no enemy in {self._board.number[cell]}")
        if target != NOBODY:
            return next(aim for aim in aims if aim.target == target)
        able = [aim for aim in aims if self.why_not_target(state, aim) is None]
        return max(able or aims, key=lambda aim: self._worth(state, aim)) if aims[1:] else aims[0]

    def preview(self, state: Position, unit: int, cell: int, target: int = NOBODY) -> FirePreview:
        """What a legal fire would be resolved with, and what it may come to."""
        aim, number = self._known_aim(state, unit, cell, target), self._board.number[cell]
        return self._resolution.preview(state, aim, number, self._line(state.cells[unit], cell))

    def _line(self, origin: int, cell: int) -> Sight:
        """The line of a fire; where the game says nothing of what blocks it, it is clear."""
        if self._sight is not None:
            return self._sight.sight(origin, cell)
        a, b = self._at[origin], self._at[cell]
        numbers = {at: self._board.number[cell] for cell, at in self._at.items()}
        crossed = tuple(numbers[at] for at in sight_line(a, b).hexes if at in numbers)
        return Sight(None, "", (), crossed, (), distance(a, b))

    def worth(self, state: Position, unit: int, cell: int, target: int = NOBODY) -> float:
        """What a legal fire is worth to its side: the share of the target that it takes, and of
        what is left the chance that its morale fails.
        """
        return self._worth(state, self._known_aim(state, unit, cell, target))

    def shelter(self, here: int, there: int) -> int:
        """The dice of cover in a cell against fire from another."""
        return self._cover.of(here, there).dice

    def worth_between(
        self, state: Position, firer: int, here: int, target: int, there: int
    ) -> float:
        """What a fire would be worth if both units stood in these cells and saw each other."""
        if not (self._fires(state, firer) and self._is_target(state, target)):
            return 0.0
        if not self._hits.most(state, target):
            return 0.0
        hexes, cover = self._away(here, there), self._cover.of(here, there)
        return self._worth(state, PlannedFire(firer, target, hexes, cover))

    def _worth(self, state: Position, aim: PlannedFire) -> float:
        reckoned, most = self._pools.reckon(state, aim), self._hits.most(state, aim.target)
        if self.section.by_table:
            return self._worth_of(state, aim, reckoned, most)
        firm = self._hits.firmness(state, aim.target)
        key = (reckoned.attack_dice, reckoned.defense_dice, most, firm)
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = self._worth_of(state, aim, reckoned, most)
        return found

    def _worth_of(self, state: Position, aim: PlannedFire, reckoned: Reckoned, most: int) -> float:
        casualties = self._resolution.casualties(state, aim, reckoned)
        lost = sum(number * chance for number, chance in casualties.items())
        return float(lost / most + self._hits.failure(state, aim.target, casualties) / 2)

    def strike(self, state: Position, said: Strike) -> None:
        """Strike a unit, drawn by lot from those that can be."""
        fits, forces = self._measures.fits(said.only), self._forces
        side = forces.side_ids.index(said.side) if said.side else NOBODY
        able = [
            unit
            for unit, whose in enumerate(forces.side)
            if side in (NOBODY, whose) and fits(state, unit) and self._hits.most(state, unit)
        ]
        if not able:
            return
        unit = able[state.roll(len(able)) - 1] if len(able) > 1 else able[0]
        shelter = self._cover.of(OFF_MAP, state.cells[unit])
        dice = (said.dice.sides,) * said.dice.count
        self._resolution.strike(state, PlannedFire(NOBODY, unit, 0, shelter), dice)
