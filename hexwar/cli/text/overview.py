"""A map too wide for the terminal: one character a hex, and the surroundings of a hex in full.

Where a map does not fit, one character a hex shows terrain and stacks, with a list of who they are;
around a place it is drawn in full, as far as the terminal is wide.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import chain
from string import ascii_uppercase, digits

from hexwar.cli.text.map import bracketed, draw_map, terrain_letters
from hexwar.definition.model import ResolvedGame

Standing = Callable[[str], tuple[str, ...]]
"""The units that are seen in a hex, or the counters there that are none."""

_MARKS = digits[1:] + ascii_uppercase
_MORE = "#"
_PITCH = 2  # characters from hex to hex
_WIDEST_AROUND = 12  # hexes that the surroundings go to each side, where there is room
_ROWS = 5  # hexes that the surroundings go up and down


def fits(picture: str) -> bool:
    """Whether a picture is no wider than the terminal; 80 columns where there is none."""
    return max(map(len, picture.splitlines()), default=0) <= shutil.get_terminal_size().columns


def overview(resolved: ResolvedGame, units_at: Standing) -> Iterator[str]:
    """The whole map: terrain by its letter, a sign where units stand, and who they are.

    Each line begins with the number of its first hex, and where there is room ends with its last.
    """
    board, letters = resolved.map, terrain_letters(resolved)
    held = [number for number in board if units_at(number)]
    # More stacks than signs share the last one, and are told apart by the list below.
    marks = dict(zip(held, chain(_MARKS, _MORE * len(held)), strict=False))
    lines: dict[int, dict[int, str]] = {}
    for number in board:
        x, y = _place(resolved, number)
        lines.setdefault(y, {})[x] = number
    left = min(x for line in lines.values() for x in line)
    for _, row in sorted(lines.items()):
        numbers = [row[x] for x in sorted(row)]
        drawn = [" "] * (max(row) - left + 1)
        for x, number in row.items():
            drawn[x - left] = marks.get(number, letters[board.terrain(number)])
        line = f"{numbers[0]} {''.join(drawn)}"
        both = f"{line} {numbers[-1]}"
        yield both if fits(both) else line
    for number, mark in marks.items():
        yield f"  {mark} {number} {bracketed(resolved, units_at(number))}"


def _place(resolved: ResolvedGame, number: str) -> tuple[int, int]:
    """Where a hex stands in the overview: column of characters and line."""
    q, r = resolved.map.axial(number)
    if resolved.map.numbering.orientation == "flat":
        # Axial columns climb half a hex each: so doubled rows are whole lines.
        return _PITCH * q, 2 * r + q
    return _PITCH * q + _PITCH * r // 2, r


def surroundings(resolved: ResolvedGame, middle: str, units_at: Standing, lying: Standing) -> str:
    """The map around a hex, as far as it goes into the width of the terminal."""
    across, down = _place(resolved, middle)
    flat = resolved.map.numbering.orientation == "flat"
    # Widest first: how wide a hex is drawn hangs on the longest name, so that it is tried.
    for columns in range(_WIDEST_AROUND, 0, -1):
        near = {
            number
            for number in resolved.map
            for x, y in [_place(resolved, number)]
            if abs(x - across) <= columns * _PITCH
            and abs(y - down) <= (2 * _ROWS if flat else _ROWS)
        }
        picture = draw_map(resolved, units_at, lying, near)
        if fits(picture):
            break
    return picture
