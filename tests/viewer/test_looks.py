"""How terrain is drawn follows its author, and where he says nothing its name and its rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pygame
import pytest

from hexwar.hexmap.axial import Hex
from hexwar.rules.terrain.section import (
    ClassCosts,
    Feature,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
)
from hexwar.viewer.drawing.geometry import HexLayout
from hexwar.viewer.printed_map.lines import draw_hexside
from hexwar.viewer.printed_map.looks import feature_look, ground_look, path_look, side_look

FREE = ClassCosts({"leg": Fraction(0), "motor": Fraction(0)})
NOBODY = ClassCosts({"leg": None, "motor": None})
SOME = ClassCosts({"leg": Fraction(2), "motor": None})


def side(name: str, **said: object) -> HexsideTerrain:
    """A kind of hexside."""
    return HexsideTerrain(**{"id": name, "title": name, "cost": FREE, **said})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "look"),
    [
        (side("river"), "river"),
        (side("minor_stream"), "stream"),
        (side("gorge"), "cliff"),
        (side("city_wall"), "wall"),
        (side("ford"), "ford"),
        (side("rubicon"), "line"),
        (side("rubicon", cost=SOME), "line"),
        (side("chasm", cost=NOBODY), "cliff"),
        (side("span", negates=("river",)), "bridge"),
        (side("river", cost=NOBODY), "river"),
        (side("river", pattern="cliff"), "cliff"),
        (side("rubicon", cost=NOBODY, pattern="river"), "river"),
    ],
)
def test_a_hexside_is_drawn_as_its_author_says(kind: HexsideTerrain, look: str) -> None:
    """Then as its name says, then by what it does."""
    assert side_look(kind) == look


@pytest.mark.parametrize(
    ("name", "pattern", "look"),
    [
        ("road", None, "road"),
        ("railway", None, "rail"),
        ("trail", None, "track"),
        ("line", None, "road"),
        ("highway", "track", "track"),
        ("rail", "road", "road"),
    ],
)
def test_a_path_is_drawn_as_its_author_says(
    name: str, pattern: Literal["road", "track"] | None, look: str
) -> None:
    """Then as its name says."""
    assert path_look(PathTerrain(id=name, cost=FREE, pattern=pattern)) == look


@pytest.mark.parametrize(
    ("name", "pattern", "look"),
    [
        ("open", "", ""),
        ("dark_forest", "", "woods"),
        ("salt_swamp", "", "marsh"),
        ("sea", "", "sea"),
        ("sea", "marsh", "marsh"),
        ("wood_yard", "plain", ""),
    ],
)
def test_ground_is_drawn_as_its_author_says(name: str, pattern: str, look: str) -> None:
    """Then as its name says; nothing is drawn over what is plain."""
    assert ground_look(HexTerrain(id=name, cost=FREE, pattern=pattern)) == look


@pytest.mark.parametrize(
    ("name", "sign", "look"),
    [
        ("walled_city", None, "buildings"),
        ("capital", None, "star"),
        ("fort", None, "border"),
        ("town", "dot", "dot"),
    ],
)
def test_a_feature_is_drawn_as_its_author_says(
    name: str, sign: Literal["dot"] | None, look: str
) -> None:
    """Then as its name says, else by a border."""
    assert feature_look(Feature(id=name, sign=sign)) == look


def test_every_pattern_has_a_look_of_its_own() -> None:
    """None is drawn like another, in one colour."""
    a, b = HexLayout("flat").hexside(Hex(0, 0), Hex(1, 0))
    pictures = set()
    looks = ("river", "stream", "cliff", "wall", "bridge", "ford", "line")
    for look in looks:
        surface = pygame.Surface((200, 200))
        surface.fill((220, 210, 170))
        ends = [(100 + 80 * (x - a[0]), 100 + 80 * (y - a[1])) for x, y in (a, b)]
        kind = side("side", pattern=look, color="#5c4630")
        draw_hexside(surface, ends[0], ends[1], 80, kind)
        pictures.add(pygame.image.tobytes(surface, "RGB"))
    assert len(pictures) == len(looks)
