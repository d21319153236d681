"""Heat maps on the game's own map, which stands in the page once.

The map is drawn by the code of the window and laid under all heat maps of a game by one rule of
style; a heat map itself is only the hexes with anything in them, more or less red.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from html import escape

from hexwar.definition.model import ResolvedGame
from hexwar.definition.svg import SVG
from hexwar.viewer.page.drawing import sheet_of, shown_by
from hexwar.viewer.page.svg import element, points, size
from hexwar.viewer.rendering import svg_of

_HOT = "#b3261e"
_LEAST, _MOST = 0.15, 0.7  # opacity of a hex with anything in it, and of the hottest


class HeatMaps:
    """The heat maps of one game as it was chosen; ``name`` is the class of its map in the page."""

    def __init__(self, game: ResolvedGame, name: str) -> None:
        self._game, self._name = game, name
        self._painter = shown_by(game)
        self._sheet = sheet_of(self._painter)

    def style(self) -> str:
        """The rule that lays the map under everything of its class."""
        # As a background of a class it stands in the page once, however many heat maps lie on it.
        drawn = b64encode(svg_of("map", self._game).encode()).decode()
        shape = f"{self._sheet.width / self._sheet.height:.4f}"
        return (
            f".{self._name} {{aspect-ratio: {shape}; "
            f"background: url(data:image/svg+xml;base64,{drawn}) 0 0 / 100% 100%}}"
        )

    def heat(self, counts: Mapping[str, int], games: int, what: str) -> str:
        """Hexes as red as their count is high; pointing at one tells how often in a game."""
        there = {where: count for where, count in counts.items() if where in self._game.map}
        most = max(there.values(), default=1)
        hexes = "".join(
            self._hex(where, count / most, f"{where}: {what} {count / games:.2g} times a game")
            for where, count in sorted(there.items())
        )
        sheet = self._sheet
        box = " ".join(map(size, (sheet.left, sheet.top, sheet.width, sheet.height)))
        return element("div", element("svg", hexes, xmlns=SVG, viewBox=box), class_=self._class)

    @property
    def _class(self) -> str:
        return f"map {self._name}"

    def _hex(self, where: str, share: float, told: str) -> str:
        x, y = self._painter.center(where)
        outline = points((x + dx, y + dy) for dx, dy in self._painter.layout.corner_offsets)
        return element(
            "polygon",
            element("title", escape(told)),
            points=outline,
            fill=_HOT,
            fill_opacity=f"{_LEAST + (_MOST - _LEAST) * share:.2f}",
        )
