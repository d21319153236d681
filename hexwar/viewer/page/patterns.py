"""What is drawn inside the hexes of a kind of terrain, as SVG: each once, to be used many times.

These are simpler drawings than the window's. Each pattern has a few variants, drawn by a random
number that depends on its name alone, so that a page of a game is always the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color, mix
from hexwar.viewer.page.svg import element, hexed, points, size
from hexwar.viewer.printed_map.patterns import FAINT, FIELDS, TREES, WATERS, scatter

VARIANTS = 3
"""Drawings of each pattern."""


_Glyph = Callable[[Random, Color], str]
"""Draws a pattern on ground of a colour."""


def glyph(pattern: str, variant: int, color: Color) -> str:
    """The drawing of a pattern around (0, 0); a hatch for one that is not known here."""
    if not pattern:
        return ""
    return _GLYPHS.get(pattern, _hatch)(Random(f"{pattern} {variant}"), color)


def _woods(rng: Random, color: Color) -> str:
    leaf, shade = mix(color, (38, 78, 42), 0.48), mix(color, (20, 34, 20), 0.62)
    crowns = [(x, y, rng.uniform(0.13, 0.18)) for x, y in scatter(rng, 22, 0.25, 0.76)]
    discs = [_disc(x + 0.04, y + 0.05, radius, shade) for x, y, radius in crowns]
    return "".join([*discs, *(_disc(x, y, radius * 0.9, leaf) for x, y, radius in crowns)])


def _hills(rng: Random, color: Color) -> str:
    dark = mix(color, (70, 46, 20), 0.62)
    crests = []
    for x, y in scatter(rng, 6, 0.45, 0.58):
        wide = rng.uniform(0.2, 0.28)
        crest = ink.curve((x - wide, y), (x, y - wide * 1.5), (x + wide, y), 6)
        crests.append(_line(crest, dark))
    return "".join(crests)


def _mountains(rng: Random, color: Color) -> str:
    dark, light = mix(color, (50, 40, 34), 0.72), mix(color, PALETTE.white, 0.5)
    slopes = []
    for x, y in scatter(rng, 5, 0.46, 0.52):
        wide, high = rng.uniform(0.22, 0.3), rng.uniform(0.34, 0.46)
        foot, peak = (x, y + high * 0.4), (x, y - high * 0.6)
        for side, paint in ((wide, dark), (-wide, light)):
            shape = [peak, (x + side, foot[1]), foot]
            slopes.append(element("polygon", points=points(shape), fill=hexed(paint)))
    return "".join(slopes)


def _rough(rng: Random, color: Color) -> str:
    dark, stone = mix(color, (66, 50, 34), 0.6), mix(color, (120, 104, 84), 0.5)
    stones = []
    for x, y in scatter(rng, 12, 0.3, 0.72):
        reach = rng.uniform(0.06, 0.11)
        shape = [(x - reach, y + reach * 0.6), (x - reach * 0.4, y - reach * 0.7)]
        shape += [(x + reach * 0.6, y - reach * 0.5), (x + reach, y + reach * 0.6)]
        stones.append(
            element("polygon", points=points(shape), fill=hexed(stone), stroke=hexed(dark))
        )
    return "".join(stones)


def _marsh(rng: Random, color: Color) -> str:
    reed, water = mix(color, (40, 70, 50), 0.65), mix(color, (60, 110, 150), 0.6)
    lines = []
    for x, y in scatter(rng, 10, 0.33, 0.7):
        lines.append(_line([(x - 0.13, y), (x + 0.13, y)], water))
        reeds = [[(x + lean, y), (x + lean * 2, y - 0.13)] for lean in (-0.05, 0, 0.05)]
        lines += [_line(line, reed) for line in reeds]
    return "".join(lines)


def _water(rng: Random, color: Color) -> str:
    wave = mix(color, PALETTE.white, 0.42)
    steps = [((step - 3) * 0.06, math.sin(step * 2.1) * 0.025) for step in range(7)]
    spots = scatter(rng, 8, 0.36, 0.7)
    return "".join(_line([(x + dx, y + dy) for dx, dy in steps], wave) for x, y in spots)


def _fields(rng: Random, color: Color) -> str:
    furrow = mix(color, (80, 58, 30), 0.3)
    rows = [(step / 10, math.sqrt(max(0.0, 0.62 - (step / 10) ** 2))) for step in range(-7, 8)]
    return "".join(_line([(x, -reach), (x, reach)], furrow) for x, reach in rows)


def _buildings(rng: Random, color: Color) -> str:
    return houses(rng)


def houses(rng: Random) -> str:
    """Blocks of a town, seen from above."""
    blocks = []
    for x, y in scatter(rng, 12, 0.26, 0.62):
        side = rng.uniform(0.12, 0.2)
        blocks.append(
            element(
                "rect",
                x=size(x - side / 2),
                y=size(y - side / 2),
                width=size(side),
                height=size(side * 0.8),
                fill="#6e4c3a",
                transform=f"rotate({rng.randrange(-30, 30)} {size(x)} {size(y)})",
            )
        )
    return "".join(blocks)


def _grass(rng: Random, color: Color) -> str:
    blade, spots = mix(color, (88, 92, 44), 0.4), scatter(rng, 9, 0.36, 0.7)
    blades = [(x, y, lean) for x, y in spots for lean in (-0.04, 0.04)]
    return "".join(_line([(x + lean, y), (x + lean * 2, y - 0.09)], blade) for x, y, lean in blades)


def _sand(rng: Random, color: Color) -> str:
    grain = mix(color, (120, 88, 44), 0.5)
    return "".join(_disc(x, y, 0.02, grain) for x, y in scatter(rng, 30, 0.16, 0.74))


def _hatch(rng: Random, color: Color) -> str:
    dark = mix(color, PALETTE.map_ink, 0.35)
    spots = [(step / 5, 0.7 - abs(step) / 8) for step in range(-3, 4)]
    return "".join(
        _line([(x - reach / 2, reach), (x + reach / 2, -reach)], dark) for x, reach in spots
    )


def _disc(x: float, y: float, radius: float, color: Color) -> str:
    return element("circle", cx=size(x), cy=size(y), r=size(radius), fill=hexed(color))


def _line(line: list[Point], color: Color) -> str:
    return element("polyline", points=points(line), fill="none", stroke=hexed(color))


_GLYPHS: dict[str, _Glyph] = {
    **dict.fromkeys(("woods", "forest", *sorted(TREES)), _woods),
    **dict.fromkeys(("hills", "hill"), _hills),
    **dict.fromkeys(("mountains", "mountain"), _mountains),
    **dict.fromkeys(("rough", "rocks", "boulders"), _rough),
    **dict.fromkeys(("marsh", "swamp"), _marsh),
    **dict.fromkeys(("sand", "desert"), _sand),
    **dict.fromkeys(("town", "city", "fort", "mill", "building", "house"), _buildings),
    **dict.fromkeys(sorted(WATERS), _water),
    **dict.fromkeys(sorted(FIELDS), _fields),
    **dict.fromkeys(sorted(FAINT), _grass),
}
