"""A shipped game with pictures: a board that is painted here, with wide hexes, and counters."""

from __future__ import annotations

import math
import re
import shutil
from pathlib import Path

import pygame

import hexwar
from hexwar.definition.locations import shipped
from hexwar.hexmap import HexMap
from hexwar.rules.units.section import Units

DX, DY, X0, Y0 = 66.5, 62.0, 80, 90
"""Regular hexes of this height would be 53.7 from column to column: these are a quarter wider."""

GREEN, BLUE, BROWN = (150, 178, 118), (120, 160, 200), (120, 90, 60)
FRONT, BACK = (205, 66, 60), (246, 214, 120)


def middle(hexmap: HexMap, number: str) -> tuple[float, float]:
    """The pixel of the board in which a hex has its middle."""
    at = hexmap.axial(number)
    return X0 + DX * at.q, Y0 + DY * (at.r + at.q / 2)


def board(hexmap: HexMap) -> pygame.Surface:
    """A board without numbers, with a dot in each hex; woods are green, towns brown."""
    far = [middle(hexmap, number) for number in hexmap.numbers]
    size = round(max(x for x, _ in far) + 90), round(max(y for _, y in far) + 70)
    drawn = pygame.Surface(size)
    drawn.fill((90, 60, 40))
    for number in hexmap.numbers:
        x, y = middle(hexmap, number)
        turns = [math.radians(60 * corner) for corner in range(6)]
        corners = [(x + math.cos(a) * DX / 1.5, y + math.sin(a) * DY / math.sqrt(3)) for a in turns]
        kind = hexmap.terrain(number)
        ground = (
            GREEN if kind == "woods" else BROWN if kind in ("town", "city") else (226, 216, 180)
        )
        pygame.draw.polygon(drawn, ground, corners)
        pygame.draw.polygon(drawn, (60, 50, 40), corners, 2)
        pygame.draw.circle(drawn, BLUE, (x, y), 5)
    return drawn


def face(color: tuple[int, int, int], letters: str) -> pygame.Surface:
    """A counter of one colour with letters on it."""
    pygame.font.init()
    drawn = pygame.Surface((96, 96))
    drawn.fill(color)
    pygame.draw.rect(drawn, (20, 20, 20), (16, 14, 64, 40), 3)
    text = pygame.font.Font(None, 34).render(letters, True, (20, 20, 20))
    drawn.blit(text, text.get_rect(center=(48, 74)))
    return drawn


def pictured_game(folder: Path, name: str = "orva_front", *, backs: bool = True) -> Path:
    """A copy of a shipped game with a picture of its map, and of every counter."""
    shutil.copytree(shipped("games") / name, folder)
    game = hexwar.load_game(name).start().resolved
    pictures = folder / "pictures"
    pictures.mkdir()
    pygame.image.save(board(game.map), str(pictures / "board.png"))
    units = (folder / "units.yaml").read_text(encoding="utf-8")
    for unit in game[Units].counters.values():
        pygame.image.save(face(FRONT, unit.id), str(pictures / f"{unit.id}.png"))
        pygame.image.save(face(BACK, unit.id), str(pictures / f"{unit.id}b.png"))
        behind = f", back: pictures/{unit.id}b.png" if backs else ""
        said = f"{unit.id}: {{picture: {{front: pictures/{unit.id}.png{behind}}}, side"
        units = re.sub(rf"\b{unit.id}: {{side", said, units)
    (folder / "units.yaml").write_text(units, encoding="utf-8")
    map_file = folder / "map.yaml"
    grid = f"{{dx: {DX}, dy: {DY}, x0: {X0}, y0: {Y0}}}"
    said = f"map:\n  picture: {{file: pictures/board.png, grid: {grid}}}\n"
    map_file.write_text(
        map_file.read_text(encoding="utf-8").replace("map:\n", said, 1), encoding="utf-8"
    )
    return folder
