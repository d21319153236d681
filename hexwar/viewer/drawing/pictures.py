"""Pictures of a game decoded, and reduced to what is shown of them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame

from hexwar.definition.pictures import PictureError, read_picture, size_of
from hexwar.definition.svg import looks_like_svg, read_svg
from hexwar.viewer.drawing.svg_renderer import renderer


def decoded(folder: Path, name: str, side: int = 0) -> pygame.Surface:
    """A picture of a folder or a pack, with 32 bits to the pixel.

    One that is drawn in lines has its longer side drawn ``side`` pixels long, if that is more than
    its own. :class:`PictureError` or OSError where it cannot be shown; nothing is decoded that is
    larger than a picture may be.
    """
    data = read_picture(folder, name)
    size = size_of(data)
    if looks_like_svg(data):
        share = max(1.0, side / max(size))
        size = max(1, round(size[0] * share)), max(1, round(size[1] * share))
        data, name = renderer.draw(read_svg(data).markup(*size)), "drawn.png"
    try:
        picture = pygame.image.load(BytesIO(data), Path(name).name)
    except (pygame.error, MemoryError) as problem:
        raise PictureError(f"cannot be decoded ({problem})") from None
    # The size was read from the header alone, by which it was decided that decoding is safe.
    if picture.get_size() != size:
        raise PictureError("is not as large as it says")
    # smoothscale, by which it is reduced, takes no pictures with a palette.
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
