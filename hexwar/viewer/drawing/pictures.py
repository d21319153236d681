"""Pictures of a game decoded, and reduced to what is shown of them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame

from hexwar.definition.pictures import PictureError, read_picture, size_of


def decoded(folder: Path, name: str) -> pygame.Surface:
    """A picture of a folder or a pack, with 32 bits to the pixel.

    :class:`PictureError` or OSError where it cannot be shown; nothing is decoded that is larger
    than a picture may be.
    """
    data = read_picture(folder, name)
    try:
        picture = pygame.image.load(BytesIO(data), Path(name).name)
    except (pygame.error, MemoryError) as problem:
        raise PictureError(f"cannot be decoded ({problem})") from None
    if picture.get_size() != size_of(data):
        raise PictureError("is not as large as it says")
    if picture.get_bitsize() == 32:
        return picture
    whole = pygame.Surface(picture.get_size(), pygame.SRCALPHA, 32)
    whole.blit(picture, (0, 0))
    return whole


def fitted(picture: pygame.Surface, width: int, height: int) -> pygame.Surface:
    """A picture as large as goes into so many pixels, its sides in proportion."""
    share = min(width / picture.get_width(), height / picture.get_height())
    size = (
        max(1, round(picture.get_width() * share)),
        max(1, round(picture.get_height() * share)),
    )
    return pygame.transform.smoothscale(picture, size)
