"""Tables of one game that a player looks things up in: made once, shared by all its states.

How much each unit weighs at each objective from where it is, by the movement points of the way;
where units can come to, flooded once for all positions in which the same of the enemy lies within
their reach; what an attack promises, from the combat results table or the faces of dice with
symbols. Where strengths alone make the odds, promises are kept by strengths and not reckoned again.

Before these: which units would come to nothing if they fought (:func:`coming_to_nothing`). Below
them: what is still to come in a game, which is counted in phases.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from hexwar.engine.rules import Rules
from hexwar.hexmap import Passage
from hexwar.players.goals import Goals
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.odds import BELOW, Odds, rules_of
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.combat.throws import FaceRules
from hexwar.rules.cup.rules import RoundRules
from hexwar.rules.evaluation.foresight import costs_to
from hexwar.rules.language.dice import chances_of_totals
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces, Strength

NEAR = 0.8
"""How much of a unit's weight reaches one more move away."""

LOST = ("lose_steps", "defender")
"""The effect of dice with symbols by which a defender loses steps: its verb and its target."""


def coming_to_nothing(state: State, side: int) -> int:
    """Mask of the units of a side that would come to nothing if they fought."""
    mine = state.rules[Forces].mask_of_side[side]
    return reduce(or_, [hook(state, mine) for hook in state.rules.hooks.absent], 0)


@dataclass(frozen=True, slots=True)
class ColumnChances:
    """What a column of the combat results table promises, as chances.

    ``hit``: a defender is eliminated; ``driven``: the defenders leave the hex alive;
    ``lost``: an attacker is eliminated; ``repelled``: the attackers must retreat.
    """

    hit: float
    driven: float
    lost: float
    repelled: float


MOST_KEPT = 10_000
"""Floods that are kept, so that a long series of games does not fill the memory."""


class Floods:
    """Where units can come to, by what of the enemy lies within their reach.

    From one position to the next little changes, and what happens beyond a unit's reach is nothing
    to it.
    """

    def __init__(self) -> None:
        # By kind of unit, start and points: on an empty map, and among enemies (then by the closed
        # hexes and the zones within reach too). Of the first a game has only so
        # many; of the second each position may bring more.
        self._free: dict[tuple[Hashable, int, int], int] = {}
        self._among_enemies: dict[tuple[Hashable, int, int, int, int], int] = {}

    def reach(
        self,
        mover: Hashable,
        cell: int,
        points: int,
        closed: int,
        zone: int,
        passage: Callable[[], Passage],
    ) -> int:
        """Mask of the hexes that a kind of unit comes to from a cell with so many points; the cell
        itself is not among them.

        ``closed`` and ``zone`` are those of the ``passage``, which is only asked for if need be.
        """
        at_most = self._free.get((mover, cell, points))
        if at_most is None:
            # The last mask of a flood is what is reached for all of the points.
            board, costs = passage().board, passage().costs
            at_most = Passage(board, costs).flood(cell, points)[-1] | board.bit[cell]
            self._free[mover, cell, points] = at_most
        # Enemies out of reach cannot matter: so one flood serves all positions that differ in them.
        key = (mover, cell, points, closed & at_most, zone & at_most)
        hexes = self._among_enemies.get(key)
        if hexes is None:
            if len(self._among_enemies) > MOST_KEPT:
                self._among_enemies.clear()
            hexes = self._among_enemies[key] = passage().flood(cell, points)[-1]
        return hexes


