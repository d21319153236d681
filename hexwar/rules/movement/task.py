"""A movement phase: units move one at a time until their side is done.

In this order: phases in which units do all but move, moves in ways that the game names, and the
phase itself: what may be done in it, what is refused, when it ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from random import Random
from typing import ClassVar

from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.notation import GOING_BY, Verb
from hexwar.engine.queries import Status
from hexwar.engine.rules import Contributed
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import mid_sentence
from hexwar.rules.movement.limits import UnitsOfPhase
from hexwar.rules.movement.modes import (
    WAYS,
    LandingRoll,
    ModeRules,
    MovesTo,
    drift,
    drift_in_words,
)
from hexwar.rules.movement.moves import Course, Moves, steered
from hexwar.rules.movement.refusals import MovementRefusals
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.movement.stacks import StackMoves
from hexwar.rules.sequence.contracts import MovementContribution, MovementObligation, drawn_of
from hexwar.rules.sequence.rules import BEGAN, FLED, IN_PLACE, MOVED, Began, Moved
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import mask_of
from hexwar.rules.values import Allowances

# -- a phase of orders: units do what sections contribute, without moving --------------------------


@dataclass(slots=True)
class OrdersPhase(PhaseTask):
    """A side has units do what sections contribute, such as ``take UNIT STATE``; or ``done``."""

    kind = "orders"

    def _contributed(self, state: Position) -> tuple[MovementContribution, ...]:
        sections: tuple[MovementContribution, ...] = state.rules.contributed[self.index]
        return sections

    def settle(self, state: Position) -> bool:
        """End the phase when there is nothing that any unit can do."""
        if any(section.can_act(state) for section in self._contributed(state)):
            return True
        return self.nothing_to_do(state)

    def decision(self, state: Position) -> Decision:
        """What may be done, and by which units."""
        actions = [action for action in self.actions(state) if action.units]
        return self.asks(
            state,
            "Give orders to units, or end the phase.",
            units=tuple(dict.fromkeys(action.units[0] for action in actions)),
            hexes=tuple(dict.fromkeys(number for action in actions for number in action.hexes)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """What each section contributes, one after the other; ``done``."""
        for section in self._contributed(state):
            yield from section.actions(state)
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not do it."""
        if action.verb == "done":
            return None
        for section in self._contributed(state):
            if action.verb in section.verbs:
                return section.explain(state, action)
        return state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """Let a unit do it, or end the phase."""
        if action.verb == "done":
            state.end_phase()
            return
        contributed = self._contributed(state)
        next(section for section in contributed if action.verb in section.verbs).perform(
            state, action
        )


# -- moves in ways that the game names, in phases of kind movement: ``move A 0304 rail`` -----------

# They stand beside the ordinary moves of the phase, of a unit that has not moved, or has enough
# points left for a way that has a price. The check is rolled when the unit sets out; then it goes
# hex by hex, as it may be interrupted.


