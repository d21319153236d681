"""Lines of sight: who sees whom, what is in the way, and what a game may say about it."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from hexwar.hexmap import HexMap, Numbering
from hexwar.hexmap.sight import SightLines
from hexwar.rules.line_of_sight.rules import Obstacles, SightRules
from hexwar.rules.line_of_sight.section import BlockedBy, Elevation, Levels, LineOfSight
from hexwar.rules.terrain.rules import Geometry
from hexwar.rules.terrain.section import ClassCosts, Feature, HexsideTerrain, HexTerrain, Terrain
from tests.hexmap.maps import GRIDS
from tests.hexmap.slow_sight import twin

GROUND = {".": "open", "W": "woods", "H": "hill", "T": "tower"}
ENDS = {"U": "open", "V": "woods", "K": "hill"}
"""What the signs on a drawn map stand for; those of the second kind are the ends of the line."""

TERRAIN = Terrain(
    hexes={
        name: HexTerrain(id=name, title=name.capitalize(), cost=ClassCosts({}, Fraction(1)))
        for name in ("open", "woods", "hill", "tower")
    },
    hexsides={"hedge": HexsideTerrain(id="hedge", title="Hedge")}
    | {"gate": HexsideTerrain(id="gate", title="Gate", negates=("hedge",))},
    features={"building": Feature(id="building", title="Building")},
)
WOODS = BlockedBy(hexes=("woods",), features=("building",), hexsides=("hedge",))
HIGH = Levels(
    hexes={
        "hill": Elevation(ground=2),
        "woods": Elevation(height=1),
        "tower": Elevation(ground=1, height=2),
    }
)


def rules(hexmap: HexMap, **said: Any) -> SightRules:
    """The rules of a section on a map; woods, buildings and hedges block unless said otherwise."""
    section = LineOfSight(**{"blocked_by": WOODS, **said})
    frame: Any = SimpleNamespace(board=hexmap.board, map=hexmap, resolved={Terrain: TERRAIN})
    obstacles = Obstacles(frame, section, TERRAIN, Geometry(frame, frame.map))
    return SightRules(frame, section, obstacles, SightLines(hexmap))


class Drawn(NamedTuple):
    """A drawn map and the ends of the line on it."""

    hexmap: HexMap
    ends: tuple[str, str]


def drawn(drawing: str, **more: Any) -> Drawn:
    """A map with flat tops: two signs from column to column, two lines from row to row."""
    lines = drawing.strip("\n").split("\n")
    left = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    signs = {
        ((x - left) // 2 + 1, y // 2 + 1): sign
        for y, line in enumerate(lines)
        for x, sign in enumerate(line)
        if sign != " "
    }
    columns, rows = (max(place[axis] for place in signs) for axis in (0, 1))
    numbering = Numbering(columns, rows)
    named = {numbering.number(*place): sign for place, sign in signs.items()}
    a, b = sorted(number for number, sign in named.items() if sign in ENDS)
    terrain = {number: (GROUND | ENDS)[sign] for number, sign in named.items()}
    return Drawn(HexMap(numbering, terrain, **more), (a, b))


def found(drawn: Drawn, **said: Any) -> str:
    """What first blocks the line on a drawn map; "" for a clear one. Both ways it is the same."""
    sights = rules(drawn.hexmap, **said)
    a, b = (drawn.hexmap.board.cell[number] for number in drawn.ends)
    there, back = sights.blocked(a, b), sights.blocked(b, a)
    open_line = there is None
    assert open_line == (back is None) == sights.sees(a, b) == sights.sees(b, a)
    assert open_line == bool(sights.visible(a) >> b & 1) == bool(sights.visible(b) >> a & 1)
    assert (sights.why(a, b) is None) == open_line
    return there.label if there else ""


def test_a_hex_that_the_line_crosses_blocks_it() -> None:
    """From 0101 to 0502 the line crosses 0401 from side to side."""
    drawing = """
U   .   .
  .   W
.   .   U
"""
    assert found(drawn(drawing)) == "0401 (Woods)"


def test_the_first_of_several_is_named() -> None:
    """Seen from 0101; the way back begins with the other."""
    drawing = drawn("""
