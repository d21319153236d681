"""A plan of a phase as a value: actions in order, with the positions that they lead to; and what
proposes one to a side beside what its policy would do.

A plan ends where dice fall or somebody else decides, as nobody can say before what is best then.
Carried out, it is kept while every position is the one it foresaw, and forgotten with the first
that is not.

From the top: the plan; what tells positions apart (the more is asked of them, the more is told);
how plans are made by playing on a copy; a plan that is being carried out; and what proposals are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.players.player import Player
from hexwar.rules.state import State

LONGEST = 200
"""A plan is cut off after so many actions."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Actions of one side, in order, up to where dice fall or somebody else decides.

    ``later`` are attacks that it is made for, tried as soon as they can be made. ``idea`` says in
    a word where it comes from; it makes no difference between equal plans.
    """

    actions: tuple[Action, ...]
    idea: str = ""
    later: tuple[Action, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and (self.actions, self.later) == (
            other.actions,
            other.later,
        )

    def __hash__(self) -> int:
        return hash((self.actions, self.later))


def moment(state: State) -> tuple[int, int, int]:
    """Turn, phase and whose phase it is."""
    return state.turn, state.phase_index, state.phase_side


def situation(state: State) -> tuple[object, ...]:
    """What tells a position from others that may come about in the same phase."""
    top = "" if state.is_over else state.agenda[-1].kind
    marks = tuple(sorted(state.marks.items()))
    return *moment(state), top, *state.cells, *state.lost, state.eliminated, marks


def position(state: State) -> tuple[object, ...]:
    """All that tells a position of a world from others, but for the dice to come."""
    # Slots that remember nothing tell no positions apart, and are left out of the long text.
    memory = [record for slot, record in state.memory.items() if record is not slot.empty]
    hidden = state.secret, state.unseen, state.concealed_at
    return *situation(state), *state.effects, repr(state.agenda), repr(memory), hidden


def is_of_phase(state: State) -> bool:
    """Whether a phase is to be played, and not a single question within it to be answered."""
    return state.agenda[-1].kind == state.frame.phase_kinds[state.phase_index]


def decides(state: State, side: int) -> bool:
    """Whether a side (an index) is to choose."""
    return not state.is_over and state.agenda[-1].side(state) == side


def laid_out(state: State, side: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Those of some actions that can be made one after the other, made on ``state`` itself, up to
    where dice fall, another side decides or the phase ends.
    """
    begun, thrown, made = moment(state), state.rolled, []
    for action in actions:
        if state.explain(action) is not None:
            continue
        state.apply(action, events=False)
        made.append(action)
        done = state.rolled != thrown or moment(state) != begun or not decides(state, side)
        if done or len(made) == LONGEST:
            break
    return tuple(made)


def follows(
    state: State, side: int, player: Player, random: Random, longest: int = LONGEST
) -> tuple[Action, ...]:
    """What a player would do up to where dice fall, another side decides or the phase ends, or so
    many actions of it; ``state`` is played on.
    """
    begun, thrown = moment(state), state.rolled
    made: list[Action] = []
    while len(made) < longest:
        if state.rolled != thrown or moment(state) != begun or not decides(state, side):
            break
        made.append(player.choose(state, random))
        state.apply(made[-1], events=False)
    return tuple(made)


def without_detours(state: State, side: int, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Actions without detours: a move that the same units go on with later is left out where all
    comes to the same position without it.
    """
    detours = [
        action
        for index, action in enumerate(actions)
        if action.units
        and any(
            (later.verb, later.units) == (action.verb, action.units)
            for later in actions[index + 1 :]
        )
    ]
    if not detours:
        return actions
    end = state.clone()
    if laid_out(end, side, actions) != actions:
        return actions
    kept = actions
    for detour in detours:
        # Found again each time, as earlier detours that were left out have moved it forward.
        index, twin = kept.index(detour), state.clone()
        shorter = kept[:index] + kept[index + 1 :]
        if laid_out(twin, side, shorter) == shorter and position(twin) == position(end):
            kept = shorter
    return kept


class PlanUnderWay:
    """A plan that is being carried out, kept as long as each position is the one it foresaw."""

    def __init__(self, plan: Plan, seen: State, side: int) -> None:
        self._steps: list[tuple[tuple[object, ...], Action]] = []
        twin = seen.clone()
        for action in plan.actions:
            if not decides(twin, side) or twin.explain(action) is not None:
                break
            self._steps.append((situation(twin), action))
            twin.apply(action, events=False)
        # The next step is taken off the end.
        self._steps.reverse()

    def next(self, seen: State) -> Action | None:
        """The next action, if this is the position in which it was to be made."""
        if not self._steps or self._steps[-1][0] != situation(seen):
            self._steps.clear()
            return None
        action = self._steps.pop()[1]
        return action if seen.explain(action) is None else None


class Deployment(NamedTuple):
    """Actions to begin with, units that stay where they are then (all by their ids), and hexes to
    attack afterwards, in this order. ``idea``: a word for where it comes from.
    """

    actions: tuple[Action, ...]
    staying: frozenset[str] = frozenset()
    targets: tuple[str, ...] = ()
    idea: str = ""


class Proposals(ABC):
    """What the rules propose to a side (an index) in a phase of its own."""

    def __init__(self, thought: State, side: int, random: Random) -> None:
        self._state, self._side, self._random = thought, side, random

    @abstractmethod
    def all(self) -> list[Deployment]:
        """All there are, the most promising first."""
