"""The map in plain characters."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

import hexwar
from hexwar.cli.text.map import draw_map, legend, side_signs, terrain_letters
from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.hexmap.numbering import Numbering
from hexwar.records import Session
from hexwar.rules.terrain.section import (
    ClassCosts,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
    Terrain,
)
from hexwar.rules.units.section import Units
from tests.cli.conversation import answer
from tests.rules.tiny import tiny

UNITS = {"0102": ("A",), "0201": ("W", "X"), "0202": ("A", "B", "C", "D")}
POINTY = Numbering(2, 2, orientation="pointy", shoved="even-rows-right")

FLAT_MAP = r"""
  ______
 /0101 w\
/        \______
\        /0201 .\
 \______/ [W X]  \
 /0102 .\        /
/  (A)   \______/
\  Town  /0202 .\
 \______/ (A+3)  \
        \        /
         \______/
"""

POINTY_MAP = r"""
    / \       / \
 / 0101 w\ / 0201 .\
|         |  [W X]  |
|         |         |
 \       / \       / \
    \ / 0102 .\ / 0202 .\
     |   (A)   |  (A+3)  |
     |   Town  |         |
      \       / \       /
         \ /       \ /
"""


@pytest.fixture
def game() -> ResolvedGame:
    """A shipped game's sides, units and terrain, to be put on other maps."""
    return hexwar.load_game("strike_force_one").definition.resolve()


def small(game: ResolvedGame, numbering: Numbering) -> ResolvedGame:
    """The game on a map of four hexes."""
    terrain = dict.fromkeys(numbering.numbers(), "open") | {"0101": "woods"}
    return replace(game, map=HexMap(numbering, terrain, features={"0102": {"town": "Town"}}))


def drawn(game: ResolvedGame) -> str:
    """The map with some units."""
    return draw_map(game, lambda number: UNITS.get(number, ()))


@pytest.mark.parametrize(
    ("numbering", "expected"), [(Numbering(2, 2), FLAT_MAP), (POINTY, POINTY_MAP)]
)
def test_number_terrain_units_and_name(
    numbering: Numbering, expected: str, game: ResolvedGame
) -> None:
    """Units stand in their side's brackets; of a tall stack, the first and how many more."""
    assert drawn(small(game, numbering)) == expected.strip("\n")


@pytest.mark.parametrize(
    ("numbering", "pair", "signs"),
    [
        (Numbering(2, 2), ("0101", "0102"), 6),
        (Numbering(2, 2), ("0101", "0201"), 2),
        (Numbering(2, 2), ("0201", "0102"), 2),
        (POINTY, ("0101", "0201"), 2),
        (POINTY, ("0101", "0102"), 2),
        (POINTY, ("0201", "0102"), 2),
    ],
)
def test_a_hexside_is_drawn_with_its_sign(
    numbering: Numbering, pair: tuple[str, str], signs: int, game: ResolvedGame
) -> None:
    """Whichever of the six sides it is, it takes the place of the outline and nothing else."""
    plain = small(game, numbering)
    river = HexsideTerrain(id="river", title="River", cost=ClassCosts({}, Fraction(1)))
    terrain = dict.fromkeys(numbering.numbers(), "open") | {"0101": "woods"}
    named = {"0102": {"town": "Town"}}
    board = HexMap(numbering, terrain, features=named, hexsides={pair: frozenset({"river"})})
    kinds = Terrain(hexes=game[Terrain].hexes, hexsides={"river": river})
    wet = replace(game, map=board, sections={**game.sections, Terrain: kinds})
    before, after = drawn(plain), drawn(wet)
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == signs
    assert {new for _, new in changed} == {"~"}
    assert {old for old, _ in changed} <= set("_/\\|")
    assert "Hexsides: ~ River" in legend(wet)


def test_letters_are_distinct_and_the_commonest_terrain_is_a_dot(game: ResolvedGame) -> None:
    """Two kinds that begin alike get different letters."""
    kinds = {
        name: HexTerrain(id=name, cost=ClassCosts({}))
        for name in ("clear", "wood", "water", "waste")
    }
    numbering = Numbering(3, 3)
    hexes = dict.fromkeys(numbering.numbers(), "clear")
    hexes |= {"0101": "wood", "0102": "water", "0103": "waste"}
    sections = {**game.sections, Terrain: Terrain(hexes=kinds)}
    letters = terrain_letters(replace(game, map=HexMap(numbering, hexes), sections=sections))
    assert letters["clear"] == "."
    assert letters["wood"] == "w"
    assert len(set(letters.values())) == 4


def test_roads_are_told_as_chains(game: ResolvedGame) -> None:
    """Steps that join are one chain, whatever the order in which the map has them."""
    numbering = Numbering(5, 1)
    road = frozenset({"road"})
    steps = [("0201", "0301"), ("0101", "0201"), ("0401", "0501")]
    hexes = dict.fromkeys(numbering.numbers(), "open")
    board = HexMap(numbering, hexes, paths=dict.fromkeys(steps, road))
    road_kind = PathTerrain(id="road", title="Road", cost=ClassCosts({}))
    kinds = Terrain(hexes=game[Terrain].hexes, paths={"road": road_kind})
    paved = replace(game, map=board, sections={**game.sections, Terrain: kinds})
    (line,) = [line for line in legend(paved) if "Road" in line]
    assert line == "Road: 0101-0201-0301 0401-0501"


def test_a_long_name_is_cut_and_the_count_is_not(game: ResolvedGame) -> None:
    """How many stand there matters more than how the first is spelled."""
    long = "Grossdeutschland"
    units = {name: replace(game[Units].counters["A"], id=name) for name in (long, "B2")}
    board = small(game, Numbering(2, 2)).map
    sections = {**game.sections, Units: Units(types=game[Units].types, counters=units)}
    text = draw_map(replace(game, map=board, sections=sections), lambda _: (long, "B2"))
    assert "(Grossdeuts+1)" in text


def test_a_long_number_widens_the_hexes(game: ResolvedGame) -> None:
    """Nothing is cut off that a player must type."""
    numbering = Numbering(2, 120, prefix="A", ids="CC.RR")
    board = HexMap(numbering, dict.fromkeys(numbering.numbers(), "open"))
    text = draw_map(replace(game, map=board), lambda number: ())
    assert [number for number in board if f"{number} ." not in text] == []


def test_counters_that_are_no_units_lie_on_the_map() -> None:
    """Blue's ambush begins in 0504 and his gate in 0602; what a star is the legend says."""
    printed = answer(Session.new(tiny("works"), seed=1), "map")
    assert printed.count("*Ambush") == printed.count("*Gate") == 1
    assert "*: a counter that is no unit" in printed


def test_what_crosses_is_drawn_where_it_lies_on_what_it_crosses() -> None:
    """Whatever the order in which a set of kinds is read: a bridge, and not the river below it."""
    state = tiny("scs_worked").start()
    hexmap, terrain = state.resolved.map, state.resolved[Terrain]
    crossings = {kind.id for kind in terrain.hexsides.values() if kind.negates}
    both = [pair for pair, kinds in hexmap.hexsides.items() if kinds & crossings and len(kinds) > 1]
    assert both
    signs = side_signs(state.resolved)
    for a, _ in both:
        picture = draw_map(state.resolved, lambda number: (), only=[a])
        assert any(signs[kind] in picture for kind in crossings & signs.keys())
