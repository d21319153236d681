"""The map drawn with plain characters, for flat-topped and pointy-topped hexes.

Every hex shows its number and the letter of its terrain, the units in it (each side in brackets of
its own), counters that are no units (with a star) and what is printed there. Hexsides with
something on them are drawn with a sign of their own. :func:`legend` says in words what the letters
and signs mean.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import chain
from string import ascii_uppercase, digits
from typing import NamedTuple

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.markers.section import Markers
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units

BRACKETS = (("(", ")"), ("[", "]"), ("<", ">"), ("{", "}"))
"""Around the units of the first side, the second side, and so on."""

_SIDE_SIGNS = "~=#%&@"
_NARROWEST, _WIDEST = 6, 12
"""Characters for the number and the terrain letter of a flat-topped hex."""

_Point = tuple[int, int]
"""Column of characters and line, rightwards and downwards from any zero."""
_Canvas = dict[_Point, str]


class _Room(NamedTuple):
    """A line of a hex for text: where it begins, and how many characters go into it."""

    left: int
    top: int
    width: int


def draw_map(
    resolved: ResolvedGame,
    units_at: Callable[[str], tuple[str, ...]],
    lying: Callable[[str], tuple[str, ...]] = lambda number: (),
    only: Collection[str] | None = None,
) -> str:
    """The map with its units; ``units_at`` answers which units stand in a hex, ``lying`` which
    counters that are no units lie there; ``only``: of these hexes alone. No line end at the end.
    """
    picture = _Picture(resolved, units_at, lying)
    return picture.drawn(resolved.map if only is None else only)


def bracketed(resolved: ResolvedGame, units: tuple[str, ...]) -> str:
    """Units of one hex in the brackets of their side."""
    opening, closing = _brackets(resolved)[units[0]]
    return f"{opening}{' '.join(units)}{closing}"


def _brackets(resolved: ResolvedGame) -> dict[str, tuple[str, str]]:
    """Unit to the brackets of its side."""
    order = [side.id for side in resolved[Sides].all]
    return {
        id_: BRACKETS[min(order.index(unit.side), len(BRACKETS) - 1)]
        for id_, unit in resolved[Units].counters.items()
    }


def legend(resolved: ResolvedGame) -> list[str]:
    """What brackets, letters and signs mean; paths, which are not drawn, as chains of hexes."""
    sides = zip(resolved[Sides].all, BRACKETS, strict=False)
    lines = ["Units: " + ", ".join(f"{b[0]}{s.name}{b[1]}" for s, b in sides)]
    letters = terrain_letters(resolved)
    titles = {id_: kind.title for id_, kind in resolved[Terrain].hexes.items()}
    explained = (f"{letter} {titles[id_]}" for id_, letter in letters.items())
    lines.append("Terrain: " + ", ".join(explained))
    signs = side_signs(resolved)
    if signs:
        kinds = resolved[Terrain].hexsides
        named_signs = (f"{sign} {kinds[id_].title}" for id_, sign in signs.items())
        lines.append("Hexsides: " + ", ".join(named_signs))
    if resolved.section(Markers):
        lines.append("*: a counter that is no unit")
    for id_, path in resolved[Terrain].paths.items():
        steps = [pair for pair, kinds in resolved.map.paths.items() if id_ in kinds]
        if steps:
            lines.append(f"{path.title}: {' '.join(map('-'.join, _chains(steps)))}")
    return lines


def _chains(steps: list[tuple[str, str]]) -> list[list[str]]:
    """Steps from hex to hex, joined end to end into as few chains as come of themselves."""
    chains: list[list[str]] = []
    for a, b in steps:
        for chain_of_hexes in chains:
            if chain_of_hexes[-1] in (a, b):
                chain_of_hexes.append(b if chain_of_hexes[-1] == a else a)
                break
            if chain_of_hexes[0] in (a, b):
                chain_of_hexes.insert(0, b if chain_of_hexes[0] == a else a)
                break
        else:
            chains.append([a, b])
    return chains


def terrain_letters(resolved: ResolvedGame) -> dict[str, str]:
    """Terrain id to the letter on the map; the commonest terrain is a dot."""
    board = resolved.map
    common = Counter(board.terrain(number) for number in board).most_common()
    letters: dict[str, str] = {}
    for id_, _ in common:
        # The letters of its own id first, so that woods are a w where that is free.
        candidates = chain("." if not letters else "", id_.lower(), "abcdefghijklmnopqrstuvwxyz?")
        letters_taken = set(letters.values())
        letters[id_] = next(
            (c for c in candidates if c not in letters_taken and c not in "_- "), "?"
        )
    return letters


def side_signs(resolved: ResolvedGame) -> dict[str, str]:
    """Hexside terrain that the map has, each with the sign that it is drawn with."""
    kinds_used = set(chain.from_iterable(resolved.map.hexsides.values()))
    ids = [id_ for id_ in resolved[Terrain].hexsides if id_ in kinds_used]
    return {id_: _SIDE_SIGNS[min(n, len(_SIDE_SIGNS) - 1)] for n, id_ in enumerate(ids)}


class _Picture:
    """Hexes on a canvas of characters. ``room`` is the width of a hex's first line."""

    def __init__(
        self,
        resolved: ResolvedGame,
        units_at: Callable[[str], tuple[str, ...]],
        lying: Callable[[str], tuple[str, ...]],
    ) -> None:
        self._map: HexMap = resolved.map
        self._letters = terrain_letters(resolved)
        self._signs = side_signs(resolved)
        kinds = resolved[Terrain].hexsides
        # False sorts first: a feature that negates others, as a bridge does a river, is drawn in
        # their place.
        self._tops = sorted(self._signs, key=lambda kind: not kinds[kind].negates)
        self._units_at, self._lying = units_at, lying
        self._bracket = _brackets(resolved)
        numbers = max((len(number) for number in self._map), default=0) + 2
        names = max((len(id_) for id_ in resolved[Units].counters), default=0)
        self.room = max(_NARROWEST, min(_WIDEST, max(numbers, names)))
        flat = self._map.numbering.orientation == "flat"
        self._shape: _Flat | _Pointy = _Flat(self.room) if flat else _Pointy(self.room)

    def drawn(self, numbers: Collection[str]) -> str:
        """Hexes with their outlines, then what lies on their sides, then what stands in them."""
        canvas: _Canvas = {}
        for number in numbers:
            x, y = self._shape.corner(*self._map.axial(number))
            canvas.update(self._shape.outline(x, y))
        for (a, b), kinds in self._map.hexsides.items():
            lying = [kind for kind in self._tops if kind in kinds]
            x, y = self._shape.corner(*self._map.axial(a))
            if not lying or (a not in numbers and b not in numbers):
                continue
            # After all outlines, which would draw over it from the neighbour.
            for point in self._shape.side(x, y, self._map.direction(a, b)):
                canvas[point] = self._signs[lying[0]]
        for number in numbers:
            x, y = self._shape.corner(*self._map.axial(number))
            lines = zip(self._shape.lines(x, y), self._texts(number), strict=False)
            for room, text in lines:
                # Blanks are left out: they would wipe away what was drawn before.
                canvas.update(
                    {
                        (room.left + n, room.top): character
                        for n, character in enumerate(text[: room.width].center(room.width))
                        if character != " "
                    }
                )
        # The canvas as lines, without blanks around them.
        if not canvas:
            return ""
        left, top = min(x for x, _ in canvas), min(y for _, y in canvas)
        rows: dict[int, dict[int, str]] = {}
        for (x, y), character in canvas.items():
            rows.setdefault(y - top, {})[x - left] = character
        drawn = [
            "".join(row.get(x, " ") for x in range(max(row, default=-1) + 1))
            for row in (rows.get(y, {}) for y in range(max(rows) + 1))
        ]
        return "\n".join(drawn)

    def _texts(self, number: str) -> Iterator[str]:
        """Number and terrain, units (a line a side), what lies in the hex or is printed there."""
        yield f"{number} {self._letters[self._map.terrain(number)]}"
        units = self._units_at(number)
        whose = [self._bracket.get(unit, self._bracket[units[0]]) for unit in units]
        with_side = list(zip(units, whose, strict=True))
        sides = dict.fromkeys(whose)
        first, *others = [
            tuple(u for u, side in with_side if side == brackets) for brackets in sides
        ] or [()]
        # Two sides in one hex are rare: a third line for a third side there is not.
        yield self._stack(first)
        if others:  # the enemy in the same hex is worth more than the name of the place
            yield self._stack(others[0])
            return
        title = self._map.boxes.get(number, "")
        printed = self._map.features(number).values()
        yield title or " ".join([*(f"*{title}" for title in self._lying(number)), *printed])

    def _stack(self, units: tuple[str, ...]) -> str:
        """Units of one side; where there is no room for all, the first and how many more."""
        if not units:
            return ""
        opening, closing = self._bracket[units[0]]
        all_units = f"{opening}{' '.join(units)}{closing}"
        if len(all_units) <= self.room + 2:
            return all_units
        first_and_count = f"+{len(units) - 1}" if len(units) > 1 else ""
        return f"{opening}{units[0][: self.room - len(first_and_count)]}{first_and_count}{closing}"


