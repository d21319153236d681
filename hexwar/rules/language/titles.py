"""What players call what a game defines."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.definition.model import ResolvedGame
from hexwar.engine.notation import brought
from hexwar.hexmap import HexMap
from hexwar.rules.language.wording import Names
from hexwar.rules.sides.section import Sides


def titles(game: ResolvedGame) -> Names:
    """The names of sides, by id, and the titles that sections give, by kind and id."""
    titled = brought().titles
    return {
        **game[Sides].names,
        **{
            f"{kind} {id_}": one.title
            for kind, of in titled.items()
            for id_, one in of(game).items()
        },
        **{f"region {name}": title for name, title in game.map.titles.items()},
        **{f"only hex of {name}": place for name, place in _single_hexes(game.map)},
    }


def _single_hexes(board: HexMap) -> Iterator[tuple[str, str]]:
    """Regions of one hex, with what that is called: their title, a name on the map, its number."""
    for name, numbers in board.regions.items():
        if len(numbers) == 1:
            (number,) = numbers
            place = next(filter(None, board.features(number).values()), f"hex {number}")
            yield name, board.titles.get(name, place)
