"""Taking casualties off the map: where that scores, or keeps them from being taken.

Where it is counted that somebody leaves, it pays as long as the way can be gone before the game
ends; where it is counted who is taken, as far as enemies are near and the unit may be beaten. The
fewer of a unit are left to fight, the more it loses by it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.players.skirmish.outlook import Rank, UnitOutlook
from hexwar.rules.escort.rules import EscortRules
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.figures.section import Figures
from hexwar.rules.movement.rules import MovementRules

SAVED = 1.0
"""What it is worth to take somebody off the map where that is counted."""

WEAKER = 0.5
"""What a unit would lose by it that had only one figure left to fight."""

SEEN = 3
"""So many hexes of way round are better than one where the enemy sees who leaves."""


def evacuating(outlook: UnitOutlook, unit: int, actions: list[Action]) -> Iterator[Rank]:
    """Send the casualty off by the hex that is best to leave by, if that pays."""
    rules, state = outlook.rules, outlook.state
    figures, section = rules[FigureRules], rules.frame.resolved[Figures]
    evacuation = section.evacuation
    if evacuation is None:
        return
    side, index = rules.frame.unit_side, rules.frame.unit_index
    party = next(index[name] for name in evacuation.units if side[index[name]] == outlook.side)
    away = outlook.survey.distances(outlook.exits_of(party))
    cell, board = outlook.survey.board.cell, outlook.survey.board
    fit = figures.effective(state, unit)
    escort = rules.find(EscortRules)
    # Its last figure fit to fight stays with those whom it escorts.
    if fit == 1 and escort is not None and escort.with_unit(state, unit):
        return
    if outlook.counts_out(party):
        turns = rules.frame.turns - state.turn + 1
        gain = SAVED if away[state.cells[unit]] <= turns * outlook.stride(party) else 0.0
        gain -= WEAKER / fit
    else:
        gain = _taken(outlook, unit) if fit == 1 else 0.0
    unseen = outlook.unseen()

    def way(action: Action) -> int:
        at = cell[action.hexes[0]]
        return away[at] + (0 if unseen & board.bit[at] else SEEN)

    yield gain, (min(actions, key=way),)


def _taken(outlook: UnitOutlook, unit: int) -> float:
    """How likely it is that a unit is beaten, and that enemies come near enough to take those of
    its figures that are down, where that is counted.
    """
    rules, state = outlook.rules, outlook.state
    capture = rules.frame.resolved[Figures].capture
    if capture is None or not outlook.counts_taken(capture.becomes):
        return 0.0
    here = outlook.survey.distances(outlook.survey.board.bit[state.cells[unit]])
    movement = rules[MovementRules]
    for foe in outlook.foes:
        stride = movement.values.most_movement(foe) / movement.terrain.scale
        if here[state.cells[foe]] <= stride + capture.within:
            return min(1.0, outlook.danger(unit, state.cells[unit]) / outlook.priorities.danger)
    return 0.0