class _Flat:
    r"""A flat-topped hex, five lines high, two of them shared with its neighbours::

          ______
         /0503 w\
        /  (A)   \
        \  Town  /
         \______/
    """

    def __init__(self, room: int) -> None:
        self._room = room

    def corner(self, q: int, r: int) -> _Point:
        # The next column begins where the slope of this one has come down: half a hex lower.
        return q * (self._room + 2), 4 * r + 2 * q

    def lines(self, x: int, y: int) -> list[_Room]:
        room = self._room
        return [_Room(x + 2, y + 1, room), *(_Room(x + 1, y + n, room + 2) for n in (2, 3))]

    def outline(self, x: int, y: int) -> _Canvas:
        signs = {"N": "_", "S": "_", "NE": "\\", "SW": "\\", "NW": "/", "SE": "/"}
        return {point: sign for name, sign in signs.items() for point in self.side(x, y, name)}

    def side(self, x: int, y: int, direction: str) -> list[_Point]:
        right = x + self._room + 3
        across = range(x + 2, x + 2 + self._room)
        return {
            "N": [(column, y) for column in across],
            "S": [(column, y + 4) for column in across],
            "NW": [(x + 1, y + 1), (x, y + 2)],
            "SW": [(x, y + 3), (x + 1, y + 4)],
            "NE": [(right - 1, y + 1), (right, y + 2)],
            "SE": [(right, y + 3), (right - 1, y + 4)],
        }[direction]


