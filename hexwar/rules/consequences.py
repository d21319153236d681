"""What a result that takes no step by itself is worth: judged by what soon comes of it.

Many results only put units into states, roll on other tables, or ask what was there before. What
such a result is worth is sampled: it is put on the scenario's own position, alone and several times
in a row, and a turn is played in which neither side does more than it must; where only marks on
units have come of it by then, some more turns are. What the victims have lost then, beyond what
they lose without it, is what it is worth, each time as its share of the row: if the second hit is
what kills, the first is worth half of that.

The position is always that of the scenario and the dice are always the same, no matter who asks or
when: so a game does not depend on what was asked before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from random import Random
from typing import NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.position import Pending, bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.engine.task import AutomaticTask
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.states.section import States
from hexwar.rules.units.rules import Forces, mask_of

ROWS = (1, 2, 3)
"""How many times in a row a result is tried: what kills in the end counts in parts."""

SAMPLES = 8
"""How often it is tried what comes of a battle."""

LOOKS = ((1, SAMPLES), (3, 32))
"""How many turns are played, and how often with other dice; the second pair if by then nothing has
come of a result except that it still marks units.
"""

DOUBT = 1.5
"""A difference of less than so many standard errors is taken for luck."""

HINDERED = 0.5
"""What it costs a unit to be forbidden to act for a whole turn, in parts of the unit."""

MOST_DECISIONS = 400
"""After so many decisions in a turn the rest of it is left out."""

HINDERING = frozenset(("move", "attack", "fire", "act"))
"""A unit that may not do one of these is hindered."""


class Staged(NamedTuple):
    """A result as it is put on the agenda, the units that bring it about, and those that suffer it
    (masks).
    """

    task: Pending
    actors: int
    victims: int


class _End(NamedTuple):
    """What the actors have gained in the end, in units, and the states that victims are in."""

    gain: float
    marks: int


class _Toll(NamedTuple):
    """What a battle has done to some units: the steps that they have lost; of those still on the
    map (``left``, a mask), which it has put into which state, the most steps that one has, and how
    much of them is lost already, in units (``begun``).
    """

    steps: int
    left: int
    newly: Mapping[str, int]
    most: int
    begun: float


Stage = Callable[[Position], Staged | None]
"""Puts units where a result can strike them; ``None`` where there are none."""


class ResultRules:
    """What results come to, in the scope of a phase, each sampled once. ``states``: those of the
    game that are marks.
    """

    def __init__(self, frame: Frame, forces: Forces, states: States | None) -> None:
        self._forces = forces
        self._phases = frame.resolved[SequenceOfPlay].phases
        by_id = states.by_id if states is not None else {}
        marks = {name: state for name, state in by_id.items() if state.while_ is None}
        self.states = tuple(marks)
        self._hindering = tuple(name for name, state in marks.items() if state.forbids & HINDERING)
        self._known: dict[object, float] = {}

    def worth(self, state: Position, key: object, stage: Stage) -> float:
        """What the actors gain by a result, in units: what the victims lose by it less what they
        lose themselves. ``key`` identifies what is staged; the answer is kept under it.
        """
        named = (state.phase_index, state.effects, key)
        worth = self._known.get(named)
        if worth is None:
            worth = self._known[named] = self._sampled_gain(state, stage)
        return worth

    def _sampled_gain(self, state: Position, stage: Stage) -> float:
        """What a result gains some turns later, by playing on with it and without. More turns are
        looked at where nothing shows yet but marks are left: what these do comes later.
        """
        gain, marked = 0.0, False
        for turns, samples in LOOKS:
            played = [
                [self._gone_through(state, stage, times, seed, turns) for seed in range(samples)]
                for times in (0, *ROWS)
            ]
            without = played[0]
            gain = max(
                _beyond_luck([row[at].gain - without[at].gain for at in range(samples)]) / times
                for row, times in zip(played[1:], ROWS, strict=True)
            )
            marked = sum([end.marks for end in played[1]]) > sum([end.marks for end in without])
            if gain or not marked:
                break
        return gain

    def _gone_through(
        self, state: Position, stage: Stage, times: int, seed: int, turns: int
    ) -> _End:
        """What has come so many turns after a result has come so many times."""
        twin = opened(state, seed)
        first = stage(twin) if twin is not None else None
        if twin is None or first is None:
            return _End(0.0, 0)
        random = Random(seed)
        for _ in range(times):
            # Staged again each time: the units that suffered it the last time may be gone.
            staged = stage(twin)
            if staged is None or twin.is_over:
                break
            carry_on(twin, staged.task, random)
        victims, actors = self._out_of_play(twin, (first.victims, first.actors), random, turns)
        bearing = [twin.marks.get(name, 0) & first.victims for name in self.states]
        return _End(victims - actors, sum([units.bit_count() for units in bearing]))

    def steps_lost_later(
        self,
        before: Position,
        after: Position,
        groups: tuple[Sequence[int], Sequence[int]],
        random: Random,
    ) -> tuple[float, float]:
        """The steps that two groups of units have lost in a battle, of which these are the
        positions before and after; including what comes within a turn of the states that it has put
        them into.
        """
        tolls = [self._toll(before, after, units) for units in groups]
        # What hinders has a known cost; only what other marks bring has to be seen.
        if not any(
            marked
            for toll in tolls
            for name, marked in toll.newly.items()
            if name not in self._hindering
        ):
            return self._with_hindered(tolls[0]), self._with_hindered(tolls[1])
        units_left = tolls[0].left, tolls[1].left
        worn = self._out_of_play(after, units_left, random)
        # Some of it would have come without the battle as well.
        idle = self._out_of_play(before.clone(), units_left, random)
        first, second = (
            toll.steps + toll.most * max(0.0, later - toll.begun - anyway)
            for toll, later, anyway in zip(tolls, worn, idle, strict=True)
        )
        return first, second

    def _toll(self, before: Position, after: Position, units: Sequence[int]) -> _Toll:
        """What a battle has done to one group of units by the time it is over."""
        steps, steps_left = self._forces.steps, self._forces.steps_left
        lost = sum(
            steps_left(before, unit)
            - (0 if after.eliminated >> unit & 1 else steps_left(after, unit))
            for unit in units
        )
        on_map = mask_of(unit for unit in units if after.cells[unit])
        newly = {
            name: after.marks.get(name, 0) & ~before.marks.get(name, 0) & on_map
            for name in self.states
        }
        most = max((steps[unit] for unit in bits(on_map)), default=0)
        return _Toll(
            lost,
            on_map,
            newly,
            most,
            self._units_lost(after, on_map) - self._units_lost(before, on_map),
        )

    def _with_hindered(self, toll: _Toll) -> float:
        """The steps that a group has lost, and what the states that hinder it cost."""
        hindered = reduce(or_, [toll.newly[name] for name in self._hindering], 0).bit_count()
        return toll.steps + HINDERED * toll.most * hindered / 2

    def _out_of_play(
        self, twin: Position, groups: tuple[int, int], random: Random, turns: int = 1
    ) -> tuple[float, float]:
        """How many units of two groups (masks) are lost or hindered so many turns later."""
        hindered, phases = [0, 0], 0
        for _ in self._turns(twin, random, turns):
            phases += 1
            now = reduce(or_, [twin.marks.get(name, 0) for name in self._hindering], 0)
            for place, units in enumerate(groups):
                hindered[place] += (now & units).bit_count()
        first, second = (
            self._units_lost(twin, units) + HINDERED * many / (phases or 1)
            for units, many in zip(groups, hindered, strict=True)
        )
        return first, second

    def _units_lost(self, state: Position, units: int) -> float:
        """How many of some units are lost; those that have lost steps count in part."""
        steps, gone = self._forces.steps, state.eliminated
        return sum(
            1.0 if gone >> unit & 1 else state.lost[unit] / (steps[unit] or 1)
            for unit in bits(units)
        )

    def _turns(self, twin: Position, random: Random, turns: int) -> Iterator[None]:
        """Go through the turns that follow, once in every phase, to this one."""
        first_phase, turn = twin.phase_index, twin.turn
        # Phases that are run for one activation after the other are skipped together: the twin
        # stands in one of them without any activation under way.
        after = first_phase + 1
        while after < len(self._phases) and self._phases[after].within:
            after += 1
        if not twin.is_over:
            twin.phase_index = after - 1
            twin.agenda[:] = [twin.scopes.phases[after - 1]]
            twin.end_phase()
            twin.settle()
        counted = (0, -1)
        for _ in range(MOST_DECISIONS):
            phase = (twin.turn, twin.phase_index)
            if twin.is_over or phase >= (turn + turns, first_phase):
                break
            # Once, however many decisions there are in a phase.
            if phase != counted:
                counted = phase
                yield
            decide(twin, random)


def _beyond_luck(differences: list[float]) -> float:
    """The mean of some differences where it is more than the luck of the dice, else nothing."""
    mean = sum(differences) / len(differences)
    spread = sum([(each - mean) ** 2 for each in differences]) / (len(differences) - 1)
    return mean if abs(mean) > DOUBT * (spread / len(differences)) ** 0.5 else 0.0


def opened(state: Position, seed: int) -> Position | None:
    """The position of the scenario in the phase and under the effects of a state, with dice of its
    own; ``None`` where the rules come from no game.
    """
    if state.scopes.game is None:
        return None
    twin: Position = state.scopes.game.opening(state.scopes).clone(seed=seed)
    twin.events = None
    for hook in (*twin.rules.hooks.set_up, *twin.rules.hooks.turns_begin):
        hook(twin)
    twin.phase_index, twin.phase_side = state.phase_index, state.phase_side
    twin.under(state.effects)
    return twin


def carry_on(state: Position, staged: Pending, random: Random) -> None:
    """Carry out a task until nothing more is owed for it, whichever side has to choose."""
    state.agenda[:] = [BOTTOM, staged]
    for _ in range(MOST_DECISIONS):
        state.settle()
        if state.is_over or state.agenda[-1] is BOTTOM:
            break
        decide(state, random)


def decide(state: Position, random: Random) -> None:
    """Let the side that has to choose decline or, where that is not possible, choose anything."""
    declined = next((action for action in DECLINING if state.explain(action) is None), None)
    state.apply(declined or state.sample_action(random), events=False)


DECLINING = (Action("done"), Action("pass"))


class Bottom(AutomaticTask):
    """Lies below a task that is carried out on its own, so that no phase goes on."""

    __slots__ = ()
    kind = "bottom"

    def settle(self, state: Position) -> bool:
        """Nothing below it goes on."""
        return True


BOTTOM = Bottom()
