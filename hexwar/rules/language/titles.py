"""What players call what a game defines."""

from __future__ import annotations

from hexwar.definition.model import ResolvedGame
from hexwar.engine.notation import brought
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
    }
