"""Moves of several units of one hex in one action (section ``movement``, key ``stacks``).

A stack may go where each of its units could go by itself, and where all of them find room together.
Every unit pays its own costs from its own points: to move together saves actions, not points. Whole
stacks are listed, and any part of one is legal. A refusal is that of the first unit that could not
go by itself; only then it is asked whether all of them find room.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import every
from hexwar.rules.movement.limits import room_can_be_made
from hexwar.rules.movement.refusals import MovementRefusals
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.rules import MOVED


class StackMoves:
    """Lists, draws and refuses moves of stacks; :class:`Moves` carries them out."""

    def __init__(self, rules: MovementRules, refusals: MovementRefusals) -> None:
        self._rules = rules
        self._refusals = refusals

    def stacks(self, state: Position, side: int) -> list[tuple[int, ...]]:
        """The stacks of two and more units that can still move, in map order."""
        stacked, owner, able = state.stacked[side], self._rules.forces.side, self._rules.able
        if not stacked:
            return []
        done, stacks = state.memory[MOVED].done, []
        for cell in self._rules.board.in_map_order(stacked):
            going = [
                unit
                for unit in state.standing(cell)
                if owner[unit] == side and not done >> unit & 1 and able(state, unit)
            ]
            if len(going) > 1:
                stacks.append(tuple(going))
        return stacks

    def destinations(self, state: Position, units: tuple[int, ...]) -> int:
        """Mask of the hexes that all of these units can reach and that have room for them."""
        mask = self._rules.board.on_map
        for unit in units:
            mask &= self._rules.reach_mask(state, unit)
        return mask & ~self._without_room(state, units, mask)

    def _without_room(self, state: Position, units: tuple[int, ...], hexes: int) -> int:
        """Mask of those of some hexes that have no room for all of these units."""
        stacking = self._rules.stacking
        full = hexes & stacking.without_room(state, units, hexes)
        friends = full & ~stacking.filled(state, [], units)  # hexes with friends in the way
        return full & ~room_can_be_made(self._rules, state, units, friends) if friends else full

    def actions(self, state: Position, side: int) -> Iterator[Action]:
        """Moves of whole stacks, destinations in map order."""
        stacks = self.stacks(state, side)
        return chain.from_iterable(self._moves_of(state, side, units) for units in stacks)

    def _moves_of(self, state: Position, side: int, units: tuple[int, ...]) -> list[Action]:
        """The moves of a stack; most stay the same from one decision to the next."""
        board, ids, cached = self._rules.board, self._rules.forces.ids, state.still[side]
        goals = self.destinations(state, units)
        moves: list[Action] | None = cached.get((units, goals))
        if moves is None:
            names = tuple(ids[unit] for unit in units)
            moves = [Action("move", names, (number,)) for number in board.numbers(goals)]
            cached[units, goals] = moves
        return moves

    def sample(self, state: Position, units: tuple[int, ...], random: Random) -> Action | None:
        """One move of a stack, each destination as likely; ``None`` when it has none."""
        mask = self.destinations(state, units)
        if not mask:
            return None
        ids, board = self._rules.forces.ids, self._rules.board
        names = tuple(ids[unit] for unit in units)
        return Action("move", names, (board.number[board.draw(mask, random)],))

    def explain(
        self, state: Position, side: int, names: tuple[str, ...], hexes: tuple[str, ...]
    ) -> Violation | None:
        """Why these units may not make this move together; ``None`` when they may."""
        forces = self._rules.forces
        units = tuple(forces.index[name] for name in names)
        for unit, name in zip(units, names, strict=True):
            if forces.side[unit] != side:  # before anything else: where it stands may be hidden
                return self._refusals.refuse("owner", f"{name} belongs to the other side.")
        if not hexes or len({state.cells[unit] for unit in units}) > 1:
            text = f"{every(names)} are not in one hex."
            return self._refusals.refuse("stacks", text)
        for name in names:
            # Each must be able to go by itself: one that cannot keeps the whole stack back.
            refused = self._refusals.explain(state, side, (name,), hexes)
            if refused is not None:
                return refused
        board = self._rules.board
        goal = board.cell[hexes[-1]]
        if self._without_room(state, units, board.bit[goal]):
            return self._rules.stacking.refusal(units[0], every(names), hexes[-1])
        return None
