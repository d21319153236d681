"""How the conditions of a game will probably go: by which units are near, by the time that is left.

A condition counts something. Sections foresee that as a mean and a variance (`Prospect`), from what
is so now, the strength near by and the time ahead; where the bounds of the condition lie on that
curve gives its chance. All, any and not combine chances as if they were independent. What no
section foresees is taken to stay as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil, exp, inf, log, prod, sqrt
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.model import Condition
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.hexmap import Board, EntryCosts
from hexwar.rules.consequences import HINDERING
from hexwar.rules.evaluation import weights
from hexwar.rules.language.conditions import (
    ANY,
    Ahead,
    Chance,
    Conditions,
    Foresee,
    Foreseen,
    Foresight,
    Prospect,
    bounds,
)
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import UNLIMITED, Movement
from hexwar.rules.sequence.rules import ACTIVE
from hexwar.rules.sequence.section import ACTIVATED, ROUND, Phase, SequenceOfPlay
from hexwar.rules.states.section import States
from hexwar.rules.units.rules import Forces, in_scenario
from hexwar.rules.values import UnitValues

if TYPE_CHECKING:
    from hexwar.rules.cup.rules import RoundRules
    from hexwar.rules.figures.rules import FigureRules


# How much of a game is left, and how often each side moves in it.
#
# Every phase counts as long as any other. For the turn under way and for whole turns to come it is
# added up by side in how many phases it moves, and in how many it acts at all; a phase run for one
# activation after the other counts by the activations that are left.


MOVING = frozenset({"movement", "activation"})
"""The kinds of phase in which units go somewhere."""

FIGHTING = frozenset({"combat", "fire", "activation"})
"""The kinds of phase in which units are attacked."""

Part = tuple[float, ...]
"""By side, what part of a phase it has, 0 to 1; empty where the phase is over."""

Parts = tuple[Part, ...]
"""By phase of a turn."""


class Clock:
    """The time of one game: every phase of a turn takes as long as any other."""

    def __init__(self, frame: Frame, rounds: RoundRules | None) -> None:
        self._frame, self._rounds = frame, rounds
        self._phases = frame.resolved[SequenceOfPlay].phases
        self._usual: Parts = tuple(map(self._parts_of_phase, self._phases))
        self._in_turn = sum(map(any, self._usual))
        self._known: dict[tuple[int, Parts, int, Parts], Ahead] = {}

    def until(self, state: Position, turn: int) -> Ahead:
        """The time from now to the end of a turn."""
        parts_to_come = self._rest_of_turn(state)
        return self._foreseen_of((state.turn, parts_to_come, turn, parts_to_come))

    def to_end_of_phase(self, state: Position) -> Ahead:
        """The time from now to the end of the phase under way."""
        parts_to_come, phase = self._rest_of_turn(state), state.phase_index
        present_parts = tuple(
            self._under_way(state) if i == phase else () for i in range(len(parts_to_come))
        )
        return self._foreseen_of((state.turn, parts_to_come, state.turn, present_parts))

    def _foreseen_of(self, key: tuple[int, Parts, int, Parts]) -> Ahead:
        ahead = self._known.get(key)
        if ahead is None:
            ahead = self._known[key] = self._time_between(*key)
        return ahead

    def _parts_of_phase(self, phase: Phase) -> Part:
        """A phase to come: where its side is found in play each may have a part in it, and where
        units are activated for other phases nothing else is done.
        """
        frame = self._frame
        share = 1 / len(frame.played) if phase.decided not in ("", ACTIVATED) else 1.0
        return tuple(
            share * (phase.kind != ROUND and side in frame.played and phase.side in ("", name))
            for side, name in enumerate(frame.side_ids)
        )

    def _rest_of_turn(self, state: Position) -> Parts:
        """What is to come of the phases of the turn under way."""
        parts: Parts | None = state.near.get(self)
        if parts is None:
            now = self._phases[state.phase_index]
            inside = now.id if now.kind == ROUND else now.within
            left: list[Part] = []
            for place, phase in enumerate(self._phases):
                if self._rounds and inside and phase.within == inside:
                    left.append(self._of_activations(state, place, self._rounds))
                elif place == state.phase_index:
                    left.append(self._under_way(state))
                else:
                    left.append(self._usual[place] if place > state.phase_index else ())
            parts = state.near[self] = tuple(left)
        return parts

    def _under_way(self, state: Position) -> Part:
        """The phase under way, whose side is known."""
        whose, usual = state.phase_side, self._usual[state.phase_index]
        if whose == NOBODY:
            return usual
        return tuple(float(side == whose and part > 0) for side, part in enumerate(usual))

    def _of_activations(self, state: Position, place: int, rounds: RoundRules) -> Part:
        """A phase that is run for one activation after the other, the present one among them."""
        # The activation under way still has this phase to come, if the phase does not lie behind.
        acts = state.memory[ACTIVE].side if place >= state.phase_index else None
        round_has_begun = self._phases[state.phase_index].kind != ROUND
        return tuple(
            # The activations to come, and the one under way where this phase of it is not over.
            usual * min(1.0, rest + part * (round_has_begun and acts in (side, NOBODY)))
            for side, (usual, (rest, part)) in enumerate(
                zip(self._usual[place], rounds.left(state, place), strict=True)
            )
        )

    def _time_between(self, now: int, rest: Parts, until: int, to_come: Parts) -> Ahead:
        """The time from one turn to another: what is left of it by side, and which sides move and
        fight in it.
        """
        whole, turns = until - now, self._frame.turns
        # Turns are counted from 1, and of this one the `rest` is still to come.
        gone = (now - self._share(rest)) / turns
        if whole < 0:
            no_time = (0.0,) * len(self._frame.side_ids)
            return Ahead(0.0, gone, no_time, no_time, until, NOBODY, NOBODY)
        moves, acts = (
            tuple(
                sum([part[side] for part in self._of_kinds(kinds, to_come)])
                + whole * sum([part[side] for part in self._of_kinds(kinds, self._usual)])
                for side in range(len(self._frame.side_ids))
            )
            for kinds in (MOVING, MOVING | FIGHTING)
        )
        # The first fight and the last move are found in the rest of this turn and one more.
        later = self._usual if whole else ()
        fights = [*self._of_kinds(FIGHTING, to_come), *self._of_kinds(FIGHTING, later)]
        goes = [*self._of_kinds(MOVING, to_come), *self._of_kinds(MOVING, later)]
        turns_left = (whole + self._share(to_come)) / turns
        strikes, last = _only_side(fights[:1]), _only_side(goes[-1:])
        return Ahead(turns_left, gone, moves, acts, until, strikes, last)

    def _share(self, parts: Parts) -> float:
        """How much of a turn some parts of its phases are."""
        pairs = zip(parts, self._usual, strict=True)
        return sum(sum(part) / sum(usual) for part, usual in pairs if any(part)) / self._in_turn

    def _of_kinds(self, kinds: frozenset[str], parts: Parts) -> list[Part]:
        """The parts of phases of some kinds, without those that have nothing left."""
        pairs = zip(self._phases, parts, strict=False)
        return [part for phase, part in pairs if phase.kind in kinds and any(part)]


def _only_side(parts: list[Part]) -> int:
    """The only side that has a part."""
    sides = [side for part in parts for side, share in enumerate(part) if share]
    return sides[0] if len(sides) == 1 else NOBODY


# How strong each side is, and how strong around the hexes that matter.
#
# For every unit and each hex that matters it is kept how many moves away the unit is; nearer units
# count for more, those that cannot come in time count for nothing. Added up by side this gives the
# armies and the strength around each hex.


FAR = 12
"""This many moves reach everywhere."""

NOTHING = 0.02
"""A unit that would count less than this is not counted at a place."""

BESIDE = 0.5
"""A unit within so many moves of a hex can attack it without moving."""

Row = tuple[tuple[int, float], ...]
"""The places that a unit can come to from a cell, each by its number, with what it counts there."""


class Standing(NamedTuple):
    """By side: the strength that is not lost (``army``), and that around each place (``near``)."""

    army: list[float]
    near: list[list[float]]


class Presence:
    """The strengths of one game, around some hexes: ``places`` by cell the number of each.

    Strength is the mean of attack and defence or, where no counter has any, the figures that
    fight or the steps. A unit that is not in sight of a side, and not known to be lost, counts in
    full for its army, and a little at every place. One that may not act, until something or a roll
    lets it again, counts in part.
    """

    def __init__(
        self,
        frame: Frame,
        forces: Forces,
        movement: MovementRules,
        values: UnitValues,
        figures: FigureRules | None,
        cells: Sequence[int],
    ) -> None:
        self._sides, self._frame = frame.unit_side, frame
        self.places = {cell: place for place, cell in enumerate(cells)}
        # By unit, the strength that it has when it has lost so many steps.
        strengths = [
            tuple(float(attack + defense) / 2 for attack, defense in values.by_steps(unit))
            for unit in range(len(forces.ids))
        ]
        if any(map(any, strengths)):
            self._printed = strengths
        else:
            self._printed = [
                tuple(float(left) for left in range(many, 0, -1)) for many in forces.steps
            ]
        self._strength = [_strengths_by_steps(by_steps) for by_steps in self._printed]
        self._lasting = _lasting(frame.resolved.section(States))
        self._figures = figures
        self._units = tuple(bits(in_scenario(frame)))
        strongest = [self._strength[unit][0] for unit in self._units]
        # What is added to both sides of a ratio of strengths, about a third of a unit: a lone weak
        # unit is not infinitely stronger than no unit.
        self.least = 0.3 * sum(strongest) / (len(strongest) or 1) or 1.0
        kinds: dict[tuple[str, int], int] = {}
        self._kind, self._turns = [], []
        for unit in range(len(frame.unit_ids)):
            kind = (forces.movement_class[unit], movement.values.most_movement(unit))
            # Units of one class with the same speed have all ways in common.
            if kind not in kinds:
                kinds[kind] = len(kinds)
                self._turns.append([moves_to(frame.board, movement, unit, [to]) for to in cells])
            self._kind.append(kinds[kind])
        self._rows: dict[tuple[int, int, int], Row] = {}

    def now(self, state: Position, ahead: Ahead) -> Standing:
        """How strong each side is where, and where it may come in the time that is left."""
        # Rounded up: where a side has part of a move to come, any of its units may be the one to
        # make it.
        moves = tuple(map(ceil, ahead.moves))
        standing: Standing | None = state.near.get((self, moves))
        if standing is None:
            standing = state.near[self, moves] = self._now(state, moves)
        return standing

    def forget(self) -> None:
        """Forget the weighed distances and losses: the weights have been changed."""
        self._rows.clear()
        self._strength = [_strengths_by_steps(by_steps) for by_steps in self._printed]

    def _now(self, state: Position, moves: tuple[int, ...]) -> Standing:
        """How strong sides are, and how strong near each place, worked out."""
        sides, cells, lost, gone = self._sides, state.cells, state.lost, state.eliminated
        kinds, strength, rows = self._kind, self._strength, self._rows
        sides_count = len(state.occupied)
        army, away = [0.0] * sides_count, [0.0] * sides_count
        near = [[0.0] * len(self.places) for _ in army]
        figures, hindered = self._figures, 0
        for name in self._lasting:
            hindered |= state.marks.get(name, 0)
        for unit in self._units:
            if gone >> unit & 1:
                continue
            side, cell = sides[unit], cells[unit]
            power = figures.effective(state, unit) if figures else strength[unit][lost[unit]]
            if hindered >> unit & 1:
                power *= weights.HINDERED
            army[side] += power
            if not cell:
                away[side] += power
                continue
            key = (kinds[unit], moves[side], cell)
            row = rows.get(key)
            if row is None:
                row = rows[key] = self._row(*key)
            here = near[side]
            for place, weight in row:
                here[place] += power * weight
        for side, power in enumerate(away):
            if power:
                near[side] = [here + power * weights.AWAY for here in near[side]]
        return Standing(army, near)

    def _row(self, kind: int, moves: int, cell: int) -> Row:
        """The hexes that matter to a kind of unit from a cell, by place, each with its weight."""
        row = []
        for place, turns in enumerate(self._turns[kind]):
            away = turns.get(cell)
            if away is not None and (away <= moves + BESIDE or moves >= FAR):
                weight = weights.DISTANCE**away
                if weight >= NOTHING:
                    row.append((place, weight))
        return tuple(row)


def _lasting(states: States | None) -> tuple[str, ...]:
    """The marks that forbid a unit to act until something or a roll takes them off; what ends with
    a phase or a turn is soon over.
    """
    return tuple(
        name
        for name, state in (states.by_id.items() if states is not None else ())
        if state.while_ is None
        and state.forbids & HINDERING
        and all(ending.roll is not None for ending in state.endings)
    )


def costs_to(board: Board, costs: EntryCosts, goals: Sequence[int]) -> dict[int, int]:
    """Movement points from each cell to the nearest of some cells, with no unit in the way."""
    cheapest: dict[int, int] = {}
    queue = [(0, goal) for goal in goals]
    while queue:
        spent, cell = heappop(queue)
        if cell in cheapest:
            continue
        cheapest[cell] = spent
        for near in board.neighbours[cell]:
            step = costs.cost(near, cell) if near and near not in cheapest else None
            if step is not None:
                heappush(queue, (spent + step, near))
    return cheapest


def moves_to(
    board: Board, movement: MovementRules, unit: int, goals: Sequence[int], least: int = 1
) -> dict[int, float]:
    """By cell, how many of its moves a unit is away from the nearest of some cells; ``least``: how
    far a move goes at least.
    """
    values, forces = movement.values, movement.forces
    # A unit that cannot move is taken along by others of its side.
    most = values.most_movement(unit) or max(
        map(values.most_movement, forces.of_side[forces.side[unit]])
    )
    costs = costs_to(board, movement.costs[unit], goals)
    return {cell: cost / max(most, least) for cell, cost in costs.items()}


def _strengths_by_steps(by_steps: tuple[float, ...]) -> tuple[float, ...]:
    """The strengths of a unit; where its counter says that losses do not weaken it less with every
    step, as it will not be there for long.
    """
    if len({*by_steps}) > 1:
        return by_steps
    whole = len(by_steps)
    return tuple(
        power * (1 - lost / whole) ** weights.WEARING for lost, power in enumerate(by_steps)
    )


NORMAL = 1.702
"""The logistic function with this slope is the normal distribution, nearly."""

MOST_WATCHED = 6
"""At most so many hexes of an exit are asked how strong the enemy is there."""

SURE = 1e-6
"""A variance of nothing."""


class CompiledForesight(Foresight):
    """Compiles the conditions of one game to chances.

    ``places`` are the hexes for which it is asked which side will hold them, in the order of their
    numbers in ``presence``, which is built from them when all conditions have been compiled.
    """

    def __init__(
        self,
        frame: Frame,
        forces: Forces,
        conditions: Conditions,
        movement: MovementRules,
        clock: Clock,
    ) -> None:
        self.frame, self.forces, self.conditions = frame, forces, conditions
        self._clock, self._movement = clock, movement
        self.places: dict[int, int] = {}
        self.presence: Presence
        self._open: list[Condition] = []
        self._away: dict[tuple[int, int], Mapping[int, float]] = {}
        self._fast = _fast(frame.resolved[Movement])

    def until(self, state: Position, turn: int) -> Ahead:
        """The time from now to the end of a turn."""
        return self._clock.until(state, turn)

    def chance(self, condition: Condition) -> Chance:
        """The chance that a condition will hold."""
        if condition.kind in ("all", "any", "not"):
            parts = [self.chance(part) for part in condition.of]
            if condition.kind == "all":
                return lambda state, ahead: prod(part(state, ahead) for part in parts)
            if condition.kind == "any":
                return lambda state, ahead: 1 - prod(1 - part(state, ahead) for part in parts)
            return lambda state, ahead: 1 - parts[0](state, ahead)
        given = condition.arguments
        foresee, whole = self.prospect(condition)
        if "more_than" in given:
            return _more(foresee, self.prospect(given["more_than"]).foresee)
        low, high = bounds(condition)
        least, most = float(low), float(high)
        if "share" in given:
            least, most = float(Fraction(given["share"])) * whole, inf

        def chance(state: Position, ahead: Ahead) -> float:
            mean, variance = foresee(state, ahead)
            slope = NORMAL / sqrt(variance + SURE)
            # A half on either side, as what is counted goes by whole numbers and the curve does
            # not.
            enough = 1.0 if least <= -ANY else squashed(slope * (mean - least + 0.5))
            return enough if most >= ANY else enough - squashed(slope * (mean - most - 0.5))

        return chance

    def prospect(self, condition: Condition) -> Prospect:
        """What a condition without parts counts, as it will be."""
        make = self.frame.registry.prospects.get(condition.kind)
        if make is None or condition in self._open:
            return self.as_it_is(condition)
        # A condition may ask for what depends on itself, as an effect asks whether it was in force:
        # the inner one is taken as it stands, or this would never end.
        self._open.append(condition)
        prospect: Prospect = make(condition, self)
        self._open.pop()
        return prospect

    def as_it_is(self, condition: Condition) -> Prospect:
        """What is so now stays, more or less."""
        measure, low, high = self.conditions.bounded(condition)
        widest = max(1, *(abs(bound) for bound in (low, high) if abs(bound) < ANY))

        def foresee(state: Position, ahead: Ahead) -> Foreseen:
            return float(measure(state)), (weights.WANDERING * widest) ** 2 * ahead.left

        return Prospect(foresee, 100.0 if "share" in condition.arguments else 1.0)

    def goes_on(self, measure: Callable[[Position], float], began: float) -> Prospect:
        """What goes on as it has gone since it ``began``: the less has happened, the less sure it
        is.
        """

        def foresee(state: Position, ahead: Ahead) -> Foreseen:
            measured = measure(state)
            gain = (measured - began) * ahead.left / (weights.TRUST + ahead.gone)
            return measured + gain, (1.0 + abs(gain)) * ahead.left

        return Prospect(foresee)

    # -- what sections foresee by ---------------------------------------------------------------

    def held(
        self,
        side: int,
        hexes: int,
        owned: Callable[[Position], int],
        others: Callable[[Position], int],
    ) -> Prospect:
        """How many of some hexes (a mask) a side will hold.

        ``owned`` answers with the mask of those that it holds now, ``others`` with those that
        another side holds.
        """
        cells = self.frame.board.cells(hexes)
        places = [(1 << cell, self.places.setdefault(cell, len(self.places))) for cell in cells]
        foes = self.frame.foes[side]
        # Hexes of a region change hands together, so that their number scatters more than that of
        # as many coins.
        mates = 1 + weights.TOGETHER * (len(cells) - 1)

        def foresee(state: Position, ahead: Ahead) -> Foreseen:
            near = self.presence.now(state, ahead).near
            mine, least = near[side], self.presence.least
            theirs: Sequence[float] = near[foes[0]]
            if len(foes) > 1:
                theirs = [
                    sum(their_time) for their_time in zip(*[near[foe] for foe in foes], strict=True)
                ]
            owned_now, taken = owned(state), others(state)
            # In log-odds: the less often the others still act, the surer a hex stays with its side.
            keeps = weights.TENURE + weights.HOLDING / (
                1 + weights.FADING * max([ahead.acts[foe] for foe in foes])
            )
            takes = weights.TENURE + weights.HOLDING / (1 + weights.FADING * ahead.acts[side])
            # A side that no longer acts neither takes a hex nor drives a unit out of one.
            safe, idle = not any(ahead.acts[foe] for foe in foes), not ahead.acts[side]
            # The side that attacks next has the first word about every hex, the one that moves last
            # the last.
            edge = 0.0
            for edge_of, whose in ((weights.STRIKING, ahead.strikes), (weights.LAST, ahead.last)):
                if whose >= 0:
                    edge += edge_of if whose == side else -edge_of if whose in foes else 0.0
            mean = variance = 0.0
            for bit, place in places:
                own_time, their_time = mine[place], theirs[place]
                if owned_now & bit:
                    if safe or not their_time:
                        mean += 1
                        continue
                    lean = keeps
                elif idle or not own_time:
                    continue
                else:
                    lean = -takes if taken & bit else 0.0
                # `least` on both sides: there must be odds even where no unit is near.
                lean += edge + weights.BALANCE * log((own_time + least) / (their_time + least))
                chance = 1 / (1 + exp(-lean))
                mean += chance
                variance += chance * (1 - chance)
            return mean, variance * mates

        return Prospect(foresee, float(len(cells)))

    def comes(
        self,
        unit: int,
        hexes: int,
        where: Callable[[Position], int],
        first: Callable[[Position], float] | None = None,
    ) -> Chance:
        """The chance that a unit comes to one of some hexes (a mask) in the time that is left,
        given how far it has to go and how strong the enemy is there; ``where``: the cell of the
        unit that it is with; ``first``: how many moves pass before it sets out.
        """
        cells = self.frame.board.cells(hexes)
        away = moves_to(self.frame.board, self._movement, unit, cells, self._fast)
        side = self.forces.side[unit]
        watched = [self.places.setdefault(cell, len(self.places)) for cell in cells[:MOST_WATCHED]]
        foes = self.frame.foes[side]

        def chance(state: Position, ahead: Ahead) -> float:
            moves, far = ahead.moves[side], away.get(where(state))
            if far is None or not moves:
                return 0.0
            if first is not None:
                far += first(state)
            if far == inf:
                return 0.0
            near, least = self.presence.now(state, ahead).near, self.presence.least
            mine = sum([near[side][place] for place in watched]) / len(watched)
            theirs = sum([near[foe][place] for place in watched for foe in foes]) / len(watched)
            lean = _to_spare(moves, far)
            return squashed(lean + weights.RESISTANCE * log((mine + least) / (theirs + least)))

        return chance

    def moves_away(self, unit: int, cell: int) -> Mapping[int, float]:
        """By cell, how many of its moves a unit that stands there is away from another cell."""
        away = self._away.get((unit, cell))
        if away is None:
            board = self.frame.board
            away = moves_to(board, self._movement, unit, [cell], self._fast)
            self._away[unit, cell] = away
        return away

    def in_time(self, moves: float, far: float) -> float:
        """The chance that a unit ``far`` away, in moves, has come in so many ``moves``: 0 if
        ``far`` is infinity, as there is no way.
        """
        return squashed(_to_spare(moves, far)) if far < inf else 0.0

    def lost(
        self,
        side: int,
        measure: Callable[[Position], float],
        whole: float,
        units: int,
        endangered: int = 0,
    ) -> Prospect:
        """How much of the total of some ``units`` a side will have lost, judged by what it has lost
        so far, the time that is left and the strengths of the armies; ``endangered``: mask of units
        that count one each, and are lost the sooner the fewer steps they have left.
        """
        foes, apiece, steps = self.frame.foes[side], whole / (units or 1), self.forces.steps
        wear = [(unit, steps[unit]) for unit in bits(endangered) if steps[unit] > 1]

        def worn(state: Position) -> float:
            gone, lost = state.eliminated, state.lost
            worn_shares = [lost[unit] / (many - 1) for unit, many in wear if not gone >> unit & 1]
            return float(sum([share**weights.STURDY for share in worn_shares]))

        def foresee(state: Position, ahead: Ahead) -> Foreseen:
            lost = float(measure(state))
            if not whole:
                return lost, 0.0
            army = self.presence.now(state, ahead).army
            against = max(army[foe] for foe in foes) if foes else 0.0
            odds = (against + 1) / (army[side] + 1)
            # As if the usual losses had been observed for a while (TRUST) before the game began.
            pace = (weights.LOSSES * weights.TRUST + lost / whole) / (weights.TRUST + ahead.gone)
            pace *= odds**weights.OUTNUMBERED
            soon = weights.ENDANGERED * (1 - exp(-weights.HASTE * ahead.left)) * worn(state)
            losses = soon + max(0.0, whole - lost - soon) * (1 - exp(-pace * ahead.left))
            return lost + losses, losses * apiece + (weights.SCATTER * losses) ** 2

        return Prospect(foresee, whole)


def _fast(movement: Movement) -> int:
    """How far a move goes for a unit that takes the fastest of the ways that are open to all."""
    ways = [
        mode for mode in movement.modes.values() if not (mode.only or mode.condition or mode.along)
    ]
    return max(
        [int(mode.allowance) for mode in ways if mode.allowance and mode.allowance < UNLIMITED],
        default=1,
    )


def _to_spare(moves: float, far: float) -> float:
    """How sure it is (log-odds) that a unit comes so ``far`` in time, both in moves."""
    return weights.COMING * (weights.PACE * moves - far) / sqrt(1 + far)


def squashed(x: float) -> float:
    """The logistic function, without overflow."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, x))))


def _more(one: Foresee, other: Foresee) -> Chance:
    """That there will be more of the one than of the other."""

    def chance(state: Position, ahead: Ahead) -> float:
        first, scatter = one(state, ahead)
        second, besides = other(state, ahead)
        return squashed(NORMAL * (first - second - 0.5) / sqrt(scatter + besides + SURE))

    return chance
