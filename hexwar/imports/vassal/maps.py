"""The maps of a draft: boards with hexes, each with its picture, its numbers and its boxes.

Boards that lie side by side become one map where they can (``grounds``); every other board with a
whole hex is one of its own. The map on which most counters begin is the first, and so the map of
the game; the others are variants. A zone without hexes in which units begin becomes a box beside
its map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hexwar.imports.hexes import grid_of, names_of, ranges
from hexwar.imports.vassal.boards import LaidBoard
from hexwar.imports.vassal.grounds import HexGround, ground_of, joined
from hexwar.imports.vassal.module import Module
from hexwar.imports.vassal.numbers import FittedNumbers, fitted
from hexwar.imports.vassal.setups import ModuleSetup, StandingCounter
from hexwar.imports.writing import Ids, Nested, Rows, told

OPEN = "open"
"""The id of the one kind of terrain."""


@dataclass
class DraftMap:
    """A board, or some side by side, as a map of the game: its numbers, the pictures of its boards,
    the boxes beside it by name.
    """

    id: str
    title: str
    map: str
    ground: HexGround
    numbers: FittedNumbers
    pictures: list[str] = field(default_factory=list)
    boxes: dict[str, str] = field(default_factory=dict)
    """Names of zones to ids."""

    @property
    def images(self) -> list[str]:
        """The pictures of its boards, as the module calls them."""
        return [laid.board.image for laid in self.ground.boards]

    def place(self, standing: StandingCounter) -> str:
        """Where a counter stands on this map: a hex, a box, or empty if it is neither."""
        if standing.board is None or not self.ground.has(standing.board):
            return ""
        if standing.hex is not None:
            return self.numbers.ids.get(self.ground.place(standing.board, standing.hex), "")
        return self.boxes.get(standing.zone, "")

    def section(self) -> dict[str, object]:
        """The section ``map`` of a game."""
        numbers = self.numbers.numbering
        keys: dict[str, object] = {"grid": grid_of(numbers)}
        if names := names_of(numbers):
            keys["numbers"] = names
        if self.pictures and all(self.pictures):
            first, *beside = self.pictures
            picture: dict[str, object] = {"file": first, "grid": self._calibration()}
            if beside:
                picture["beside"] = Rows(
                    {"file": file, "x": float(laid.origin[0]), "y": float(laid.origin[1])}
                    | ({"turned": True} if laid.is_turned else {})
                    for file, laid in zip(beside, self.ground.boards[1:], strict=True)
                )
            keys["picture"] = Nested(picture)
        keys["default"] = OPEN
        if self.numbers.void:
            keys["hexes"] = {"void": ranges(numbers, self.numbers.void)}
        if self.boxes:
            titles = {box: {"title": told(name)} for name, box in self.boxes.items()}
            keys["boxes"] = Nested(titles)
        return keys

    def _calibration(self) -> dict[str, object]:
        """Where hexes lie on the picture, and what is to be drawn over it that it lacks."""
        main = self.ground.boards[0].board.main
        x0, y0 = self.numbers.first
        grid = self.ground.grid
        # In a module dx lies along the grid, here along the picture.
        dx, dy = (grid.dy, grid.dx) if grid.sideways else (grid.dx, grid.dy)
        keys: dict[str, object] = {"dx": float(dx), "dy": float(dy)}
        keys |= {"x0": float(x0), "y0": float(y0)}
        if main and main.draws_grid:
            keys["lines"] = True
        if main and (main.numbering is None or main.draws_numbers or self.numbers.is_new):
            keys["numbers"] = True
        return keys


def maps_of(
    module: Module, setups: Iterable[ModuleSetup], layouts: Mapping[str, Sequence[LaidBoard]]
) -> tuple[list[DraftMap], dict[str, str]]:
    """All boards with whole hexes; the one on which most counters begin is the first.

    Boards that lie side by side (``layouts``, by map) are one map if they can be: with it comes
    what is told of those that do.
    """
    ids, drafts = Ids(), []
    told_of: dict[str, str] = {}
    every = list(setups)
    for where in module.maps:
        # Hands hold cards; only as the first map of a module may such a one be played on.
        if where.is_hand and module.maps[0] is not where:
            continue
        beside = layouts.get(where.name, ())
        together = joined(beside) if len(beside) > 1 else ""
        if beside:
            names = ", ".join(told(laid.board.name) for laid in beside)
            how = f"maps of their own: {together}" if isinstance(together, str) else "one map"
            told_of[told(where.name)] = f"{names} lie side by side, and are {how}"
        grounds = [] if isinstance(together, str) else [(where.name, together)]
        for board in where.boards:
            if not any(ground.has(board) for _, ground in grounds) and (alone := ground_of(board)):
                grounds.append((board.name or where.name, alone))
        for name, ground in grounds:
            if ground.owners:
                title = told(name) or "Map"
                ident = f"map_{ids.one(title, 'board')}"
                drafts.append(DraftMap(ident, title, where.name, ground, fitted(ground)))
    times = {draft.id: _standing_on(draft, every) for draft in drafts}
    order = sorted(drafts, key=lambda draft: (-times[draft.id], -len(draft.numbers.ids)))
    # No counter says which is played on: then the largest.
    if times and max(times.values()) == 0:
        order = sorted(drafts, key=lambda draft: -len(draft.numbers.ids))
    for draft in order:
        draft.boxes = _boxes(draft, every)
    return order, told_of


def _standing_on(each: DraftMap, setups: Iterable[ModuleSetup]) -> int:
    return sum(
        each.ground.has(standing.board) and standing.hex is not None
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
        if each.ground.has(standing.board) and standing.hex is None and standing.zone
    )
    return {name: ids.one(name, "box") for name in names}