class Battlefield:
    """What never changes while a game is played: goals, distances, what the table promises."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.goals = Goals(rules.frame.resolved)
        self.places = tuple((s, cell) for s, cells in self.goals.hexes.items() for cell in cells)
        self.objectives = tuple(sorted({cell for _, cell in self.places}))
        # Each place with the index of its objective.
        self.at_objective = [(place, self.objectives.index(place[1])) for place in self.places]
        self.passable = tuple(costs.passable for costs in rules[MovementRules].costs)
        # Per objective and unit: cell to the weight that the unit has there.
        self.weight = {cell: self._weights(cell) for cell in self.objectives}
        # Per unit and cell: the same, objective by objective.
        self._near: list[dict[int, tuple[float, ...]]] = [{} for _ in rules.frame.unit_ids]
        self.floods = Floods()
        self._prospects: dict[tuple[str, int, int, frozenset[tuple[str, int]]], ColumnChances] = {}
        # By the strengths of both sides and the cell; None where more matters: it does not apply.
        self._promised: dict[tuple[Strength, Strength, int], ColumnChances | None] | None = None
        battles = rules.find(BattleRules)
        plain = battles is not None and battles.combat.odds.follow_from_strengths
        # Nothing about the units but their strengths may matter, in odds or in results.
        if battles is not None and plain and battles.combat.faces is None:
            results = battles.combat.section.results.values()
            if all(effect.only is None for result in results for effect in result.effects):
                self._promised = {}

    def near(self, unit: int, cell: int) -> tuple[float, ...]:
        """How much a unit counts in a cell at each of the objectives, in their order."""
        weights = self._near[unit].get(cell)
        if weights is None:
            weights = tuple(self.weight[goal][unit].get(cell, 0.0) for goal in self.objectives)
            self._near[unit][cell] = weights
        return weights

    def _weights(self, goal: int) -> tuple[dict[int, float], ...]:
        """What :meth:`weights_to` says of every unit, made once for all of a kind."""
        movement = self.rules[MovementRules]
        by_kind: dict[tuple[str, int], dict[int, float]] = {}
        by_unit = []
        for unit in range(len(self.rules.frame.unit_ids)):
            allowance = movement.values.most_movement(unit)
            kind = (self.rules[Forces].movement_class[unit], allowance)
            if kind not in by_kind:
                by_kind[kind] = self.weights_to(goal, unit)
            by_unit.append(by_kind[kind])
        return tuple(by_unit)

    def weights_to(self, goal: int, unit: int) -> dict[int, float]:
        """How much a unit counts at ``goal`` from each cell, 1 when it is there."""
        allowance = max(self.rules[MovementRules].values.most_movement(unit), 1)
        costs = costs_to(self.rules.frame.board, self.rules[MovementRules].costs[unit], (goal,))
        return {cell: NEAR ** (cost / allowance) for cell, cost in costs.items()}

    def prospect(
        self,
        state: State,
        attackers: Sequence[int],
        defenders: tuple[int, ...],
        target: int,
        cells: list[int],
    ) -> ColumnChances | None:
        """What an attack on ``target`` promises if the units of ``state`` stood in ``cells``.

        ``None`` when the rules forbid it at these odds.
        """
        battles = self.rules.find(BattleRules)
        if battles is None or not attackers:
            return None
        combat = battles.combat
        if len(attackers) > combat.most_attackers:
            return None
        if self._promised is None:
            return self._reckoned(battles, state, attackers, defenders, target, cells)
        values = combat.values
        key = (
            values.total_attack(state, attackers),
            values.total_defense(state, defenders),
            target,
        )
        if key in self._promised:
            return self._promised[key]
        chances = self._reckoned(battles, state, attackers, defenders, target, cells)
        self._promised[key] = chances
        return chances

    def _reckoned(
        self,
        battles: BattleRules,
        state: State,
        attackers: Sequence[int],
        defenders: tuple[int, ...],
        target: int,
        cells: list[int],
    ) -> ColumnChances | None:
        """What :meth:`prospect` answers with, reckoned by the rules and not looked up."""
        combat = battles.combat
        odds = combat.odds.reckon(state, attackers, defenders, target, cells)
        if odds.column is None or odds.column == BELOW:
            return None
        kind = battles.kind(state, Engagement((target,), tuple(attackers), defenders))
        # A kind of battle is fought under a patch of its own, which may have another table.
        combat = rules_of(state, kind)[CombatRules] if kind else combat
        if len(attackers) > combat.most_attackers:
            return None
        if combat.faces is not None:
            return _thrown(combat, combat.faces, state, odds, attackers, defenders)
        spared = self._spared(state, combat, attackers, defenders)
        key = (kind, odds.column, odds.roll, spared)
        chances = self._prospects.get(key)
        if chances is None:
            chances = self._prospects[key] = _of_column(combat, odds.column, odds.roll, spared)
        return chances

    def _spared(
        self,
        state: State,
        combat: CombatRules,
        attackers: Sequence[int],
        defenders: Sequence[int],
    ) -> frozenset[tuple[str, int]]:
        """The effects of results, by code and index, that concern none of the units that fight."""
        selectors, side = self.rules[Selectors], self.rules[Forces].side[attackers[0]]
        spared = set()
        for code, result in combat.section.results.items():
            for index, effect in enumerate(result.effects):
                if effect.only is not None:
                    units = attackers if effect.who == "attacker" else defenders
                    meant = selectors.mask(effect.only, side)(state)
                    if not any(meant >> unit & 1 for unit in units):
                        spared.add((code, index))
        return frozenset(spared)


def _thrown(
    combat: CombatRules,
    faces: FaceRules,
    state: State,
    odds: Odds,
    attackers: Sequence[int],
    defenders: Sequence[int],
) -> ColumnChances:
    """What dice with symbols promise: of a unit of several steps each step is a part."""
    hit = driven = 0.0
    steps = [combat.forces.steps_left(state, unit) for unit in defenders]
    meaning = faces.meaning(state, attackers, defenders)
    for code, chance in faces.chances(meaning, combat.dice(odds)).items():
        effects = faces.result(code).effects
        lost = sum(e.count or 0 for e in effects if (e.verb, e.who) == LOST)
        hit += float(chance) * min(1.0, lost / max(1, min(steps, default=1)))
        goes = any(e.verb == "retreat" and e.who == "defender" for e in effects)
        driven += float(chance) * (goes and lost < sum(steps))
    return ColumnChances(hit, driven, 0.0, 0.0)


def _of_column(
    combat: CombatRules, column: int, roll: int, spared: frozenset[tuple[str, int]]
) -> ColumnChances:
    """What a column of the combat results table promises, without the effects (by the code of their
    result and their index in it) that are ``spared`` the units in the fight.
    """
    hit = driven = lost = repelled = 0.0
    for total, chance in chances_of_totals(combat.section.dice).items():
        code = combat.code(column, total, roll)
        effects = enumerate(combat.section.results[code].effects)
        did = {(each.verb, each.who) for index, each in effects if (code, index) not in spared}
        share = float(chance)
        if ("exchange", "defender") in did:
            hit += share
            lost += share
        # An eliminated unit does not retreat as well; an exchange takes some of both sides.
        elif ("eliminate", "defender") in did:
            hit += share
        elif ("retreat", "defender") in did:
            driven += share
        if ("eliminate", "attacker") in did:
            lost += share
        elif ("retreat", "attacker") in did:
            repelled += share
    return ColumnChances(hit, driven, lost, repelled)


@lru_cache(maxsize=8)
def battlefield_of(rules: Rules) -> Battlefield:
    """The tables of a game."""
    return Battlefield(rules)


# -- what is still to come in a game, as far as a player plans -------------------------------------

# Phases are counted that come after the present one: how often its own units move, how often the
# enemies do and fight, and whether an own combat phase comes before any enemy moves. Where
# formations or units are activated the phases of the activation under way come first, then those of
# the activations that follow, and only then the rest of the turn.


@dataclass(frozen=True, slots=True)
class Horizon:
    """Phases after the present one: movement phases of both sides, combat phases of the enemies.

    ``attacks_first``: an own combat phase comes before any enemy moves. ``left``: the part of the
    game's phases that is still to come, 0 to 1.
    """

    attacks_first: bool
    my_moves: int
    foe_moves: int
    foe_fights: int
    left: float


class Coming(NamedTuple):
    """A phase to come, by its kind, and whose it may be: mine, the foes', either's, nobody's."""

    kind: str
    mine: bool
    foes: bool


