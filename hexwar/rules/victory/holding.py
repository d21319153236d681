"""Whose the places of the map are, as far as rules ask: what flags on a map show.

Two rules know of it. Control remembers who was last in a hex; conditions of victory and points that
say `occupied` ask only who stands there. Both are put together here, for the window, the printed
map, the page of a replay and the terminal to show the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hexwar.definition.grammar import does
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.control.section import ControlledHexes, ControlSelectors, Ground
from hexwar.rules.victory.section import Victory

if TYPE_CHECKING:
    from hexwar.rules.control.rules import ControlRules
    from hexwar.rules.points.section import Points

_OCCUPIED, _CONTROLLED = "occupied", "controlled"


class HoldingRules:
    """A hex that is controlled is held until somebody else controls it. Where victory and points
    only ask who stands in a hex, it is held by whom they would find there now.
    """

    __slots__ = ("_asked", "_control")

    def __init__(
        self, frame: Frame, control: ControlRules | None, victory: Victory, points: Points | None
    ) -> None:
        self._control = control
        asked = _regions((victory, points), _OCCUPIED)
        hexes = frame.board.mask({number for name in asked for number in frame.map.region(name)})
        # Where control is remembered, who stands in a hex need not be who holds it.
        self._asked = hexes & ~control.watched if control else hexes

    def held(self, state: Position, side: int) -> int:
        """Mask of the hexes that a side holds, for all to see."""
        return self.controlled(state, side) | (state.held(side) & self._asked)

    def controlled(self, state: Position, side: int) -> int:
        """Mask of the hexes that a side controls, of those whose control matters."""
        return self._control.held(state, side) if self._control else 0


def holders(state: Position, number: str) -> Iterator[str]:
    """Who holds a hex, a sentence each without its end: ``Red controls it``."""
    rules = state.rules[HoldingRules]
    here = state.frame.board.bit[state.frame.board.cell[number]]
    for side, name in enumerate(state.frame.side_names):
        if rules.held(state, side) & here:
            controls = rules.controlled(state, side) & here
            yield f"{does(name, 'controls' if controls else 'holds')} it"


def scored(game: ResolvedGame) -> frozenset[str]:
    """The hexes by which a side wins or scores while it holds them."""
    regions = _regions((game[Victory], _points(game)), _OCCUPIED, _CONTROLLED)
    return frozenset(number for name in regions for number in game.map.region(name))


def is_held(game: ResolvedGame) -> bool:
    """Whether a game asks at all who holds any hexes."""
    if scored(game) or any(asked.kind == _CONTROLLED for asked in game.conditions()):
        return True
    sections = game.sections.values()
    hexes = (form.controlled for section in sections for form in section.parts(ControlledHexes))
    ground = (form.controlled for section in sections for form in section.parts(Ground))
    units = (form.controlled for section in sections for form in section.parts(ControlSelectors))
    return any(hexes) or any(ground) or any(units)


def _points(game: ResolvedGame) -> Points | None:
    if not game.has("points"):
        return None
    from hexwar.rules.points.section import Points  # not in games without them

    return game.section(Points)


def _regions(sections: tuple[Victory | Points | None, ...], *kinds: str) -> Iterator[str]:
    """The regions that conditions of these kinds are about."""
    for section in sections:
        for condition in section.parts(Condition) if section is not None else ():
            for part in condition.parts():
                if part.kind in kinds:
                    yield str(part.arguments["region"])
