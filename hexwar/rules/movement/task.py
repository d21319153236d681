"""A movement phase: units move one at a time until their side is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.refusals import MovementRefusals
from hexwar.rules.movement.rules import NOBODY
from hexwar.rules.movement.stacks import StackMoves
from hexwar.rules.units.rules import mask_of

if TYPE_CHECKING:
    from hexwar.definition.model import Phase
    from hexwar.rules.movement.rules import MovementRules
    from hexwar.rules.overrun.rules import OverrunRules
    from hexwar.rules.reinforcements.rules import ReinforcementRules
    from hexwar.rules.sequence.rules import SequenceRules

DONE = Action("done")


class _MovesTo(dict[int, Action]):
    """Destination cell to the move there, made when first asked for."""

    __slots__ = ("_number", "_unit")

    def __init__(self, unit: str, number: list[str]) -> None:
        super().__init__()
        self._unit = unit
        self._number = number

    def __missing__(self, cell: int) -> Action:
        action = self[cell] = Action("move", (self._unit,), (self._number[cell],))
        return action


class MovementPhase(Task):
    """The choice of a side in its movement phase: ``move``, ``enter``, ``declare``, ``done``."""

    __slots__ = (
        "_move_to",
        "_moves",
        "_moves_only",
        "_outsiders",
        "_overrun",
        "_refusals",
        "_reinforcements",
        "_rules",
        "_sequence",
        "_side",
        "_stacks",
        "_units",
        "index",
        "phase",
    )
    kind = "movement"

    def __init__(
        self,
        index: int,
        phase: Phase,
        rules: MovementRules,
        reinforcements: ReinforcementRules,
        sequence: SequenceRules,
        overrun: OverrunRules | None,
    ) -> None:
        self.index = index
        self.phase = phase
        self._rules = rules
        self._refusals = MovementRefusals(rules)
        self._reinforcements = reinforcements
        self._sequence = sequence
        self._side = rules.forces.side_ids.index(phase.side)
        self._units = rules.forces.of_side[self._side]
        self._moves = Moves(rules)
        self._move_to = [_MovesTo(unit, rules.board.number) for unit in rules.forces.ids]
        self._overrun = overrun
        self._stacks = StackMoves(rules, self._refusals) if rules.stacks else None
        self._moves_only = not (rules.stacks or overrun or reinforcements.of_phase[index])
        self._outsiders = rules.forces.mask_of_side[self._side] & ~rules.forces.having(phase.only)

    def side(self, state: State) -> int:
        """The phase's side."""
        return self._side

    def begin(self, state: State) -> None:
        """Mark the units that cannot move in this phase as those that have moved."""
        stays = self.phase.begun_in_zone == "stays"
        if not (self._outsiders or stays or self._overrun):
            return
        zone = self._rules.zones.enemy_zone(state, self._side)
        held = mask_of(unit for unit in self._units if zone >> state.cells[unit] & 1)
        state.this_phase["began_in_zone"] = held
        state.this_phase["outside"] = self._outsiders
        state.this_phase["held"] = held if stays else 0
        state.this_phase["moved"] = self._outsiders | state.this_phase["held"]
        state.this_phase["mover"] = len(state.cells)  # nobody yet
        state.this_phase["left"] = 0

    def settle(self, state: State) -> bool:
        """Send back who can no longer stay; end the phase when nothing at all can be done."""
        if "crowded" in state.this_phase:
            for unit in self._moves.send_back(state, self._side):
                self._reinforcements.wait_again(state, self.index, unit)
        if (
            self._rules.a_fresh_unit_surely_moves(state, self._side)
            or self._somebody_can_move(state)
            or self._reinforcements.can_act(state, self.index)
        ):
            return True
        if self._overrun and any(True for _ in self._overrun.actions(state, self._side)):
            return True
        self._sequence.end(state, nothing_to_do=True)
        return False

    def _somebody_can_move(self, state: State) -> bool:
        this_phase, can_move = state.this_phase, self._rules.can_move
        done = this_phase.get("moved", 0)
        if done:
            done &= ~(1 << this_phase["mover"])
            for mate, _ in this_phase.get("stack", ()):
                done &= ~(1 << mate)
        # A plain loop: any() would make a generator every time a position settles.
        for unit in self._units:  # noqa: SIM110
            if not done >> unit & 1 and can_move(state, unit):
                return True
        return False

    def decision(self, state: State) -> Decision:
        """Movement: the units that can still move."""
        able = mask_of(u for u in self._units if self._rules.destinations(state, u))
        crowded = "crowded" in state.this_phase
        prompt = "Move units, or end the phase."
        if crowded:
            prompt = "Move on: a hex holds too many units."
        elif self._reinforcements.enter_first(state, self.index):
            prompt = "Bring on reinforcements before anything moves; move units, or end the phase."
        return Decision(
            side=self.phase.side,
            kind=self.kind,
            prompt=prompt,
            units=self._rules.forces.named(able),
            may_decline=not crowded,
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Moves unit by unit, destinations in map order; then entries, declarations, ``done``."""
        # Chained batches and not one generator: most of the time would go into yielding.
        return chain.from_iterable(self._batches(state))

    def _batches(self, state: State) -> Iterator[Iterable[Action]]:
        for unit, mask in self._rules.all_destinations(state, self._units):
            yield self._moves_to(state, unit, mask)
        if self._stacks:
            yield self._stacks.actions(state, self._side)
        if self._overrun:
            yield self._overrun.actions(state, self._side)
        yield self._reinforcements.actions(state, self.index)
        if "crowded" not in state.this_phase:
            yield (DONE,)

    def _moves_to(self, state: State, unit: int, mask: int) -> list[Action]:
        """The unit's moves to these hexes; most stay the same from one decision to the next."""
        key = (unit, mask)
        found: list[Action] | None = state.cache.get(key)
        if found is None:
            cells = self._rules.board.cells(mask)
            found = state.cache[key] = list(map(self._move_to[unit].__getitem__, cells))
        return found

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why an action is illegal in this phase."""
        verb = action.verb
        if verb == "move":
            return self._explain_move(state, action)
        if verb == "overrun" and self._overrun:
            return self._overrun.explain(state, self._side, action.units, action.hexes[0])
        if verb == "done":
            if "crowded" not in state.this_phase:
                return None
            over = self._rules.stacking.overstacked(state, self._side)
            return self._rules.stacking.unmended(self._rules.board.numbers(over))
        if verb in ("enter", "declare"):
            return self._reinforcements.explain(state, self.index, action)
        return self._sequence.out_of_turn(state, action)

    def _explain_move(self, state: State, action: Action) -> Violation | None:
        moves = self._stacks if self._stacks and len(action.units) > 1 else self._refusals
        refused = moves.explain(state, self._side, action.units, action.hexes)
        if refused is not None and self._overrun:
            return self._overrun.ended(state, action.units) or refused
        return refused

    def sample(self, state: State, random: Random) -> Action:
        """A unit drawn first, then its destination: nothing is listed that is not drawn."""
        if self._moves_only:
            return self._sample_move(state, random)
        this_phase = state.this_phase
        moved = this_phase.get("moved", 0)
        choices: list[int | Action | tuple[int, ...]] = [
            unit for unit in self._units if not moved >> unit & 1
        ]
        mover = this_phase.get("mover", NOBODY)
        if self._stacks:
            choices += [mate for mate, left in this_phase.get("stack", ()) if left]
            choices += self._stacks.stacks(state, self._side)
        elif mover != NOBODY and this_phase["left"]:
            choices.append(mover)
        if self._overrun:
            choices += self._overrun.actions(state, self._side)
        if "crowded" not in this_phase:
            choices.append(DONE)
        if self._reinforcements.of_phase[self.index]:
            choices += self._reinforcements.actions(state, self.index)
        while True:
            drawn = choices.pop(int(random.random() * len(choices)))
            if isinstance(drawn, Action):
                return drawn
            if not isinstance(drawn, int):
                together = self._stacks and self._stacks.sample(state, drawn, random)
                if together:
                    return together
                continue
            cell = self._rules.random_destination(state, drawn, random)
            if cell:
                return self._move_to[drawn][cell]

    def _sample_move(self, state: State, random: Random) -> Action:
        """The same where single moves are all there is: draw until what is drawn can be done."""
        this_phase, units = state.this_phase, self._units
        moved = this_phase.get("moved", 0)
        on_the_move = this_phase["mover"] if moved and this_phase["left"] else NOBODY
        choices = len(units) + 1
        while True:
            drawn = int(random.random() * choices)
            if drawn == len(units):
                if "crowded" in this_phase:
                    continue
                return DONE
            unit = units[drawn]
            if moved >> unit & 1 and unit != on_the_move:
                continue
            cell = self._rules.random_destination(state, unit, random)
            if cell:
                return self._move_to[unit][cell]

    def perform(self, state: State, action: Action) -> None:
        """Carry out a legal action."""
        verb = action.verb
        index = self._rules.forces.index
        units = tuple([index[name] for name in action.units])
        if verb in ("move", "overrun"):
            self._reinforcements.moves_begin(state, self.index, units)
        if verb == "move":
            if len(units) > 1:
                self._moves.move_stack(state, tuple(sorted(units)), action.hexes)
            else:
                self._moves.move(state, units[0], action.hexes)
        elif verb == "overrun" and self._overrun:
            self._overrun.perform(state, action.units, action.hexes[0])
        elif verb == "done":
            self._sequence.end(state)
        else:
            self._reinforcements.perform(state, self.index, action)

    def to_dict(self) -> dict[str, Any]:
        """The phase's index names the task."""
        return {"task": self.kind, "phase": self.index}
