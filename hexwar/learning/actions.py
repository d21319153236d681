"""Number actions so that a number always means the same, by verb, unit, hex and force.

Numbers are laid out verb by verb in the order of their names; within a verb by unit, then hex, then
force. So they depend on the units, hexes and verbs of a game alone and on no position, and a
network that was trained with one version can play with another. A verb that is used under any patch
in play has its numbers from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import hexwar
from hexwar.engine.notation import OWN
from hexwar.rules.scopes.rules import Overlays

FORCES = 8
"""So many actions of one verb, first unit and hex have numbers: the smallest force, the greatest,
then the others by size. Actions beyond that have none, which happens where many units attack at
once.
"""

_REMEMBERED = 100_000  # actions whose numbers are kept


class Factors(NamedTuple):
    """What a number is made of: the verb, the first unit named and the last hex (``""`` for none),
    and which of the actions that share these three.
    """

    verb: str
    unit: str
    hex: str
    force: int


class _Block(NamedTuple):
    """The numbers of a verb: from where, and over how many units, hexes and forces they go."""

    begin: int
    unit_count: int
    hex_count: int
    force_count: int


class ActionNumbers:
    """The numbers of all actions that a game can have, as it begins or in the course of play.

    They are the same in every position, process and version of hexwar in which the game has the
    same units, hexes and verbs. ``units`` and ``hexes`` are the ids in the order of the rows that
    observations have.
    """

    def __init__(self, state: hexwar.State) -> None:
        frame = state.frame
        self.units, self.hexes = tuple(frame.unit_ids), tuple(frame.map.numbers)
        self._units = {unit: place for place, unit in enumerate(self.units)}
        self._hexes = {hex_id: place for place, hex_id in enumerate(self.hexes)}
        games = Overlays(frame.resolved, frame.registry.patches).games
        used = {word: verb for game in games for word, verb in frame.registry.used(game).items()}
        self._known: dict[hexwar.Action, int] = {}
        self._blocks: dict[str, _Block] = {}
        self.count = 0
        for word, verb in sorted({**used, **OWN}.items()):
            shape = verb.shape
            # Such as done: there is but one action of it.
            alone = not shape.units and shape.hexes is False and shape.name is False
            block = _Block(
                self.count,
                len(self._units) if shape.units else 1,
                len(self._hexes) + 1 if shape.hexes is not False else 1,
                1 if alone else FORCES,
            )
            self._blocks[word] = block
            self.count += block.unit_count * block.hex_count * block.force_count

    def numbered(self, legal: Iterable[hexwar.Action]) -> dict[int, hexwar.Action]:
        """List legal actions by their numbers."""
        by_number: dict[int, hexwar.Action] = {}
        known = self._known
        alike: dict[int, list[hexwar.Action]] = {}
        for action in legal:
            # The number of the smallest force of those that share verb, first unit and last hex.
            smallest = known.get(action)
            if smallest is None:
                if len(known) >= _REMEMBERED:
                    known.clear()
                unit = action.units[0] if action.units else ""
                hex_id = action.hexes[-1] if action.hexes else ""
                block = self._blocks[action.verb]
                unit_place = self._units[unit] if block.unit_count > 1 and unit else 0
                # Beside the hexes stands one place for what names none, or a box.
                no_hex = block.hex_count - 1
                hex_place = self._hexes.get(hex_id, no_hex) if block.hex_count > 1 else 0
                row = unit_place * block.hex_count + hex_place
                smallest = known[action] = block.begin + row * block.force_count
            # Few share verb, unit and hex: these alone are sorted, as to sort all takes long.
            if smallest in by_number:
                alike.setdefault(smallest, [by_number[smallest]]).append(action)
            else:
                by_number[smallest] = action
        for smallest, sharing in alike.items():
            by_size = sorted(sharing, key=_size)
            ordered = [by_size[0], by_size[-1], *by_size[1:-1]]
            force_count = self._blocks[sharing[0].verb].force_count
            by_number.update(enumerate(ordered[:force_count], smallest))
        return by_number

    def factors(self, number: int) -> Factors:
        """Say what a number is made of. ValueError for one that is none."""
        for verb, block in self._blocks.items():
            offset = number - block.begin
            if 0 <= offset < block.unit_count * block.hex_count * block.force_count:
                row, force = divmod(offset, block.force_count)
                unit_place, hex_place = divmod(row, block.hex_count)
                unit = self.units[unit_place] if block.unit_count > 1 else ""
                has_hex = block.hex_count > 1 and hex_place < len(self.hexes)
                return Factors(verb, unit, self.hexes[hex_place] if has_hex else "", force)
        raise ValueError(
            f"actions are numbered from 0 to {self.count - 1}, and there is no {number}"
        )

    def mask(self, numbered: Mapping[int, object]) -> NDArray[np.int8]:
        """Write 1 at the numbers of legal actions, 0 elsewhere."""
        mask = np.zeros(self.count, np.int8)
        mask[np.fromiter(numbered, np.int64, len(numbered))] = 1
        return mask


def attempt(state: hexwar.State, action: hexwar.Action, random: Random) -> None:
    """Play an action that looks legal to its side, or one drawn at random if it is not legal, for
    reasons that the side cannot see.
    """
    try:
        state.apply(action, events=False)
    except hexwar.IllegalAction:
        state.apply(state.sample_action(random), events=False)


def _size(action: hexwar.Action) -> tuple[int, int, str]:
    return len(action.units), len(action.hexes), str(action)