U   .   .
  W   W
.   .   U
""")
    assert found(drawing) == "0201 (Woods)"
    assert found(Drawn(drawing.hexmap, ("0502", "0101"))) == "0401 (Woods)"


def test_neither_end_blocks() -> None:
    drawing = """
V   .   .
  .   .
.   .   V
"""
    assert found(drawn(drawing)) == ""


def test_woods_beside_the_line_do_not_block_it() -> None:
    drawing = """
U   .   W
  .   .
W   .   U
  W   W
"""
    assert found(drawn(drawing)) == ""


def test_neighbours_see_each_other() -> None:
    drawing = """
V   W
  V
W   W
"""
    assert found(drawn(drawing)) == ""


def test_a_corner_that_is_touched_does_not_block() -> None:
    """The line from 0102 to 0603 passes corners of 0302 and 0403, and crosses neither."""
    drawing = """
.   .   .
  .   .   .
U   W   .
  .   .   .
.   .   .
  .   W   U
"""
    assert found(drawn(drawing)) == ""
    assert found(drawn(drawing.replace("W   .", ".   W").replace(".   W   U", "W   .   U"))) == ""
    crossed = drawing.replace(".   .   .\n  .   W", ".   W   .\n  .   W")
    assert found(drawn(crossed)) == "0303 (Woods)"


ONE_BESIDE = """
.   .
  W
U   U
  .
"""
TWO_BESIDE = """
.   .
  W
U   U
  W
"""


@pytest.mark.parametrize(
    ("word", "one", "two"),
    [
        ("both", "", "0201 (Woods) and 0202 (Woods)"),
        ("either", "0201 (Woods)", "0201 (Woods) and 0202 (Woods)"),
        ("never", "", ""),
    ],
)
def test_along_a_hexside_the_hexes_beside_it_block(word: str, one: str, two: str) -> None:
    """The line from 0102 to 0302 runs along the side between 0201 and 0202."""
    assert found(drawn(ONE_BESIDE), along_hexside=word) == one
    assert found(drawn(TWO_BESIDE), along_hexside=word) == two


def test_both_hexes_beside_the_same_hexside_must_block() -> None:
    """One north of the line and one south of it, a hexside further on, leave it open."""
    drawing = """
.   .   .
  W   .
U   .   U
  .   W
"""
    assert found(drawn(drawing)) == ""
    assert found(drawn(drawing), along_hexside="either") == "0201 (Woods)"


def test_the_edge_of_the_map_does_not_block() -> None:
    """From 0101 to 0301 the line runs between 0201 and what is no part of the map."""
    drawing = """
U   U
  W
"""
    assert found(drawn(drawing)) == ""


HEDGES = """
.   .   .
  .   .   .
U   .   .
  .   .   .
.   .   .
  .   .   U