class ModeMoves(MovementContribution):
    """A unit that has not moved takes a way of moving that the game names: then its move in the
    phase is over.
    """

    verbs: ClassVar[frozenset[str]] = frozenset({"move"})
    is_move: ClassVar[bool] = True

    def __init__(self, modes: ModeRules, refusals: MovementRefusals) -> None:
        self._modes, self._refusals = modes, refusals

    def concerns(self, phase: int) -> bool:
        """In phases in which some way may be taken."""
        return self._modes.in_phase(phase)

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit and way by way, destinations in map order."""
        modes, side = self._modes.open_now(state), state.phase_side
        begins = self._modes.begin_in(state, side, modes)
        rules, cells = self._refusals.rules, state.cells
        bit = rules.board.bit
        # Most stand where no way begins: that is told at once.
        if not begins:
            return
        for unit in rules.forces.of_side[side]:
            if begins & bit[cells[unit]]:
                in_time = [mode for mode in modes if self._in_time(state, unit, mode)]
                if in_time:
                    for way in self._modes.ways_of(state, unit, in_time):
                        yield from self._modes.moves(unit, way)

    def sample(self, state: Position, random: Random) -> Action | None:
        """A unit and a way for it drawn first, then where it goes."""
        frame, modes = state.frame, self._modes.open_now(state)
        mine = self._refusals.rules.forces.of_side[state.phase_side] if modes else ()
        units = [unit for unit in mine if state.cells[unit]]
        ways = [(unit, way) for unit in units for way in modes if self._in_time(state, unit, way)]
        while ways:
            unit, mode = ways.pop(int(random.random() * len(ways)))
            for _, goals in self._modes.ways_of(state, unit, (mode,)):
                cell = frame.board.draw(goals, random)
                return Action("move", (frame.unit_ids[unit],), (frame.board.number[cell],), mode)
        return None

    def _in_time(self, state: Position, unit: int, mode: str) -> bool:
        """Whether a unit has not moved, or enough points left for a way that costs some."""
        way, rules = self._modes.mode_named(mode), self._refusals.rules
        if way is None or way.cost is None:
            return not state.memory[MOVED].moved >> unit & 1
        return rules.points_left(state, unit) >= (rules.terrain.scaled(way.cost) or 0)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not move in a way now; ``None`` when it may."""
        if len(action.units) != 1 or not action.hexes:
            text = "Units move one at a time in ways of their own."
            return self._refusals.refuse("one_at_a_time", text)
        rules, name = self._refusals.rules, action.units[0]
        unit = rules.forces.index[name]
        if rules.forces.side[unit] != state.phase_side:
            return self._refusals.refuse("owner", f"{name} belongs to the other side.")
        way = self._modes.mode_named(action.name)
        if way is not None and way.cost is not None:
            if rules.points_left(state, unit) < (rules.terrain.scaled(way.cost) or 0):
                text = f"{name} has too few movement points left to move {mid_sentence(way.title)}."
                return self._refusals.refuse("allowance", text)
        elif state.cells[unit] and state.memory[MOVED].moved >> unit & 1:
            return self._refusals.why_not_move(state, unit) or self._refusals.refuse(
                "one_at_a_time", f"{name} has already moved in this phase."
            )
        return self._modes.explain(state, unit, action.hexes, action.name)

    def perform(self, state: Position, action: Action) -> None:
        """Roll the check, if there is one, and go there."""
        unit = state.frame.unit_index[action.units[0]]
        ahead = self._modes.cells(state, unit, action.hexes, action.name)
        if not self._modes.begins(state, unit, action.name):
            return
        self._modes.tell_way(state, unit, action.name)
        for hook in state.rules.hooks.action_begins:
            hook(state, unit, OFF_MAP)
        way = self._modes.mode_named(action.name)
        if way is not None and way.table:
            # Below the course: the unit is rolled for when it has come there.
            state.agenda.append(LandingRoll(unit, way.table))
        points_left = 0
        if way is not None and way.cost is not None:
            rules = self._refusals.rules
            points_left = rules.points_left(state, unit) - (rules.terrain.scaled(way.cost) or 0)
        state.agenda.append(Course(unit, ahead, (state.cells[unit],), left=points_left, paid=True))


