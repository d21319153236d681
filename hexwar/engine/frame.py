"""What never changes while a game is played: the board, who plays, the phases of a turn."""

from __future__ import annotations

from dataclasses import dataclass, field

from hexwar.definition.model import ResolvedGame
from hexwar.engine.registry import Registry
from hexwar.hexmap import Board, HexMap


@dataclass(frozen=True, eq=False)
class Frame:
    """Units and sides are indices in the order of the files; ``steps`` is by unit.

    ``phase_sides`` is the index of the side whose phase it is, or -1 where it is nobody's.
    """

    resolved: ResolvedGame
    registry: Registry
    map: HexMap = field(init=False)
    board: Board = field(init=False)
    unit_ids: tuple[str, ...] = field(init=False)
    unit_index: dict[str, int] = field(init=False)
    unit_side: tuple[int, ...] = field(init=False)
    steps: tuple[int, ...] = field(init=False)
    side_ids: tuple[str, ...] = field(init=False)
    side_names: tuple[str, ...] = field(init=False)
    phase_ids: tuple[str, ...] = field(init=False)
    phase_sides: tuple[int, ...] = field(init=False)
    turns: int = field(init=False)

    def __post_init__(self) -> None:
        game, put = self.resolved, object.__setattr__
        sides = tuple(side.id for side in game.sides)
        units = tuple(game.units.values())
        phases = game.sequence.phases
        put(self, "map", game.map)
        put(self, "board", game.map.board)
        put(self, "unit_ids", tuple(unit.id for unit in units))
        put(self, "unit_index", {unit.id: index for index, unit in enumerate(units)})
        put(self, "unit_side", tuple(sides.index(unit.side) for unit in units))
        put(self, "steps", tuple(len(unit.steps) for unit in units))
        put(self, "side_ids", sides)
        put(self, "side_names", tuple(side.name for side in game.sides))
        put(self, "phase_ids", tuple(phase.id for phase in phases))
        put(self, "phase_sides", tuple(sides.index(p.side) if p.side else -1 for p in phases))
        put(self, "turns", game.sequence.turns)
