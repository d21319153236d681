"""Chains of hashes, the key of a roll, and the faces that it throws.

H(use, parts) is SHA-256 over ``hexwar fair``, the use, and each part preceded by its length, so
that nothing made for one use serves for another and no two lists of parts are one text. A chain is
a secret that is hashed again and again; its last value, the anchor, is told at once, and the values
before it one by one, from the end: everybody can see that a value belongs there, and nobody can
reckon the one that comes next.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from hashlib import sha256
from itertools import count

from hexwar.engine.dice import Dice

CHAIN = 4096
"""Links of a chain: of the rolls of a game few are left when it is used up."""

RENEWED_AT = 64
"""A chain of which no more links than these are left is followed by another."""

_PREFIX = b"hexwar fair "
_WORD = 4  # bytes of one try for a face


def digest(use: str, *parts: bytes | str | int) -> bytes:
    """H(use, parts): 32 bytes. A number is written in decimal, a text in UTF-8.

    >>> digest("link", b"").hex()[:8]
    '01cc50e5'
    """
    hashed = sha256(_PREFIX + use.encode() + b"\n")
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        hashed.update(f"{len(data)}:".encode() + data)
    return hashed.digest()


def follows(link: bytes, last: bytes) -> bool:
    """Whether a link is the next of its chain after the last one that was told, or after its
    anchor.
    """
    return hmac.compare_digest(digest("link", link), last)


class Chain:
    """The chain of one thrower: ``secret`` are 32 bytes that he tells nobody.

    Of the values only every 64th is kept: the whole is 130 kB, and few of them are asked for.
    """

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self._kept = [secret]
        link = secret
        for at in range(1, CHAIN + 1):
            link = digest("link", link)
            if at % RENEWED_AT == 0:
                self._kept.append(link)
        self.anchor = link

    def link(self, number: int) -> bytes:
        """The ``number``-th link (from 1) in the order in which they are told. ValueError beyond
        the last.
        """
        if not 1 <= number <= CHAIN:
            raise ValueError(f"a chain of {CHAIN:,} links has no link {number:,}")
        at, beyond = divmod(CHAIN - number, RENEWED_AT)
        link = self._kept[at]
        for _ in range(beyond):
            link = digest("link", link)
        return link


def roll_key(secret: bytes, terms: bytes, number: int, links: Sequence[bytes]) -> bytes:
    """The key of a roll: of its ``number``, the ``terms`` of the game, and the links that were
    given for it, in the order of the seats.

    ``secret`` is that of the host; without one, as by mail, the links are all that there is.
    """
    rolled = digest("roll", terms, number, *links)
    return hmac.digest(secret, rolled, "sha256") if secret else rolled


class LinkedDice(Dice):
    """The faces that the key of one roll throws; ``sides`` are those of the dice that it threw, by
    the number of the throw.

    >>> LinkedDice(bytes(32)).roll(0, 6) == LinkedDice(bytes(32)).roll(0, 6)
    True
    """

    __slots__ = ("sides",)

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self.sides: dict[int, int] = {}

    def roll(self, counter: int, sides: int) -> int:
        """The ``counter``-th face of the game (from 0) on a die with at most 2**32 ``sides``.

        Each try is four bytes of HMAC(key, H("face", counter, block)); what lies behind the last
        whole multiple of ``sides`` is tried again, so every face is exactly as likely.
        """
        self.sides[counter] = sides
        whole = 2 ** (8 * _WORD) // sides * sides
        for block in count():
            digits = hmac.digest(self.key, digest("face", counter, block), "sha256")
            for at in range(0, len(digits), _WORD):
                number = int.from_bytes(digits[at : at + _WORD], "big")
                if number < whole:
                    return number % sides + 1
        raise AssertionError  # there is always another block
