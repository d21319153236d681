"""What a side plays for: the victory rules of a game, turned into a chance of winning.

The rules say which side wins; they do not say how near a side is to it. Given how likely each side
is to stand in each hex that the rules name, and how many units each will have lost, the same
conditions answer with a probability instead of yes or no. Hexes count as independent of one
another: they are not, but all that is asked is which of two plans is better, thousands of times a
second.

First the chance of winning, condition by condition; then what each unit is to reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import ceil, prod
from typing import NamedTuple

from hexwar.definition.model import Condition, ResolvedGame
from hexwar.definition.packages import words_of
from hexwar.engine.position import bits
from hexwar.engine.rules import Rules
from hexwar.hexmap import Board
from hexwar.rules.effects import Effects
from hexwar.rules.escort import Escort, EscortRules
from hexwar.rules.evaluation.foresight import squashed
from hexwar.rules.exits import ExitRules, Exits
from hexwar.rules.figures.section import Figures
from hexwar.rules.language.conditions import ANY, bounds
from hexwar.rules.language.section import could_fit
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.points import Points
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.victory.rules import held_by, loser
from hexwar.rules.victory.section import Victory

Standing = Mapping[tuple[int, int], float]
"""(side index, cell) to the chance that the side stands there when it matters."""

Losses = list[float]
"""Side index to the number of its units that are, or will probably be, eliminated."""

Chance = Callable[[Standing, Losses], float]
"""A probability, or an expected number, from where the sides stand and what they have lost."""

DRAWN = 0.4
"""A draw is worth less than half a victory: one plays to win."""

SHARP = 2.0
"""How sharply the chance of a count rises around what is asked for."""

NEARNESS = 4.0
"""How sharply it rises where losses are told as a share, or lead to a victory by way of an effect:
divided by all that is asked for, so that the first of them count.
"""

POINTS_RISE = 12.0
"""How sharply it rises with points: divided by all that are at stake, which are seldom scored."""

FORESEEN = frozenset(words_of("foreseen"))
"""Of what conditions count, that which can be foreseen; of the rest nothing is expected."""


class Goals:
    """The victory rules of one game as a chance of winning, for each of its sides.

    ``hexes`` maps each side index to the cells whose occupation by that side the rules name;
    ``kept`` are those of them that a side keeps when its units leave, as it controls them.
    ``by_losses``: whether losses count that are told as a value or a share, or bring an effect.
    """

    __slots__ = (
        "_board",
        "_last_turn",
        "_rules",
        "_side_ids",
        "_through",
        "by_losses",
        "hexes",
        "kept",
    )

    def __init__(self, resolved: ResolvedGame) -> None:
        self._board: Board = resolved.map.board
        self._side_ids = tuple(side.id for side in resolved[Sides].all)
        self._last_turn = resolved[SequenceOfPlay].turns
        self.hexes: dict[int, set[int]] = {}
        self.kept: set[int] = set()
        self.by_losses = False
        # Effects that are being compiled, the outer first: one may bring another, or itself.
        self._through: list[str] = []
        # By line of victory, in the order in which they are asked: the side that wins (None for a
        # draw), and how likely its condition is to hold.
        self._rules: list[tuple[int | None, Chance]] = []
        for line in resolved[Victory].lines:
            winner = None if line.winner is None else self._side_ids.index(line.winner)
            holds = _always if line.condition is None else self._compiled(resolved, line.condition)
            self._rules.append((winner, holds))

    def winning(self, side: int, standing: Standing, losses: Losses) -> float:
        """The chance that ``side`` wins: the first rule that holds decides, as in play."""
        undecided, won = 1.0, 0.0
        for winner, chance in self._rules:
            holds = undecided * chance(standing, losses)
            won += holds * (DRAWN if winner is None else float(winner == side))
            undecided -= holds
        return won + undecided * DRAWN

    def _compiled(self, resolved: ResolvedGame, condition: Condition) -> Chance:
        """A condition as a function, made once: what it asks of the game is looked up here. Where
        nothing can be foreseen of it, it is worth what a draw is: neither hoped for nor feared.
        """
        if condition.kind in ("all", "any", "not"):
            parts = [self._compiled(resolved, part) for part in condition.of]
            if condition.kind == "all":
                return lambda standing, losses: prod([part(standing, losses) for part in parts])
            if condition.kind == "any":
                return lambda standing, losses: (
                    1 - prod([1 - part(standing, losses) for part in parts])
                )
            return lambda standing, losses: 1 - parts[0](standing, losses)
        if condition.kind == "effect":
            return self._effect(resolved, condition)
        if condition.of:  # that it has been so: as if it were asked at the end
            return self._compiled(resolved, condition.of[0])
        low, high = bounds(condition)
        if "more_than" in condition.arguments:
            more = self._expected(resolved, condition)
            other = self._expected(resolved, condition.arguments["more_than"])
            return lambda standing, losses: squashed(
                # Counts are whole: the edge lies half-way between as many and one more.
                SHARP * (more(standing, losses) - other(standing, losses) - 0.5)
            )
        # Losses that are told as a value or a share, or bring an effect.
        by_share = condition.kind == "lost" or "share" in condition.arguments
        if (by_share or self._through) and loser(resolved, condition) is not None:
            return self._toll(resolved, condition)
        if "share" in condition.arguments:
            self._expected(resolved, condition)  # what it wants held is a goal all the same
            return lambda standing, losses: DRAWN
        if condition.kind in ("occupied", "controlled", "hexes"):
            return self._held(resolved, condition, low, high)
        if condition.kind == "turn":
            called = condition.arguments.get("called")
            turns = resolved[SequenceOfPlay].called(str(called)) if called else range(low, high + 1)
            at_the_end = float(self._last_turn in turns)
            return lambda standing, losses: at_the_end
        nowhere = condition.kind == "units" and not self._places(resolved, condition)
        if condition.kind not in FORESEEN or nowhere:
            return lambda standing, losses: DRAWN
        expected = self._expected(resolved, condition)
        sharp = SHARP
        if condition.kind == "points":
            sharp = POINTS_RISE / (self._at_stake(resolved) or 1)
        return _within(expected, low, high, sharp)

    def _effect(self, resolved: ResolvedGame, condition: Condition) -> Chance:
        """An effect comes with what brings it; one that would bring itself does not."""
        name = str(condition.arguments["effect"])
        brings = resolved[Effects].effects[name].condition
        if brings is None:
            return lambda standing, losses: DRAWN
        # An effect that depends on itself, by way of any number of others.
        if name in self._through:
            return lambda standing, losses: 0.0
        self._through.append(name)
        chance = self._compiled(resolved, brings)
        self._through.pop()
        return chance

    def _toll(self, resolved: ResolvedGame, condition: Condition) -> Chance:
        """The chance that a side has lost so much."""
        self.by_losses = True
        lost = self._expected(resolved, condition)
        low, high = bounds(condition)
        if "share" in condition.arguments:
            everybody = [0.0] * len(self._side_ids)
            side = str(loser(resolved, condition))
            everybody[self._side_ids.index(side)] = float(len(_units_of(side, resolved)))
            # A share of what the count would be if all units of the side were lost.
            low, high = ceil(condition.arguments["share"] * lost({}, everybody)), ANY
        sharp = NEARNESS / max(1, abs(low) if low > -ANY else high)
        return _within(lost, low, high, sharp)

    def _places(self, resolved: ResolvedGame, condition: Condition) -> list[tuple[int, int]]:
        """The hexes that a condition wants held, each with the side that is to hold it.

        None where it says no place, or units of several sides would do.
        """
        held = held_by(resolved, condition)
        if held is None:
            return []
        side = self._side_ids.index(held[0])
        places = [(side, self._board.cell[number]) for number in held[1]]
        self.hexes.setdefault(side, set()).update(cell for _, cell in places)
        if condition.kind == "controlled":
            self.kept.update(cell for _, cell in places)
        return places

    def _held(self, resolved: ResolvedGame, condition: Condition, low: int, high: int) -> Chance:
        """The chance that a side holds between ``low`` and ``high`` of the hexes of a condition."""
        places = self._places(resolved, condition)
        if not places:
            return lambda standing, losses: DRAWN
        least, many = max(0, low), len(places)
        # A region may have fifty hexes, and this is asked for each of them: so only the counts on
        # the shorter side of what is asked for are reckoned.
        reckoned = high + 1 if high < many else least

        def any_held(standing: Standing, losses: Losses) -> float:
            return 1.0 - prod([1.0 - standing[place] for place in places])

        def chance(standing: Standing, losses: Losses) -> float:
            # counts[n]: the chance that n of the places so far are held, to which
            # each either adds one or does not.
            counts = [1.0]
            for place in places:
                held = standing[place]
                pairs = zip([*counts, 0.0], [0.0, *counts], strict=True)
                counts = [
                    as_many * (1 - held) + one_fewer * held
                    for (as_many, one_fewer), _ in zip(pairs, range(reckoned), strict=False)
                ]
            return sum(counts[least:]) if high < many else max(0.0, 1.0 - sum(counts))

        return any_held if least == 1 and high >= many else chance

    def _expected(self, resolved: ResolvedGame, condition: Condition) -> Chance:
        """How much of what a condition counts there will probably be."""
        if condition.kind == "points":
            return self._expected_points(resolved, condition)
        if condition.kind in ("occupied", "controlled", "hexes", "units"):
            places = self._places(resolved, condition)
            return lambda standing, losses: sum([standing[place] for place in places])
        side = loser(resolved, condition)
        if side is None:
            return lambda standing, losses: 0.0
        asked, units = condition.arguments, _units_of(side, resolved)
        counted = [unit for unit in units if could_fit(asked.get("only", asked.get("of")), unit)]
        total = float(len(counted))
        if condition.kind == "steps_lost":
            total = float(sum(len(unit.steps) for unit in counted))
        elif condition.kind == "lost":
            total = sum(float(_printed(unit, str(asked["value"]))) for unit in counted)
        # Nobody knows which will be lost: each counts what a unit of the side does on average.
        by_unit = total / (len(units) or 1)
        index = self._side_ids.index(side)
        return lambda standing, losses: losses[index] * by_unit

    def _expected_points(self, resolved: ResolvedGame, condition: Condition) -> Chance:
        """How many points a side will probably have, or how many more than another."""
        side, over = condition.arguments["side"], condition.arguments.get("over")
        parts = []
        for award in resolved[Points].awards.values():
            # Points of a third side do not count in the difference.
            if award.side not in (side, over) or award.scored == "at_the_end":
                continue  # what counts at the end only may well be put right by then
            worth = award.each if award.side == side else -award.each
            if award.scored == "every_turn":
                worth *= self._last_turn
            count: Chance = _always
            holds: Chance = _always
            if award.counted is not None:
                count = self._expected(resolved, award.counted)
            if award.condition is not None:
                holds = self._compiled(resolved, award.condition)
            parts.append((worth, count, holds))
        return lambda standing, losses: sum(
            [
                worth * count(standing, losses) * holds(standing, losses)
                for worth, count, holds in parts
            ]
        )

    def _at_stake(self, resolved: ResolvedGame) -> float:
        """The points that can be scored in all: what one point weighs."""
        total = 0
        for award in resolved[Points].awards.values():
            if award.scored == "at_the_end":
                continue
            most = 1
            if award.counted is not None:
                region = award.counted.arguments.get("region")
                if region is not None:
                    most = len(resolved.map.region(str(region)))
                else:
                    side = award.counted.arguments.get("side")
                    counters = resolved[Units].counters.values()
                    most = sum(len(unit.steps) for unit in counters if unit.side == side)
            total += award.each * most * (self._last_turn if award.scored == "every_turn" else 1)
        return total


def _within(expected: Chance, low: int, high: int, sharp: float) -> Chance:
    """The chance that what is expected is no less and no more than asked for; ``sharp``: how fast
    it rises there.
    """

    def chance(standing: Standing, losses: Losses) -> float:
        count = expected(standing, losses)
        # Half a unit of room at either edge, as what is asked for is met by exactly so many.
        return squashed(sharp * (count - low + 0.5)) * squashed(sharp * (high + 0.5 - count))

    return chance


def _always(standing: Standing, losses: Losses) -> float:
    """What is always so, or counts once."""
    return 1.0


def _units_of(side: str, resolved: ResolvedGame) -> list[Unit]:
    """The units of a side, by its id."""
    return [unit for unit in resolved[Units].counters.values() if unit.side == side]


def _printed(unit: Unit, value: str) -> float:
    """A value as printed on the full side of a counter; none on one that does not print it."""
    if value in ("attack", "defense", "movement"):
        return float(getattr(unit.steps[0], value) or 0)
    return float(unit.values.get(value, 0))


# -- what each unit is to reach: by the conditions that a game's points and victory ask for --------

# All conditions are taken apart to their leaves. A unit is to leave the map where that is counted
# of it or of a unit that it escorts; else to come to those of its side that are to be escorted and
# stand alone, or near a unit that escorts already; and to the regions that its side is to occupy or
# to bring such units to. ``prey`` is the other way round: where that lies now what the other sides
# are after.


SUPPORT = 4
"""A unit that does not escort stays so near to one that does."""


class Objective(NamedTuple):
    """Hexes (a mask) to come to, how much it matters, 1 for what decides, and whether to leave
    the map from there. ``after``: hexes to come to from there, before the game ends.
    """

    hexes: int
    weight: float
    leaves: bool = False
    after: int = 0


class Objectives:
    """The objectives of the units of one game.

    ``kinds`` are the conditions that it names anywhere; ``singles_out``: whether any may be about
    some units of a side alone.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules, self._board = rules, rules.frame.board
        resolved = rules.frame.resolved
        asked_for = [(line.winner, line.condition) for line in resolved[Victory].lines]
        for award in resolved[Points].awards.values():
            asked_for += [(award.side, award.counted), (award.side, award.condition)]
        # Each with the side for which it is asked, whatever else that line asks; none for a draw.
        self._asked_for = [
            (side, leaf)
            for side, condition in asked_for
            if condition
            for leaf in _leaves(condition)
        ]
        self._conditions = [leaf for _, leaf in self._asked_for]
        self._brought = list(self._to_be_brought())
        self.kinds = frozenset(leaf.kind for leaf in self._conditions)
        self.singles_out = "exited" in self.kinds or any(
            leaf.arguments.get("only")
            for leaf in self._conditions
            if leaf.kind in ("eliminated", "steps_lost")
        )
        escort = resolved.section(Escort)
        selectors = rules[Selectors]
        exits, ids = resolved.section(Exits), rules.frame.side_ids
        leaving = exits.by_id if exits is not None else {}
        # The units that are to leave the map: their side, and a test for those that count. Where a
        # line of victory asks that the enemy has not left, it is the enemy that is to leave.
        self._count_out: list[tuple[int, Callable[[State, int], bool]]] = []
        for winner, condition in asked_for:
            if condition and winner in ids:
                for leaf, wanted in _wanted(condition):
                    if leaf.kind == "exited":
                        leaver = leaving[str(leaf.arguments["exit"])].side
                        if (leaver == winner) == wanted:
                            fits = selectors.fits(leaf.arguments.get("of"))
                            self._count_out.append((ids.index(leaver), fits))
        self._contact = escort.contact if escort is not None else 0
        figures = resolved.section(Figures)
        evacuation = figures.evacuation if figures is not None else None
        parties = evacuation.units if evacuation is not None else ()
        self._named: dict[int, bool] = {}
        self._parties = {rules.frame.unit_index[name] for name in parties}

    def _to_be_brought(self) -> Iterator[tuple[str, int, int]]:
        """What some units of a side are to be brought to: the side, the hexes, and the units that
        may be meant (masks): where they stand counts for it.
        """
        selectors = self._rules[Selectors]
        for side, leaf in self._asked_for:
            region, of = leaf.arguments.get("region"), leaf.arguments.get("of")
            if leaf.kind == "hexes" and side and region and of is not None:
                hexes = self._board.mask(self._rules.frame.map.region(str(region)))
                yield side, hexes, selectors.perhaps(of)

    def own(self, state: State, unit: int) -> list[Objective]:
        """What a unit itself is to reach."""
        return [*self._with_escorts(state, unit), *self._places(unit)]

    def _with_escorts(self, state: State, unit: int) -> Iterator[Objective]:
        """To leave the map with the units that the unit escorts; else to come to where it may
        escort one, or help a unit that does.
        """
        escort, side = self._rules.find(EscortRules), self._rules.frame.unit_side[unit]
        goes = (unit, *(escort.with_unit(state, unit) if escort is not None else ()))
        leaves = 0
        if unit in self._parties or any(self.counts_out(state, goer) for goer in goes):
            leaves = self.exits_of(state, unit)
        if leaves:
            yield Objective(leaves, 1.0, leaves=True)
            return
        if escort is None or not self.kinds & {"exited", "contacted"}:
            return
        for escorted in self._alone(state, side):
            if escort.may_escort(state, unit):
                near = self._board.within(self._board.bit[state.cells[escorted]], self._contact)
                # From there the way goes on with the escorted unit, if that is counted.
                exits = self._rules.find(ExitRules)
                counts = exits is not None and self.counts_out(state, escorted)
                after = exits.hexes[side] if exits is not None and counts else 0
                yield Objective(near, 1.0, after=after)
        for by in bits(escort.escorting(state)):
            if self._rules.frame.unit_side[by] == side and state.cells[by]:
                near = self._board.within(self._board.bit[state.cells[by]], SUPPORT)
                yield Objective(near, 0.5)

    def counts_out(self, state: State, unit: int) -> bool:
        """Whether it is counted for its side if a unit leaves the map."""
        own_side = self._rules.frame.unit_side[unit]
        return any(side == own_side and counts(state, unit) for side, counts in self._count_out)

    def exits_of(self, state: State, unit: int) -> int:
        """Mask of the hexes from which a unit may leave the map as things stand."""
        exits = self._rules.find(ExitRules)
        return exits.ways(state, unit) if exits is not None else 0

    def losses_count(self, unit: int) -> bool:
        """Whether the rules name what has been lost of such units, and not of the whole side."""
        named = self._named.get(unit)
        if named is None:
            frame = self._rules.frame
            side = frame.side_ids[frame.unit_side[unit]]
            selectors = self._rules[Selectors]
            named = self._named[unit] = any(
                leaf.kind in ("eliminated", "steps_lost")
                and leaf.arguments["side"] == side
                and leaf.arguments.get("only")
                and selectors.perhaps(leaf.arguments["only"]) >> unit & 1
                for leaf in self._conditions
            )
        return named

    def counts_figures(self, side: int, condition: str) -> bool:
        """Whether figures of a side are counted that are in a condition."""
        name = self._rules.frame.side_ids[side]
        return any(
            leaf.kind == "figures"
            and leaf.arguments["side"] == name
            and condition in leaf.arguments.get("condition", ())
            for leaf in self._conditions
        )

    def _alone(self, state: State, side: int) -> list[int]:
        """Those of a side, by unit, that are to be escorted and are on the map alone."""
        escort, sides = self._rules.find(EscortRules), self._rules.frame.unit_side
        escorted = bits(escort.escorted) if escort is not None else ()
        return [unit for unit in escorted if sides[unit] == side and state.cells[unit]]

    def _places(self, unit: int) -> Iterator[Objective]:
        """The regions that the unit's side is to occupy."""
        frame = self._rules.frame
        side = frame.side_ids[frame.unit_side[unit]]
        for whose, hexes, units in self._brought:
            if whose == side and units >> unit & 1:
                yield Objective(hexes, 1.0)
        for condition in self._conditions:
            if condition.kind in ("occupied", "controlled") and condition.arguments["side"] == side:
                yield Objective(
                    self._board.mask(frame.map.region(str(condition.arguments["region"]))), 1.0
                )

    def prey(self, state: State, side: int) -> int:
        """Mask of the hexes where what the other sides are after is now."""
        escort, mask = self._rules.find(EscortRules), 0
        if escort is None or not self.kinds & {"contacted", "exited", "escorted"}:
            return 0
        for other in range(len(self._rules.frame.side_ids)):
            if other != side:
                for escorted in self._alone(state, other):
                    mask |= self._board.bit[state.cells[escorted]]
        for by in bits(escort.escorting(state)):
            if self._rules.frame.unit_side[by] != side and state.cells[by]:
                mask |= self._board.bit[state.cells[by]]
        return mask


def _leaves(condition: Condition) -> Iterator[Condition]:
    """The parts of a condition that have none themselves; the condition itself, if it has none."""
    if condition.of:
        for part in condition.of:
            yield from _leaves(part)
    else:
        yield condition


def _wanted(condition: Condition, *, wanted: bool = True) -> Iterator[tuple[Condition, bool]]:
    """The leaves of a condition, each with whether what it names is wanted. Under a ``not``, or
    where something may be so at most so often, it is not: then it is wanted by the other side.
    """
    for part in condition.of:
        yield from _wanted(part, wanted=wanted != (condition.kind == "not"))
    if not condition.of:
        asked = condition.arguments
        yield condition, wanted != ("at_most" in asked and "at_least" not in asked)


@lru_cache(maxsize=8)
def objectives_of(rules: Rules) -> Objectives:
    """The objectives of a game."""
    return Objectives(rules)