class _Pointy:
    r"""A pointy-topped hex, six lines high, four of them shared with its neighbours::

            /  \
         / 0503 w \
        |   (A)    |
        |   Town   |
         \        /
            \  /
    """

    def __init__(self, room: int) -> None:
        # Half the width, and how far in from the side the slopes above and below begin: the number
        # stands between slopes, and needs its room there too.
        self._half = (room + 5) // 2
        self._low = max(1, self._half // 4)

    def corner(self, q: int, r: int) -> _Point:
        return q * 2 * self._half + r * self._half, 4 * r

    def lines(self, x: int, y: int) -> list[_Room]:
        wide = 2 * self._half - 1
        narrow = 2 * (self._half - self._low) - 1
        return [
            _Room(x + self._low + 1, y + 1, narrow),
            *(_Room(x + 1, y + n, wide) for n in (2, 3)),
        ]

    def outline(self, x: int, y: int) -> _Canvas:
        signs = {"E": "|", "W": "|", "NE": "\\", "SW": "\\", "NW": "/", "SE": "/"}
        return {point: sign for name, sign in signs.items() for point in self.side(x, y, name)}

    def side(self, x: int, y: int, direction: str) -> list[_Point]:
        right, low, high = x + 2 * self._half, self._low, self._half - self._low
        return {
            "W": [(x, y + 2), (x, y + 3)],
            "E": [(right, y + 2), (right, y + 3)],
            "NW": [(x + high, y), (x + low, y + 1)],
            "NE": [(right - high, y), (right - low, y + 1)],
            "SW": [(x + low, y + 4), (x + high, y + 5)],
            "SE": [(right - low, y + 4), (right - high, y + 5)],
        }[direction]


# -- a map too wide for the terminal: one character a hex, and the surroundings of a hex in full ---

# Where a map does not fit, one character a hex shows terrain and stacks, with a list of the units;
# around a place it is drawn in full, as far as the terminal is wide.


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
    """The whole map: terrain by its letter, a sign where units stand, and a list of them.

    Each line begins with the number of its first hex, and where there is room ends with its last.
    """
    board, letters = resolved.map, terrain_letters(resolved)
    occupied = [number for number in board if units_at(number)]
    # More stacks than signs share the last one, and are told apart by the list below.
    marks = dict(zip(occupied, chain(_MARKS, _MORE * len(occupied)), strict=False))
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
        numbered_line = f"{line} {numbers[-1]}"
        yield numbered_line if fits(numbered_line) else line
    for number, mark in marks.items():
        yield f"  {mark} {number} {bracketed(resolved, units_at(number))}"


def _place(resolved: ResolvedGame, number: str) -> _Point:
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
    # Widest first: how wide a hex is drawn depends on the longest name, so it has to be tried.
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
