"""The map of a game: hexes with their terrain, what lies between them, and what they are called.

The map answers in hex numbers and, by ``board``, in masks. Where an answer is some hexes it is a
:class:`HexSet`, which stands below. Numbers are what people and files say; masks are what rules and
searches reckon with; axial coordinates are what geometry needs, and are asked for by name.

From the top: what lies where; which hexes are adjacent, and how far apart; the same for programs
(masks, a graph); other maps made of this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from copy import copy
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, TypeVar

from hexwar.hexmap import axial
from hexwar.hexmap.axial import Hex
from hexwar.hexmap.bitboard import Board
from hexwar.hexmap.numbering import Numbering, UnknownHexError

if TYPE_CHECKING:
    import networkx


_NONE: frozenset[str] = frozenset()
FAR_AWAY = 1000
"""Hexes to a box off the map, and from one."""

Pair = tuple[str, str]
Costs = Callable[[str, str], Mapping[str, Fraction | None]]
"""What the step from one hex to a neighbour costs, by movement class."""
K = TypeVar("K")


class UnknownRegionError(ValueError):
    """A region name that the map does not have."""


class HexMap:
    """An immutable map.

    ``numbering``  the grid and the form of its hex numbers
    ``terrain``    hex number to terrain id; a hex of the grid that is absent is void, no part of
                   the map
    ``features``   hex number to the features in it, each with its printed name
    ``hexsides``   pair of neighbouring hexes, in either order, to what lies on the side between
                   them (river, bridge, wall)
    ``crossed``    pair of neighbouring hexes to what is written on the side between them with the
                   first of them first: what a slope is from its foot
    ``paths``      pair of neighbouring hexes, in either order, to what leads from one to the other
                   (road, rail)
    ``regions``    name to the hexes of a region
    ``boxes``      hexes off the map to their titles: each stands alone, and is a hex like any other
                   in all but that; nothing is near to it
    ``titles``     regions to what players read in place of their ids; of boxes their titles

    Raises ``UnknownHexError`` for a hex that is not on the map and ``ValueError`` for a pair of
    hexes that are not neighbours.

    >>> numbering = Numbering(3, 2)
    >>> small = HexMap(numbering, dict.fromkeys(numbering.numbers(), "clear"))
    >>> small.neighbors("0101")
    ('0201', '0102')
    >>> small.hexes(small.neighbors("0101"))
    .   .
      #
    #   .
      .
    """

    def __init__(
        self,
        numbering: Numbering,
        terrain: Mapping[str, str],
        *,
        features: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
        hexsides: Mapping[Pair, frozenset[str]] = MappingProxyType({}),
        crossed: Mapping[Pair, frozenset[str]] = MappingProxyType({}),
        paths: Mapping[Pair, frozenset[str]] = MappingProxyType({}),
        regions: Mapping[str, frozenset[str]] = MappingProxyType({}),
        boxes: Mapping[str, str] = MappingProxyType({}),
        titles: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.numbering = numbering
        self.titles: Mapping[str, str] = {**boxes, **titles}
        self.boxes: Mapping[str, str] = dict(boxes)
        self._costs: Costs | None = None
        for number in terrain:
            if number not in numbering:
                raise UnknownHexError(f"there is no hex {number} on this map")
        every = (*numbering.numbers(), *numbering.boxes)
        self.numbers: tuple[str, ...] = tuple(n for n in every if n in terrain)
        self._terrain = {number: terrain[number] for number in self.numbers}
        self._axial = {number: numbering.axial(number) for number in self.numbers}
        self._number_at = {at: number for number, at in self._axial.items()}
        self._around: dict[str, tuple[str, ...]] = {}  # neighbours, once they were asked for
        self._steps = dict(axial.directions(numbering.orientation))
        self._features = {self._known(number): dict(named) for number, named in features.items()}
        self._hexsides = self._by_pair(hexsides)
        self._crossed = dict(crossed)
        self._paths = self._by_pair(paths)
        self._regions = {
            name: frozenset(self._known(number) for number in numbers)
            for name, numbers in regions.items()
        }

    def __contains__(self, number: object) -> bool:
        return number in self._terrain

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def terrain(self, number: str) -> str:
        """The terrain id of a hex."""
        return self._terrain[self._known(number)]

    def features(self, number: str) -> Mapping[str, str]:
        """The features in a hex: feature id to printed name."""
        return MappingProxyType(self._features.get(self._known(number), {}))

    @cached_property
    def place_names(self) -> frozenset[str]:
        """The names that features have on the map, such as those of towns."""
        return frozenset(name for named in self._features.values() for name in named.values())

    def hexside(self, a: str, b: str) -> frozenset[str]:
        """What lies on the side between two hexes; empty when nothing does."""
        return self._hexsides.get(self._pair(a, b), _NONE)

    def crossed(self, a: str, b: str) -> frozenset[str]:
        """What lies on the side between two hexes, of which the map names ``a`` first."""
        return self._crossed.get((a, b), _NONE)

    def path(self, a: str, b: str) -> frozenset[str]:
        """What leads from one hex to the other; empty when nothing does."""
        return self._paths.get(self._pair(a, b), _NONE)

    @property
    def hexsides(self) -> Mapping[Pair, frozenset[str]]:
        """Everything on hexsides, by pair of hexes in map order."""
        return MappingProxyType(self._hexsides)

    @property
    def crossings(self) -> Mapping[Pair, frozenset[str]]:
        """What is written on hexsides that have a first hex, by pair of hexes, that one first."""
        return MappingProxyType(self._crossed)

    @property
    def paths(self) -> Mapping[Pair, frozenset[str]]:
        """All paths, by pair of hexes in map order."""
        return MappingProxyType(self._paths)

    @property
    def regions(self) -> Mapping[str, frozenset[str]]:
        """All regions by name."""
        return MappingProxyType(self._regions)

    def region(self, name: str) -> frozenset[str]:
        """The hexes of a region; raises ``UnknownRegionError`` for a name the map does not have."""
        try:
            return self._regions[name]
        except KeyError:
            close = get_close_matches(name, self._regions, n=1)
            hint = f": did you mean {close[0]}?" if close else ""
            raise UnknownRegionError(f"there is no region {name} on this map{hint}") from None

    def listed(self, places: Iterable[str]) -> tuple[str, ...]:
        """The hexes of some places, each a hex number or the name of a region."""
        return tuple(n for place in places for n in sorted(self._regions.get(place, (place,))))

    def neighbors(self, number: str) -> tuple[str, ...]:
        """The neighbours of a hex that are on the map, clockwise in the order of directions."""
        known = self._around.get(number)
        if known is None:
            q, r = self.axial(number)
            around = (self._number_at.get(Hex(q + dq, r + dr)) for dq, dr in self._steps.values())
            known = self._around[number] = tuple(n for n in around if n is not None)
        return known

    def neighbor(self, number: str, direction: str) -> str | None:
        """The next hex in a direction, None off the map; ``ValueError`` for no such direction."""
        q, r = self.axial(number)
        try:
            dq, dr = self._steps[direction]
        except KeyError:
            names = ", ".join(self._steps)
            raise ValueError(f"{direction!r} is not one of the directions {names}") from None
        return self._number_at.get(Hex(q + dq, r + dr))

    def direction(self, a: str, b: str) -> str:
        """The direction of a neighbour; ``ValueError`` when the two are not neighbours."""
        (a_q, a_r), (b_q, b_r) = self.axial(a), self.axial(b)
        for name, step in self._steps.items():
            if step == (b_q - a_q, b_r - a_r):
                return name
        raise ValueError(f"{a} and {b} are not neighbours")

    def called(self, number: str) -> str:
        """A hex in a sentence: its number, or the title of a box."""
        return self.boxes.get(number, number)

    def distance(self, a: str, b: str) -> int:
        """Hexes from one to the other as the crow flies, voids included; boxes are far away."""
        if a != b and not self.boxes.keys().isdisjoint((a, b)):
            return FAR_AWAY
        return axial.distance(self.axial(a), self.axial(b))

    def line(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes of the straight line from one to the other; those off the map are left out."""
        along = (self._number_at.get(at) for at in axial.line(self.axial(a), self.axial(b)))
        return tuple(number for number in along if number is not None)

    def within(self, number: str, distance: int) -> tuple[str, ...]:
        """The hexes at most so far from a hex, itself included, nearest first."""
        if number in self.boxes:
            return (number,)
        around = (self._number_at.get(at) for at in axial.within(self.axial(number), distance))
        return tuple(near for near in around if near and near not in self.boxes)

    def axial(self, number: str) -> Hex:
        """The axial coordinates of a hex."""
        return self._axial[self._known(number)]

    def number_at(self, at: Hex) -> str | None:
        """The hex at axial coordinates, None when it is off the map."""
        return self._number_at.get(at)

    def hexes(self, hexes: int | Iterable[str]) -> HexSet:
        """A set of hexes from a mask of ``board`` or from hex numbers."""
        return HexSet(self, hexes)

    def mask(self, numbers: Iterable[str]) -> int:
        """The mask of ``board`` for some hex numbers."""
        return self.board.mask(self._known(number) for number in numbers)

    @cached_property
    def board(self) -> Board:
        """The map compiled to bitboards; one board for the life of the map."""
        return Board(self._axial, self.numbering.orientation)

    @cached_property
    def graph(self) -> networkx.Graph[str]:
        """The map as a graph for tools, built when first asked for.

        Nodes are hex numbers with ``terrain``, ``features`` (dict), ``regions`` (frozenset),
        ``q`` and ``r``; edges join neighbours and have ``hexsides`` and ``paths`` (frozensets).
        On the map of a game they have ``costs`` too: by the hex that is entered, by movement
        class, movement points as a Fraction, ``None`` where the step is prohibited.
        """
        import networkx  # here, as it is slow to import and play never needs it

        graph: networkx.Graph[str] = networkx.Graph()
        for number in self.numbers:
            q, r = self._axial[number]
            graph.add_node(
                number,
                terrain=self._terrain[number],
                features=dict(self.features(number)),
                regions=frozenset(
                    name for name, numbers in self._regions.items() if number in numbers
                ),
                q=q,
                r=r,
            )
        for number in self.numbers:
            for neighbor in self.neighbors(number):
                hexsides, paths = self.hexside(number, neighbor), self.path(number, neighbor)
                graph.add_edge(number, neighbor, hexsides=hexsides, paths=paths)
                if self._costs is not None:
                    costs = graph.edges[number, neighbor].setdefault("costs", {})
                    costs[neighbor] = dict(self._costs(number, neighbor))
        return graph

    def with_costs(self, costs: Costs) -> HexMap:
        """The same map, with what a step between two neighbours costs in its graph."""
        priced = copy(self)
        priced.__dict__.pop("graph", None)
        priced._costs = costs
        return priced

    def between_hexes(
        self, hexsides: Mapping[Pair, frozenset[str]], paths: Mapping[Pair, frozenset[str]]
    ) -> HexMap:
        """The same map with other things on hexsides, and other paths."""
        changed = copy(self)
        changed.__dict__.pop("graph", None)
        changed._hexsides = self._by_pair(hexsides)
        changed._paths = self._by_pair(paths)
        return changed

    @classmethod
    def together(cls, maps: Sequence[HexMap]) -> HexMap:
        """All that any of some maps has; a hex has the terrain of the first that has it."""
        first = maps[0]
        if all(other._contents() == first._contents() for other in maps):
            return first
        # Scenarios may lay out more or fewer boards: the largest grid holds the numbers of all.
        numbering = max(
            (other.numbering for other in maps), key=lambda n: (n.columns * n.rows, len(n.boxes))
        )
        terrain: dict[str, str] = {}
        features: dict[str, dict[str, str]] = {}
        for other in reversed(maps):
            terrain |= other._terrain
            for number, named in other._features.items():
                features[number] = features.get(number, {}) | named
        return cls(
            numbering,
            {number: name for number, name in terrain.items() if number in numbering},
            features=features,
            hexsides=_united(other._hexsides for other in maps),
            crossed=_united(other._crossed for other in maps),
            paths=_united(other._paths for other in maps),
            regions=_united(other._regions for other in maps),
            boxes={n: t for m in maps for n, t in m.boxes.items() if n in numbering.boxes},
            titles={name: title for m in maps for name, title in m.titles.items()},
        )

    def _contents(self) -> tuple[object, ...]:
        return (
            self.numbering,
            self._terrain,
            self._features,
            self._hexsides,
            self._crossed,
            self._paths,
            self._regions,
            self.boxes,
        )

    def _known(self, number: str) -> str:
        if number not in self._terrain:
            void = self.numbering.parse(number) is not None
            raise UnknownHexError(
                f"hex {number} is void: it is not part of this map"
                if void
                else f"there is no hex {number} on this map"
            )
        return number

    def _pair(self, a: str, b: str) -> Pair:
        if axial.distance(self.axial(a), self.axial(b)) != 1:
            raise ValueError(f"{a} and {b} are not neighbours")
        # Any fixed order will do, and this one costs nothing: the order of columns on the map.
        return (a, b) if self._axial[a] < self._axial[b] else (b, a)

    def _by_pair(self, given: Mapping[Pair, frozenset[str]]) -> dict[Pair, frozenset[str]]:
        """What lies between hexes, with a/b and b/a as one."""
        merged: dict[Pair, frozenset[str]] = {}
        for (a, b), kinds in given.items():
            pair = self._pair(a, b)
            merged[pair] = merged.get(pair, _NONE) | kinds
        return merged


