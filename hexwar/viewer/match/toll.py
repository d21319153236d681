"""What a match has come to: how it ended, who was lost, who holds what victory asks about.

The sheet at the end and the panel of the turn ask this; none of it is drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.engine import Event
from hexwar.rules.points.section import Points
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units
from hexwar.rules.victory.section import Victory
from hexwar.viewer.match.match import Match


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended. ``winner`` is a side's id, ``None`` for a draw."""

    winner: str | None
    verdict: str
    because: str
    rule: str


def outcome(match: Match) -> GameEnd:
    """The outcome of a match that is over."""
    over = next((event for event in reversed(all_events(match)) if event.kind == "game_over"), None)
    state = match.state
    return GameEnd(state.winner, state.verdict, state.outcome, over.rule if over else "")


def all_events(match: Match) -> list[Event]:
    """Everything that has happened in a match."""
    record = match.record
    return [*record.opening, *(event for entry in record.entries for event in entry.events)]


def lost_units(match: Match) -> list[str]:
    """The units that were eliminated and have not come back, in the order of their end."""
    lost: dict[str, None] = {}
    for event in all_events(match):
        if event.kind == "eliminated":
            lost[event.unit] = None
        elif event.kind == "entered":
            # A unit may come back as a reinforcement, and is lost no more then.
            lost.pop(event.unit, None)
    return list(lost)


def regions_held(match: Match) -> dict[str, dict[str, list[str]]]:
    """For each region that the victory asks about: the hexes that each side holds.

    Those that its units stand in; of a region whose control counts, those that it controls.
    """
    game = match.resolved
    asked = [rule.condition for rule in game[Victory].lines]
    asked += [award.condition for award in game[Points].awards.values()]
    asked += [award.counted for award in game[Points].awards.values()]
    parts = [part for condition in asked if condition for part in condition.parts()]
    named = [
        (str(part.arguments["region"]), part.kind) for part in parts if "region" in part.arguments
    ]
    holders: dict[str, dict[str, list[str]]] = {}
    for name in dict.fromkeys(name for name, _ in named):
        region = sorted(game.map.region(name))
        by_control = (name, "controlled") in named
        holders[name] = {
            side.id: _held(match, side.id, region, by_control) for side in game[Sides].all
        }
    return holders


def _held(match: Match, side: str, region: Sequence[str], by_control: bool) -> list[str]:
    state, units = match.state, match.resolved[Units].counters
    if by_control:
        controlled = {*state.controlled(side)}
        return [number for number in region if number in controlled]
    return [
        number
        for number in region
        if any(units[unit].side == side for unit in state.units_at(number))
    ]
