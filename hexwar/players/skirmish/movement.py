"""Moves: where units act by themselves and, where they fight by fire alone, in a movement phase.

A hex is as good as the outlook says, with a part of the best fire from there. Moves are compared in
each way that there is; who goes in a way of its own hopes less of fire there, and fears more. Where
it can be done the way itself is out of the enemies' sight.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.facings import TURNS, looking, turns
from hexwar.players.skirmish.outlook import Rank, SkirmishPriorities, UnitOutlook
from hexwar.players.skirmish.relay import relayed
from hexwar.rules.movement.modes import ORDINARY, WayToMove
from hexwar.rules.movement.rules import MovementRules


class Marching(Decider[SkirmishPriorities]):
    """Moves the unit that gains most by it, until none gains anything."""

    reckons_with = (TURNS,)

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The best move of each unit, the most gainful first; then the end."""
        outlook = UnitOutlook(briefing, self._priorities)
        ranked = [rank for unit in outlook.mine for rank in _best_move(outlook, unit)]
        ranked.sort(key=lambda rank: -rank[0])
        for gain, actions in ranked:
            if gain > self._priorities.least:
                yield from actions
        yield from turns(briefing.rules, briefing.seen, briefing.side)
        yield Action("done")


def _best_move(outlook: UnitOutlook, unit: int) -> Iterator[Rank]:
    """The best move of a unit that can move, by what is better there than here."""
    rules, state = outlook.rules[MovementRules], outlook.state
    goals = rules.destinations(state, unit) if rules.can_move(state, unit) else 0
    goals = outlook.nearest(unit, goals)
    if not goals:
        return
    here = state.cells[unit]
    fires = outlook.fires(unit, goals | outlook.survey.board.bit[here])
    hope = outlook.priorities.hope
    stays = outlook.place(unit, here) + hope * fires.get(here, 0.0)
    gain, goal = max(
        (good + hope * fires.get(cell, 0.0) - stays, cell)
        for cell, good in outlook.places(unit, goals)
    )
    frame = outlook.rules.frame
    move = Action("move", (frame.unit_ids[unit],), (frame.board.number[goal],))
    yield gain, tuple(looking(outlook.rules, state, move))


def moves(outlook: UnitOutlook, unit: int, ways: list[WayToMove]) -> Iterator[Rank]:
    """The best move in each way, by what is better there than here."""
    if not ways:
        return
    priorities, state = outlook.priorities, outlook.state
    start = state.cells[unit]
    stays = outlook.place(unit, start)
    for way in ways:
        ordinary = way.mode == ORDINARY
        share = priorities.hope if ordinary else priorities.hope * priorities.hurried
        goals = outlook.nearest(unit, way.goals)
        fires, relay = outlook.fires(unit, goals), relayed(outlook, unit)
        promises = [
            (good - stays + share * fires.get(cell, 0.0) + relay.get(cell, 0.0), cell)
            for cell, good in outlook.places(unit, goals)
        ]
        gain, goal = max(promises)
        if not ordinary:
            # In a way of its own a part of the danger at the goal counts a second time.
            gain -= (1 - priorities.hurried) * outlook.danger(unit, goal)
        yield gain, tuple(_ways_to(outlook, unit, way, goal))


def _ways_to(outlook: UnitOutlook, unit: int, way: WayToMove, goal: int) -> Iterator[Action]:
    """A move to a hex: out of sight if there is such a way, else the nearest."""
    board, start = outlook.survey.board, outlook.state.cells[unit]
    name, number = outlook.rules.frame.unit_ids[unit], board.number
    unseen = outlook.survey.unseen_way(start, goal, outlook.unseen() & way.goals, board.size)
    if len(unseen) > 1:
        yield Action("move", (name,), tuple(number[cell] for cell in unseen), way.mode)
    yield Action("move", (name,), (number[goal],), way.mode)


MOVEMENT = {"movement": Marching}
