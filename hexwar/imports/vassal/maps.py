"""The maps of a draft: boards with hexes, each with its picture, its numbers and its boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hexwar.imports.hexes import grid_of, ranges
from hexwar.imports.vassal.boards import ModuleBoard
from hexwar.imports.vassal.module import Module
from hexwar.imports.vassal.numbers import FittedNumbers, fitted
from hexwar.imports.vassal.setups import ModuleSetup, StandingCounter
from hexwar.imports.writing import Ids, Nested, told

OPEN = "open"
"""The id of the one kind of terrain."""


@dataclass
class DraftMap:
    """A board as a map of the game: its numbers, its picture, the boxes beside it by name."""

    id: str
    title: str
    map: str
    board: ModuleBoard
    numbers: FittedNumbers
    picture: str = ""
    boxes: dict[str, str] = field(default_factory=dict)
    """Names of zones to ids."""

    def place(self, standing: StandingCounter) -> str:
        """Where a counter stands on this map: a hex, a box, or empty if it is neither."""
        if standing.board is not self.board:
            return ""
        if standing.hex is not None:
            return self.numbers.ids.get(standing.hex, "")
        return self.boxes.get(standing.zone, "")

    def section(self) -> dict[str, object]:
        """The section ``map`` of a game."""
        numbers = self.numbers.numbering
        said: dict[str, object] = {"grid": grid_of(numbers)}
        if self.picture:
            said["picture"] = Nested({"file": self.picture, "grid": self._calibration()})
        said["default"] = OPEN
        if self.numbers.void:
            said["hexes"] = {"void": ranges(numbers, self.numbers.void)}
        if self.boxes:
            titles = {box: {"title": told(name)} for name, box in self.boxes.items()}
            said["boxes"] = Nested(titles)
        return said

    def _calibration(self) -> dict[str, object]:
        """Where hexes lie on the picture, and what is to be drawn over it that it lacks."""
        main = self.board.main
        x0, y0 = self.numbers.first
        dx, dy = (main.grid.dx, main.grid.dy) if main else (0.0, 0.0)
        if main and main.grid.sideways:
            dx, dy = dy, dx
        said: dict[str, object] = {"dx": float(dx), "dy": float(dy)}
        said |= {"x0": float(x0), "y0": float(y0)}
        if main and main.draws_grid:
            said["lines"] = True
        if main and (main.numbering is None or main.draws_numbers or self.numbers.is_new):
            said["numbers"] = True
        return said


def maps_of(module: Module, setups: Iterable[ModuleSetup]) -> list[DraftMap]:
    """All boards with whole hexes; the one on which most counters begin is the first."""
    ids, found = Ids(), []
    every = list(setups)
    for where in module.maps:
        for board in where.boards:
            numbers = fitted(board, board.main) if board.main else None
            if numbers is None or (where.is_hand and module.maps[0] is not where):
                continue
            title = told(board.name or where.name) or "Map"
            ident = f"map_{ids.one(title, 'board')}"
            found.append(DraftMap(ident, title, where.name, board, numbers))
    times = {each.id: _standing_on(each, every) for each in found}
    order = sorted(found, key=lambda each: (-times[each.id], -len(each.numbers.ids)))
    if times and max(times.values()) == 0:
        order = sorted(found, key=lambda each: -len(each.numbers.ids))
    for each in order:
        each.boxes = _boxes(each, every)
    return order


def _standing_on(each: DraftMap, setups: Iterable[ModuleSetup]) -> int:
    return sum(
        standing.board is each.board and standing.hex is not None
        for setup in setups
        for standing in setup.standing
    )


def _boxes(each: DraftMap, setups: Iterable[ModuleSetup]) -> dict[str, str]:
    """The zones of its board in which units begin."""
    ids = Ids([*each.numbers.ids.values(), each.id])
    names = dict.fromkeys(
        standing.zone
        for setup in setups
        for standing in setup.standing
        if standing.board is each.board and standing.hex is None and standing.zone
    )
    return {name: ids.one(name, "box") for name in names}
