"""Following a record line by line: who owed what when, and whether all of it was given.

The transcript judges order and chains, not rules: the replay of the record shows that an action is
legal. Lines are plain mappings, as they stand in a save (:mod:`hexwar.records.lines`)::

    {"anchor": "red", "value": "5f0c..."}                 the end of a chain, or a number once used
    {"rolls": "attack A 0703", "side": "red", "k": 1, "head": "77d2..."}
    {"link": "red", "k": 1, "value": "90ab..."}           one of each who throws
    {"missing": "blue", "k": 1}                           he gave none, and the rule decides
    {"do": "attack A 0703", "k": 1, "thrown": [4, 1], ...}
    {"begins": [...], "thrown": [...]}                    the start; behind ``rolls`` if it throws
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from hexwar.fair.dice import CHAIN, RENEWED_AT, digest, follows, roll_key

Plain = Mapping[str, Any]

KINDS = ("joint", "sealed", "exchanged", "honour")
STOPS = ("sealed", "forfeit", "wait")

PROVES = {
    "joint": "Nobody foresaw a die or steered one: no player, not the host, nor the host together "
    "with one of the players.",
    "sealed": "Nobody chose a die, and none was changed: all come from a number that the host had "
    "fixed before he knew what the players would add.",
    "exchanged": "Neither of you foresaw a die or steered one.",
    "honour": "Nothing: the key of the dice stands in the file.",
}
"""What dice of a kind prove to somebody who verifies the record."""

PROVES_NOT = {
    "joint": "That nobody stops after he has seen a result.",
    "sealed": "That the host did not look ahead, or tell somebody who plays.",
    "exchanged": "That nobody stops after he has seen a result: who throws sees it first.",
    "honour": "That nobody looked ahead, or began again until he liked what he saw.",
}

RULES = {
    "sealed": "The dice fall without the part of who does not give it in time.",
    "forfeit": "Who does not give his part in time has lost.",
    "wait": "Who does not give his part keeps the game waiting.",
}
"""What is agreed for a player who stops, in a sentence."""

_HASH = re.compile("[0-9a-f]{64}")


class FairError(ValueError):
    """A record in which the dice were not thrown as was agreed; one sentence says what is wrong."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before the game: how dice are thrown, who throws, and what becomes of a player
    who ``stops``.

    ``seats`` are the sides of those who give something of their own, in their order. Computers
    give nothing: their program and their dice would be the host's.
    """

    kind: str
    seats: tuple[str, ...]
    stops: str = "wait"

    @property
    def has_links(self) -> bool:
        """Whether each roll waits for a link of every seat."""
        return self.kind in ("joint", "exchanged")

    @property
    def has_secret(self) -> bool:
        """Whether a secret of the host, or one in the file, takes part."""
        return self.kind != "exchanged"

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {"kind": self.kind, "seats": list(self.seats), "stops": self.stops}

    @classmethod
    def from_dict(cls, data: Plain) -> Self:
        """The terms that :meth:`to_dict` described. FairError for anything else."""
        kind, seats, stops = data.get("kind"), data.get("seats"), data.get("stops")
        if kind not in KINDS or stops not in STOPS or not isinstance(seats, list):
            raise FairError("the terms of the dice make no sense")
        if len(set(map(repr, seats))) < len(seats) or not all(type(s) is str for s in seats):
            raise FairError("the terms of the dice name seats that there cannot be")
        return cls(kind, tuple(seats), stops)


@dataclass(slots=True)
class AnnouncedRoll:
    """A roll that was announced: ``do`` throws it (empty: the start of the game), once every seat
    has given its link or is ``missing``.
    """

    do: str
    side: str
    number: int
    links: dict[str, bytes] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)


class Transcript:
    """What a record says of its dice so far. ``head`` is a hash over all lines, ``rolled`` the
    number of the last roll that was announced or thrown; it never goes back.

    ``terms_hash`` is the hash over everything that was agreed and given before the first roll;
    empty until then. ``stopped`` lists who gave no link, and for which roll; ``renewed`` who began
    another chain before the old one was used up, as when its secret was lost, and before which.
    """

    def __init__(self, terms: Terms, header: bytes) -> None:
        """``header`` is the first line of the record, without its end."""
        self.terms = terms
        self.head = digest("begin", header)
        self.rolled = 0
        self.pending: AnnouncedRoll | None = None
        self.terms_hash = b""
        self.stopped: list[tuple[str, int]] = []
        self.renewed: list[tuple[str, int]] = []
        self.is_told = False  # the secret: dice that fall behind it prove nothing
        self._last: dict[str, bytes] = {}
        self._left: dict[str, int] = {}
        self._links: dict[int, tuple[bytes, ...]] = {}

    @property
    def is_ready(self) -> bool:
        """Whether every seat has given what the game begins with."""
        return all(seat in self._last for seat in self.terms.seats)

    def lacks(self) -> tuple[str, ...]:
        """The seats whose part is waited for: a first anchor, or a link of the pending roll."""
        if not self.is_ready:
            return tuple(seat for seat in self.terms.seats if seat not in self._last)
        if self.pending is None or not self.terms.has_links:
            return ()
        accounted = self.pending.links.keys() | self.pending.missing
        return tuple(seat for seat in self.terms.seats if seat not in accounted)

    def renews(self, seat: str) -> bool:
        """Whether the chain of a seat comes to its end, and a new one is due."""
        return self.terms.has_links and self._left.get(seat, CHAIN) <= RENEWED_AT

    def used(self, seat: str) -> int:
        """How many links of its chain a seat has told."""
        return CHAIN - self._left.get(seat, CHAIN)

    def key(self, number: int, secret: bytes = b"") -> bytes:
        """The key of a roll whose links are all there, including the pending one. FairError for a
        roll that does not exist.
        """
        links: tuple[bytes, ...] | None = ()
        if self.terms.has_links:
            links = self._links.get(number)
        if links is None and self.pending is not None and number == self.pending.number:
            links = None if self.lacks() else self._given(self.pending)
        if links is None:
            raise FairError(f"the parts of roll {number} are not all there")
        return roll_key(secret, self.terms_hash, number, links)

    def _given(self, pending: AnnouncedRoll) -> tuple[bytes, ...]:
        seats = self.terms.seats
        return tuple(pending.links[seat] for seat in seats if seat in pending.links)

    def line(self, line: Plain, raw: bytes) -> None:
        """Take in the next line, ``raw`` as it stands in the file without its end.

        FairError if it breaks what was agreed; the transcript is of no use then.
        """
        for kind, take in _TAKEN.items():
            if kind in line:
                take(self, line)
                break
        self.head = digest("line", self.head, raw)
        if self.is_ready and not self.terms_hash:
            self.terms_hash = self.head

    # -- kinds of line ----------------------------------------------------------------------

    def _anchor(self, line: Plain) -> None:
        seat = _seat(line, "anchor", self.terms)
        if seat in self._last and self.pending is not None:
            raise FairError(f"{seat} begins another chain while a roll waits for the old one")
        if seat in self._last and not self.renews(seat):
            self.renewed.append((seat, self.rolled + 1))
        self._last[seat] = _value(line)
        self._left[seat] = CHAIN

    def _rolls(self, line: Plain) -> None:
        if not self.is_ready:
            raise FairError("dice are to be thrown before all who throw have sat down")
        if self.pending is not None:
            raise FairError(f"roll {self.pending.number} is thrown once more")
        if not self.terms.has_links:
            raise FairError("a roll is announced in a game in which nobody gives links")
        number = self._next(line)
        head = line.get("head")
        if type(head) is not str or not hmac.compare_digest(head, self.head.hex()):
            raise FairError(f"a line before roll {number} was changed, put in or taken out")
        self.pending = AnnouncedRoll(str(line["rolls"]), str(line.get("side", "")), number)
        self.rolled = number

    def _link(self, line: Plain) -> None:
        seat = _seat(line, "link", self.terms)
        pending = self._asked(line)
        if seat in pending.links:
            raise FairError(f"{seat} gives two links for roll {pending.number}")
        link = _value(line)
        if not follows(link, self._last[seat]):
            raise FairError(f"the link of {seat} for roll {pending.number} is not of its chain")
        pending.links[seat] = self._last[seat] = link
        self._left[seat] -= 1

    def _missing(self, line: Plain) -> None:
        seat = _seat(line, "missing", self.terms)
        pending = self._asked(line)
        if self.terms.stops == "wait" or self.terms.kind != "joint":
            raise FairError(
                f"roll {pending.number} was thrown without {seat}, which was not agreed"
            )
        if seat in pending.links:
            raise FairError(f"{seat} gave a link for roll {pending.number}, and it was left out")
        pending.missing.add(seat)
        self.stopped.append((seat, pending.number))

    def _do(self, line: Plain) -> None:
        side = line.get("side")
        has_stopped = any(seat == side and k != line.get("k") for seat, k in self.stopped)
        if self.terms.stops == "forfeit" and has_stopped and line["do"] != "resign":
            raise FairError(f"{side} gave no part to a roll, and plays on although he has lost")
        thrown, pending = bool(line.get("thrown")), self.pending
        if not thrown:
            if pending is not None and line["do"] != "resign":
                raise FairError(f"roll {pending.number} was announced and not thrown")
            self.pending = None  # giving up burns the roll: its number is not used again
            return
        self._throws(line, str(line["do"]))

    def _begins(self, line: Plain) -> None:
        if not self.is_ready:
            raise FairError("the game begins before all who throw have sat down")
        if line.get("thrown"):
            self._throws(line, "")

    def _throws(self, line: Plain, do: str) -> None:
        if self.is_told:
            raise FairError("dice fall whose secret was told before")
        if not self.terms.has_links:
            self.rolled = self._next(line)
            return
        pending = self._asked(line)
        if pending.do != do:
            raise FairError(f"roll {pending.number} was announced for another action")
        if lacking := self.lacks():
            raise FairError(f"roll {pending.number} was thrown without {' and '.join(lacking)}")
        self._links[pending.number] = self._given(pending)
        self.pending = None

    def _back(self, _: Plain) -> None:
        self.pending = None

    def _key(self, _: Plain) -> None:
        self.is_told = self.terms.kind != "honour"

    # -- what lines have in common ----------------------------------------------------------

    def _next(self, line: Plain) -> int:
        number = line.get("k")
        if type(number) is not int or number != self.rolled + 1:
            raise FairError(f"roll {self.rolled + 1} is expected, and the line says {number!r:.20}")
        return number

    def _asked(self, line: Plain) -> AnnouncedRoll:
        if self.pending is None or line.get("k") != self.pending.number:
            raise FairError(f"a line belongs to roll {line.get('k')!r:.20}, which is not open")
        return self.pending


_TAKEN = {
    "anchor": Transcript._anchor,
    "rolls": Transcript._rolls,
    "link": Transcript._link,
    "missing": Transcript._missing,
    "do": Transcript._do,
    "begins": Transcript._begins,
    "back": Transcript._back,
    "key": Transcript._key,
}


def _seat(line: Plain, key: str, terms: Terms) -> str:
    seat = line[key]
    if seat not in terms.seats:
        raise FairError("somebody gives a part who does not throw in this game")
    return str(seat)


def _value(line: Plain) -> bytes:
    value = line.get("value")
    if type(value) is not str or not _HASH.fullmatch(value):
        raise FairError("a part of the dice is no hash")
    return bytes.fromhex(value)
