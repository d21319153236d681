"""Positions on the table of Lost & Found, and what is asked of them.

Column 03 of the map is open ground without cover: teams that stand in it see each
other, and the difference of their rows is their distance.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import hexwar
from hexwar.engine.event import Event
from hexwar.engine.queries import FirePreview
from hexwar.rules.escort import EscortRules
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.game import Game
from hexwar.rules.state import State

DUEL = {"T2": "0310", "Bravo": "0320"}
"""Team Two and Fire Team Bravo ten hexes apart, in the open."""

QUIET = {"Charlie": "1827", "T3": "3636"}
"""A team of each side that nobody sees: so both have two teams and roll for initiative."""


@cache
def fof() -> Game:
    """Force on Force as it is shipped, loaded once."""
    return hexwar.load_game("force_on_force")


def begin(
    setup: Mapping[str, str | Mapping[str, Any]],
    *dice: int,
    phase: str = "actions",
    turn: int = 2,
    side: str = "taliban",
) -> State:
    """These units only, at a phase of a turn; this side has the initiative."""
    return fof().start(
        "lost_and_found", setup=setup, phase=phase, turn=turn, dice=dice, initiative=side
    )


def usmc_begins(setup: Mapping[str, str], *dice: int) -> State:
    """Turn 2, for which the USMC has won the initiative: it may go on Overwatch now."""
    teams = [fof().units[unit].side for unit in setup if fof().units[unit].type != "pilot"]
    ours, theirs = teams.count("usmc") // 2, teams.count("taliban") // 2
    won = (*(8,) * ours, *(1,) * theirs)
    return begin(setup, *won, *dice, phase="initiative")


def index(state: State, unit: str) -> int:
    """The index of a unit."""
    return state.frame.unit_index[unit]


def figures(state: State, unit: str) -> dict[str, int]:
    """The figures of a unit by condition, those that there are."""
    rules = state.rules[FigureRules]
    counts = rules.counts(state, index(state, unit))
    return {name: n for name, n in zip(rules.conditions, counts, strict=True) if n}


def let_be(state: State, unit: str, **conditions: int) -> None:
    """Let the figures of a unit be in these conditions."""
    rules = state.rules[FigureRules]
    counts = tuple(conditions.get(name, 0) for name in rules.conditions)
    rules.put(state, index(state, unit), counts)


def hit(state: State, unit: str, number: int) -> None:
    """Let so many figures of a unit go down."""
    state.rules[FigureRules].hit(state, index(state, unit), number)


def escort(state: State) -> str:
    """Who is with the pilot, or nobody."""
    unit = state.rules[EscortRules].escort_of(state, index(state, "Pilot"))
    return "" if unit is None else state.frame.unit_ids[unit]


def marked(state: State, name: str) -> set[str]:
    """The units in a state: ``pinned``."""
    mask = state.marks.get(name, 0)
    return {unit for unit in state.frame.unit_ids if mask >> index(state, unit) & 1}


def listed(state: State, verb: str = "") -> list[str]:
    """The legal actions in notation, all of them or those of one verb."""
    lines = [str(action) for action in state.legal_actions()]
    return [line for line in lines if line.split()[0] == verb or not verb]


def acts(state: State) -> set[str]:
    """The units that may do anything now."""
    return {unit for action in state.legal_actions() for unit in action.units}


def choice(state: State) -> tuple[str, str]:
    """Who has to choose, and what kind of thing."""
    assert state.decision is not None
    return state.decision.side, state.decision.kind


def rule(state: State, line: str) -> str:
    """The number of the rule that forbids an action, which must be illegal."""
    refused = state.explain(line)
    assert refused is not None, f"{line} is legal"
    assert line not in listed(state)
    return refused.rule


def run(state: State, *lines: str) -> list[Event]:
    """Apply actions; all that happens."""
    return [event for line in lines for event in state.apply(line)]


def interrupted(state: State, line: str, *units: str) -> list[Event]:
    """Apply an action to which these units try to react, and nobody else; all that happens."""
    events = run(state, line, *(f"react {unit}" for unit in units))
    if choice(state)[1] == "reaction_window":
        events += state.apply("done")
    return events


def kinds(events: list[Event]) -> list[str]:
    """The kinds of events, without those of phases."""
    return [e.kind for e in events if e.kind not in ("phase_begins", "phase_ends", "turn_begins")]


def first(events: list[Event], kind: str) -> Event:
    """The first event of a kind."""
    return next(event for event in events if event.kind == kind)


def aimed(state: State, line: str) -> FirePreview:
    """What is known of a fire beforehand, legal or not in this phase."""
    preview = state.preview(line)
    assert isinstance(preview, FirePreview)
    return preview


def until(state: State, phase: str, turn: int = 0) -> State:
    """Let everybody do nothing until a phase begins (of a turn)."""
    while not (state.phase == phase and state.turn >= turn):
        kinds_of = listed(state)
        state.apply(next(line for line in ("done", "pass", "decline") if line in kinds_of))
    return state
