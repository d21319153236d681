"""One position as one side sees it: threats, supply, what the objectives are worth now.

``place`` says how good it is for a unit to be in a hex, given where the others are: how much the
objectives draw it there, less what the enemy may do to it, less what it costs to be out of supply
or without a way out. All values are parts of a victory, as in :mod:`hexwar.players.goals`.

In this order: what a player minds; what the enemy can do (:meth:`Assessment.danger`); which side
holds the objectives soon and in the end (:meth:`Assessment.appraise`, ``holding``); places. Units
that the game is about, and those from which others draw supply, have pages of their own
(``stakes``, ``supply_heads``). A plan asks for thousands of places, so whatever depends on less
than all positions is kept by what it depends on.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import tanh
from operator import mul
from typing import NamedTuple

from hexwar.players.battlefield import Horizon, horizon_of
from hexwar.players.campaign.stakes import Stakes
from hexwar.players.campaign.supply_heads import ALONE, SupplyHeads
from hexwar.players.campaign.tables import ExpectedResult, GameTables, tables_of
from hexwar.players.decider import FULL, Briefing, Effort, Value
from hexwar.rules.combat.odds import fought_under
from hexwar.rules.evaluation.foresight import squashed
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.supply.rules import SupplyRules
from hexwar.rules.units.rules import Forces

ENOUGH = 4.0
"""With a guard of so much defence, half of what a guard can do is done."""

TAKEN = 0.7
"""How likely the enemy tries to drive a side out of an objective that he could drive it out of."""

DRIVEN_OUT = 0.5
"""How likely the enemy comes into an objective from which he has driven a side out."""

DEAR_ATTACK = 2
"""Nobody attacks who is to lose more than so many times what he takes."""

DECIDED = 6
"""Average units: with so many more near an objective than the other side, it is as good as won."""

WORTH_AT_THE_END = 0.12
"""What of a unit's worth counts even with no turn left; the part of the game to come is added."""


@dataclass(frozen=True, slots=True)
class CampaignPriorities:
    """What a player minds; chances, and parts of a victory. They are for all games: ``hexwar
    train`` looks for what is better in one of them.
    """

    army: float = 0.7  # what the whole army is worth, beside a victory
    presence: float = 5.0  # how much units near an objective decide which side has it in the end,
    holding: float = 1.2  # and how much having it soon decides
    struck: float = 0.25  # how likely the enemy uses one of the attacks that he could make
    strength: float = 0.7  # the part of all strength within reach that he brings into it
    entry: float = 0.85  # how likely he enters an empty objective that he can reach
    unsupplied: float = 0.3  # the part of a unit's worth that is lost out of supply,
    cut_off: float = 0.08  # and where it has no free hex to retreat to
    near: float = 0.15  # a pull to objectives that are as good as won or lost
    ahead: float = 0.3  # the mean of all objectives, where no single one tips the victory
    deterred: float = 0.9  # how much his own losses keep him from attacking
    patience: float = 3.0  # turns: with so many to come, soon and in the end count alike
    stake: float = 4.0  # what it is worth, in average units, that the game is about a unit
    bring_on: float = 3.0  # how much such a unit is drawn to where it leaves the map,
    beside: float = 0.12  # how much the others are drawn to where it is or passes,
    guard: float = 0.15  # and to stand in its hex
    hunting: float = 0.15  # a pull to enemies, where victory comes of losses
    approach: float = 1.0  # how much a unit is drawn to objectives that it does not reach yet
    spared: float = 1.0  # how much what an attack costs counts beside what it brings,
    prize: float = 1.0  # and the hex that it opens beside the units in it
    barring: float = 1.0  # how much it counts what the enemy could take if the line went away


class Danger(NamedTuple):
    """What units that share a hex are to lose there, in parts of a victory, and the chance that
    they are driven out of it.
    """

    loss: float
    driven_out: float


