"""What never changes while a game is played: the board, who plays, the phases of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from hexwar.definition.model import ResolvedGame
from hexwar.engine.registry import Registry
from hexwar.hexmap import Board, HexMap


@dataclass(frozen=True, eq=False)
class Frame:
    """Units and sides are indices in the order of the files; ``steps`` is by unit.

    ``phase_sides`` is the index of the side whose phase it is, or -1 where it is nobody's or
    where play decides: then ``phase_decided`` has the word that says how. ``cite`` are the rules
    about the sequence of play, by reason.
    """

    resolved: ResolvedGame
    registry: Registry
    map: HexMap
    unit_ids: tuple[str, ...]
    unit_side: tuple[int, ...]
    steps: tuple[int, ...]
    side_ids: tuple[str, ...]
    side_names: tuple[str, ...]
    phase_ids: tuple[str, ...]
    phase_titles: tuple[str, ...]
    phase_kinds: tuple[str, ...]
    phase_sides: tuple[int, ...]
    phase_decided: tuple[str, ...]
    turns: int
    cite: Mapping[str, str]

    @cached_property
    def board(self) -> Board:
        """The map as masks and cells."""
        return self.map.board

    @cached_property
    def side_index(self) -> dict[str, int]:
        """Each side's place in the order of the files."""
        return {side: index for index, side in enumerate(self.side_ids)}

    @cached_property
    def unit_index(self) -> dict[str, int]:
        """Each unit's place in the order of the files."""
        return {unit: index for index, unit in enumerate(self.unit_ids)}
