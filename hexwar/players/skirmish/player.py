"""How single units are led that move and fire one at a time: each does what it gains most by.

In this order: what decides what (:func:`skirmish`, by the tables ``ACTIVATION``, ``MOVEMENT`` and
``OTHERS``), and the short deciders: set-up, overwatch, reactions; then activations, moves, escorts,
and casualties taken off the map. A reaction is worth what its fire takes, less what the unit gives
up by it; overwatch is for units that stand well and see nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from hexwar.engine import Action
from hexwar.engine.action import DONE
from hexwar.engine.position import bits
from hexwar.players.decider import Briefing, Decider
from hexwar.players.deciding import TURNS, Deciders, looking, loses_by, turns
from hexwar.players.plotting import plotting
from hexwar.players.skirmish.outlook import Rank, SkirmishPriorities, UnitOutlook, value_of
from hexwar.rules.activation.rules import (
    Activating,
    ActivationRules,
    UnitOptions,
    UnitProgress,
    has_acted,
)
from hexwar.rules.escort import Escort, EscortRules
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.figures.section import Figures
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.hidden.rules import HiddenRules, SearchRules
from hexwar.rules.movement.modes import ORDINARY, ModeRules, WayToMove
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.reactions.overwatch import OverwatchRules
from hexwar.rules.reactions.rules import ReactionRules
from hexwar.rules.reactions.task import Window
from hexwar.rules.scenarios.rules import SetupRules
from hexwar.rules.sequence.contracts import ActivationContribution


def skirmish(priorities: SkirmishPriorities | None = None) -> Deciders[SkirmishPriorities]:
    """The deciders of a side whose units act one at a time, or fire."""
    tables = ACTIVATION, MOVEMENT, OTHERS, plotting(value_of)
    return Deciders(tables, priorities or SkirmishPriorities(), value_of)


class Reacting(Decider[SkirmishPriorities]):
    """Reacts with units whose fire takes more than they give up by it."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Unit by unit, the most gainful first; then it is let go on."""
        task, state = briefing.seen.agenda[-1], briefing.seen
        if not isinstance(task, Window):
            raise TypeError(task.kind)
        outlook, fire = UnitOutlook(briefing, self._priorities), briefing.rules.find(FireRules)
        ranked = []
        for unit in task.able(state):
            cells = briefing.rules[ReactionRules].cells(state, unit, (task.actor,))
            if cells and fire is not None:
                takes = max(fire.worth(state, unit, cell) for cell in cells)
                if takes > 0:  # or nothing could be gained, whatever is given up
                    ranked.append((takes - self._gives_up(outlook, unit), unit))
        for gain, unit in sorted(ranked, reverse=True):
            if gain > 0:
                yield Action("react", (briefing.rules.frame.unit_ids[unit],))
        yield Action("done")

    def _gives_up(self, outlook: UnitOutlook, unit: int) -> float:
        """What a unit could gain by going somewhere in its own time, as far as a reaction counts
        as its action.
        """
        state = outlook.state
        if has_acted(state, unit) or not outlook.rules[ReactionRules].costs_action(state, unit):
            return 0.0
        ways = outlook.rules[ModeRules].ways(state, unit)
        best = max((gain for gain, _ in moves(outlook, unit, ways)), default=0.0)
        return self._priorities.later * max(0.0, best)


