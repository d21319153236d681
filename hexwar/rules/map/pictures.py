"""What is proved of the pictures that a game names: that they can be shown, and are not too much.

Those of counters are looked at here as well, since all of them together must not be too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hexwar.definition.checks import Subject
from hexwar.definition.diagnostics import Findings
from hexwar.definition.folder import file_inside
from hexwar.definition.forms import PictureFile
from hexwar.definition.pictures import (
    KINDS,
    MOST_BYTES_TOGETHER,
    MOST_PIXELS,
    MOST_PIXELS_TOGETHER,
    PictureError,
    PictureSize,
    look_at,
)
from hexwar.definition.tree import ScalarNode
from hexwar.hexmap import Numbering
from hexwar.rules.map.section import BoardPicture, Map

SMALLER = "save it smaller: a map is read well at 100 pixels to a hex, a counter at 150"


def check_pictures(nodes: Sequence[ScalarNode], findings: Findings) -> None:
    """Each of the pictures that are named there is one, and none too large, nor all together."""
    seen: dict[tuple[object, str], PictureSize] = {}
    for node in nodes:
        # Counted once, however many counters show it.
        key = node.file.path.parent, node.raw
        if key not in seen and (look := _looked_at(node, findings)) is not None:
            seen[key] = look
    together = sum(look.pixels for look in seen.values()), sum(look.bytes for look in seen.values())
    for size, most, measure in (
        (together[0], MOST_PIXELS_TOGETHER, "pixels"),
        (together[1], MOST_BYTES_TOGETHER, "bytes"),
    ):
        if size > most:
            message = f"the pictures of the game have {size:,} {measure}, and may have {most:,}"
            findings.add("HW023", nodes[0].place(), message, help=SMALLER)


def check_grid(subject: Subject, findings: Findings) -> None:
    """The middle of every hex lies on the picture of the map."""
    picture = subject.game[Map].picture
    if picture is None:
        return
    node = subject.tree.mapping("map").mapping("picture")
    try:
        sheet = lay_out(picture)
    except (OSError, PictureError) as problem:
        # All else that is wrong with them has been said by `check_pictures`.
        if picture.beside and isinstance(problem, SheetError):
            findings.add("HW023", node.place(), str(problem), help=SMALLER)
        return
    outside = []
    numbering = subject.game.map.numbering
    for number in subject.game.map:
        x, y = middle_on_picture(picture, numbering, number)
        if number not in numbering.boxes and not sheet.holds(x, y):
            outside.append((number, x, y))
    if outside:
        number, x, y = outside[0]
        all_ = len(subject.game.map.numbers)
        message = (
            f"{len(outside)} of {all_} hexes lie off the picture: {number} at {x:.0f}, {y:.0f}"
        )
        hint = f"{sheet.in_words}; measure dx, dy, x0 and y0 anew"
        findings.add("HW213", node.mapping("grid").place(), message, help=hint)


class SheetError(PictureError):
    """The pictures of a map lie so far from one another that they are too large together."""


class LaidPicture(NamedTuple):
    """One of the pictures of a map, where it lies from the upper left corner of the first, and
    whether it is turned by 180°.
    """

    file: PictureFile
    x: int
    y: int
    width: int
    height: int
    turned: bool


class PictureSheet(NamedTuple):
    """All pictures of a map, in pixels of the first; ``left`` and ``top`` are 0 or less."""

    parts: tuple[LaidPicture, ...]
    left: int
    top: int
    width: int
    height: int

    def holds(self, x: float, y: float) -> bool:
        """Whether a pixel lies on one of them."""
        return any(
            0 <= x - part.x < part.width and 0 <= y - part.y < part.height for part in self.parts
        )

    @property
    def in_words(self) -> str:
        """How large they are."""
        many = "the picture is" if len(self.parts) == 1 else "the pictures are together"
        return f"{many} {self.width} x {self.height} pixels"


def lay_out(picture: BoardPicture) -> PictureSheet:
    """The pictures of a map as they lie. :class:`PictureError` or OSError if they cannot."""
    pictures = [(picture.file, 0.0, 0.0, False)]
    pictures += [(further.file, further.x, further.y, further.turned) for further in picture.beside]
    parts = []
    for file, x, y, turned in pictures:
        size = look_at(file.folder, file)
        if size.too_large:
            raise PictureError(f"{file} {size.too_large}")
        parts.append(LaidPicture(file, round(x), round(y), size.width, size.height, turned))
    left, top = min(part.x for part in parts), min(part.y for part in parts)
    width = max(part.x + part.width for part in parts) - left
    height = max(part.y + part.height for part in parts) - top
    if width * height > MOST_PIXELS:
        size_ = f"{width:,} x {height:,}"
        raise SheetError(f"the pictures of the map are {size_} pixels as they lie")
    return PictureSheet(tuple(parts), left, top, width, height)


def middle_on_picture(
    picture: BoardPicture, numbering: Numbering, number: str
) -> tuple[float, float]:
    """The pixel of the picture of a map in which the middle of a hex lies."""
    grid = picture.grid
    first = numbering.axial(numbering.first)
    at = numbering.axial(number)
    q, r = at.q - first.q, at.r - first.r
    # Axial coordinates lean: each column (or row) lies half a hex further than the one before.
    across, down = (q, r + q / 2) if numbering.orientation == "flat" else (q + r / 2, r)
    return grid.x0 + grid.dx * across, grid.y0 + grid.dy * down


def _looked_at(node: ScalarNode | None, findings: Findings) -> PictureSize | None:
    """A picture, if there is one, with what is wrong with it."""
    if node is None:
        return None
    folder = node.file.path.parent
    if file_inside(folder, node, findings, "pictures/board.png") is None:
        return None
    try:
        look = look_at(folder, node.raw)
    except PictureError as problem:
        hint = f"save it as {KINDS}"
        findings.add("HW022", node.place(), f"{node.raw[:80]} {problem}", help=hint)
        return None
    except OSError as problem:
        why = problem.strerror or problem
        findings.add("HW016", node.place(), f"{node.raw[:80]} cannot be read: {why}")
        return None
    if look.too_large:
        findings.add("HW023", node.place(), f"{node.raw[:80]} {look.too_large}", help=SMALLER)
        return None
    return look
