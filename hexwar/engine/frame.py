"""What never changes while a game is played: the board, who plays, the phases of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexwar.definition.model import ResolvedGame
from hexwar.engine.registry import Registry
from hexwar.hexmap import Board, HexMap


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """Units and sides are indices in the order of the files; ``steps`` is by unit.

    ``foes`` are by side its enemies: all other sides that are not allied with it. ``played`` are
    the sides that somebody plays: all but neutrals.
    ``phase_sides`` is the index of the side whose phase it is, or -1 where it is nobody's or
    where play decides: then ``phase_decided`` has the word that says how. ``cite`` are the rules
    about the sequence of play, by reason. ``board`` is the map as masks and cells, ``unit_index``
    and ``side_index`` are each one's place in the order of the files.
    """

    resolved: ResolvedGame
    registry: Registry
    map: HexMap
    unit_ids: tuple[str, ...]
    unit_side: tuple[int, ...]
    steps: tuple[int, ...]
    side_ids: tuple[str, ...]
    side_names: tuple[str, ...]
    foes: tuple[tuple[int, ...], ...]
    played: tuple[int, ...]
    phase_ids: tuple[str, ...]
    phase_titles: tuple[str, ...]
    phase_kinds: tuple[str, ...]
    phase_sides: tuple[int, ...]
    phase_decided: tuple[str, ...]
    turns: int
    cite: Mapping[str, str]
    # Asked for at every decision: plain attributes, than which nothing is faster.
    board: Board = field(init=False)
    unit_index: Mapping[str, int] = field(init=False)
    side_index: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        """Derive what the rest says."""
        for name, ids in (("unit_index", self.unit_ids), ("side_index", self.side_ids)):
            # The class is frozen, and these two are not handed in.
            object.__setattr__(self, name, {ident: index for index, ident in enumerate(ids)})
        object.__setattr__(self, "board", self.map.board)
