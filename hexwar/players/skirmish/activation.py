"""Activations: of all that its units can do now, what is better than to stand and wait.

All that the units can do is ranked by what it gains: fires, moves in every way (``movement``), to
leave, to hand over, to evacuate, to search. The best is done first, and nothing that gains less
than ``least``, unless somebody must fire. With less than full effort the search stops as soon as a
few things are worth doing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexwar.engine import Action
from hexwar.players.decider import Briefing, Decider
from hexwar.players.skirmish.casualties import evacuating
from hexwar.players.skirmish.movement import moves
from hexwar.players.skirmish.outlook import Rank, SkirmishPriorities, UnitOutlook
from hexwar.players.skirmish.relay import handing_over
from hexwar.rules.activation.rules import ActivationRules, UnitOptions, UnitProgress
from hexwar.rules.activation.task import Activating
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.hidden.rules import HiddenRules, SearchRules
from hexwar.rules.sequence.contribution import ActivationContribution

DONE = Action("done")

GAINFUL = 5
"""With less than full effort it is enough to find a share of so many things worth doing."""

LEAVING = 5.0
"""To leave the map where that is an objective is worth more than any fire."""


class SkirmishActivation(Decider[SkirmishPriorities]):
    """Lets the unit act that gains most, until none gains anything."""

    reckons_with: ClassVar[tuple[type, ...]] = (ActivationContribution,)

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """What units do, the most gainful first; then the end."""
        task = briefing.seen.agenda[-1]
        if not isinstance(task, Activating):
            raise TypeError(task.kind)
        outlook, rules = UnitOutlook(briefing, self._priorities), briefing.rules[ActivationRules]
        stage = task.stage()
        ranked: list[Rank] = []
        units = list(task.units(briefing.seen))
        # Who stops when enough is worth doing must not stop with the same units every time.
        if not briefing.effort.is_full:
            briefing.random.shuffle(units)
        for unit in units:
            gainful = sum(gain > self._priorities.least for gain, _ in ranked)
            if gainful >= briefing.effort.of(GAINFUL) and not briefing.effort.is_full:
                break
            options = rules.options(briefing.seen, unit, stage)
            ranked += _fires(outlook, unit, options)
            ranked += moves(outlook, unit, options.ways)
            ranked += _others(outlook, unit, options, stage)
        ranked.sort(key=lambda rank: -rank[0])
        for gain, actions in ranked:
            if gain > self._priorities.least or rules.must_fire(briefing.seen):
                yield from actions
        yield DONE


def _fires(outlook: UnitOutlook, unit: int, options: UnitOptions) -> Iterator[Rank]:
    """Fires from where a unit stands."""
    board, name = outlook.survey.board, outlook.rules.frame.unit_ids[unit]
    rules = outlook.rules.find(FireRules)
    for cell in board.cells(options.targets if rules is not None else 0):
        worth = rules.worth(outlook.state, unit, cell) if rules is not None else 0.0
        yield worth, (Action("fire", (name,), (board.number[cell],)),)


def _others(
    outlook: UnitOutlook, unit: int, options: UnitOptions, stage: UnitProgress
) -> Iterator[Rank]:
    """What other sections contribute."""
    by_verb: dict[str, list[Action]] = {}
    for action in options.others:
        by_verb.setdefault(action.verb, []).append(action)
    if "leave" in by_verb:
        yield from _leaving(outlook, unit, by_verb["leave"])
    if "hand" in by_verb:
        yield from handing_over(outlook, unit, by_verb["hand"], moved=stage.moved)
    if "evacuate" in by_verb:
        yield from evacuating(outlook, unit, by_verb["evacuate"])
    for gain, cell in searching(outlook, unit):
        name, number = outlook.rules.frame.unit_ids[unit], outlook.survey.board.number[cell]
        yield gain, (Action("search", (name,), (number,)),)


def _leaving(outlook: UnitOutlook, unit: int, actions: list[Action]) -> Iterator[Rank]:
    """Leave the map where that is an objective."""
    cell = outlook.state.cells[unit]
    if any(
        objective.leaves and objective.hexes >> cell & 1 for objective in outlook.objectives(unit)
    ):
        yield LEAVING, tuple(actions)


ACTIVATION = {"activation": SkirmishActivation, "activated": SkirmishActivation}


SEARCHED = 0.5
"""Of searching first, where enemies may be hidden, nothing is lost."""


def searching(outlook: UnitOutlook, unit: int) -> Iterator[tuple[float, int]]:
    """The cell where somebody most likely hides, of equals the nearest to where the unit is going,
    and what it gains by searching there.
    """
    rules, board = outlook.rules.find(SearchRules), outlook.survey.board
    if rules is None or rules.why_not_unit(outlook.state, unit) is not None:
        return
    where = [outlook.rules[HiddenRules].where(foe) for foe in outlook.unseen_foes]
    likely: dict[int, float] = {}
    for hexes in where:
        for cell in board.cells(hexes & rules.in_reach(outlook.state, unit)):
            likely[cell] = likely.get(cell, 0.0) + 1 / hexes.bit_count()
    if not likely:
        return
    draws = outlook.draws(unit)

    def promise(cell: int) -> tuple[float, float]:
        return likely[cell], -sum([worth_a_hex * away[cell] for away, worth_a_hex in draws])

    best = max(likely, key=promise)
    yield SEARCHED, best
