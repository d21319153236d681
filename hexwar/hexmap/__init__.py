"""The board: hex numbering, axial geometry, the graph of the map and its compiled bitboards.

``HexMap`` is the map for people and tools; ``HexMap.board`` is the same map for the engine, as
Python-int bitboards on which a ``Passage`` finds what a unit can reach.
"""

from hexwar.hexmap.axial import (
    AXIAL_DIRECTIONS,
    FLAT_DIRECTIONS,
    POINTY_DIRECTIONS,
    Hex,
    Orientation,
    directions,
    distance,
    line,
    ring,
    round_axial,
    within,
)
from hexwar.hexmap.bitboard import Board
from hexwar.hexmap.flood import CANNOT_CROSS, NO_EFFECT, EntryCosts, Passage, ZoneEffect, spent
from hexwar.hexmap.hexmap import HexMap, HexSet, UnknownRegionError
from hexwar.hexmap.numbering import Numbering, UnknownHexError

__all__ = [
    "AXIAL_DIRECTIONS",
    "CANNOT_CROSS",
    "FLAT_DIRECTIONS",
    "NO_EFFECT",
    "POINTY_DIRECTIONS",
    "Board",
    "EntryCosts",
    "Hex",
    "HexMap",
    "HexSet",
    "Numbering",
    "Orientation",
    "Passage",
    "UnknownHexError",
    "UnknownRegionError",
    "ZoneEffect",
    "directions",
    "distance",
    "line",
    "ring",
    "round_axial",
    "spent",
    "within",
]