"""


@pytest.mark.parametrize(
    ("pair", "blocker", "with_own_clear"),
    [
        (("0102", "0202"), "0102/0202 (Hedge)", ""),
        (("0402", "0303"), "0303/0402 (Hedge)", "0303/0402 (Hedge)"),
        (("0603", "0503"), "0503/0603 (Hedge)", ""),
        (("0202", "0303"), "", ""),
        (("0202", "0302"), "", ""),
        (("0303", "0304"), "", ""),
    ],
)
def test_a_hexside_blocks_a_line_that_crosses_it(
    pair: tuple[str, str], blocker: str, with_own_clear: str
) -> None:
    """It does not block where only its end is touched, as by the line from 0202 to 0303."""
    drawing = drawn(HEDGES + ".   .   .\n", hexsides={pair: frozenset(("hedge",))})
    assert found(drawing) == blocker
    assert found(drawing, own_hexsides="clear") == with_own_clear


def test_a_hexside_between_neighbours_blocks_unless_they_see_over_their_own() -> None:
    drawing = drawn("U\n\nU", hexsides={("0101", "0102"): frozenset(("hedge",))})
    assert found(drawing) == "0101/0102 (Hedge)"
    assert found(drawing, own_hexsides="clear") == ""


def test_a_line_along_a_hexside_that_blocks_does_not_cross_it() -> None:
    hedge = {("0201", "0202"): frozenset(("hedge",))}
    assert found(drawn(ONE_BESIDE.replace("W", "."), hexsides=hedge)) == ""


def test_a_hexside_that_is_made_harmless_does_not_block() -> None:
    gate = {("0101", "0102"): frozenset(("hedge", "gate"))}
    assert found(drawn("U\n\nU", hexsides=gate)) == ""


def test_a_feature_blocks_under_its_own_title() -> None:
    drawing = drawn("U\n\n.\n\nU", features={"0102": {"building": "The mill"}})
    assert found(drawing) == "0102 (Building)"


@pytest.mark.parametrize(
    ("column", "blocker"),
    [
        ("KW..U", ""),
        ("K..WU", "0104 (Woods)"),
        ("K.W.U", "0103 (Woods)"),
        ("KT..K", "0102 (Tower)"),
        ("K.W.K", ""),
        ("U.H.U", "0103 (Hill)"),
        ("KHHHK", ""),
        ("K.H.U", "0103 (Hill)"),
        ("U...U", ""),
        ("UW..U", "0102 (Woods)"),
    ],
)
def test_higher_ground_sees_over_what_is_lower_than_the_line(column: str, blocker: str) -> None:
    """Hills are at level 2, woods rise 1, towers stand at 1 and rise 2. Half way down from a hill
    the line is at 1, and what reaches that high blocks.
    """
    drawing = drawn("\n\n".join(column))
    assert found(drawing, levels=HIGH, blocked_by=BlockedBy(hexes=("woods", "tower"))) == blocker


@pytest.mark.parametrize(("height", "blocker"), [(1, ""), (2, "0102 (Building)")])
def test_between_hills_what_reaches_their_level_blocks(height: int, blocker: str) -> None:
    """From level 2 to level 2 the line stays there."""
    levels = Levels(hexes=HIGH.hexes, features={"building": Elevation(height=height)})
    drawing = drawn("K\n\n.\n\nK", features={"0102": {"building": "The mill"}})
    assert found(drawing, levels=levels) == blocker


def test_what_has_no_height_is_seen_over_from_nowhere() -> None:
    drawing = drawn("\n\n".join("K...U"), features={"0102": {"building": "The mill"}})
    assert found(drawing, levels=HIGH) == "0102 (Building)"


def test_beyond_the_range_nothing_is_seen() -> None:
    """The refusal says so; nothing is in the way."""
    hexmap = drawn("U\n\n.\n\n.\n\nU").hexmap
    sights, cell = rules(hexmap, range=2), hexmap.board.cell
    assert hexmap.board.numbers(sights.visible(cell["0101"])) == ["0101", "0102", "0103"]
    assert [sights.sees(cell["0104"], cell[number]) for number in hexmap] == [
        False,
        True,
        True,
        True,
    ]
    refusal = sights.why(cell["0101"], cell["0104"])
    assert refusal is not None
    assert (refusal.reason, refusal.message) == (
        "line_of_sight.range",
        "0104 is 3 hexes from 0101: sight reaches 2.",
    )


def test_nobody_is_seen_off_the_map() -> None:
    hexmap = drawn("U\n\nU").hexmap
    sights, cell = rules(hexmap), hexmap.board.cell["0101"]
    assert not sights.sees(0, cell)
    assert not sights.sees(cell, 0)
    assert not sights.sees(0, 0)
    assert sights.visible(0) == 0


# -- against the slow twin ----------------------------------------------------------------------


def random_map(chance: Random) -> HexMap:
    """A map of any grid with holes, woods, hills, towers, buildings and hedges."""
    orientation, shoved = chance.choice(GRIDS)
    columns, rows = chance.randint(1, 9), chance.randint(2, 9)
    numbering = Numbering(columns, rows, orientation=orientation, shoved=shoved)
    kinds = ["open", "open", "open", "woods", "hill", "tower", ""]
    signs = {number: chance.choice(kinds) for number in numbering.numbers()}
    signs["0101"] = signs["0102"] = "open"
    plain = HexMap(numbering, {number: kind for number, kind in signs.items() if kind})
    sides = [(a, b) for a in plain for b in plain.neighbors(a) if a < b]
    hedges = chance.sample(sides, chance.choice((0, 0, len(sides) // 6)))
    buildings = chance.sample(plain.numbers, chance.choice((0, len(plain) // 8)))
    return HexMap(
        numbering,
        {number: plain.terrain(number) for number in plain},
        hexsides={pair: frozenset(("hedge",)) for pair in hedges},
        features={number: {"building": ""} for number in buildings},
    )


def slowly_sees(hexmap: HexMap, a: str, b: str, said: LineOfSight) -> bool:
    """Whether a sees b, asked of every hex and side of the map in turn, in fractions."""
    met = twin(hexmap, a, b)
    if said.range is not None and hexmap.distance(a, b) > said.range:
        return False

    def ground(number: str) -> int:
        return {"hill": 2, "tower": 1}.get(hexmap.terrain(number), 0) if said.levels else 0

    def blocks(number: str) -> bool:
        if hexmap.features(number):
            return True
        kind = hexmap.terrain(number)
        there, back = hexmap.distance(a, number), hexmap.distance(b, number)
        share = Fraction(there, there + back)
        height = ground(a) + (ground(b) - ground(a)) * share
        if kind == "woods":
            return not said.levels or height <= 1
        return height < ground(number)

    enough = {"both": 2, "either": 1, "never": 3}[said.along_hexside]
    own = {frozenset((end, n)) for end in (a, b) for n in hexmap.neighbors(end)}
    hedges = {frozenset(pair) for pair in hexmap.hexsides}
    if said.own_hexsides == "clear":
        hedges -= own
    return not (
        any(blocks(number) for number in met.crossed - {a, b})
        or any(sum(map(blocks, pair)) >= enough for pair in met.along)
        or met.sides & hedges
    )


@pytest.mark.matrix(one_in=50)
@pytest.mark.parametrize("seed", range(100))
def test_who_sees_whom_is_what_the_slow_twin_finds(seed: int) -> None:
    """A hundred pairs of hexes, each on a map and under a section of its own."""
    chance = Random(seed)
    for _ in range(100):
        hexmap = random_map(chance)
        said: dict[str, Any] = {
            "along_hexside": chance.choice(("both", "both", "either", "never")),
            "own_hexsides": chance.choice(("block", "clear")),
            "levels": chance.choice((None, HIGH)),
            "range": chance.choice((None, None, 4)),
        }
        a, b = chance.choice(hexmap.numbers), chance.choice(hexmap.numbers)
        sights, cell = rules(hexmap, **said), hexmap.board.cell
        expected = slowly_sees(hexmap, a, b, LineOfSight(**said))
        assert sights.sees(cell[a], cell[b]) == expected, (hexmap.hexes((a, b)), a, b, said)
        assert bool(sights.visible(cell[a]) >> cell[b] & 1) == expected
        assert sights.sees(cell[b], cell[a]) == expected
        assert (sights.why(cell[b], cell[a]) is None) == expected


@pytest.mark.parametrize("seed", range(5))
def test_two_hexes_see_each_other_or_neither_does(seed: int) -> None:
    """Of all pairs on a map, whichever of the two the map is asked from first, and asked about
    some hexes before others.
    """
    chance = Random(seed)
    hexmap = random_map(chance)
    said = {
        "levels": chance.choice((None, HIGH)),
        "along_hexside": chance.choice(("both", "either")),
    }
    masks, pairs, some = (rules(hexmap, **said) for _ in range(3))
    cell = hexmap.board.cell
    for a in hexmap:
        for _ in range(3):
            asked = hexmap.board.mask(chance.sample(hexmap.numbers, len(hexmap) // 3))
            assert some.seen_of(cell[a], asked) == masks.visible(cell[a]) & asked
        for b in hexmap:
            seen = bool(masks.visible(cell[a]) >> cell[b] & 1)
            assert seen == bool(masks.visible(cell[b]) >> cell[a] & 1)
            assert seen == pairs.sees(cell[a], cell[b]) == some.sees(cell[a], cell[b])
