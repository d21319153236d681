"""From which hexes beside it a hex is attacked (``combat.modifiers.ID.from``)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.rules.combat.modifiers import FromHexes


class AttackedFrom:
    """Whether attackers come from as many hexes, or from such, as is asked."""

    __slots__ = ("_adjacent", "_bit", "_enough", "_frame", "_most", "_said")

    def __init__(self, frame: Frame, said: FromHexes | str) -> None:
        self._frame, self._said = frame, said
        self._adjacent, self._bit = frame.board.adjacent, frame.board.bit
        self._most = said.hexes if isinstance(said, FromHexes) else 0
        self._enough: dict[int, tuple[int, ...]] = {}

    def holds(self, cell: int, cells: Iterable[int]) -> bool:
        """Whether it is so of attackers in these cells; who is not beside it does not count."""
        here = 0
        for at in cells:
            here |= self._bit[at]
        here &= self._adjacent[cell]
        if self._most:
            return here.bit_count() >= self._most
        enough = self._enough.get(cell)
        if enough is None:
            enough = self._enough[cell] = tuple(self._masks(cell))
        return any(here & mask == mask for mask in enough)

    def _masks(self, cell: int) -> Iterable[int]:
        """The hexes from which an attack on a hex is such: any of these masks."""
        bit, number, at = self._bit, self._frame.board.number, self._frame.map.axial
        q, r = at(number[cell])
        beside = list(bits(self._adjacent[cell]))
        for a, b in combinations(beside, 2):
            (a_q, a_r), (b_q, b_r) = at(number[a]), at(number[b])
            if (a_q + b_q, a_r + b_r) == (2 * q, 2 * r):
                yield bit[a] | bit[b]
        for three in combinations(beside, 3) if self._said == "around" else ():
            if not any(self._adjacent[a] & bit[b] for a, b in combinations(three, 2)):
                yield bit[three[0]] | bit[three[1]] | bit[three[2]]
