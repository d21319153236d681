"""A movement phase: reinforcements, overruns, then where everybody should go.

One thing at a time is decided, and all is planned again when the position is not the expected one:
after the dice of an overrun, or when what was hidden was in the way. First come units that are
counted for leaving the map, then reinforcements (a unit that has just entered goes on before others
move, as their move would end its own), then the best overrun; only then the march of all others, a
move in a way of its own (by rail, say) if that gains more, and turns of the units that stay.

First what is decided in which order; then the march, where all are placed together.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from random import Random
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.engine.state import OFF_MAP
from hexwar.players.campaign.assault import Assault, Assaults
from hexwar.players.campaign.assessment import Assessment, CampaignPriorities, assessment_of
from hexwar.players.campaign.combat import Contact
from hexwar.players.campaign.points import NOTHING_KEPT, Reserve, reserve
from hexwar.players.campaign.screen import called_back
from hexwar.players.decider import QUICK, Briefing, Decider
from hexwar.players.deciding import TURNS, looking, loses_by, turns
from hexwar.players.goals import objectives_of
from hexwar.rules.exits import LeavingByMoving
from hexwar.rules.movement.modes import ORDINARY, ModeRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import ModeMoves
from hexwar.rules.overrun.rules import OverrunRules
from hexwar.rules.overrun.section import Overrun
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State

WORTHWHILE = 0.001
"""An overrun that promises less than this is not made, nor a move in a way of its own: few units
may take one, and it ends their move.
"""

ENTERING = 0.6
"""How likely it is, more or less, that an overrun ends in the hex of the enemy."""


class CampaignMovement(Decider[CampaignPriorities]):
    """It remembers the plan of the phase that it is in."""

    reckons_with = (ReinforcementRules, OverrunRules, ModeMoves, LeavingByMoving, TURNS)

    def __init__(self, priorities: CampaignPriorities) -> None:
        super().__init__(priorities)
        self._expected: tuple[int, ...] = ()
        self._plan: dict[int, int] = {}
        self._queue: list[Action] = []
        self._settled = False  # everybody has been thought of since the last die

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """What comes next in the plan, then the end of the phase."""
        seen = briefing.seen
        key = (seen.turn, seen.phase_index, *seen.cells)
        if key != self._expected or not (self._plan or self._queue or self._settled):
            self._replan(briefing)
        yield from _leaving(briefing)
        yield from self._follow(briefing.rules, seen)
        yield from turns(briefing.rules, seen, briefing.side)
        yield Action("done")

    def _replan(self, briefing: Briefing) -> None:
        """Plan again what comes first: a unit just entered, arrivals, an overrun or the march."""
        seen, assessment = briefing.seen, assessment_of(briefing, self._priorities)
        self._plan, self._queue, self._settled = {}, [], False
        arriving = _arrival(assessment, seen)
        # The unit that entered last, while it can go on: another that moves would end its move.
        movement = briefing.rules[MovementRules]
        mover = movement.mover(seen)
        if mover is not None and not (
            movement.origin(seen, mover) == OFF_MAP and movement.points_left(seen, mover)
        ):
            mover = None
        march = March(
            assessment,
            seen,
            briefing.random,
            attacks=assessment.horizon.attacks_first and (mover is None or briefing.effort.is_full),
            only=None if briefing.effort.is_full else mover,
        )
        if mover is not None:
            goal = march.best().get(mover)
            if goal is not None:
                self._plan = {mover: goal}
                return
        self._queue = arriving or _overrun(assessment, seen)
        if not self._queue:
            reserved = reserve(assessment)
            self._plan, self._settled = march.best(), True
            march.leave_points(self._plan, reserved)
            ride = best_mode_move(assessment, march, seen, reserved)
            if briefing.effort.share >= QUICK:
                going = self._plan | ({ride.unit: ride.cell} if ride is not None else {})
                for unit in march.called_back(going):
                    self._plan.pop(unit, None)
                    ride = None if ride is not None and ride.unit == unit else ride
            if ride is not None:
                names, number = briefing.rules.frame.unit_ids, briefing.rules.frame.board.number
                ridden = (names[ride.unit],), (number[ride.cell],)
                self._queue = [Action("move", *ridden, ride.mode)]

    def _follow(self, rules: Rules, seen: State) -> Iterator[Action]:
        """The next action of the plan, and what to do if that is impossible."""
        if self._queue:
            action = self._queue.pop(0)
            self._expect(rules, seen, action)
            yield action
            # Nobody asks on after an action that is taken: this one was refused, so all is void.
            self._queue = []
        mover = rules[MovementRules].mover(seen)
        # A unit on its way goes first: another that moves would end its move.
        for unit in sorted(self._plan, key=lambda unit: unit != mover):
            number = rules.frame.board.number[self._plan[unit]]
            move = Action("move", (rules.frame.unit_ids[unit],), (number,))
            for action in looking(rules, seen, move):
                if seen.explain(action) is None:
                    del self._plan[unit]
                    self._expect(rules, seen, action)
                    yield action
                    break

    def _expect(self, rules: Rules, seen: State, action: Action) -> None:
        """Remember the position that an action without dice leads to."""
        cells = seen.cells[:]
        if action.verb == "move":
            for name in action.units:
                cells[rules.frame.unit_index[name]] = rules.frame.board.cell[action.hexes[-1]]
            self._expected = (seen.turn, seen.phase_index, *cells)
        else:
            self._expected = ()


def _leaving(briefing: Briefing) -> Iterator[Action]:
    """A unit that is counted for leaving the map does so as soon as it can, unless its side loses
    by it: what else a line of victory asks may be missing yet.
    """
    seen, objectives = briefing.seen, objectives_of(briefing.rules)
    for rules in briefing.rules.contributed[seen.phase_index]:
        if isinstance(rules, LeavingByMoving):
            for action in rules.actions(seen):
                if objectives.counts_out(
                    seen, briefing.rules.frame.unit_index[action.units[0]]
                ) and not loses_by(seen, briefing.side, action):
                    yield action


def _arrival(assessment: Assessment, seen: State) -> list[Action]:
    """The next reinforcement to bring on, where it stands best."""
    rules = assessment.tables.rules
    best: tuple[float, Action] | None = None
    groups = rules.find(ReinforcementRules)
    if groups:
        for action in groups.actions(seen):
            if action.verb == "declare":
                return [action]
            unit = rules.frame.unit_index[action.units[0]]
            cell = rules.frame.board.cell[action.hexes[0]]
            value = assessment.place(unit, cell) + assessment.worth[unit]
            if best is None or value > best[0]:
                best = value, action
    return [best[1]] if best else []


def _overrun(assessment: Assessment, seen: State) -> list[Action]:
    """The best overrun that a stack can make from where it stands or can go: move and attack."""
    rules = assessment.tables.rules
    section = rules.frame.resolved.section(Overrun)
    if section is None:
        return []
    cost = rules[MovementRules].terrain.scaled(section.cost) or 0
    assaults = Assaults(assessment, overruns=True)
    best: Assault | None = None
    board = rules.frame.board
    for units in _stacks(assessment, seen, unarmed=assaults.ram):
        # Where the whole stack can be, with the points left that an overrun costs.
        mask = board.on_map
        for unit in units:
            mask &= _within(rules, seen, unit, cost)
        for target in board.cells(board.expand(mask) & assessment.foe_hexes):
            for cell in board.cells(board.adjacent[target] & mask):
                assault = _overrun_from(assessment, assaults, units, cell, target)
                better = assault is not None and (best is None or assault.gain > best.gain)
                if assault is not None and better and may_overrun(rules, seen, assault):
                    best = assault
    return _overrun_actions(rules, seen, best) if best else []


def _stacks(assessment: Assessment, seen: State, *, unarmed: bool) -> list[list[int]]:
    """Units that stand together and began together and can still move; ``unarmed``: those without
    strength too.
    """
    rules = assessment.tables.rules
    movement, overrun = rules[MovementRules], rules[OverrunRules]
    stacks: dict[tuple[int, int], list[int]] = {}
    for unit in assessment.mine:
        able = (unarmed or assessment.attack[unit]) and not overrun.is_barred(seen, unit)
        if able and movement.points_left(seen, unit):
            stacks.setdefault((seen.cells[unit], movement.origin(seen, unit)), []).append(unit)
    return list(stacks.values())


def _within(rules: Rules, seen: State, unit: int, cost: int) -> int:
    """Mask of where a unit can be with so many points left, where it is included."""
    points_left = rules[MovementRules].points_left(seen, unit) - cost
    if points_left < 0:
        return 0
    layers = rules[MovementRules].layers_now(seen, unit)
    return layers[min(points_left, len(layers) - 1)] | rules.frame.board.bit[seen.cells[unit]]


def _overrun_from(
    assessment: Assessment, assaults: Assaults, units: list[int], cell: int, target: int
) -> Assault | None:
    """The best part of a stack to overrun a hex from another."""
    rules = assessment.tables.rules
    elsewhere = cell != assessment.cells[units[0]]
    room = rules[StackingRules].limits[assessment.side]
    if elsewhere:
        room -= len(assessment.stack.get(cell, ()))
    if room <= 0:
        return None
    near = [(unit, cell, 0.0) for unit in units if assaults.may_attack(unit, cell, target)]
    assault = assaults.best_force(target, near, lambda force, _: len(force) < room)
    if assault is None:
        return None
    given_up = sum(
        max(0.0, assessment.place(unit, assessment.cells[unit]) - assessment.place(unit, target))
        for unit in assault.units
    )
    gain = assault.gain - ENTERING * given_up
    return Assault(target, assault.force, gain) if gain > WORTHWHILE else None


def may_overrun(rules: Rules, seen: State, assault: Assault) -> bool:
    """Whether the rules allow an overrun, after the move that it needs."""
    actions = _overrun_actions(rules, seen, assault)
    if len(actions) == 1:
        return seen.explain(actions[0]) is None
    if seen.explain(actions[0]) is not None:
        return False
    twin = seen.clone()
    twin.apply(actions[0], events=False)
    return twin.explain(actions[1]) is None


def _overrun_actions(rules: Rules, seen: State, assault: Assault) -> list[Action]:
    """An overrun, and before it the move of the stack to where it is made from, if need be."""
    names = tuple(rules.frame.unit_ids[unit] for unit in assault.units)
    number = rules.frame.board.number
    overrun = Action("overrun", names, (number[assault.target],))
    cell = assault.force[0][1]
    if cell == seen.cells[assault.units[0]]:
        return [overrun]
    return [Action("move", names, (number[cell],)), overrun]


MOVEMENT = {"movement": CampaignMovement}
"""By kind of decision, the deciders that move units."""


class ModeMove(NamedTuple):
    """A move in a way of its own."""

    unit: int
    cell: int
    mode: str


def best_mode_move(
    assessment: Assessment, march: March, seen: State, kept: Reserve = NOTHING_KEPT
) -> ModeMove | None:
    """The move in a way of its own that gains most beside where its unit is thought to go; ``None``
    if none gains anything, or is worth a point that is kept for an attack.
    """
    rules = assessment.tables.rules
    modes, movement = rules[ModeRules], rules[MovementRules]
    if not modes.in_phase(seen.phase_index):
        return None
    best, move = max(WORTHWHILE, kept.least), None
    for unit in assessment.mine:
        if movement.has_moved(seen, unit) or unit in march.committed or unit in kept.attackers:
            continue
        goals = {
            mode_of_moving.mode: mode_of_moving.goals
            for mode_of_moving in modes.ways(seen, unit)
            if mode_of_moving.mode != ORDINARY
        }
        if not assessment.effort.is_full:
            goals = {mode: march.drawing(unit, mask) for mode, mask in goals.items()}
        if not goals:
            continue
        planned = assessment.cells[unit]
        assessment.take(unit)
        at_best = assessment.place(unit, planned)
        for mode, mask in goals.items():
            for cell in rules.frame.board.cells(mask):
                gain = assessment.place(unit, cell) - at_best
                if gain > best and march.has_room(cell):
                    best, move = gain, ModeMove(unit, cell, mode)
        assessment.put(unit, planned)
    return move


# -- where the units of a side should go in one movement phase -------------------------------------

# One unit after the other takes the place that is best given where the others are; then attacks are
# looked for that are worth more than the places given up for them, and the rest place themselves
# again.


PLACES = 60
"""With less than full effort a share of so many places in reach is compared for a unit."""

LEAST = 6
"""Never fewer than so many."""

NOISE = 1e-6
"""Less than any difference that matters: it decides between equals."""

INERTIA = 2e-4
"""A unit that gains less than this by moving stays."""

WORTH_PREPARING = 0.002
"""An attack that promises less is not prepared."""


class March:
    """The search for an arrangement; :meth:`best` answers with cells, unit by unit.

    ``committed`` are the units that go where they are to attack. ``only``: one unit is to move.
    """

    def __init__(
        self,
        assessment: Assessment,
        state: State,
        random: Random,
        *,
        attacks: bool,
        only: int | None = None,
    ) -> None:
        self._assessment = assessment
        self._random = random
        self._attacks = attacks
        self._effort = assessment.effort
        rules = assessment.tables.rules
        self._board = rules.frame.board
        self._limit = rules[StackingRules].limits[assessment.side]
        movement = rules[MovementRules]
        self._begun = {unit: state.cells[unit] for unit in assessment.mine}
        # Units that have moved stay, except for those that have just entered the map.
        fresh = [
            unit
            for unit in (assessment.mine if only is None else (only,))
            if not movement.has_moved(state, unit) or movement.origin(state, unit) == OFF_MAP
        ]
        self._reach = {unit: mask for unit in fresh if (mask := movement.reach_mask(state, unit))}
        self._assaults = Assaults(assessment)
        contact = Contact(assessment, self._assaults)
        self._contact = contact if attacks and contact.binds else None
        self._scores: dict[int, dict[int, float]] = {}
        self._highest: dict[int, float] = {}
        self.committed: set[int] = set()

    def best(self) -> dict[int, int]:
        """The cell to move to, for every unit that should move."""
        if not self._reach:
            return {}
        self._arrange(self._order())
        if self._attacks:
            self._prepare_attacks()
        cells = self._assessment.cells
        return {u: cells[u] for u in self._reach if cells[u] != self._begun[u]}

    def called_back(self, plan: dict[int, int]) -> set[int]:
        """Those units of a plan that had better stay in the enemy's way."""
        return called_back(self._assessment, plan, self._gains(plan), self.committed)

    def leave_points(self, plan: dict[int, int], kept: Reserve) -> None:
        """Take those moves out of a plan that are not worth the points kept for attacks."""
        if kept != NOTHING_KEPT:
            gains = self._gains(plan)
            for unit in plan.keys() - self.committed:
                if unit in kept.attackers or gains.get(unit, 0.0) < kept.least:
                    del plan[unit]

    def _gains(self, plan: dict[int, int]) -> dict[int, float]:
        """By unit what it gains by the move of a plan."""
        return {
            unit: scores.get(cell, 0.0) - scores.get(self._begun[unit], 0.0)
            for unit, cell in plan.items()
            if (scores := self._scores.get(unit))
        }

    def _order(self) -> list[int]:
        """The strongest choose first."""
        worth = self._assessment.worth
        return sorted(self._reach, key=lambda unit: (-worth[unit], unit))

    def _arrange(self, units: list[int]) -> None:
        """Let one unit after the other choose where it stands best, given where the others are."""
        for count, unit in enumerate(units):
            assessment = self._assessment
            stood = assessment.cells[unit]
            assessment.take(unit)
            if count % self._effort.every == 0:
                assessment.appraise()
            scores = self._scores[unit] = self._scores_of(unit, stood)
            self._highest[unit] = max(scores.values(), default=0.0)
            assessment.put(unit, self._best_of(unit, scores, stood))

    def _best_of(self, unit: int, scores: dict[int, float], stood: int) -> int:
        """The best hex for a unit that is taken out, with the attack that it would owe there."""
        contact = self._contact
        if contact is None:
            return max(scores, key=scores.__getitem__, default=stood)
        # What would be lost with a hex is counted from where the unit began.
        score_of_staying = scores.get(self._begun[unit], min(scores.values(), default=0.0))
        return max(
            scores,
            key=lambda at: scores[at] + contact.price(unit, at, scores[at] - score_of_staying),
            default=stood,
        )

    def _scores_of(self, unit: int, stood: int) -> dict[int, float]:
        """What each hex in reach with room is worth to a unit that is taken out."""
        assessment, draw, begun = self._assessment, self._random.random, self._begun[unit]
        full = {at for at, stacked in assessment.stack.items() if len(stacked) >= self._limit}
        # All its reach, or with less effort what draws it most; and where it began.
        places = self.drawing(unit, self._reach[unit]) | self._board.bit[begun]
        open_to_it = [c for c in self._board.cells(places) if c == stood or c not in full]
        worth = assessment.places(unit, open_to_it)
        scores = {cell: value + NOISE * draw() for cell, value in worth.items()}
        if begun in scores:
            scores[begun] += INERTIA
        return scores

    def drawing(self, unit: int, hexes: int) -> int:
        """Those of some hexes (a mask) that draw a unit most: all of them with full effort."""
        most = self._effort.of(PLACES, LEAST)
        if self._effort.is_full or hexes.bit_count() <= most:
            return hexes
        assessment, board = self._assessment, self._board
        drawn = [(assessment.drawn_to(unit, cell), cell) for cell in board.cells(hexes)]
        return sum([board.bit[cell] for _, cell in nlargest(most, drawn)])

    def has_room(self, cell: int) -> bool:
        """Whether one more unit fits into a hex beside those that are thought to be there."""
        return len(self._assessment.stack.get(cell, ())) < self._limit

    # -- joint attacks --------------------------------------------------------------------------

    def _prepare_attacks(self) -> None:
        """Commit units to attacks while any is worth the places that they give up."""
        targets = self._board.cells(self._assessment.foe_hexes)
        while targets:
            assaults = [a for t in targets if (a := self._assault(t)) is not None]
            if not assaults:
                break
            best = max(assaults, key=lambda assault: assault.gain)
            if best.gain < WORTH_PREPARING:
                break
            if not self._effort.is_full:
                # With less effort no force is looked for again once another has been taken.
                for assault in sorted(assaults, key=lambda assault: -assault.gain):
                    is_free = self.committed.isdisjoint(assault.units)
                    if assault.gain >= WORTH_PREPARING and is_free:
                        self._commit(assault)
                break
            self._commit(best)
            targets = [a.target for a in assaults if a is not best]
        uncommitted = [unit for unit in self._order() if unit not in self.committed]
        if self.committed and self._effort.is_full:
            self._arrange(uncommitted)

    def _assault(self, target: int) -> Assault | None:
        """The best force that can come to attack an enemy hex and is not committed yet."""
        candidates, assaults = [], self._assaults
        for unit, begun in self._begun.items():
            if unit in self.committed or not self._assessment.attack[unit]:
                continue
            around = assaults.cells(unit, target)
            cells = around & (self._reach.get(unit, 0) | self._board.bit[begun])
            scores, best = self._scores.get(unit), self._highest.get(unit, 0.0)
            for cell in self._board.cells(cells):
                if assaults.may_attack(unit, cell, target):
                    price = 0.0
                    if scores is not None:
                        # The price of going there is what its best place is worth more.
                        price = max(0.0, best - scores.get(cell, best - 1.0))
                    if self._contact and not self._board.adjacent[target] >> cell & 1:
                        # A unit that comes next to others than those it fires at must attack them.
                        price -= self._contact.price(unit, cell)
                    candidates.append((unit, cell, price))
        stuck = [unit for unit in self._begun if unit not in self._reach]
        floor = self._contact.owed(target, stuck) if self._contact else 0.0
        return assaults.best_force(target, candidates, self._has_room, floor)

    def _has_room(self, force: list[tuple[int, int]], cell: int) -> bool:
        """Whether one more fits beside the units that are bound to be there."""
        cells, coming = self._assessment.cells, {unit for unit, _ in force}
        bound = [
            unit
            for unit in self._assessment.mine
            if cells[unit] == cell and (unit in self.committed or unit not in self._reach)
        ]
        return sum(at == cell for _, at in force) + len({*bound} - coming) < self._limit

    def _commit(self, assault: Assault) -> None:
        """Place the units of an assault where they attack from; they are not moved again."""
        assessment = self._assessment
        for unit, cell in assault.force:
            self.committed.add(unit)
            if assessment.cells[unit] != cell:
                assessment.take(unit)
                assessment.put(unit, cell)