class MovementPhases:
    """What all movement phases of a game share.

    ``move_to`` is by unit and cell: the move there; ``contributed`` by phase: what other sections
    add to it; ``owing`` those of them of which something may be owed; ``various`` by phase:
    whether there is more than moves of single units.
    """

    def __init__(
        self,
        sequence: SequenceOfPlay,
        rules: MovementRules,
        concerned: UnitsOfPhase,
        contributed: Contributed,
    ) -> None:
        forces, phases = rules.forces, sequence.phases
        self.rules = rules
        # Under the same key other kinds of phase, such as activations, have theirs.
        self.contributed: tuple[tuple[MovementContribution, ...], ...] = tuple(
            contributed[index] if phase.kind in PHASES else () for index, phase in enumerate(phases)
        )
        self.owing = tuple(
            tuple(owing for owing in sections if owing.owes_in(index))
            for index, sections in enumerate(self.contributed)
        )
        self.units_of = forces.of_side
        self.moves = Moves(rules)
        self.refusals = MovementRefusals(rules, concerned)
        self.stacks = StackMoves(rules, self.refusals) if rules.stacks else None
        self.various = [rules.stacks or bool(sections) for sections in self.contributed]
        self.move_to = [MovesTo(unit, rules.board.number) for unit in forces.ids]
        self._stays = tuple(phase[WhoMoves].begun_in_zone == "stays" for phase in phases)
        self._concerned = concerned

    def begin(self, state: Position, phase: int) -> None:
        """Mark the units that cannot move in this phase as those that have moved."""
        rules, side = self.rules, state.phase_side
        outsiders = rules.forces.mask_of_side[side] & self._concerned.outside(state)
        stays = self._stays[phase]
        if not (outsiders or stays or self.contributed[phase]):
            return
        zone = rules.zones.enemy_zone(state, side)
        standing = (
            [unit for unit in self.units_of[side] if zone >> state.cells[unit] & 1] if zone else []
        )
        in_zone = mask_of(unit for unit in standing if not rules.zones.ignores(state, unit))
        held = in_zone if stays else 0
        state.remember(BEGAN, Began(in_zone, outsiders, held))
        state.remember(MOVED, Moved(moved=outsiders | held))

    def way_and_look(self, name: str) -> tuple[str, int]:
        """A way of moving, and where to look in the end (-1: nowhere), of the name of an action."""
        facing = self.rules.bounds.facing
        return facing.said(name) if facing and name else (name, -1)

    def none_such(self, look: str) -> Violation:
        """Why nobody looks in a direction that is none."""
        facing = self.rules.bounds.facing
        if facing is None:
            raise LookupError(look)
        return facing.none_such(look)

    def moves_to(self, state: Position, unit: int, mask: int) -> list[Action]:
        """The unit's moves to these hexes; most stay the same from one decision to the next."""
        known_moves = state.still[state.phase_side]
        moves: list[Action] | None = known_moves.get((~unit, mask))
        if moves is None:
            cells = self.rules.board.in_map_order(mask)
            moves = known_moves[~unit, mask] = list(map(self.move_to[unit].__getitem__, cells))
        return moves


_Drawn = int | tuple[int, ...] | MovementContribution | Action
"""What is drawn first: a unit, a stack, a section that contributes, or ``done``."""


