"""The parts of a game that are printed, each a file of its own."""

from __future__ import annotations

from typing import Literal

from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.viewer.printing.booklet import aid_leaves, rules_leaves
from hexwar.viewer.printing.cards import card_leaves
from hexwar.viewer.printing.counters import counter_leaves
from hexwar.viewer.printing.leaves import Leaf, Paper
from hexwar.viewer.printing.map_leaves import map_leaves

Part = Literal["counters", "cards", "map", "aid", "rules"]


def leaves_of(
    part: Part,
    game: ResolvedGame,
    catalog: Catalog,
    paper: Paper,
    counter: float,
    *,
    saving: bool = False,
) -> list[Leaf]:
    """The leaves of one part, none where the game has nothing of it; ``counter``: millimetres of a
    counter's side.
    """
    match part:
        case "counters":
            return counter_leaves(game, paper, counter, saving=saving)
        case "cards":
            return card_leaves(game, paper, saving=saving)
        case "map":
            return map_leaves(game, paper, counter)
        case "aid":
            return aid_leaves(game, paper, counter)
        case "rules":
            return rules_leaves(game, catalog, paper)
