"""No two meanings are told apart by hue alone: checked for three colour blindnesses and in grey.

The simulations are the matrices of Machado, Oliveira and Fernandes (2009) for full severity, in
linear light.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from hexwar.rules.game import Game
from hexwar.rules.sides.section import Sides
from hexwar.viewer.counters.counter import Face, counter
from hexwar.viewer.drawing.theme import PALETTE, Color, contrast, ink_on, luminance, parse_color

Matrix = tuple[tuple[float, float, float], ...]
SIMULATED: dict[str, Matrix] = {
    "full colour": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}
READABLE = 4.5  # contrast of running text
VISIBLE = 3.0  # contrast of marks and large letters


def seen(color: Color, matrix: Matrix) -> Color:
    """A colour as somebody sees it."""
    linear = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in color]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True))))
        for row in matrix
    )
    back = [
        c * 12.92 if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in (red, green, blue)
    ]
    return (round(back[0] * 255), round(back[1] * 255), round(back[2] * 255))


TEXTS = {
    "ink on paper": (PALETTE.ink, PALETTE.paper),
    "soft ink on paper": (PALETTE.ink_soft, PALETTE.paper),
    "soft ink on white": (PALETTE.ink_soft, PALETTE.white),
    "links on paper": (PALETTE.accent, PALETTE.paper),
    "refusals": (PALETTE.danger, PALETTE.danger_pale),
    "prompt": (PALETTE.gold, PALETTE.chrome),
    "headline": (PALETTE.chrome_ink, PALETTE.chrome),
    "main button": (PALETTE.white, PALETTE.accent),
}


@pytest.mark.parametrize("sight", SIMULATED)
@pytest.mark.parametrize("text", TEXTS)
def test_text_can_be_read(text: str, sight: str) -> None:
    """Letters keep their contrast for everybody."""
    ink, ground = (seen(color, SIMULATED[sight]) for color in TEXTS[text])
    assert contrast(ink, ground) >= READABLE


@pytest.mark.parametrize("sight", SIMULATED)
@pytest.mark.parametrize("mark", ["accent", "danger", "ink"])
def test_outlines_stand_out_from_their_casing(mark: str, sight: str) -> None:
    """Every outline on the map has a white casing that it can be seen against."""
    line, casing = (
        seen(getattr(PALETTE, mark), SIMULATED[sight]),
        seen(PALETTE.white, SIMULATED[sight]),
    )
    assert contrast(line, casing) >= VISIBLE


@pytest.mark.parametrize("sight", SIMULATED)
@pytest.mark.parametrize("edition", ["soviet_us", "opfor_bluefor"])
def test_sides_differ_by_their_symbol_boxes(game: Game, edition: str, sight: str) -> None:
    """Whatever the colours: one side's symbols are dark on light, the other's the reverse."""
    sides = game.definition.resolve(edition=edition)[Sides].all
    boxes = []
    for band, side in enumerate(sides):
        color = parse_color(side.color, (0, 0, 0))
        picture = counter(Face("A", "infantry", "Infantry", "company", color, band), 80)
        # Beside the crossed lines, inside the box.
        spot = picture.get_at((40, 28))
        boxes.append(seen((spot.r, spot.g, spot.b), SIMULATED[sight]))
    for one, other in combinations(boxes, 2):
        assert contrast(one, other) >= READABLE


@pytest.mark.parametrize("sight", SIMULATED)
def test_counters_can_be_read(game: Game, sight: str) -> None:
    """Designations keep their contrast on every side's ground."""
    for side in game.definition.resolve()[Sides].all:
        ground = parse_color(side.color, (0, 0, 0))
        ink = ink_on(ground)
        assert contrast(seen(ink, SIMULATED[sight]), seen(ground, SIMULATED[sight])) >= VISIBLE


def test_luminance_is_ordered() -> None:
    """Black, grey, white."""
    greys = [luminance((level, level, level)) for level in (0, 128, 255)]
    assert greys == sorted(greys)
    assert greys[0] == 0 and greys[2] == pytest.approx(1)