def horizon_of(state: State, side: int) -> Horizon:
    """The horizon of a side (an index) in a state."""
    activations = [*_activations(state, side)]
    if activations:
        return _horizon(state.rules, state.turn, state.phase_index, side, activations)
    return _in_turn(state.rules, state.turn, state.phase_index, side)


@lru_cache(maxsize=512)
def _in_turn(rules: Rules, turn: int, phase: int, side: int) -> Horizon:
    """The horizon where nobody is activated: it depends on the phase alone, and is kept by it."""
    return _horizon(rules, turn, phase, side, [])


def _horizon(
    rules: Rules, turn: int, phase_index: int, side: int, activations: list[Coming]
) -> Horizon:
    """The horizon of a side in a phase of a turn; ``activations`` come first."""
    sequence = rules.frame.resolved[SequenceOfPlay]
    name = rules.frame.side_ids[side]
    phases = sequence.phases
    later = phases * (sequence.turns - turn)
    after = [*phases[_end_of_round(phases, phase_index) :], *later]
    rest = activations[:]
    for phase in after:
        anybody = bool(phase.decided)  # whose it is is found in play
        mine, foes = phase.side == name, phase.side not in (name, "")
        rest.append(Coming(phase.kind, anybody or mine, anybody or foes))
    # The first phase that matters: one in which enemies may do something, or an own combat phase.
    decisive = next((phase for phase in rest if phase.foes or phase.kind == CombatPhase.kind), None)
    return Horizon(
        decisive is not None and not decisive.foes,
        sum(phase.mine and phase.kind == MovementPhase.kind for phase in rest),
        sum(phase.foes and phase.kind == MovementPhase.kind for phase in rest),
        sum(phase.foes and phase.kind == CombatPhase.kind for phase in rest),
        # Activations can make more phases of a turn than its sequence lists.
        min(1.0, len(rest) / (len(phases) * sequence.turns)),
    )


def _end_of_round(phases: tuple[Phase, ...], index: int) -> int:
    """The index of the first phase behind this one that is not within the same round."""
    inside, following = phases[index].within, index + 1
    while inside and following < len(phases) and phases[following].within == inside:
        following += 1
    return following


def _activations(state: State, side: int) -> Iterator[Coming]:
    """The phases of the activation under way that are left, and those of the ones that follow."""
    phases = state.resolved[SequenceOfPlay].phases
    inside, rounds = phases[state.phase_index].within, state.rules.find(RoundRules)
    if not inside or rounds is None:
        return
    for index in range(state.phase_index + 1, _end_of_round(phases, state.phase_index)):
        if rounds.takes_place(state, index):
            mine = state.phase_side == side
            yield Coming(phases[index].kind, mine, not mine)
    for whose, indices in rounds.to_come(state):
        for index in sorted(indices):
            yield Coming(phases[index].kind, whose == side, whose != side)
