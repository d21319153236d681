"""The key of a game's dice, and what binds a save to it before anybody knows it.

Whoever knows the key can reckon every die to come. So a save holds a commitment to it, and the key
itself lies apart (:mod:`hexwar.records.key_file`) until the game is over: then it is told in the
save, and everybody can check that no die was chosen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_bytes
from typing import Any

from hexwar.engine.dice import Dice, key_from_seed

BYTES = 32
COMMITMENT = b"hexwar dice commitment\n"
FACES = b"hexwar dice faces\n"
"""Every use of the hash has a tag of its own, so that nothing made for one serves for another."""

_HEX = re.compile(f"[0-9a-f]{{{2 * BYTES}}}")


@dataclass(frozen=True, slots=True)
class DiceKey:
    """256 random bits, and the seed where somebody gave one: that throws the dice then.

    The bits are in the commitment even so, since a seed of few letters is soon guessed.
    """

    bits: bytes = field(repr=False)
    seed: int | str | None = field(default=None, repr=False)

    @classmethod
    def drawn(cls, seed: int | str | None = None) -> DiceKey:
        """A key that is nobody's to foresee, of dice that a seed throws if there is one."""
        return cls(token_bytes(BYTES), seed)

    @property
    def commitment(self) -> str:
        """SHA-256, in hexadecimal, over the tag, the bits, and the seed behind ``seed``."""
        seed = b"" if self.seed is None else b"seed" + str(self.seed).encode()
        return sha256(COMMITMENT + self.bits + seed).hexdigest()

    def dice(self) -> Dice:
        """What it throws. ValueError for a seed that there cannot be."""
        if self.seed is not None:
            return Dice(key_from_seed(self.seed))
        return Dice(sha256(FACES + self.bits).digest())

    def to_dict(self) -> dict[str, Any]:
        """Plain data: ``key`` in hexadecimal, and ``seed`` if there is one."""
        seed = {} if self.seed is None else {"seed": self.seed}
        return {"key": self.bits.hex(), **seed}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> DiceKey:
        """The key that :meth:`to_dict` described. ValueError for anything else."""
        seed = data.get("seed")
        if not is_hash(data.get("key")) or not (seed is None or type(seed) in (int, str)):
            raise ValueError("there is no such key")
        key = cls(bytes.fromhex(data["key"]), seed)
        key.dice()  # of a seed that cannot be there are none
        return key


def is_hash(value: object) -> bool:
    """Whether this is 256 bits in hexadecimal, as a key and a commitment are."""
    return isinstance(value, str) and _HEX.fullmatch(value) is not None
