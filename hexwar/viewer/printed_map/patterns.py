"""What is drawn inside a hex of each kind of terrain: trees, hills, water, streets.

Every pattern is drawn once for a zoom and a variant, on a transparent stamp, and stamped into the
map from then on. ``size`` is the pixels from a hex's centre to its corner, on the stamp. A game
names patterns freely; a name that is not known here falls back to a hatch, so that two terrains
never differ by colour alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random

import pygame

from hexwar.hexmap.axial import Orientation
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color, mix

VARIANTS = 5
"""Stamps of each pattern."""


Painter = Callable[[pygame.Surface, Point, float, Random, Color], None]
"""Draws a pattern around a point, ``size`` pixels to a hex's corner, on ground of a colour."""


def scatter(rng: Random, count: int, apart: float, radius: float) -> list[Point]:
    """Up to ``count`` points in a circle of ``radius`` units, at least ``apart`` units apart."""
    points: list[Point] = []
    # Points that come too near are thrown again, but not for ever where there is no room.
    for _ in range(count * 12):
        if len(points) == count:
            break
        angle, distance = rng.uniform(0, math.tau), radius * math.sqrt(rng.random())
        x, y = distance * math.cos(angle), distance * math.sin(angle)
        if all(math.hypot(x - px, y - py) >= apart for px, py in points):
            points.append((x, y))
    # From top to bottom: what stands lower is nearer and is drawn over what is behind it.
    return sorted(points, key=lambda point: point[1])


