"""Activations: of all that its units can do now, what is better than to stand and wait."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexwar.engine import Action
from hexwar.players.asked import Asked, Decider
from hexwar.players.skirmish.outlook import Outlook, Priorities
from hexwar.rules.activation.contribution import ActivationContribution
from hexwar.rules.activation.rules import ActivationRules, Options
from hexwar.rules.activation.task import Activating
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.movement.modes import ORDINARY, Way

DONE = Action("done")

LEAVING = 5.0
"""To leave the map where that is an aim is worth more than any fire."""

SEARCHED = 0.5
"""Of searching first, where enemies may be hidden, nothing is lost."""

Rank = tuple[float, tuple[Action, ...]]


class Acting(Decider[Priorities]):
    """Lets the unit act that gains most, until none gains anything."""

    reckons_with: ClassVar[tuple[type, ...]] = (ActivationContribution,)

    def wanted(self, asked: Asked) -> Iterator[Action]:
        """What units do, the most gainful first; then the end."""
        task = asked.seen.agenda[-1]
        if not isinstance(task, Activating):
            raise TypeError(task.kind)
        outlook, rules = Outlook(asked, self._priorities), asked.rules[ActivationRules]
        stage = task.stage()
        ranked: list[Rank] = []
        for unit in task.units(asked.seen):
            options = rules.options(asked.seen, unit, stage)
            ranked += _fires(outlook, unit, options)
            ranked += _moves(outlook, unit, options)
            ranked += _others(outlook, unit, options)
        ranked.sort(key=lambda rank: -rank[0])
        for gain, actions in ranked:
            if gain > self._priorities.least or rules.must_fire(asked.seen):
                yield from actions
        yield DONE


def _fires(outlook: Outlook, unit: int, options: Options) -> Iterator[Rank]:
    """Fires from where a unit stands."""
    board, name = outlook.ground.board, outlook.rules.frame.unit_ids[unit]
    rules = outlook.rules.find(FireRules)
    for cell in board.cells(options.targets if rules is not None else 0):
        worth = rules.worth(outlook.state, unit, cell) if rules is not None else 0.0
        yield worth, (Action("fire", (name,), (board.number[cell],)),)


def _moves(outlook: Outlook, unit: int, options: Options) -> Iterator[Rank]:
    """The best move in each way, by what is better there than here."""
    if not options.ways:
        return
    priorities, state = outlook.priorities, outlook.state
    start = state.cells[unit]
    stays = outlook.place(unit, start)
    for way in options.ways:
        ordinary = way.mode == ORDINARY
        share = priorities.hope if ordinary else priorities.hope * priorities.hurried
        found = [
            (good - stays + share * outlook.best_fire(unit, cell), cell)
            for cell, good in outlook.places(unit, way.goals)
        ]
        gain, goal = max(found)
        if not ordinary:
            gain -= (1 - priorities.hurried) * outlook.danger(unit, goal)
        yield gain, tuple(_ways_to(outlook, unit, way, goal))


def _ways_to(outlook: Outlook, unit: int, way: Way, goal: int) -> Iterator[Action]:
    """A move to a hex: out of sight if there is such a way, else the nearest."""
    board, start = outlook.ground.board, outlook.state.cells[unit]
    name, number = outlook.rules.frame.unit_ids[unit], board.number
    unseen = outlook.ground.unseen_way(start, goal, outlook.unseen() & way.goals, board.size)
    if len(unseen) > 1:
        yield Action("move", (name,), tuple(number[cell] for cell in unseen), way.mode)
    yield Action("move", (name,), (number[goal],), way.mode)


def _others(outlook: Outlook, unit: int, options: Options) -> Iterator[Rank]:
    """What other sections contribute: leaving where that is an aim, searching for who may hide."""
    cell = outlook.state.cells[unit]
    searches = []
    for action in options.others:
        if action.verb == "leave":
            if any(aim.leaves and aim.hexes >> cell & 1 for aim in outlook.aims(unit)):
                yield LEAVING, (action,)
        elif action.verb == "search":
            searches.append(action)
    if searches and outlook.somebody_hides:
        away = outlook.draws(unit)
        board = outlook.ground.board

        def far(action: Action) -> float:
            at = board.cell[action.hexes[0]]
            return sum([each * distances[at] for distances, each in away])

        yield SEARCHED, (min(searches, key=far),)


DECIDES = {"activation": Acting, "activated": Acting}