SAFE = Danger(0.0, 0.0)


class Assessment:
    """A position, with where each unit is thought to go (``cells``); ``put`` changes that.

    ``changes`` counts how often.
    """

    def __init__(
        self,
        tables: GameTables,
        state: State,
        side: int,
        horizon: Horizon,
        priorities: CampaignPriorities,
        effort: Effort = FULL,
    ) -> None:
        self.tables, self.state, self.side = tables, state, side
        self.horizon, self.priorities, self.effort = horizon, priorities, effort
        self.cells = state.cells[:]
        self.changes = 0
        rules, forces = tables.rules, tables.rules[Forces]
        self._board = rules.frame.board
        self.mine = tuple(u for u in forces.of_side[side] if state.cells[u])
        foes = state.frame.foes[side]
        self.foes = tuple(u for u, s in enumerate(forces.side) if s in foes and state.cells[u])
        values = rules[MovementRules].values
        self.attack = [float(values.attack(state, u)) for u in range(len(forces.ids))]
        self.defense = [float(values.defense(state, u)) for u in range(len(forces.ids))]
        # What a unit weighs where places are held, and what it is worth to have it.
        self._weight = [tables.worth[u][state.lost[u]] for u in range(len(forces.ids))]
        self._stakes = Stakes(tables, state)
        stakes, dear = self._stakes.units, priorities.stake
        self.worth = [w + dear * (stakes >> u & 1) for u, w in enumerate(self._weight)]
        # What an average unit is worth. With the last turn there is nothing left to do with it, but
        # it is still better to have it: the side that wins usually has more left.
        self.price = priorities.army / tables.army * (WORTH_AT_THE_END + horizon.left)
        self.stack: dict[int, list[int]] = {}
        for unit in self.mine:
            self.stack.setdefault(state.cells[unit], []).append(unit)
        self.foe_hexes = state.enemies_of(side)
        self.entered, self.threat = self._threats()
        self.zone = rules[MovementRules].zones.enemy_zone(state, side)
        free = self._board.on_map & ~self.foe_hexes & ~self.zone
        # Hexes with no neighbour that is free of enemies and their zones: no way out by retreat.
        self._corners = self._board.on_map & ~self._board.expand(free)
        self._supplied = self._supply()
        self._heads = SupplyHeads(rules.find(SupplyRules), self._board, state, side)
        self._dangers: dict[int, float] = {}
        self._fear: dict[tuple[str, int, int, int, bool], tuple[float, float]] = {}
        # By objective, how near the foes are to it, and how near those of ours that stay.
        self._foe_mass, self._my_mass = self._masses(self.foes), self._masses(self.mine)
        turns = horizon.left * rules.frame.turns
        # The part that the end has in what an objective is worth; 0 with no turn left.
        self._later = turns / (turns + priorities.patience)
        self._presence = priorities.presence / tables.army
        self._losses = [float((state.eliminated & m).bit_count()) for m in forces.mask_of_side]
        # What ``appraise`` says of the objectives, anew after each change.
        self.winning = 0.0
        self.pull: list[float] = []
        self._chances_now: list[tuple[float, float]] = []
        self._mass_now: list[float] = []
        self._held: dict[tuple[int, ...], float] = {}
        self._without: dict[int, float] = {}
        self._quarry: dict[int, float] = {}
        if tables.field.goals.by_losses:
            self._weigh_losses()
        self._of_kind = {"": (tables, state)}
        self._endangered: dict[tuple[int, ...], Danger] = {}
        self._alike = self._alike_in_danger() if tables.alike else None

    # -- what the enemy can do ------------------------------------------------------------------

    def _threats(self) -> tuple[int, list[float]]:
        """Where enemies can be, as a mask; and by cell, the attack strength that can be brought
        against it.
        """
        board, state, horizon = self._board, self.state, self.horizon
        entered = 0
        threats: list[tuple[float, int]] = []
        for unit in self.foes:
            start = board.bit[state.cells[unit]]
            reachable = start
            if horizon.foe_moves:
                reachable |= self.tables.reach(state, unit)
            entered |= reachable & ~start
            strength = self.attack[unit]
            if strength and horizon.foe_fights:
                threats.append((strength, reachable))
        return entered, self.tables.threat(tuple(threats))

    def _supply(self) -> dict[str, int]:
        """By movement class: the hexes in supply, own friends' zones of the enemy included."""
        rules = self.tables.rules
        tracing = rules.find(SupplyRules)
        if tracing is None:
            return {}
        supplied = {}
        negated = "supply" in rules[MovementRules].zones.negated
        for unit in self.mine:
            name = rules[Forces].movement_class[unit]
            if name not in supplied:
                mask = tracing.supplied(self.state, self.side, name)
                if negated:
                    mask |= self._board.expand(mask) & self.zone
                supplied[name] = mask
        return supplied

    def _alike_in_danger(self) -> list[int]:
        """By unit: a number, the same for units that are in the same danger everywhere."""
        numbers: dict[Hashable, int] = {}
        tables, lost = self.tables, self.state.lost
        kinds = zip(
            tables.kind, self.defense, tables.rules[Forces].steps, lost, self.worth, strict=True
        )
        # ``len`` is taken before the new kind is in: numbers count up from 0.
        return [numbers.setdefault(kind, len(numbers)) for kind in kinds]

    def fought_as(self, kind: str) -> tuple[GameTables, State]:
        """The tables and the state while battles of a kind (its name in force) are fought."""
        if kind not in self._of_kind:
            state = fought_under(self.state, kind)
            self._of_kind[kind] = tables_of(state.rules), state
        return self._of_kind[kind]

    def danger(self, units: list[int], cell: int) -> Danger:
        """What threatens units if they share a hex."""
        force = self.threat[cell] * self.priorities.strength
        if not units or not force:
            return SAFE
        if self._alike is None:
            return self._danger(force, units, cell)
        # Units of one kind fare alike, so that a unit that is tried stands for all like it.
        key = (cell, *[self._alike[unit] for unit in units])
        danger = self._endangered.get(key)
        if danger is None:
            danger = self._endangered[key] = self._danger(force, units, cell)
        return danger

    def _danger(self, force: float, units: list[int], cell: int) -> Danger:
        """What :meth:`danger` answers with, not looked up: of units that the enemy can attack with
        so much strength (``force``). Where he aims at one of them, at the one that loses most.
        """
        if len(units) == 1 or not self.tables.aims:
            return self._attacked(force, units, cell)
        alike = {(self.tables.kind[u], self.worth[u], self.state.lost[u]): u for u in units}
        worst = max(self._attacked(force, [unit], cell).loss for unit in alike.values())
        return Danger(worst, 0.0)  # the others keep the hex

    def _attacked(self, force: float, units: list[int], cell: int) -> Danger:
        """What units are to lose in an attack on them all."""
        tables, state, kind = self.tables, self.state, ""
        combat = tables.combat
        if combat is not None and combat.odds.kinds:
            supposed = tables.supposed(state, tables.rules[Forces].side[units[0]])
            kind = combat.odds.kinds.of(state, supposed, units, cell)
            tables, state = self.fought_as(kind)
        defense = sum([self.defense[u] * tables.cover(state, u, cell) for u in units])
        shift, roll = tables.moved(state, cell)
        # All in reach is more than attacks: odds without a die are not counted on.
        column = tables.column(force, defense, shift)
        if column is None:
            return SAFE
        steps = sum([tables.rules[Forces].steps_left(state, u) for u in units])
        cornered = bool(self._corners >> cell & 1)
        key = (kind, column, roll, steps, cornered)
        feared = self._fear.get(key) if tables.alike else None
        if feared is None:
            results = tables.results_of(state, column, roll, (), units, cell)
            feared = self._fear_of(results, steps, cornered=cornered)
            if tables.alike:
                self._fear[key] = feared
        share, leaves = feared
        worth, struck = sum([self.worth[u] for u in units]), self.priorities.struck
        return Danger(share * worth * self.price * struck, leaves * struck)

    def _danger_now(self, cell: int) -> float:
        """What the units that now stand in a hex can expect to lose there."""
        loss = self._dangers.get(cell)
        if loss is None:
            loss = self._dangers[cell] = self.danger(self.stack.get(cell, []), cell).loss
        return loss

    def _fear_of(
        self, results: Sequence[ExpectedResult], steps: int, *, cornered: bool
    ) -> tuple[float, float]:
        """The part of the steps that results take, and the chance that the hex is left."""
        lost = leaves = attacker_lost = 0.0
        for result in results:
            harm = result.lost + (result.hexes if cornered else 0)
            lost += result.chance * min(1.0, harm / steps)
            leaves += result.chance * (result.hexes > 0 or harm >= steps)
            attacker_lost += result.chance * result.own_lost
        if attacker_lost > DEAR_ATTACK * lost * steps:
            leaves = 0.0
        return max(0.0, lost - self.priorities.deterred * attacker_lost / steps), leaves

    # -- objectives ---------------------------------------------------------------------------

    def _weigh_losses(self) -> None:
        """What it is worth that one more unit of a side is lost, where victory comes of losses; and
        how near each cell is to an enemy, as then the enemy is the objective.
        """
        field = self.tables.field
        even = dict.fromkeys(field.places, 0.5)
        chance_now = field.goals.winning(self.side, even, self._losses)
        side = self.tables.rules[Forces].side
        for units in (self.mine, self.foes):
            for whose in {side[unit] for unit in units}:
                losses = self._losses[:]
                losses[whose] += 1
                rise = abs(field.goals.winning(self.side, even, losses) - chance_now)
                units_of_side = [unit for unit in units if side[unit] == whose]
                mean = sum(self._weight[unit] for unit in units_of_side) / len(units_of_side) or 1.0
                for unit in units_of_side:
                    self.worth[unit] += rise / self.price * self._weight[unit] / mean
        self._quarry = self.tables.fading(self.foe_hexes)

    def _masses(self, units: tuple[int, ...]) -> list[float]:
        """By objective: the worth of units near it."""
        masses = [0.0] * len(self.tables.field.objectives)
        for unit in units:
            for index, near in enumerate(self.tables.nearness(unit, self.cells[unit])):
                masses[index] += self._weight[unit] * near
        return masses

    def _soon(self, index: int, units: list[int]) -> tuple[float, float]:
        """The chances that we, and that they, hold an objective in the near future."""
        cell = self.tables.field.objectives[index]
        foe = float(self.foe_hexes >> cell & 1)
        me = 0.0
        if units:
            me = 1.0 - self.danger(units, cell).driven_out
            foe = DRIVEN_OUT * (1.0 - me)
        elif not foe and self.entered >> cell & 1:
            foe = self.priorities.entry
        return me, foe

    def _in_the_end(self, mass: float, soon: tuple[float, float]) -> tuple[float, float]:
        """The chances that we, and that they, hold an objective in the end."""
        if not self._later:  # the last turn: soon is the end
            return soon
        me, foe = soon
        long_run = squashed(self._presence * mass + self.priorities.holding * (me - foe))
        return me + self._later * (long_run - me), foe + self._later * (1 - long_run - foe)

    def _winning(self, chances: list[tuple[float, float]]) -> float:
        """The chance of winning by those of holding each objective, ours and theirs; and a little
        for all of them, where no single one tips the victory.
        """
        field = self.tables.field
        standing = {
            place: chances[index][place[0] != self.side] for place, index in field.at_objective
        }
        ahead = sum([me - foe for me, foe in chances]) / (len(chances) or 1)
        return (
            field.goals.winning(self.side, standing, self._losses) + self.priorities.ahead * ahead
        )

    def appraise(self) -> None:
        """Reckon again what it is worth to come nearer to each objective, and to stand in it."""
        field = self.tables.field
        self._held, self._without = {}, {}
        mass = [mine - foes for mine, foes in zip(self._my_mass, self._foe_mass, strict=True)]
        stacks = [self.stack.get(cell, []) for cell in field.objectives]
        soon = [self._soon(i, units) for i, units in enumerate(stacks)]
        chances = [self._in_the_end(m, soon_here) for m, soon_here in zip(mass, soon, strict=True)]
        self.winning = self._winning(chances)
        self.pull = []
        for i, soon_here in enumerate(soon):
            nearer = chances[:]  # as if one average unit more stood there
            nearer[i] = self._in_the_end(mass[i] + 1.0, soon_here)
            rise = self._winning(nearer) - self.winning
            # A pull that does not fade where the chances hardly change.
            urge = 1.0 - tanh(abs(mass[i]) / DECIDED)
            self.pull.append(rise + self.priorities.near * urge / self.tables.army)
        self._chances_now = chances
        self._mass_now = mass

    def holding(self, cell: int, units: list[int]) -> float:
        """What it is worth that these units stand in an objective, against nobody."""
        key = (cell, *units)
        gain = self._held.get(key)
        if gain is None:
            index = self.tables.field.objectives.index(cell)
            if index not in self._without:
                self._without[index] = self._winning_with(index, [])
            gain = self._held[key] = self._winning_with(index, units) - self._without[index]
        return gain

    def _winning_with(self, index: int, units: list[int]) -> float:
        """The chance of winning if these units stood in an objective."""
        chances = self._chances_now[:]
        chances[index] = self._in_the_end(self._mass_now[index], self._soon(index, units))
        return self._winning(chances)

    def at_stake(self, kept: int) -> float:
        """What the enemy may take next of what this side has: objectives with its units in them,
        and others that it keeps without (a mask), each by its worth and how likely he takes it.
        An empty one is his as well if he comes beside it: nobody is there to fight for it.
        """
        stake, likely = 0.0, self.priorities.struck
        come_to = self.entered | self._board.expand(self.entered)
        for index, cell in enumerate(self.tables.field.objectives):
            units = self.stack.get(cell, [])
            if units:
                loss_of_place = TAKEN * self.danger(units, cell).driven_out / likely
            elif (kept & come_to) >> cell & 1:
                loss_of_place = self.priorities.entry
            else:
                continue
            if loss_of_place:
                with_it, without = self._chances_now[:], self._chances_now[:]
                with_it[index], without[index] = (1.0, 0.0), (0.0, 1.0)
                stake += loss_of_place * (self._winning(with_it) - self._winning(without))
        return stake

    # -- places -----------------------------------------------------------------------------------

    def drawn_to(self, unit: int, cell: int) -> float:
        """How much the objectives draw a unit to a hex: the part of its worth that is quick."""
        pull: float = sum(map(mul, self.pull, self.tables.nearness(unit, cell)))
        return pull

    def take(self, unit: int) -> None:
        """Take a unit out of the picture, to ask where it should be."""
        cell = self.cells[unit]
        self.stack[cell].remove(unit)
        self._count(unit, cell, -1.0)
        self.cells[unit] = 0

    def put(self, unit: int, cell: int) -> None:
        """Put a unit that was taken out into a hex."""
        self.stack.setdefault(cell, []).append(unit)
        self._count(unit, cell, 1.0)
        self.cells[unit] = cell

    def _count(self, unit: int, cell: int, sign: float) -> None:
        """Count a unit at the objectives as one more in a hex (1), or one less (-1)."""
        self._dangers.pop(cell, None)
        self.changes += 1
        for index, near in enumerate(self.tables.nearness(unit, cell)):
            self._my_mass[index] += sign * self._weight[unit] * near

    def place(self, unit: int, cell: int) -> float:
        """How good it is that a unit, not counted where it is, stands in a hex."""
        return self.places(unit, (cell,))[cell]

    def places(self, unit: int, cells: Iterable[int]) -> dict[int, float]:
        """By cell, how good it is that a unit, not counted where it is, stands there."""
        # Looked up before the loop, which is gone through for thousands of hexes.
        weight, guarded, priorities = self.tables.field.weight, self._stakes.units, self.priorities
        drawn, unit_worth = self._weight[unit] * priorities.approach, self.worth[unit]
        # -1, a mask of everything, where the game traces no supply.
        supplied = self._supplied.get(self.tables.rules[Forces].movement_class[unit], -1)
        quarry, is_head, values = self._quarry, unit in self._heads, {}
        pull, nearness = self.pull, self.tables.nearness
        for cell in cells:
            stacked = self.stack.get(cell, [])
            value = drawn * sum(map(mul, pull, nearness(unit, cell)))
            if guarded:
                value += self._drawn(unit, cell, stacked)
            if self.threat[cell]:
                value -= self.danger([*stacked, unit], cell).loss - self._danger_now(cell)
            if cell in weight:
                value += self.holding(cell, [*stacked, unit])
                if stacked:
                    value -= self.holding(cell, stacked)
            if not supplied >> cell & 1:
                value -= priorities.unsupplied * unit_worth * self.price
            if self._corners >> cell & 1:  # a retreat from here would cost the unit
                value -= priorities.cut_off * unit_worth * self.price
            if quarry:
                value += priorities.hunting * quarry.get(cell, 0.0) * unit_worth * self.price
            if is_head:  # it serves others, who draw their supply from it
                served = self._heads.served(unit, cell, self.mine, self.cells, self.worth)
                if self.threat[cell] and not stacked:
                    served *= ALONE
                value += served * priorities.unsupplied * self.price
            values[cell] = value
        return values

    def _drawn(self, unit: int, cell: int, others: list[int]) -> float:
        """What a hex is worth to a unit that the game is about; and to others, near such units."""
        guarding = self._guarded([*others, unit]) - self._guarded(others)
        if self._stakes.units >> unit & 1:
            return guarding + self.priorities.bring_on * self._stakes.nearness(unit, cell)
        pull = self._stakes.pulls.get(cell, 0.0)
        return guarding + self.priorities.beside * self._weight[unit] * pull

    def _guarded(self, units: list[int]) -> float:
        """What it is worth that units which the game is about share a hex with others."""
        guarded = [unit for unit in units if self._stakes.units >> unit & 1]
        force = sum([self.defense[unit] for unit in units if unit not in guarded])
        return self.priorities.guard * len(guarded) * force / (force + ENOUGH)


def assessment_of(briefing: Briefing, priorities: CampaignPriorities) -> Assessment:
    """What the side that decides sees, its objectives appraised."""
    seen, side = briefing.seen, briefing.side
    horizon = horizon_of(seen, side)
    assessment = Assessment(
        tables_of(briefing.rules), seen, side, horizon, priorities, briefing.effort
    )
    assessment.appraise()
    return assessment


def value_of(briefing: Briefing, priorities: CampaignPriorities) -> Value:
    """How good positions are for the side that decides: objectives, and what both have left."""
    tables, horizon = tables_of(briefing.rules), horizon_of(briefing.seen, briefing.side)

    def value(state: State) -> float:
        assessment = Assessment(tables, state, briefing.side, horizon, priorities)
        assessment.appraise()
        mine = sum(assessment.worth[unit] for unit in assessment.mine)
        theirs = sum(assessment.worth[unit] for unit in assessment.foes)
        return assessment.winning + assessment.price * (mine - theirs)

    return value