def _woods(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    _canopy(surface, center, size, color, [(x, y, rng) for x, y in scatter(rng, 30, 0.23, 0.76)])


def _canopy(
    surface: pygame.Surface,
    center: Point,
    size: float,
    color: Color,
    trees: Sequence[tuple[float, float, Random]],
) -> None:
    """Trees that stand close, each over those behind it."""
    shadow = mix(color, (20, 34, 20), 0.62)
    for x, y, rng in trees:
        radius = size * rng.uniform(0.135, 0.185)
        at = (center[0] + x * size, center[1] + y * size)
        ink.disc(surface, (at[0] + radius * 0.22, at[1] + radius * 0.30), radius * 1.05, shadow)
        leaf = mix(mix(color, (38, 78, 42), 0.48), (255, 255, 220), rng.uniform(0, 0.10))
        ink.disc(surface, at, radius, mix(leaf, (16, 34, 18), 0.45))
        ink.disc(surface, at, radius * 0.86, leaf)
        lit = (at[0] - radius * 0.28, at[1] - radius * 0.30)
        ink.disc(surface, lit, radius * 0.42, mix(leaf, (236, 240, 180), 0.30))


@lru_cache(maxsize=200)
def forest(
    variant: int, size: int, color: Color, corners: tuple[Point, ...], onward: frozenset[int]
) -> pygame.Surface:
    """A stamp of woods that go on over some sides of their hex, ``4 * size`` pixels square.

    ``corners`` are the hex's, in units from its centre; side ``n`` of ``onward`` begins at the
    ``n``-th. At the other sides no tree stands beyond the side.
    """
    surface = pygame.Surface((4 * size, 4 * size), pygame.SRCALPHA)
    rng = Random(f"forest/{variant}")
    trees = []
    for x, y in scatter(rng, 44, 0.24, 1.02):
        edge = 0.72 + rng.uniform(-0.05, 0.06)
        if all(
            _depth((x, y), corners, side) < (0.9 if side in onward else edge) for side in range(6)
        ):
            trees.append((x, y, rng))
    _canopy(surface, (2.0 * size, 2.0 * size), size, color, trees)
    return surface


def _depth(point: Point, corners: Sequence[Point], side: int) -> float:
    """How far a point lies from the centre towards a side, in units; the side itself at 0.87."""
    (ax, ay), (bx, by) = corners[side], corners[(side + 1) % 6]
    x, y = (ax + bx) / 2, (ay + by) / 2
    return (point[0] * x + point[1] * y) / math.hypot(x, y)


def _hills(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    """A rise in contour lines, as the key shows it: on the map they follow the ground."""
    line = mix(color, (96, 64, 30), 0.75)
    for reach in (0.74, 0.5, 0.26):
        ring = _rise(center, size * reach, reach)
        ink.stroke(surface, ring, max(1.3, size * 0.035), line, closed=True)


def _mountains(
    surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color
) -> None:
    """A rise in contour lines and hachures, darker on the side away from the light."""
    _hills(surface, center, size, rng, color)
    outer, inner = _rise(center, size * 0.74, 0.74), _rise(center, size * 0.3, 0.3)
    for index, (a, b) in enumerate(zip(inner, outer, strict=True)):
        shade = math.cos(math.tau * index / len(inner) - math.pi / 4)
        dark = mix(color, (56, 40, 30), 0.62 + 0.3 * shade)
        ink.segment(surface, a, b, max(1.3, size * (0.05 + 0.035 * shade)), dark)


def _rise(center: Point, radius: float, turn: float) -> list[Point]:
    """A ring that is not quite round."""
    ring = []
    for corner in range(24):
        angle = math.tau * corner / 24
        across = radius * (1 + 0.12 * math.sin(3 * angle + turn))
        down = radius * 0.8 * (1 + 0.1 * math.cos(2 * angle - turn))
        ring.append((center[0] + across * math.cos(angle), center[1] + down * math.sin(angle)))
    return ring


def _rough(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    dark = mix(color, (66, 50, 34), 0.6)
    for x, y in scatter(rng, 13, 0.3, 0.72):
        reach = size * rng.uniform(0.06, 0.11)
        at = (center[0] + x * size, center[1] + y * size)
        stone = [
            (at[0] - reach, at[1] + reach * 0.6),
            (at[0] - reach * 0.4, at[1] - reach * 0.7),
            (at[0] + reach * 0.6, at[1] - reach * 0.5),
            (at[0] + reach, at[1] + reach * 0.6),
        ]
        ink.shape(surface, stone, mix(color, (120, 104, 84), 0.5))
        ink.stroke(surface, stone, size * 0.022, dark, closed=True)


def _marsh(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    for index, (x, y) in enumerate(scatter(rng, 11, 0.33, 0.7)):
        at = (center[0] + x * size, center[1] + y * size)
        draw_reeds(surface, at, size, color, pool=index % 3 == 0)


def draw_reeds(
    surface: pygame.Surface, at: Point, size: float, color: Color, *, pool: bool
) -> None:
    """A tuft of reeds on a line of water, or in a flat pool."""
    reed, water = mix(color, (44, 74, 44), 0.7), mix(color, (70, 124, 160), 0.7)
    x, y = at
    if pool:
        for reach, tone in ((0.2, mix(water, PALETTE.map_ink, 0.25)), (0.18, water)):
            turns = [math.tau * corner / 14 for corner in range(14)]
            swell = [1 + 0.18 * math.sin(3 * t + x) for t in turns]
            edge = [
                (x + size * reach * r * math.cos(t), y + size * reach * 0.42 * r * math.sin(t))
                for t, r in zip(turns, swell, strict=True)
            ]
            ink.shape(surface, edge, tone)
        x, y = x + size * 0.13, y - size * 0.02
    else:
        half = size * 0.13
        ink.segment(surface, (x - half, y), (x + half, y), max(1.3, size * 0.022), water)
    for lean in (-0.06, -0.02, 0.02, 0.06):
        tip = (x + size * lean * 1.9, y - size * (0.16 - abs(lean)))
        ink.segment(surface, (x + size * lean, y), tip, max(1.3, size * 0.018), reed)


def _water(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    wave = mix(color, PALETTE.white, 0.42)
    for x, y in scatter(rng, 9, 0.36, 0.7):
        at = (center[0] + x * size, center[1] + y * size)
        points = [
            (at[0] + size * (step - 6) * 0.03, at[1] + math.sin(step * 1.05) * size * 0.022)
            for step in range(13)
        ]
        ink.stroke(surface, points, size * 0.022, wave)


def _fields(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    furrow = mix(color, (80, 58, 30), 0.36)
    corners = ink.polygon(center, size * 0.84, 6)
    for a, b in furrows([corners], center, rng.choice((0.5, 2.6)), size * 0.15):
        ink.segment(surface, a, b, max(1.3, size * 0.035), furrow)


def furrows(
    loops: Sequence[Sequence[Point]], origin: Point, angle: float, distance: float
) -> list[tuple[Point, Point]]:
    """Parallel lines within closed outlines, at an angle; they run on wherever the outlines are, as
    their distances are counted from one origin.
    """
    cos, sin = math.cos(angle), math.sin(angle)

    def turn(point: Point) -> Point:
        """How far a point lies along the lines, and across them."""
        x, y = point[0] - origin[0], point[1] - origin[1]
        return x * cos + y * sin, y * cos - x * sin

    turned = [[turn(point) for point in loop] for loop in loops]
    depths = [depth for loop in turned for _, depth in loop]
    lines = []
    for step in range(math.ceil(min(depths) / distance), math.floor(max(depths) / distance) + 1):
        level, cuts = step * distance, []
        for loop in turned:
            for (ax, ay), (bx, by) in zip([loop[-1], *loop], loop, strict=False):
                # A corner on the level counts for one of its sides alone, so that cuts come in
                # pairs.
                if (ay < level) != (by < level):
                    cuts.append(ax + (bx - ax) * (level - ay) / (by - ay))
        cuts.sort()
        for pair in zip(cuts[::2], cuts[1::2], strict=True):
            start, end = (
                (origin[0] + along * cos - level * sin, origin[1] + along * sin + level * cos)
                for along in pair
            )
            lines.append((start, end))
    return lines


def crowns(rng: Random) -> list[tuple[float, float, float, float]]:
    """Crowns of trees in a hex and over its sides: x and y from its centre, radius, and shade from
    0 to 1; lengths in units.
    """
    places = scatter(rng, 17, 0.36, 1.0)
    return [(x, y, rng.uniform(0.2, 0.34), rng.random()) for x, y in places]


def draw_crown(
    surface: pygame.Surface, at: Point, radius: float, shade: float, color: Color
) -> None:
    """One crown from above, lit from the upper left."""
    leaf = mix(mix(color, (48, 82, 40), 0.62), (226, 222, 150), shade * 0.16)
    ink.disc(surface, at, radius, mix(leaf, (16, 34, 18), 0.5))
    ink.disc(surface, at, radius * 0.9, leaf)
    for turn in range(5):
        angle = shade * 6 + turn * math.tau / 5
        tuft = (at[0] + radius * 0.5 * math.cos(angle), at[1] + radius * 0.5 * math.sin(angle))
        light = 0.5 - 0.35 * (math.cos(angle) + math.sin(angle))
        tint = (232, 232, 160) if light > 0.5 else (14, 40, 20)
        ink.disc(surface, tuft, radius * 0.36, mix(leaf, tint, abs(light - 0.5) * 0.42))
    lit = (at[0] - radius * 0.26, at[1] - radius * 0.28)
    ink.disc(surface, lit, radius * 0.34, mix(leaf, (236, 240, 180), 0.26))


def _trees(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    for x, y, radius, shade in crowns(rng):
        if math.hypot(x, y) + radius < 0.92:
            at = (center[0] + x * size, center[1] + y * size)
            draw_crown(surface, at, radius * size, shade, color)


def _grass(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    """Thin grass: pale and dark patches, a few tufts."""
    for x, y in scatter(rng, 4, 0.5, 0.8):
        tint = rng.choice(((120, 124, 70), (236, 226, 190), (150, 120, 80)))
        patch = pygame.Surface((round(size * rng.uniform(0.6, 1.1)),) * 2, pygame.SRCALPHA)
        middle = patch.get_width() / 2
        for share in (1.0, 0.7, 0.4):
            ink.disc(patch, (middle, middle), middle * share * 0.98, (*tint, 22))
        surface.blit(patch, (center[0] + x * size - middle, center[1] + y * size - middle))
    tuft = mix(color, (92, 96, 48), 0.5)
    for x, y in scatter(rng, rng.randrange(3), 0.4, 0.75):
        at = (center[0] + x * size, center[1] + y * size)
        for blade in (-0.035, 0.0, 0.035):
            tip = (at[0] + blade * size * 1.8, at[1] - size * 0.07)
            ink.segment(surface, (at[0] + blade * size, at[1]), tip, max(1.3, size * 0.016), tuft)


def _building(
    surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color
) -> None:
    """A house seen from above: a yard, a roof of two slopes with its ridge, a shadow."""
    turn = rng.choice((0.0, math.pi / 3, -math.pi / 3))
    long, deep = rng.uniform(0.6, 0.7), rng.uniform(0.42, 0.5)

    def place(x: float, y: float) -> Point:
        cos, sin = math.cos(turn), math.sin(turn)
        return center[0] + (x * cos - y * sin) * size, center[1] + (x * sin + y * cos) * size

    ink.shape(surface, ink.polygon(center, size * 0.86, 6), mix(color, (150, 124, 84), 0.3))
    walls = [place(-long, -deep), place(long, -deep), place(long, deep), place(-long, deep)]
    shadow = [(x + size * 0.09, y + size * 0.12) for x, y in walls]
    ink.shape(surface, shadow, mix(color, (50, 38, 28), 0.62))
    mud = (178, 142, 98)
    light, dark = mix(mud, PALETTE.white, 0.26), mix(mud, (70, 48, 30), 0.3)
    upper = [place(-long, -deep), place(long, -deep), place(long, 0), place(-long, 0)]
    lower = [place(-long, 0), place(long, 0), place(long, deep), place(-long, deep)]
    ink.shape(surface, upper, light)
    ink.shape(surface, lower, dark)
    for step in range(1, 8):
        x = -long + step * long / 4
        for slope, tone in ((-deep, light), (deep, dark)):
            line = mix(tone, (60, 42, 28), 0.22)
            ink.segment(surface, place(x, 0), place(x, slope), max(1.2, size * 0.014), line)
    wall = (62, 44, 32)
    ink.stroke(surface, walls, max(2.0, size * 0.04), wall, closed=True)
    ink.stroke(surface, [place(-long, 0), place(long, 0)], max(2.0, size * 0.045), wall)
    stack = [place(0.28, -0.22), place(0.4, -0.22), place(0.4, -0.1), place(0.28, -0.1)]
    ink.shape(surface, stack, wall)


def _rocks(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    """Boulders with their shadows."""
    for x, y in scatter(rng, 10, 0.36, 0.7):
        reach = size * rng.uniform(0.1, 0.24)
        at = (center[0] + x * size, center[1] + y * size)
        turns = [math.tau * corner / 7 + rng.uniform(-0.3, 0.3) for corner in range(7)]
        reaches = [reach * rng.uniform(0.75, 1.05) for _ in turns]
        edge = [
            (at[0] + r * math.cos(t), at[1] + r * 0.8 * math.sin(t))
            for t, r in zip(turns, reaches, strict=True)
        ]
        shadow = [(px + reach * 0.22, py + reach * 0.3) for px, py in edge]
        ink.shape(surface, shadow, mix(color, (48, 38, 28), 0.55))
        stone = mix((150, 142, 130), (110, 98, 84), rng.random())
        ink.shape(surface, edge, stone)
        top = [
            (at[0] + (px - at[0]) * 0.55 - reach * 0.16, at[1] + (py - at[1]) * 0.5 - reach * 0.2)
            for px, py in edge
        ]
        ink.shape(surface, top, mix(stone, PALETTE.white, 0.3))
        ink.stroke(surface, edge, max(1.3, size * 0.02), mix(stone, (40, 32, 26), 0.6), closed=True)


def _sand(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    grain = mix(color, (120, 84, 40), 0.45)
    for x, y in scatter(rng, 46, 0.14, 0.78):
        ink.disc(surface, (center[0] + x * size, center[1] + y * size), size * 0.014, grain)


def _city(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    blocks(surface, center, size, rng, 0.88)


def _fort(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    """Houses within walls that have a bastion at each corner."""
    blocks(surface, center, size, rng, radius=0.5)
    x, y = center
    wall = [(-0.6, -0.42), (0.6, -0.42), (0.6, 0.6), (-0.6, 0.6)]
    ring = [(x + dx * size, y + dy * size) for dx, dy in wall]
    for wide, tone in ((0.15, (72, 54, 46)), (0.08, (190, 160, 130))):
        ink.stroke(surface, ring, max(2.0, size * wide), tone, closed=True)
    for at in ring:
        ink.disc(surface, at, size * 0.15, (72, 54, 46))
        ink.disc(surface, at, size * 0.1, (190, 160, 130))


def _mill(surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color) -> None:
    """A few houses, and a wheel with its spokes beside them."""
    blocks(surface, center, size, rng, radius=0.55)
    hub, radius, wood = (center[0] - size * 0.6, center[1] + size * 0.34), size * 0.3, (84, 56, 34)
    ink.disc(surface, hub, radius, mix(color, PALETTE.white, 0.35))
    ink.stroke(surface, ink.polygon(hub, radius), max(2.0, size * 0.07), wood, closed=True)
    for turn in range(4):
        dx, dy = (math.cos(turn * math.pi / 4) * radius, math.sin(turn * math.pi / 4) * radius)
        ends = (hub[0] - dx, hub[1] - dy), (hub[0] + dx, hub[1] + dy)
        ink.segment(surface, *ends, max(1.5, size * 0.045), wood)


def _hatched(
    surface: pygame.Surface, center: Point, size: float, rng: Random, color: Color
) -> None:
    """Diagonal lines: of a pattern that is not known here."""
    line = mix(color, PALETTE.map_ink, 0.35)
    box = pygame.Rect(0, 0, round(size * 1.2), round(size * 1.2))
    box.center = (round(center[0]), round(center[1]))
    clip = surface.get_clip()
    surface.set_clip(box)
    for a, b in ink.hatch(box, size * 0.2):
        ink.segment(surface, a, b, size * 0.02, line)
    surface.set_clip(clip)


def blocks(
    surface: pygame.Surface, center: Point, size: float, rng: Random, radius: float = 0.8
) -> None:
    """A town seen from above: streets and blocks of houses, ``radius`` units across."""
    turn = rng.uniform(-0.5, 0.5)
    cos, sin = math.cos(turn), math.sin(turn)

    def place(x: float, y: float) -> Point:
        return center[0] + (x * cos - y * sin) * size, center[1] + (x * sin + y * cos) * size

    wall, roof = (72, 54, 46), (146, 86, 66)
    pitch = 0.235
    for column in range(-4, 5):
        for row in range(-4, 5):
            x = column * pitch + (0.04 if column > 0 else -0.04)
            y = row * pitch + (0.04 if row > 0 else -0.04)
            out = math.hypot(x, y)
            # Houses stand less close towards the edge, and enough of them beside a counter.
            if out > radius or column == 0 or rng.random() < (0.1 if out < 0.6 else 0.3):
                continue
            left, top = place(x, y)
            if top < center[1] - size * 0.5 and abs(left - center[0]) < size * 0.42:
                continue  # room for the hex number
            half_x, half_y = rng.uniform(0.062, 0.094), rng.uniform(0.062, 0.094)
            ring = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            corners = [place(x + dx * half_x, y + dy * half_y) for dx, dy in ring]
            shadow = [(px + size * 0.022, py + size * 0.028) for px, py in corners]
            ink.shape(surface, shadow, mix(wall, PALETTE.map_paper, 0.25))
            ink.shape(surface, corners, mix(roof, wall, rng.uniform(0, 0.55)))
            ink.stroke(surface, corners, max(1.0, size * 0.014), wall, closed=True)


def draw_star(surface: pygame.Surface, center: Point, radius: float, color: Color) -> None:
    """A star with a pale rim: a place that matters."""
    ink.shape(surface, ink.star(center, radius * 1.3), PALETTE.white)
    ink.shape(surface, ink.star(center, radius), color)


WATERS = frozenset({"water", "lake", "sea"})
"""Patterns of open water, which has shores."""

FIELDS = frozenset({"fields", "farmland"})
"""Patterns of ploughed land, which run on from hex to hex."""

TREES = frozenset({"trees", "grove"})
"""Patterns of crowns that reach over the sides of hexes."""

MARSHES = frozenset({"marsh", "swamp"})
"""Patterns of wet ground, which runs on from hex to hex."""

WOODS = frozenset({"woods", "forest"})
"""Patterns of woods, which go on from hex to hex."""

FAINT = frozenset({"grass", "scrub"})
"""Patterns on which letters can be read as on plain ground."""

PAINTERS: dict[str, Painter] = {
    "trees": _trees,
    "grove": _trees,
    "building": _building,
    "house": _building,
    "rocks": _rocks,
    "boulders": _rocks,
    "grass": _grass,
    "scrub": _grass,
    "woods": _woods,
    "forest": _woods,
    "hills": _hills,
    "hill": _hills,
    "mountain": _mountains,
    "mountains": _mountains,
    "rough": _rough,
    "marsh": _marsh,
    "swamp": _marsh,
    "water": _water,
    "lake": _water,
    "sea": _water,
    "fields": _fields,
    "farmland": _fields,
    "sand": _sand,
    "desert": _sand,
    "city": _city,
    "urban": _city,
    "town": _city,
    "village": _city,
    "fort": _fort,
    "mill": _mill,
}


@lru_cache(maxsize=200)
def stamp(
    pattern: str, variant: int, size: int, color: Color, orientation: Orientation
) -> pygame.Surface:
    """A transparent stamp with a pattern, ``2 * size + 2`` pixels square, for one hex.

    The latest are kept, whichever map they were drawn for, as nothing draws on them.
    """
    side = 2 * size + 2
    surface = pygame.Surface((side, side), pygame.SRCALPHA)
    # A seed made of text hashes the same on every machine and in every run.
    rng = Random(f"{pattern}/{variant}/{orientation}")
    painter = PAINTERS.get(pattern, _hatched)
    painter(surface, (side / 2, side / 2), float(size), rng, color)
    return surface
