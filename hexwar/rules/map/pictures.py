"""What is proved of the pictures that a game names: that they can be shown, and are not too much.

Those of counters are looked at here as well, since all of them together must not be too large.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.definition.checks import Subject
from hexwar.definition.diagnostics import Findings
from hexwar.definition.folder import file_inside
from hexwar.definition.pictures import (
    KINDS,
    MOST_BYTES_TOGETHER,
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
        key = node.file.path.parent, node.raw
        if key not in seen and (look := _looked_at(node, findings)) is not None:
            seen[key] = look
    together = sum(look.pixels for look in seen.values()), sum(look.bytes for look in seen.values())
    for much, most, what in (
        (together[0], MOST_PIXELS_TOGETHER, "pixels"),
        (together[1], MOST_BYTES_TOGETHER, "bytes"),
    ):
        if much > most:
            message = f"the pictures of the game have {much:,} {what}, and may have {most:,}"
            findings.add("HW023", nodes[0].place(), message, help=SMALLER)


def check_grid(subject: Subject, findings: Findings) -> None:
    """The middle of every hex lies on the picture of the map."""
    picture = subject.game[Map].picture
    node = subject.tree.mapping("map").mapping("picture")
    if picture is None or (look := _looked_at(node.scalar("file"), Findings())) is None:
        return
    outside = []
    numbering = subject.game.map.numbering
    for number in subject.game.map:
        x, y = middle_on_picture(picture, numbering, number)
        if number not in numbering.boxes and not (0 <= x < look.width and 0 <= y < look.height):
            outside.append((number, x, y))
    if outside:
        number, x, y = outside[0]
        all_ = len(subject.game.map.numbers)
        message = (
            f"{len(outside)} of {all_} hexes lie off the picture: {number} at {x:.0f}, {y:.0f}"
        )
        hint = f"the picture is {look.width} x {look.height} pixels; measure dx, dy, x0 and y0 anew"
        findings.add("HW213", node.mapping("grid").place(), message, help=hint)


def middle_on_picture(
    picture: BoardPicture, numbering: Numbering, number: str
) -> tuple[float, float]:
    """The pixel of the picture of a map in which the middle of a hex lies."""
    grid = picture.grid
    first = numbering.axial(numbering.number(numbering.first_column, numbering.first_row))
    at = numbering.axial(number)
    q, r = at.q - first.q, at.r - first.r
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
