"""Counters as the pictures of a game show them.

A picture is decoded once and reduced to the size at which counters are printed, which is the
largest that is asked for; everything smaller is made from that. Without a picture that can be
decoded the counter is drawn.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pygame

from hexwar.definition.forms import PictureFile
from hexwar.definition.pictures import PictureError
from hexwar.rules.units.section import CounterPicture
from hexwar.viewer.drawing.pictures import decoded, fitted

_PICTURES_KEPT = 2000
_SIDE = 384  # pixels to which the picture of a counter is reduced: as large as it is printed


class FacePicture(NamedTuple):
    """The picture on a counter: where it lies, and its name there.

    ``stands_in``: the counter has another side now, of which there is no picture.
    """

    folder: Path
    name: str
    stands_in: bool = False


def face_picture(picture: CounterPicture | None, lost: int) -> FacePicture | None:
    """The picture on the side of a counter that shows after ``lost`` steps, if it can be shown."""
    if picture is None:
        return None
    file = picture.back if lost and picture.back is not None else picture.front
    shown = FacePicture(file.folder, str(file), stands_in=lost > (picture.back is not None))
    # Tried here, so that a picture that cannot be decoded leaves a drawn counter and no gap.
    return None if reduced(shown.folder, shown.name) is None else shown


def marker_picture(file: PictureFile | None) -> FacePicture | None:
    """The picture of a marker, if it has one that can be shown."""
    if file is None or reduced(file.folder, str(file)) is None:
        return None
    return FacePicture(file.folder, str(file))


@lru_cache(maxsize=_PICTURES_KEPT)
def reduced(folder: Path, name: str) -> pygame.Surface | None:
    """A picture no larger than counters are shown; ``None`` if it cannot be decoded."""
    try:
        picture = decoded(folder, name, _SIDE)
    except (OSError, PictureError):
        return None
    return picture if max(picture.get_size()) <= _SIDE else fitted(picture, _SIDE, _SIDE)


@lru_cache(maxsize=_PICTURES_KEPT)
def scaled(shown: FacePicture, side: int) -> pygame.Surface:
    """The picture as large as goes into a square of so many pixels; empty if it is gone."""
    picture = reduced(shown.folder, shown.name) or pygame.Surface((1, 1), pygame.SRCALPHA)
    return fitted(picture, side, side)


def lay_picture(card: pygame.Surface, shown: FacePicture, side: int) -> None:
    """Put the picture onto a card ``side`` pixels square, whole and in proportion."""
    picture = scaled(shown, side)
    seat = picture.get_rect(center=(side // 2, side // 2))
    seat.left, seat.top = max(0, seat.left), max(0, seat.top)
    card.blit(picture, seat)


@lru_cache(maxsize=_PICTURES_KEPT)
def as_png(folder: Path, name: str, side: int) -> bytes:
    """A picture in a square of so many pixels, as the bytes of a PNG, for a page or a drawing."""
    picture = reduced(folder, name)
    if picture is None:
        return b""
    written = BytesIO()
    small = picture if max(picture.get_size()) <= side else fitted(picture, side, side)
    pygame.image.save(small, written, "counter.png")
    return written.getvalue()
