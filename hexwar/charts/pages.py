"""All charts of a game, in the order in which they are read."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.charts.blocks import Page
from hexwar.charts.reading_back import pages_of_rules
from hexwar.charts.sequence_of_play import scores, sequence_of_play, victory_conditions
from hexwar.charts.tables import (
    combat_table,
    order_of_battle,
    starting_place,
    tables_of_the_game,
    terrain_chart,
)
from hexwar.definition.model import ResolvedGame
from hexwar.rules.combat.section import Combat
from hexwar.rules.points.section import Points
from hexwar.rules.tables.section import Tables

ORDER_OF_BATTLE = "ORDER OF BATTLE"


def charts(game: ResolvedGame) -> Iterator[Page]:
    """What a game says beside its map, page by page: all that is enforced."""
    yield "TERRAIN EFFECTS", [terrain_chart(game)]
    if game.section(Combat) is not None:
        yield "COMBAT RESULTS", combat_table(game)
    if game[Tables].tables:
        yield "TABLES", tables_of_the_game(game)
    yield ORDER_OF_BATTLE, order_of_battle(game, starting_place(game))
    yield "SEQUENCE OF PLAY", sequence_of_play(game)
    yield from pages_of_rules(game)
    if game[Points].awards:
        yield "VICTORY POINTS", scores(game)
    yield "VICTORY", victory_conditions(game)