class Watching(Decider[SkirmishPriorities]):
    """Watches with units that are where they want to be, and have nothing to fire at now."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """Unit by unit; then the end."""
        outlook = UnitOutlook(briefing, self._priorities)
        for unit in briefing.rules[OverwatchRules].able(briefing.seen):
            if self._waits(outlook, unit):
                yield Action("overwatch", (briefing.rules.frame.unit_ids[unit],))
        yield Action("done")

    def _waits(self, outlook: UnitOutlook, unit: int) -> bool:
        """Whether a unit has an objective, and nothing better to do than to wait where it is."""
        state, cell = outlook.state, outlook.state.cells[unit]
        if not outlook.objectives(unit) or outlook.best_fire(unit, cell) > self._priorities.least:
            return False
        stays = outlook.place(unit, cell)
        ways = outlook.rules[ModeRules].ways(state, unit)
        goals = ways[0].goals if ways else 0
        return all(good <= stays for _, good in outlook.places(unit, goals))


class SkirmishSetup(Decider[SkirmishPriorities]):
    """Places units until none would stand better elsewhere."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The placements, then the end of the set-up."""
        outlook, frame = UnitOutlook(briefing, self._priorities), briefing.rules.frame
        for unit in outlook.mine:
            free = briefing.rules[SetupRules].free(briefing.seen, unit)
            if not free:
                continue
            places = list(outlook.places(unit, free))
            # Of equals the first hex of the board.
            best, goal = max((good, -cell) for cell, good in places)
            if best > outlook.place(unit, briefing.seen.cells[unit]):
                yield Action("place", (frame.unit_ids[unit],), (frame.board.number[-goal],))
        yield Action("done")


OTHERS = {"setup": SkirmishSetup, "overwatch": Watching, "reaction_window": Reacting}
"""By kind of decision, the deciders of all but activations and movement phases."""


# -- activations: of all that its units can do now, what is better than to stand and wait ----------

# All that the units can do is ranked by what it gains: fires, moves in every way, to leave, to hand
# over, to evacuate, to search. The best is done first, and nothing that gains less than ``least``,
# unless somebody must fire. With less than full effort the search stops as soon as a few things are
# worth doing.


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
        fire, frame = briefing.rules.find(FireRules), briefing.rules.frame
        stage = task.stage()
        ranked: list[Rank] = []
        units, enough = list(task.units(briefing.seen)), float("inf")
        if not briefing.effort.is_full:
            # A search that stops at enough good units must not stop with the same ones every time.
            briefing.random.shuffle(units)
            enough = briefing.effort.of(GAINFUL)
        for unit in units:
            if sum(gain > self._priorities.least for gain, _ in ranked) >= enough:
                break
            options = rules.options(briefing.seen, unit, stage)
            if fire is not None:
                for cell in bits(options.targets):
                    shot = Action("fire", (frame.unit_ids[unit],), (frame.board.number[cell],))
                    ranked.append(Rank(fire.worth(briefing.seen, unit, cell), (shot,)))
            ranked += moves(outlook, unit, options.ways)
            ranked += _others(outlook, unit, options, stage)
        ranked.sort(key=lambda rank: -rank.gain)
        for gain, actions in ranked:
            if gain > self._priorities.least or rules.must_fire(briefing.seen):
                yield from actions
        yield DONE


def _others(
    outlook: UnitOutlook, unit: int, options: UnitOptions, stage: UnitProgress
) -> Iterator[Rank]:
    """What a unit can do apart from firing and moving: to leave, hand over, evacuate, search."""
    by_verb: dict[str, list[Action]] = {}
    for action in options.others:
        by_verb.setdefault(action.verb, []).append(action)
    cell = outlook.state.cells[unit]
    objectives = outlook.objectives(unit) if "leave" in by_verb else []
    if any(objective.leaves and objective.hexes >> cell & 1 for objective in objectives):
        leaving = [a for a in by_verb["leave"] if not loses_by(outlook.state, outlook.side, a)]
        yield Rank(LEAVING, tuple(leaving))
    if "hand" in by_verb:
        yield from handing_over(outlook, unit, by_verb["hand"], moved=stage.moved)
    if "evacuate" in by_verb:
        yield from evacuating(outlook, unit, by_verb["evacuate"])
    searched = searching(outlook, unit)
    if searched is not None:
        name, number = outlook.rules.frame.unit_ids[unit], outlook.survey.board.number[searched]
        yield Rank(SEARCHED, (Action("search", (name,), (number,)),))