def _united(parts: Iterable[Mapping[K, frozenset[str]]]) -> dict[K, frozenset[str]]:
    """By key, all that stands under it in any of some mappings."""
    united: dict[K, frozenset[str]] = {}
    for part in parts:
        for key, values in part.items():
            united[key] = united.get(key, _NONE) | values
    return united


# -- sets of hexes for people: hex numbers outside, a mask inside ----------------------------------

# What a state or a map answers with where the answer is some hexes. The engine works on masks;
# callers get a set like any other of Python, which costs nothing until its numbers are looked at.


class MapOfSet(Protocol):
    """The map of a set, as far as the set asks it."""

    @property
    def board(self) -> Board:
        """The map as sets of cells."""

    @property
    def numbering(self) -> Numbering:
        """Where a hex number lies."""

    def mask(self, hexes: Iterable[str]) -> int:
        """The mask of hex numbers; raises for one that is not on the map."""


class HexSet(AbstractSet[str]):
    """An immutable set of the hexes of one map.

    It iterates in map order, combines with other sets of the same map by ``| & - ^`` and ``~`` (all
    other hexes of the map), compares and hashes as a set of hex numbers does, and shows itself as a
    small map: ``#`` for its hexes and ``.`` for the others.

    ``mask`` is the same set as a mask of cells of ``hexmap.board``.
    """

    __slots__ = ("hexmap", "mask")

    def __init__(self, hexmap: MapOfSet, hexes: int | Iterable[str] = 0) -> None:
        """A set from a mask or from hex numbers; raises ``UnknownHexError`` for an unknown one."""
        self.hexmap = hexmap
        if isinstance(hexes, int):
            self.mask = hexes & hexmap.board.on_map
        elif isinstance(hexes, HexSet) and hexes.hexmap is hexmap:
            self.mask = hexes.mask
        else:
            self.mask = hexmap.mask(hexes)

    def __contains__(self, number: object) -> bool:
        cell = self.hexmap.board.cell.get(number) if isinstance(number, str) else None
        return cell is not None and bool(self.mask >> cell & 1)

    def __iter__(self) -> Iterator[str]:
        return iter(self.hexmap.board.numbers(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, HexSet) and other.hexmap is self.hexmap:
            return self.mask == other.mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        # Equal to a frozenset of the same numbers, so it must hash like one.
        return hash(frozenset(self))

    def __invert__(self) -> HexSet:
        return HexSet(self.hexmap, self.hexmap.board.on_map ^ self.mask)

    def __or__(self, other: AbstractSet[str]) -> HexSet:  # type: ignore[override]
        return HexSet(self.hexmap, self.mask | self._mask_of(other))

    def __xor__(self, other: AbstractSet[str]) -> HexSet:  # type: ignore[override]
        return HexSet(self.hexmap, self.mask ^ self._mask_of(other))

    def __and__(self, other: AbstractSet[object]) -> HexSet:
        return HexSet(self.hexmap, self.mask & self._mask_of_shared(other))

    def __sub__(self, other: AbstractSet[object]) -> HexSet:
        return HexSet(self.hexmap, self.mask & ~self._mask_of_shared(other))

    def __rsub__(self, other: AbstractSet[str]) -> HexSet:
        return HexSet(self.hexmap, self._mask_of(other) & ~self.mask)

    __ror__ = __or__
    __rxor__ = __xor__
    __rand__ = __and__

    def _mask_of(self, other: AbstractSet[str]) -> int:
        return HexSet(self.hexmap, other).mask

    def _mask_of_shared(self, other: AbstractSet[object]) -> int:
        """The mask of those elements of a set that are hexes of this map."""
        if isinstance(other, HexSet) and other.hexmap is self.hexmap:
            return other.mask
        # Of another set (or another map) only what is in this one matters: it may hold anything.
        return self._mask_of(frozenset(number for number in self if number in other))

    def __repr__(self) -> str:
        board, numbering = self.hexmap.board, self.hexmap.numbering
        rows: dict[int, dict[int, str]] = {}
        for number, cell in board.cell.items():
            # Line and column of text for a hex: half hexes down (right) become whole characters.
            at = numbering.axial(number)
            if numbering.orientation == "flat":
                line, place = 2 * at.r + at.q, 2 * at.q
            else:
                line, place = at.r, 2 * at.q + at.r
            rows.setdefault(line, {})[place] = "#" if self.mask >> cell & 1 else "."
        if not rows:
            return ""
        # Moved to the top left corner: axial coordinates may begin anywhere.
        left = min(map(min, rows.values()))
        lines = (rows.get(line, {}) for line in range(min(rows), max(rows) + 1))
        return "\n".join(
            "".join(row.get(place, " ") for place in range(left, max(row, default=left - 1) + 1))
            for row in lines
        )

    __str__ = __repr__
