"""Positions reached by random play, in every setting of the reference game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from hypothesis import strategies as st

import hexwar
from hexwar.definition.choices import applies
from hexwar.engine import Action
from hexwar.rules.state import State

GAME = hexwar.load_game("strike_force_one")
MOST_DECISIONS = 2_000
"""No game of these tests is near as long: one that is will never end."""


@dataclass(frozen=True)
class Setting:
    """A scenario with options and an edition."""

    scenario: str
    options: tuple[str, ...]
    edition: str

    def start(self, seed: int) -> State:
        """A new game."""
        return GAME.start(self.scenario, self.options, seed, edition=self.edition)


@dataclass(frozen=True)
class Position:
    """A state and how it was reached: repeatable, and readable when a test fails."""

    setting: Setting
    seed: int
    lines: tuple[str, ...]

    @property
    def state(self) -> State:
        """The position, made anew at every call."""
        state = self.setting.start(self.seed)
        for line in self.lines:
            state.apply(line)
        return state


def _settings() -> Iterator[Setting]:
    for scenario in GAME.catalog.scenarios.values():
        fitting = [o.id for o in GAME.catalog.options.values() if applies(o, scenario.variant)]
        for count in range(len(fitting) + 1):
            for options in combinations(fitting, count):
                for edition in GAME.catalog.editions:
                    yield Setting(scenario.id, options, edition)


SETTINGS = tuple(_settings())


def eager_action(state: State, random: Random) -> Action:
    """A legal action; what ends a phase is drawn less often, so that games are fuller."""
    action = state.sample_action(random)
    if action.verb == "done" and random.random() < 0.7:
        return state.sample_action(random)
    return action


def play(state: State, random: Random, decisions: int = MOST_DECISIONS) -> list[str]:
    """Play so many random actions, or to the end; answers with them in notation."""
    lines: list[str] = []
    while not state.is_over and len(lines) < decisions:
        action = eager_action(state, random)
        state.apply(action)
        lines.append(str(action))
    return lines


@st.composite
def positions(draw: st.DrawFn, settings: tuple[Setting, ...] = SETTINGS) -> Position:
    """A position somewhere in a random game, often in its middle, sometimes at its end."""
    setting = draw(st.sampled_from(settings))
    seed = draw(st.integers(0, 10_000))
    decisions = draw(st.integers(0, 120))
    lines = play(setting.start(seed), Random(seed), decisions)
    return Position(setting, seed, tuple(lines))


def undecided(state: State, kind: str) -> bool:
    """Whether the state waits for a decision of a kind."""
    return state.decision is not None and state.decision.kind == kind


@st.composite
def battles(draw: st.DrawFn, settings: tuple[Setting, ...] = SETTINGS) -> Position:
    """A position in which an attack can be made: random games seldom stop in one."""
    setting = draw(st.sampled_from(settings))
    seed = draw(st.integers(0, 10_000))
    wanted = draw(st.integers(1, 6))
    state, random = setting.start(seed), Random(seed)
    lines: list[str] = []
    met: tuple[str, ...] = ()
    while not state.is_over and wanted:
        if undecided(state, "combat"):
            wanted -= 1
            met = tuple(lines)
        lines += play(state, random, 1)
    if not met and not undecided(state, "combat"):
        met = _first_battle(setting, seed)
    return Position(setting, seed, met)


def _first_battle(setting: Setting, seed: int) -> tuple[str, ...]:
    """Games of other moves, until in one of them somebody can attack."""
    for again in range(200):
        state, random = setting.start(seed), Random(seed + 1 + again)
        lines: list[str] = []
        while not state.is_over:
            if undecided(state, "combat"):
                return tuple(lines)
            lines += play(state, random, 1)
    raise AssertionError(f"{setting}: nobody ever attacks")