@dataclass(slots=True)
class MovementPhase(PhaseTask):
    """The choice of a side in its movement phase: ``move``, what is contributed, ``done``."""

    kind = "movement"

    def _contributed(self, state: Position) -> tuple[MovementContribution, ...]:
        """What other sections add to this phase."""
        return state.rules[MovementPhases].contributed[self.index]

    def begin(self, state: Position) -> None:
        """Note where units began, if any rule asks."""
        state.rules[MovementPhases].begin(state, self.index)

    def settle(self, state: Position) -> bool:
        """Send back units that can no longer stay; end the phase when nothing can be done."""
        phases, side, progress = state.rules[MovementPhases], state.phase_side, state.memory[MOVED]
        if progress.crowded:
            for unit in phases.moves.send_back(state, side):
                for section in phases.contributed[self.index]:
                    section.put_off_again(state, unit)
            progress = state.memory[MOVED]
        if phases.rules.a_fresh_unit_surely_moves(state, side, progress.moved):
            return True
        done, can_move = progress.done, phases.rules.can_move
        # A plain loop: any() would make a generator every time a position settles.
        for unit in phases.units_of[side]:
            if not done >> unit & 1 and can_move(state, unit):
                return True
        for section in phases.contributed[self.index]:
            if section.can_act(state):
                return True
        return self.nothing_to_do(state)

    def decision(self, state: Position) -> Decision:
        """Movement: the units that can still move."""
        rules, owed = state.rules[MovementRules], self._still_owed(state)
        units = rules.forces.of_side[state.phase_side]
        able = mask_of(
            unit
            for unit in units
            if rules.destinations(state, unit) and not _holding(owed, "move", 1 << unit)
        )
        # What comes first, as units that have to enter, and what is possible beside it.
        first = next(
            filter(None, (section.prompt(state) for section in self._contributed(state))), ""
        )
        crowded = state.memory[MOVED].crowded
        if owed:
            prompt = f"{first}; move units." if able else f"{first}."
        elif crowded:
            prompt = "Move on: a hex holds too many units."
        else:
            prompt = f"{first or 'Move units'}{'; move units' * bool(first)}, or end the phase."
        return self.asks(
            state,
            prompt,
            units=rules.forces.named(able),
            may_decline=not crowded and not owed,
        )

    def waits(self, state: Position, unit: int) -> bool:
        """Whether something else must be done before a unit moves."""
        return _holding(self._still_owed(state), "move", 1 << unit) is not None

    def _still_owed(self, state: Position) -> list[MovementObligation]:
        """What must be done before the phase ends."""
        owing = state.rules[MovementPhases].owing[self.index]
        return [owed for section in owing if (owed := section.owed(state))] if owing else []

    def _why_later(self, state: Position, action: Action) -> Violation | None:
        """Why something else must be done before an action that is legal otherwise."""
        owed = self._still_owed(state)
        holding = self._has_to_wait(state, action, owed) if owed else None
        return holding.why if holding else None

    def actions(self, state: Position) -> Iterator[Action]:
        """Moves unit by unit, destinations in map order; then what is contributed, ``done``."""
        # Chained batches and not one generator: most of the time would go into yielding.
        owed = self._still_owed(state)
        listed = chain.from_iterable(self._batches(state, owed))
        return self._not_held(state, listed, owed) if owed else listed

    def _not_held(
        self, state: Position, actions: Iterable[Action], owed: Sequence[MovementObligation]
    ) -> Iterator[Action]:
        """Of some actions those that need not wait for what is owed."""
        return (action for action in actions if not self._has_to_wait(state, action, owed))

    def _has_to_wait(
        self, state: Position, action: Action, owed: Sequence[MovementObligation]
    ) -> MovementObligation | None:
        """What an action has to wait for, of what is owed."""
        index = state.frame.unit_index
        return _holding(owed, action.verb, mask_of(index[name] for name in action.units))

    def _batches(
        self, state: Position, owed: Sequence[MovementObligation] = ()
    ) -> Iterator[Iterable[Action]]:
        """The actions of the phase by unit, stack and section, before what waits is left out."""
        phases, side = state.rules[MovementPhases], state.phase_side
        units = phases.units_of[side]
        if owed:  # floods of units that wait are for nothing
            units = tuple(unit for unit in units if not _holding(owed, "move", 1 << unit))
        for unit, mask in phases.rules.all_destinations(state, units):
            yield phases.moves_to(state, unit, mask)
        if phases.stacks and units:
            yield phases.stacks.actions(state, side)
        for section in self._contributed(state):
            yield section.actions(state)
        if not state.memory[MOVED].crowded:
            yield (DONE,)

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why an action is illegal in this phase."""
        if action.verb == "done":
            later = self._why_later(state, action)
            if later is not None or not state.memory[MOVED].crowded:
                return later
            stacking = state.rules[MovementRules].stacking
            over = stacking.overstacked(state, state.phase_side)
            return stacking.overstacked_refusal(state.frame.board.numbers(over))
        if action.verb == "move":
            return self._explain_move(state, action) or self._why_later(state, action)
        # Of all phases, not of this one alone: the section says best why not in this one.
        for section in state.rules.contributed["movement"]:
            if action.verb in section.verbs:
                refused: Violation | None = section.explain(state, action)
                return refused or self._why_later(state, action)
        return state.out_of_turn(action)

    def _explain_move(self, state: Position, action: Action) -> Violation | None:
        """Why a move is illegal: the name that it is given, then the move itself."""
        phases = state.rules[MovementPhases]
        try:
            mode, look = phases.way_and_look(action.name)
        except LookupError as unknown:
            return phases.none_such(str(unknown.args[0]))
        if mode and look >= 0:
            return phases.refusals.refuse("modes", f"A unit that moves {mode} is turned after it.")
        if mode:
            for section in self._contributed(state):
                if action.verb in section.verbs:
                    return section.explain(state, action)
            text = f"Nobody moves in a way of his own in this phase: leave out {action.name}."
            return phases.refusals.refuse("modes", text)
        moves = phases.stacks if phases.stacks and len(action.units) > 1 else phases.refusals
        if look >= 0:
            moves = phases.refusals  # a move with a facing is of one unit
        refused = moves.explain(state, state.phase_side, action.units, action.hexes)
        if refused is None:
            if look < 0:
                return None
            unit = state.frame.unit_index[action.units[0]]
            return phases.refusals.looking(state, unit, action.hexes, look)
        for section in self._contributed(state):
            ended = section.why_ended(state, action.units)
            if ended is not None:
                return ended
        cell = state.frame.board.cell.get(action.hexes[-1], OFF_MAP)
        if refused.reason == "movement.enemy" and cell:
            # With what a unit may do in place of a move into a hex that enemies hold.
            unit = state.frame.unit_index[action.units[0]]
            ways = (
                section.why_not_entered(state, unit, cell) for section in self._contributed(state)
            )
            if instead := next(filter(None, ways), ""):
                return replace(refused, message=f"{refused.message.removesuffix('.')}; {instead}.")
        return refused

    def sample(self, state: Position, random: Random) -> Action:
        """A unit drawn first, then its destination: nothing is listed that is not drawn."""
        phases = state.rules[MovementPhases]
        if phases.various[self.index]:
            return self._sample_of_all(phases, state, random)
        # Single moves are all there is: draw until what is drawn can be done.
        units, progress = phases.units_of[state.phase_side], state.memory[MOVED]
        moved = progress.moved
        on_the_move = progress.mover if moved and progress.left else NOBODY
        end_of_phase = len(units)
        while True:
            drawn = int(random.random() * (len(units) + 1))
            if drawn == end_of_phase:
                if progress.crowded:
                    continue
                return DONE
            unit = units[drawn]
            if moved >> unit & 1 and unit != on_the_move:
                continue
            cell = phases.rules.random_destination(state, unit, random)
            if cell:
                return phases.move_to[unit][cell]

    def _sample_of_all(self, phases: MovementPhases, state: Position, random: Random) -> Action:
        """A unit, a stack, a section that contributes or ``done``: then one action of it."""
        owed, progress = self._still_owed(state), state.memory[MOVED]
        cells, moved = state.cells, progress.moved
        units = phases.units_of[state.phase_side]
        fresh = [unit for unit in units if cells[unit] and not moved >> unit & 1]
        if owed:
            fresh = [unit for unit in fresh if not _holding(owed, "move", 1 << unit)]
        choices: list[_Drawn] = [*fresh]
        if phases.stacks:
            choices += [mate for mate, points_left in progress.stack if points_left]
            choices += phases.stacks.stacks(state, state.phase_side)
        elif progress.mover != NOBODY and progress.left:
            choices.append(progress.mover)
        if not progress.crowded:
            choices.append(DONE)
        choices += phases.contributed[self.index]
        while True:
            drawn = choices.pop(int(random.random() * len(choices)))
            if owed and isinstance(drawn, MovementContribution):
                # Some of it may be what has to be done first, and the rest has to wait.
                action = drawn_of(self._not_held(state, drawn.actions(state), owed), random)
            else:
                action = _action_drawn(phases, state, drawn, random)
                if owed and action and self._has_to_wait(state, action, owed):
                    continue
            if action:
                return action

    def perform(self, state: Position, action: Action) -> None:
        """Carry out a legal action."""
        verb, names, hexes, way_or_look = action
        if verb == "done":
            state.end_phase()
            return
        phases, index = state.rules[MovementPhases], state.frame.unit_index
        contributed = phases.contributed[self.index]
        mode, look = phases.way_and_look(way_or_look) if way_or_look else ("", -1)
        if mode or verb != "move":
            section = next(offering for offering in contributed if verb in offering.verbs)
            if not section.is_move:
                section.perform(state, action)
                return
            self._before_move(phases, state, names)
            moved = state.memory[MOVED].moved
            actors = mask_of(index[name] for name in section.who_acts(state, action))
            section.perform(state, action)
            # The hooks of moves have been called by now: this is for deeds done without a move.
            if fresh := actors & state.memory[MOVED].moved & ~moved:
                state.did(IN_PLACE, fresh)
            return
        if phases.owing[self.index]:
            self._before_move(phases, state, names)
        interrupted = state.rules.hooks.interrupts
        if len(names) > 1:
            units = tuple(sorted([index[name] for name in names]))
            (_march if interrupted else phases.moves.move_stack)(state, units, hexes)
        elif interrupted:
            # Others may interrupt it, so it goes hex by hex: each step is a task of its own.
            unit = index[names[0]]
            rules = state.rules[MovementRules]
            course, passage = (
                rules.whole_way(state, unit, hexes),
                rules.passage(state, unit).steered,
            )
            points_left = rules.points_left(state, unit)
            if look >= 0 and len(hexes) == 1 and passage is not None:
                course = steered(rules, passage, state.cells[unit], points_left, hexes, look).cells
            for hook in state.rules.hooks.action_begins:
                hook(state, unit, OFF_MAP)
            state.agenda.append(
                Course(unit, tuple(course[1:]), (course[0],), left=points_left, look=look)
            )
        else:
            phases.moves.move(state, index[names[0]], hexes, look)

    def _before_move(self, phases: MovementPhases, state: Position, names: Sequence[str]) -> None:
        """Let sections to which something may be owed know which units are about to move."""
        units = tuple([state.frame.unit_index[name] for name in names])
        for section in phases.owing[self.index]:
            section.before_move(state, units)


def _action_drawn(
    phases: MovementPhases, state: Position, drawn: _Drawn, random: Random
) -> Action | None:
    """One action of what was drawn; ``None`` where it has none."""
    if isinstance(drawn, int):
        cell = phases.rules.random_destination(state, drawn, random)
        return phases.move_to[drawn][cell] if cell else None
    if not isinstance(drawn, tuple):  # what is contributed: of an abstract class, told slowly
        return drawn.sample(state, random)
    if isinstance(drawn, Action):
        return drawn
    return phases.stacks.sample(state, drawn, random) if phases.stacks else None


def _march(state: Position, units: tuple[int, ...], hexes: tuple[str, ...]) -> None:
    """Move a stack hex by hex, as long as the way is open to all of it: it may change before it."""
    board = state.frame.board
    course = state.rules[MovementRules].whole_way(state, units[0], hexes)
    for hexes_gone, (from_cell, to_cell) in enumerate(pairwise(course)):
        rules = state.rules[MovementRules]
        if hexes_gone:
            for unit in units:
                passage = rules.passage(state, unit)
                closed = passage.closed >> to_cell & 1 or state.cells[unit] != from_cell
                cost = passage.step_cost(from_cell, to_cell)
                if closed or cost is None or cost > rules.points_left(state, unit):
                    return
        path = (board.number[from_cell], board.number[to_cell])
        state.rules[MovementPhases].moves.move_stack(state, units, path)


def _holding(
    owed: Sequence[MovementObligation], verb: str, units: int
) -> MovementObligation | None:
    """What an action of these units (a mask) has to wait for."""
    return next((owing for owing in owed if owing.holds(verb, units)), None)


def _status(state: Position, unit: int) -> Iterator[Status]:
    """What a unit has of movement points where something has changed its allowance."""
    titles = state.rules[Allowances].titles(state, unit) if state.cells[unit] else ()
    if titles:
        rules = state.rules[MovementRules]
        points = rules.terrain.points(rules.values.allowance(state, unit))
        yield Status(f"{', '.join(titles)}: movement {points}")


VERBS = {"move": Verb(GOING_BY, "goal")}
PHASES = {"movement": MovementPhase, "orders": OrdersPhase}
TASKS = {"course": Course, "landing_roll": LandingRoll}
RESULTS = {"drift": drift}
MEANINGS = {"drift": drift_in_words}
CONTRIBUTIONS = {"movement": (ModeMoves,), "whom": (UnitsOfPhase,)}
SLOTS = (FLED, WAYS)
STATUS = (_status,)
