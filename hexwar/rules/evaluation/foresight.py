"""How the conditions of a game will probably go: by who is near, by the time that is left.

A condition counts something. Sections foresee that as a mean and a variance (`Prospect`), from what
is so now, the strength near by and the time ahead; where the bounds of the condition lie on that
curve is its chance. All, any and not put chances together as if they were independent. What no
section foresees is taken to stay as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import exp, inf, log, prod, sqrt

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.evaluation import weights
from hexwar.rules.evaluation.clock import Clock
from hexwar.rules.evaluation.presence import Presence, moves_to
from hexwar.rules.language.conditions import ANY, Conditions, bounds
from hexwar.rules.language.foresight import (
    Ahead,
    Chance,
    Foresee,
    Foreseen,
    Foresight,
    Prospect,
)
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import UNLIMITED, Movement
from hexwar.rules.units.rules import Forces

NORMAL = 1.702
"""The logistic function with this slope is the normal distribution, nearly."""

MOST_WATCHED = 6
"""Of so many hexes of an exit it is asked how strong the enemy is there."""

SURE = 1e-6
"""A variance of nothing."""


class CompiledForesight(Foresight):
    """Compiles the conditions of one game to chances.

    ``places`` are the hexes of which it is asked whose they will be, in the order of their numbers
    in ``presence``, which is made of them when all conditions have been compiled.
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
            # Half a one on either side, as what is counted goes by whole numbers and the curve does
            # not.
            enough = 1.0 if least <= -ANY else squashed(slope * (mean - least + 0.5))
            return enough if most >= ANY else enough - squashed(slope * (mean - most - 0.5))

        return chance

    def prospect(self, condition: Condition) -> Prospect:
        """What a condition without parts counts, as it will be."""
        make = self.frame.registry.prospects.get(condition.kind)
        if make is None or condition in self._open:
            return self.as_it_is(condition)
        # A condition may ask for what hangs on itself, as an effect for whether it was in force:
        # the inner one is taken as it is, or this would have no end.
        self._open.append(condition)
        prospect: Prospect = make(condition, self)
        self._open.pop()
        return prospect

    def as_it_is(self, condition: Condition) -> Prospect:
        """What is so now stays, more or less."""
        measure, low, high = self.conditions.bounded(condition)
        asked = max(1, *(abs(bound) for bound in (low, high) if abs(bound) < ANY))

        def foresee(state: Position, ahead: Ahead) -> Foreseen:
            return float(measure(state)), (weights.WANDERING * asked) ** 2 * ahead.left

        return Prospect(foresee, 100.0 if "share" in condition.arguments else 1.0)

    def goes_on(self, measure: Callable[[Position], float], began: float) -> Prospect:
        """What goes on as it has gone from where it ``began``, the less surely the less it has."""

        def foresee(state: Position, ahead: Ahead) -> Foreseen:
            now = measure(state)
            more = (now - began) * ahead.left / (weights.TRUST + ahead.gone)
            return now + more, (1.0 + abs(more)) * ahead.left

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
        somebody else holds.
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
            theirs = near[foes[0]] if len(foes) == 1 else _together([near[foe] for foe in foes])
            now, taken = owned(state), others(state)
            keeps = weights.TENURE + weights.HOLDING / (
                1 + weights.FADING * max([ahead.acts[foe] for foe in foes])
            )
            takes = weights.TENURE + weights.HOLDING / (1 + weights.FADING * ahead.acts[side])
            # Who does nothing any more neither takes a hex nor drives anybody out of one.
            safe, idle = not any(ahead.acts[foe] for foe in foes), not ahead.acts[side]
            edge = 0.0
            for edge_of, whose in ((weights.STRIKING, ahead.strikes), (weights.LAST, ahead.last)):
                if whose >= 0:
                    edge += edge_of if whose == side else -edge_of if whose in foes else 0.0
            mean = variance = 0.0
            for bit, place in places:
                here, there = mine[place], theirs[place]
                if now & bit:
                    if safe or not there:
                        mean += 1
                        continue
                    lean = keeps
                elif idle or not here:
                    continue
                else:
                    lean = -takes if taken & bit else 0.0
                # `least` on both sides: where nobody is near there are odds, too.
                lean += edge + weights.BALANCE * log((here + least) / (there + least))
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
        """The chance that a unit comes to one of some hexes (a mask) in the time that is left, as
        far as it has to go and as strong as the enemy is there; ``where``: the cell of whoever it
        is with; ``first``: how many moves pass before it sets out.
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
        """By cell, for how many of its moves a unit that stands there is away from another cell."""
        away = self._away.get((unit, cell))
        if away is None:
            board = self.frame.board
            away = moves_to(board, self._movement, unit, [cell], self._fast)
            self._away[unit, cell] = away
        return away

    def in_time(self, moves: float, far: float) -> float:
        """The chance that a unit has come in so many ``moves`` that is ``far`` away, in moves: 0 if
        that is infinity, as there is no way.
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
        """How much of a whole of some ``units`` a side will have lost, by what it has lost so
        far, the time that is left and the strengths of the armies; ``endangered``: mask of units
        that count one each, and the sooner the fewer steps they have left.
        """
        foes, apiece, steps = self.frame.foes[side], whole / (units or 1), self.forces.steps
        wear = [(unit, steps[unit]) for unit in bits(endangered) if steps[unit] > 1]

        def worn(state: Position) -> float:
            gone, lost = state.eliminated, state.lost
            there = [lost[unit] / (many - 1) for unit, many in wear if not gone >> unit & 1]
            return float(sum([share**weights.STURDY for share in there]))

        def foresee(state: Position, ahead: Ahead) -> Foreseen:
            lost = float(measure(state))
            if not whole:
                return lost, 0.0
            army = self.presence.now(state, ahead).army
            against = max(army[foe] for foe in foes) if foes else 0.0
            odds = (against + 1) / (army[side] + 1)
            pace = (weights.LOSSES * weights.TRUST + lost / whole) / (weights.TRUST + ahead.gone)
            pace *= odds**weights.OUTNUMBERED
            soon = weights.ENDANGERED * (1 - exp(-weights.HASTE * ahead.left)) * worn(state)
            more = soon + max(0.0, whole - lost - soon) * (1 - exp(-pace * ahead.left))
            return lost + more, more * apiece + (weights.SCATTER * more) ** 2

        return Prospect(foresee, whole)


def _fast(movement: Movement) -> int:
    """How far a move goes for whoever takes the fastest of the ways that are open to all."""
    ways = [way for way in movement.modes.values() if not (way.only or way.condition or way.along)]
    return max(
        [int(way.allowance) for way in ways if way.allowance and way.allowance < UNLIMITED],
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


def _together(rows: Sequence[Sequence[float]]) -> Sequence[float]:
    return [sum(here) for here in zip(*rows, strict=True)]
