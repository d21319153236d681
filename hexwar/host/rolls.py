"""Dice that the people at a table throw together with its host, or that the host throws with what
they gave before the game.

The transcript of :mod:`hexwar.fair` says what is due; here is what a seat is told of it and asked
for. The host's secret is the key of the table's dice.

In the order of a game: everybody gives an anchor, and the game begins (``begin``); before dice fall
the action is stored (``announced``), so that nobody can take it back once he has seen his own link;
those who throw along give theirs (``given``), or are written down as missing when their time has
run out; then it is done (``perform``). Each line goes through the transcript, which refuses what
was not agreed, before it is stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from hexwar.engine import Action
from hexwar.fair import Terms, Transcript
from hexwar.fair.transcript import PROVES, PROVES_NOT, RULES
from hexwar.host.policy import Policy, PolicyError
from hexwar.records import HUMAN, SaveHeader, SaveLine
from hexwar.records.lines import decoded
from hexwar.records.together import announcement, begin, perform, taken_in, throws
from hexwar.rules.game import Game
from hexwar.rules.history import History
from hexwar.rules.state import State

Plain = dict[str, Any]

ALONE = {
    "kind": "alone",
    "proves": "None was changed: all come from a number that was fixed before the game began.",
    "proves_not": "That the host did not choose that number, look ahead, or tell a player.",
}
"""What is told of dice that the host throws alone."""


def terms_of(policy: Policy, state: State, seated: Mapping[str, str]) -> Terms | None:
    """The terms of a table's dice; ``None`` where the host throws alone, as between computers.

    :class:`PolicyError` for dice that a game cannot have: the others' parts are asked for when
    something is thrown, which would tell what is hidden.
    """
    people = tuple(side for side, player in seated.items() if player == HUMAN)
    if policy.dice == "alone" or not people:
        return None
    if policy.dice == "joint" and state.scopes.hiding:
        raise PolicyError("this game hides something: its dice can be sealed, and not joint")
    return Terms(policy.dice, people, policy.stops)


class StartedByAll(NamedTuple):
    """A game that begins when all have sat down, and what is stored of that."""

    state: State
    stored: list[bytes]


class Rolls:
    """The dice of one table. ``transcript`` has taken in every line of its record."""

    def __init__(self, header: SaveHeader, terms: Terms, lines: Sequence[bytes], secret: bytes):
        self._header, self.terms, self._secret = header, terms, secret
        self.transcript = Transcript(terms, lines[0].rstrip(b"\n"))
        self.begun = False
        for raw in lines[1:]:
            self.read(raw)

    def read(self, raw: bytes) -> None:
        """Take in a line that is stored."""
        line = decoded(raw)
        self.begun = self.begun or "begins" in line
        self.transcript.line(line, raw.rstrip(b"\n"))

    def write(self, *lines: SaveLine) -> list[bytes]:
        """Lines as they are stored. :class:`~hexwar.fair.FairError` for what was not agreed."""
        return taken_in(self.transcript, *lines)

    def given(self, seat: str, value: str, number: int | None) -> SaveLine:
        """What a seat gives: the link of a roll, or the anchor of a chain."""
        if number is None:
            return SaveLine("anchor", "", seat, value=value)
        return SaveLine("link", "", seat, roll=number, value=value)

    def missing(self, seats: Sequence[str]) -> list[SaveLine]:
        """That somebody has not given his link of the roll that is waited for."""
        number = self.transcript.rolled
        return [SaveLine("missing", "", seat, roll=number) for seat in seats]

    def begin(self, game: Game) -> StartedByAll | list[bytes]:
        """Start the game when all have sat down: its state and what is stored; or only what is
        stored, where dice are thrown at the start whose parts are still to be given.
        """
        started = begin(game, self._header, self.transcript, self._secret)
        if started is None:
            announced = self.transcript.pending is not None
            return [] if announced else self.write(announcement(self.transcript, "", ""))
        self.begun = True
        return StartedByAll(started.state, self.write(started.line))

    def announced(self, state: State, action: Action) -> list[bytes]:
        """What is stored of an action before its dice are thrown; nothing if it throws none, or
        nobody has to give anything.
        """
        if not self.terms.has_links or not throws(state, action):
            return []
        return self.write(announcement(self.transcript, state.side_to_act or "", str(action)))

    def perform(self, history: History, action: Action | str) -> SaveLine:
        """Do an action whose parts are there; the line that tells of it."""
        return perform(history, self.transcript, action, self._secret)

    def told(self) -> Plain:
        """What everybody is told at the beginning: how dice are thrown, and what that proves."""
        kind = self.terms.kind
        words = {"proves": PROVES[kind], "proves_not": PROVES_NOT[kind]}
        stops = {"stops": RULES[self.terms.stops]} if self.terms.has_links else {}
        return {"kind": kind, "seats": list(self.terms.seats), **words, **stops}

    def asked(self, seat: str) -> Plain:
        """What a seat is asked for now, and whose parts are waited for."""
        transcript, lacks = self.transcript, self.transcript.lacks()
        asks: Plain = {"waits": list(lacks), "begun": self.begun}
        if seat in lacks:
            if transcript.is_ready and transcript.pending is not None:
                number = transcript.used(seat) + 1
                asks |= {"asks": "link", "k": transcript.pending.number, "number": number}
            else:
                asks["asks"] = "anchor"
        return asks