ACTIVATION = {"activation": SkirmishActivation, "activated": SkirmishActivation}
"""By kind of decision, the deciders that let units act one at a time."""


SEARCHED = 0.5
"""What it is worth to search where enemies may be hidden: nothing is lost by doing so first."""


def searching(outlook: UnitOutlook, unit: int) -> int | None:
    """The cell to search, where somebody most likely hides; of equals the nearest to where the unit
    is going. ``None`` where nobody can be expected, or the unit may not search.
    """
    rules, board = outlook.rules.find(SearchRules), outlook.survey.board
    if rules is None or rules.why_not_unit(outlook.state, unit) is not None:
        return None
    where = [outlook.rules[HiddenRules].where(foe) for foe in outlook.unseen_foes]
    likely: dict[int, float] = {}
    for hexes in where:
        for cell in board.cells(hexes & rules.in_reach(outlook.state, unit)):
            likely[cell] = likely.get(cell, 0.0) + 1 / hexes.bit_count()
    if not likely:
        return None
    draws = outlook.draws(unit)

    def promise(cell: int) -> tuple[float, float]:
        """How many are expected in a cell, and how near it is to what the unit goes for."""
        return likely[cell], -sum([worth_a_hex * away[cell] for away, worth_a_hex in draws])

    return max(likely, key=promise)


# -- moves: where units act by themselves, and in movement phases of games of fire -----------------

# A hex is as good as the outlook says, with a part of the best fire from there. Moves are compared
# in each mode that there is; a unit in a mode of its own hopes less of fire there, and fears more.
# Where it can be done the way itself is out of the enemies' sight.


