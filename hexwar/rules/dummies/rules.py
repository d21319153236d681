"""Section ``dummies``: which counters lie face down, what turns them up, and what comes of it.

Before the first turn all counters of an entry are laid face down, and the owner or lots say which
are nothing. In play each is a unit in all that may be done, until what turns it up comes about:
then, before the dice, it proves to be a unit or leaves the map. In copies for a side the choices of
others are forgotten, and guessed for the worlds that a computer player imagines.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.moments import Guess
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.targets import Engagement
from hexwar.rules.dummies.section import (
    ADJACENT,
    ATTACKED,
    ATTACKS,
    FIRED_AT,
    FIRES,
    Dummies,
    DummyCounters,
)
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.units.rules import Forces, mask_of


class FaceDown(NamedTuple):
    """Masks of units: whose counters lie face down, as everybody knows; which of them are nothing,
    as their sides alone know; which were turned up and were nothing.
    """

    units: int = 0
    nothing: int = 0
    gone: int = 0

    def without(self, units: int) -> FaceDown:
        """The record without these units (a mask)."""
        return FaceDown(self.units & ~units, self.nothing & ~units, self.gone & ~units)

    def turned_up(self, units: int) -> FaceDown:
        """The record when these units (a mask) have been turned up."""
        gone = self.gone | self.nothing & units
        return FaceDown(self.units & ~units, self.nothing & ~units, gone)


FACE_DOWN = Slot("face_down", FaceDown(), lasts="game")


class CompiledDummies:
    """Counters of one entry: ``units`` is their mask."""

    __slots__ = ("said", "side", "units")

    def __init__(self, said: DummyCounters, side: int, units: int) -> None:
        self.said, self.side, self.units = said, side, units


class DummyRules:
    """Counters face down. ``groups`` are the entries of the section, in their order."""

    __slots__ = ("_board", "_cites", "_forces", "_frame", "_turned_up", "groups")

    def __init__(
        self, frame: Frame, section: Dummies, forces: Forces, selectors: Selectors
    ) -> None:
        self._frame, self._board, self._forces = frame, frame.board, forces
        groups, taken = [], 0
        for entry in section.by_id.values():
            side = frame.side_index[entry.side]
            units = selectors.perhaps(entry.only) & forces.mask_of_side[side] & ~taken
            groups.append(CompiledDummies(entry, side, units))
            taken |= units
        self.groups = tuple(groups)
        self._turned_up = {
            word: mask_of(
                unit
                for group in groups
                if word in group.said.turned_up
                for unit in bits(group.units)
            )
            for word in (ATTACKS, ATTACKED, FIRES, FIRED_AT, ADJACENT)
        }
        self._cites = {unit: group.said.cite for group in groups for unit in bits(group.units)}

    # -- before the first turn -------------------------------------------------------------------

    def lay_down(self, state: Position) -> None:
        """All counters lie face down; where lots decide, the dice say which are nothing."""
        # No counter is of two entries (`taken`), so that the sum is the union.
        state.remember(FACE_DOWN, FaceDown(sum(group.units for group in self.groups)))
        for group in self.groups:
            if group.said.chosen == "lots":
                self._draw(state, group)

    def _draw(self, state: Position, group: CompiledDummies) -> None:
        left = list(bits(group.units))
        for _ in range(min(group.said.count, len(left))):
            unit = left.pop(state.roll(len(left)) - 1 if left[1:] else 0)
            self.choose(state, unit)

    def choose(self, state: Position, unit: int) -> None:
        """A counter is nothing, as its side alone is told."""
        record = state.memory[FACE_DOWN]
        state.remember(FACE_DOWN, record._replace(nothing=record.nothing | 1 << unit))
        if state.events is not None:
            name = self._forces.ids[unit]
            side = self._frame.side_ids[self._forces.side[unit]]
            text = f"{name} is a dummy."
            state.tell("dummy_chosen", self.cite(unit), text, side=side, unit=name)

    def still_to_choose(self, state: Position, group: CompiledDummies) -> list[int]:
        """The counters of which one more is to be chosen; none when there are enough."""
        chosen = state.memory[FACE_DOWN].nothing & group.units
        if chosen.bit_count() >= min(group.said.count, group.units.bit_count()):
            return []
        return list(bits(group.units & ~chosen))

    # -- in play ---------------------------------------------------------------------------------

    def face_down(self, state: Position) -> int:
        """Mask of the units whose counters lie face down."""
        return state.memory[FACE_DOWN].units

    def nothing(self, state: Position, units: int) -> int:
        """Which of some units (a mask) are nothing, as far as the state knows."""
        return state.memory[FACE_DOWN].nothing & units

    def turn_up(self, state: Position, units: int) -> None:
        """Turn up those of some units (a mask) that lie face down on the map."""
        record = state.memory[FACE_DOWN]
        units &= mask_of(unit for unit in bits(record.units) if state.cells[unit] != OFF_MAP)
        if not units:
            return
        state.remember(FACE_DOWN, record.turned_up(units))
        state.show()
        for unit in bits(units):
            is_nothing = record.nothing >> unit & 1
            if state.events is not None:
                self._tell(state, unit, "a dummy" if is_nothing else "a unit")
            # Off the map, and not eliminated: it is no loss.
            if is_nothing:
                state.place(unit, OFF_MAP)

    def _tell(self, state: Position, unit: int, what: str) -> None:
        name, number = self._forces.ids[unit], self._board.number[state.cells[unit]]
        text = f"{name} in {number} is turned up: it is {what}."
        state.tell("turned_up", self.cite(unit), text, unit=name, hex=number)

    def engages(self, state: Position, battle: Engagement) -> Engagement:
        """A battle is about to be reckoned: who fights is turned up."""
        if not state.memory[FACE_DOWN].units:
            return battle
        attackers = mask_of(battle.attackers) & self._turned_up[ATTACKS]
        defenders = mask_of(battle.defenders) & self._turned_up[ATTACKED]
        self.turn_up(state, attackers | defenders)
        return battle.still_there(state)

    def exposes(self, state: Position, firers: int, cell: int) -> None:
        """Units are about to fire at a hex: they are turned up, and so are those in it."""
        if state.memory[FACE_DOWN].units:
            there = mask_of(state.standing(cell)) & self._turned_up[FIRED_AT]
            self.turn_up(state, firers & self._turned_up[FIRES] | there & ~self._friends(firers))

    def _friends(self, units: int) -> int:
        """Mask of all units on the side of some."""
        masks = self._forces.mask_of_side
        return sum(mask for mask in masks if mask & units)

    def comes(self, state: Position, unit: int) -> None:
        """A unit has come somewhere: it and its enemies next to it are turned up."""
        down = state.memory[FACE_DOWN].units & self._turned_up[ADJACENT]
        if down and state.cells[unit] != OFF_MAP:
            self.turn_up(state, down & self._face_to_face(state, unit))

    def _face_to_face(self, state: Position, unit: int) -> int:
        """A unit and the enemies next to it that it sees; nobody where there are none."""
        board, side = self._board, self._forces.side[unit]
        enemies = state.enemies_of(side) & board.within(board.bit[state.cells[unit]], 1)
        if not enemies:
            return 0
        foes, unseen = self._frame.foes[side], state.hidden(side)
        met = mask_of(
            other
            for cell in board.cells(enemies)
            for other in state.standing(cell)
            if self._forces.side[other] in foes and not unseen >> other & 1
        )
        return met | 1 << unit if met else 0

    def all_come(self, state: Position) -> None:
        """Everybody is set up: who stands next to an enemy is turned up."""
        down = state.memory[FACE_DOWN].units & self._turned_up[ADJACENT]
        met = 0
        for unit in bits(down):
            if state.cells[unit] != OFF_MAP:
                met |= self._face_to_face(state, unit)
        # All at once: a dummy that is turned up leaves the map, and would no longer turn up who met
        # it.
        self.turn_up(state, down & met)

    def own(self, state: Position, side: int) -> Iterator[int]:
        """The units of a side on the map whose counters lie face down."""
        for unit in bits(state.memory[FACE_DOWN].units & self._forces.mask_of_side[side]):
            if state.cells[unit] != OFF_MAP:
                yield unit

    def why_not_turn_up(self, state: Position, unit: int) -> Violation | None:
        """Why its side may not turn a counter up."""
        name = self._forces.ids[unit]
        if self._forces.side[unit] != state.phase_side:
            return self.refuse(unit, f"{name} belongs to the other side.")
        if unit not in self.own(state, state.phase_side):
            return self.refuse(unit, f"{name} does not lie face down on the map.")
        return None

    def keep_secret(self, state: Position, side: int) -> None:
        """In a copy for a side, forget which counters of the others are nothing."""
        record, mine = state.memory[FACE_DOWN], self._forces.mask_of_side[side]
        if record.nothing & ~mine:
            state.remember(FACE_DOWN, record._replace(nothing=record.nothing & mine))

    def cite(self, unit: int) -> str:
        """The rule about a unit's counter."""
        return self._cites.get(unit, "")

    def refuse(self, unit: int, text: str) -> Violation:
        """A refusal, with the rule that the game cites for it."""
        return Violation(self.cite(unit), text, "dummies")


class DummyGuesses:
    """Draws dummies for the others, each choice of as many as are left equally likely."""

    __slots__ = ("_dummies", "_frame")

    def __init__(self, frame: Frame, dummies: DummyRules) -> None:
        self._frame, self._dummies = frame, dummies

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to choose for the others in a copy of what a side sees; ``None`` where nothing is."""
        down = seen.memory[FACE_DOWN].units
        others = [
            (group, self._left(seen, group))
            for group in self._dummies.groups
            if group.side != side and group.units & down
        ]
        wanted = [(group, left) for group, left in others if left]
        return partial(_choose, wanted) if wanted else None

    def _left(self, seen: Position, group: CompiledDummies) -> int:
        """How many are still to be turned up."""
        gone = (seen.memory[FACE_DOWN].gone & group.units).bit_count()
        return min(group.said.count, group.units.bit_count()) - gone


def _choose(wanted: list[tuple[CompiledDummies, int]], world: Position, random: Random) -> None:
    record = world.memory[FACE_DOWN]
    nothing = record.nothing
    for group, left in wanted:
        down = list(bits(group.units & record.units))
        for unit in random.sample(down, min(left, len(down))):
            nothing |= 1 << unit
    world.remember(FACE_DOWN, record._replace(nothing=nothing))
