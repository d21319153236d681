"""Highlights, sides and states are told apart by shape or lightness, whatever colours one sees."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

import pygame
import pytest

import hexwar
from hexwar.definition.locations import games_in, shipped
from hexwar.rules.game import Game
from hexwar.rules.sides.section import Sides
from hexwar.viewer.counters.counter import LOWERED, PLAIN, Face, Marks, counter
from hexwar.viewer.drawing.geometry import Camera, HexLayout
from hexwar.viewer.drawing.outlines import ENEMY_REACH, SUPPLIED, SUPPLIED_ALL
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.signs import plate
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, luminance, parse_color
from hexwar.viewer.table.fights import INTO_TARGET
from hexwar.viewer.widgets import Look
from hexwar.viewer.widgets.controls import Row
from tests.viewer.test_colours import SIMULATED, seen

BEYOND, HERE, THERE = "0502", "0503", "0504"
GROUND = (120, 120, 120)


MARKS: dict[str, Callable[[Overlay], None]] = {
    "where one can go": lambda o: o.region({HERE, THERE}),
    "where one can go in another way": lambda o: o.border({HERE, THERE}),
    "one place to go": lambda o: o.goal(HERE),
    "who can be chosen": lambda o: o.frame(HERE, PALETTE.gold, dashed=True),
    "under the pointer": lambda o: o.frame(HERE, PALETTE.ink, shrink=0.97),
    "the cursor": lambda o: o.cursor(HERE),
    "a target": lambda o: o.crosshair(HERE),
    "a target that is aimed at": lambda o: o.crosshair(HERE, chosen=True),
    "what the enemy can reach": lambda o: o.outline({HERE, THERE}, ENEMY_REACH),
    "a zone of control": lambda o: o.hatch({HERE, THERE}),
    "supply for all": lambda o: o.outline({HERE, THERE}, SUPPLIED_ALL),
    "supply": lambda o: o.outline({HERE, THERE}, SUPPLIED),
    "not seen from there": lambda o: o.shade([HERE, THERE]),
    "no line": lambda o: o.no_line(HERE),
    "cannot be put down here": lambda o: o.no_entry(o.center(HERE), 20),
    "a unit that threatens": lambda o: o.threat_mark(o.center(HERE)),
    "a lesson points at it": lambda o: o.ringed((HERE,)),
    "where a unit has come from": lambda o: o.footsteps((THERE, HERE)),
    "the way that was gone": lambda o: o.route((THERE, HERE), PALETTE.accent),
    "the path that would be gone": lambda o: o.path((THERE, HERE), ("", "1"), stopped=False),
    "a path that must end": lambda o: o.path((THERE, HERE), ("", "1"), stopped=True),
    "an attack": lambda o: o.arrow(THERE, HERE, PALETTE.danger, reach=0.42),
    "an attack that was declared": lambda o: o.arrow(THERE, HERE, PALETTE.gold, 0.42, barred=True),
    "a retreat": lambda o: o.arrow(THERE, HERE, PALETTE.accent, reach=0.8),
    "a line of supply": lambda o: o.trace((THERE, HERE)),
    "lines of supply": lambda o: o.network([(THERE, HERE)]),
    "a line of sight": lambda o: o.sight(THERE, BEYOND, (), clear=True),
    "a line of sight that is blocked": lambda o: o.sight(THERE, BEYOND, (HERE,), clear=False),
    "crossed by a line": lambda o: o.crossed((HERE,)),
    "a battle": lambda o: o.clash(HERE, ""),
}
"""Everything that is laid over the map, by what it means."""

ENOUGH = 45  # pixels of about four thousand in a hex of this size


@cache
def printed() -> Game:
    """The game on whose map everything is drawn."""
    return hexwar.load_game("strike_force_one")


def drawn(mark: Callable[[Overlay], None]) -> pygame.Surface:
    """A mark on grey ground."""
    game = printed()
    layout = HexLayout()
    camera = Camera(layout.bounds([game.map.axial(n) for n in (HERE, THERE)]), 240, 240)
    camera.zoom = 40
    camera.center_on(*layout.center(game.map.axial(HERE)))
    surface = pygame.Surface((240, 240))
    surface.fill(GROUND)
    mark(Overlay(surface, camera, layout, game.map))
    return surface


def shape(surface: pygame.Surface) -> int:
    """Where something was drawn, whatever its colour: a bit a pixel."""
    pixels = pygame.image.tobytes(surface, "RGB")
    ground = bytes(GROUND)
    cells = bytes(pixels[at : at + 3] != ground for at in range(0, len(pixels), 3))
    return int.from_bytes(cells)


def test_no_two_marks_have_one_shape() -> None:
    """Not even for who sees no colours and no shades at all: their outlines differ."""
    shapes = {name: shape(drawn(mark)) for name, mark in MARKS.items()}
    assert all(shapes.values())
    alike = [
        (one, other, (shapes[one] ^ shapes[other]).bit_count())
        for one, other in combinations(shapes, 2)
        if (shapes[one] ^ shapes[other]).bit_count() < ENOUGH
    ]
    assert alike == []


@pytest.mark.parametrize(("start", "end"), [(THERE, HERE), (THERE, BEYOND), ("0603", "0502")])
def test_no_arrow_of_an_attack_covers_a_counter(start: str, end: str) -> None:
    """Nor one that stands between the two hexes: the values are read as it is aimed."""
    middles: dict[str, tuple[float, float]] = {}

    def aimed(overlay: Overlay) -> None:
        overlay.arrow(start, end, PALETTE.danger, INTO_TARGET)
        middles.update((number, overlay.center(number)) for number in (start, HERE, end))

    surface = drawn(aimed)
    for number, (across, down) in middles.items():
        printed_on_it = pygame.Rect(0, 0, 32, 32)  # within a side of 42
        printed_on_it.center = round(across), round(down + 40 * LOWERED)
        assert shape(surface.subsurface(printed_on_it.clip(surface.get_rect()))) == 0, number


def by_side(draw: Callable[[Overlay, int], None], band: int) -> int:
    """The shape of what belongs to a side."""
    return shape(drawn(lambda overlay: draw(overlay, band)))


@pytest.mark.parametrize(
    "draw",
    [
        lambda o, band: o.pennant(HERE, PALETTE.ink, band),
        lambda o, band: o.source(HERE, PALETTE.ink, band),
    ],
    ids=["flags", "sources of supply"],
)
def test_what_belongs_to_sides_has_their_shapes(draw: Callable[[Overlay, int], None]) -> None:
    """Up to four of them, all in one colour here."""
    shapes = [by_side(draw, band) for band in range(4)]
    assert min((one ^ other).bit_count() for one, other in combinations(shapes, 2)) > 10


def test_tags_of_two_sides_differ_by_their_corners() -> None:
    """Round for one, square for the other."""
    shapes = [
        by_side(lambda o, b: o.tags(HERE, [plate("letters", "mi", PALETTE.ink, b, 30)]), n)
        for n in (0, 1)
    ]
    assert (shapes[0] ^ shapes[1]).bit_count() > 4


@pytest.mark.parametrize("side", [12, 32, 64])
def test_counters_of_four_sides_of_one_colour_differ(side: int) -> None:
    """By the box of the symbol: light or dark, square or round; very small ones by their heart."""
    pictures = [
        counter(Face("A", "infantry", "Infantry", "company", (120, 120, 120), band), side)
        for band in range(4)
    ]
    for one, other in combinations(pictures, 2):
        assert counters_differ(one, other, "full colour") >= 4


@cache
def light(color: Color, sight: str) -> float:
    """How light a colour is for somebody with this sight."""
    return luminance(seen(color, SIMULATED[sight])) + 0.05


def counters_differ(one: pygame.Surface, other: pygame.Surface, sight: str) -> int:
    """Pixels of two pictures that somebody with this sight can tell apart by their lightness."""
    pairs = zip(*(pygame.image.tobytes(p, "RGB") for p in (one, other)), strict=True)
    flat = list(pairs)
    found = 0
    for at in range(0, len(flat), 3):
        (a, b), (c, d), (e, f) = flat[at : at + 3]
        if (a, c, e) != (b, d, f):
            bright, dark = light((a, c, e), sight), light((b, d, f), sight)
            found += max(bright, dark) / min(bright, dark) > 1.35
    return found


STATES = {
    "as it is": PLAIN,
    "has acted": Marks(moved=True),
    "done": Marks(dimmed=True),
    "picked up": Marks(lit=True),
    "cut off": Marks(cut_off=True),
    "in a state": Marks(signs=("D",)),
    "in another state": Marks(signs=("R",)),
}


def side_colors() -> list[Color]:
    """The colours of all sides of all games that are shipped."""
    names = sorted(set(games_in(shipped("games"))) - {"scs"})
    sides = (
        side for name in names for side in hexwar.load_game(name).definition.resolve()[Sides].all
    )
    return [parse_color(side.color, PALETTE.ink) for side in sides]


@pytest.mark.parametrize("sight", SIMULATED)
def test_states_of_a_counter_are_told_apart(sight: str) -> None:
    """By a corner, a rim, a sign or lightness, on the colours of every side that is shipped."""
    alike = []
    for color in dict.fromkeys(side_colors()):
        face = Face("A", "infantry", "Infantry", "company", color, 0)
        pictures = {name: counter(face, 30, marks) for name, marks in STATES.items()}
        pairs = list(combinations(pictures, 2))
        if sight != "greyscale":  # whoever sees hues sees lightness too: against the plain one
            pairs = pairs[: len(STATES) - 1]
        for one, other in pairs:
            if counters_differ(pictures[one], pictures[other], sight) < 8:
                alike.append((color, one, other))
    assert alike == []


def test_a_reduced_and_a_boxed_counter_have_shapes_of_their_own() -> None:
    """In greyscale too."""
    color = parse_color("#3f7d3a", PALETTE.ink)
    faces = [
        Face("A", "infantry", "Infantry", "company", color, 0, "4-3-6", boxed, reduced)
        for boxed, reduced in ((False, False), (True, False), (False, True))
    ]
    for one, other in combinations([counter(face, 48) for face in faces], 2):
        assert counters_differ(one, other, "greyscale") > 20


def test_a_row_that_is_chosen_has_a_bar() -> None:
    """Its pale ground alone would be hue alone."""
    pygame.font.init()
    theme = Theme(1.0)
    row = Row("row", pygame.Rect(0, 0, 200, 60), "Strike Force One", "", lambda: None)
    pictures = []
    for row.selected in (False, True):
        surface = pygame.Surface((200, 60))
        row.paint(surface, Look(theme))
        pictures.append(surface.subsurface((0, 0, 8, 60)).copy())
    assert counters_differ(pictures[0], pictures[1], "greyscale") > 100