class Marching(Decider[SkirmishPriorities]):
    """Moves the unit that gains most by it, until none gains anything."""

    reckons_with = (TURNS,)

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The best move of each unit, the most gainful first; then the end."""
        outlook = UnitOutlook(briefing, self._priorities)
        ranked = [rank for unit in outlook.mine for rank in _best_move(outlook, unit)]
        ranked.sort(key=lambda rank: -rank.gain)
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
    yield Rank(gain, tuple(looking(outlook.rules, state, move)))


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
        yield Rank(gain, tuple(_ways_to(outlook, unit, way, goal)))


def _ways_to(outlook: UnitOutlook, unit: int, way: WayToMove, goal: int) -> Iterator[Action]:
    """A move to a hex: out of sight if there is such a way, else the nearest."""
    board, start = outlook.survey.board, outlook.state.cells[unit]
    name, number = outlook.rules.frame.unit_ids[unit], board.number
    unseen = outlook.survey.unseen_way(start, goal, outlook.unseen() & way.goals, board.size)
    if len(unseen) > 1:
        yield Action("move", (name,), tuple(number[cell] for cell in unseen), way.mode)
    yield Action("move", (name,), (number[goal],), way.mode)


MOVEMENT = {"movement": Marching}
"""By kind of decision, the deciders that move units in phases of their own."""


# -- bringing escorted units off the map, from friend to friend: one that acts yet takes over ------

# What counts is the hexes of way that are left when everybody has moved in this turn. So a unit
# that escorts goes to where a friend that comes farther can take over, and hands over when it has
# gone there.


def relayed(outlook: UnitOutlook, unit: int) -> dict[int, float]:
    """What it is worth to a unit that escorts others to come to cells where a friend that is still
    to act can take over and then comes farther.
    """
    way, section = outlook.way_out(unit), outlook.rules.frame.resolved.section(Escort)
    escort = outlook.rules.find(EscortRules)
    if way is None or section is None or section.hand_over is None or escort is None:
        return {}
    away, worth_a_hex = way
    state, survey, gains = outlook.state, outlook.survey, dict[int, float]()
    if not escort.with_unit(state, unit):
        return gains
    for friend in outlook.mine:
        if friend != unit and escort.may_escort(state, friend) and _moves_yet(outlook, friend):
            # Worth as many hexes as the friend, moving on from there, comes farther.
            then = _left(outlook, friend, away, goes=True)
            near = survey.within(state.cells[friend], section.hand_over)
            for cell in survey.board.cells(near):
                gains[cell] = max(gains.get(cell, 0.0), worth_a_hex * (away[cell] - then))
    return gains


def handing_over(
    outlook: UnitOutlook, unit: int, actions: list[Action], *, moved: bool
) -> Iterator[Rank]:
    """Hand over to a friend that brings them farther, or is in less danger."""
    way = outlook.way_out(unit)
    if way is None:
        return
    away, worth_a_hex = way
    cells, index = outlook.state.cells, outlook.rules.frame.unit_index
    keeps = _left(outlook, unit, away, goes=not moved and _moves_yet(outlook, unit))
    danger = outlook.danger(unit, cells[unit])
    for action in actions:
        to = index[action.units[1]]
        gives = _left(outlook, to, away, goes=_moves_yet(outlook, to))
        safer = danger - outlook.danger(to, cells[to])
        yield Rank(worth_a_hex * (keeps - gives) + safer, (action,))


def _moves_yet(outlook: UnitOutlook, unit: int) -> bool:
    """Whether a unit may still move in this turn."""
    state = outlook.state
    return not has_acted(state, unit) and outlook.rules[ModeRules].why_not(state, unit) is None


def _left(outlook: UnitOutlook, unit: int, away: list[int], *, goes: bool) -> float:
    """How many hexes of way a unit has left when it has moved, if it ``goes``; ``away``: by cell
    the hexes of way from there.
    """
    distance = away[outlook.state.cells[unit]]
    return max(0.0, distance - outlook.stride(unit)) if goes else distance


# -- taking casualties off the map: where that scores, or keeps them from being taken --------------

# Where it is counted that somebody leaves, it pays as long as the way can be gone before the game
# ends; where captured figures count, as far as enemies are near and the unit may be beaten. The
# fewer of a unit are left to fight, the more it loses by it.


SAVED = 1.0
"""What it is worth to take somebody off the map where that is counted."""

WEAKER = 0.5
"""What a unit would lose by it that had only one figure left to fight."""

SEEN = 3
"""So many hexes of way round are better than one where the enemy sees the casualty leave."""


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
    board = outlook.survey.board
    fit = figures.effective(state, unit)
    escort = rules.find(EscortRules)
    # Its last figure fit to fight stays with the units that it escorts.
    if fit == 1 and escort is not None and escort.with_unit(state, unit):
        return
    if outlook.counts_out(party):
        turns_left = rules.frame.turns - state.turn + 1
        gain = SAVED if away[state.cells[unit]] <= turns_left * outlook.stride(party) else 0.0
        gain -= WEAKER / fit
    else:
        gain = _taken(outlook, unit) if fit == 1 else 0.0
    unseen = outlook.unseen()

    def way(action: Action) -> int:
        """Hexes of way by which the party leaves, more where the enemy sees it."""
        start = board.cell[action.hexes[0]]
        return away[start] + (0 if unseen & board.bit[start] else SEEN)

    yield Rank(gain, (min(actions, key=way),))


def _taken(outlook: UnitOutlook, unit: int) -> float:
    """How likely it is that a unit is beaten, and that enemies come near enough to take those of
    its figures that are down, where that is counted.
    """
    rules, state = outlook.rules, outlook.state
    capture = rules.frame.resolved[Figures].capture
    if capture is None or not outlook.counts_taken(capture.becomes):
        return 0.0
    distances = outlook.survey.distances(outlook.survey.board.bit[state.cells[unit]])
    movement = rules[MovementRules]
    for foe in outlook.foes:
        stride = movement.values.most_movement(foe) / movement.terrain.scale
        if distances[state.cells[foe]] <= stride + capture.within:
            return min(1.0, outlook.danger(unit, state.cells[unit]) / outlook.priorities.danger)
    return 0.0
