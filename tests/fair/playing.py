"""Games played with dice that all throw together, by people who keep to what was agreed."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

from hexwar.fair import Chain, Terms, Transcript
from hexwar.records import SaveLine
from hexwar.records.changed_rules import header_of
from hexwar.records.lines import DiceKey, encoded
from hexwar.records.together import announcement, begin, perform, taken_in, throws
from hexwar.rules.game import Game
from hexwar.rules.history import History

KEY = DiceKey(sha256(b"a host's secret").digest())


class Together:
    """A record that grows, and all who throw; ``lines`` is what is in it."""

    def __init__(self, game: Game, terms: Terms, scenario: str | None = None) -> None:
        self.game, self.terms = game, terms
        state = game.start(scenario, seed=1)
        commitment = KEY.commitment if terms.has_secret else ""
        players = dict.fromkeys(state.frame.side_ids, "human")
        header = header_of(game, state, commitment, players)
        self.header = replace(header, begins=(), fair=terms)
        self.secret = KEY.bits if terms.has_secret else b""
        raw = encoded(self.header.to_dict())
        self.lines = [raw]
        self.transcript = Transcript(terms, raw.rstrip(b"\n"))
        self.chains = {seat: Chain(sha256(seat.encode()).digest()) for seat in terms.seats}
        if terms.kind == "honour":
            self.write(SaveLine("key", "", key=KEY))
        for seat, chain in self.chains.items():
            self.write(SaveLine("anchor", "", seat, value=chain.anchor.hex()))
        begun = begin(game, self.header, self.transcript, self.secret)
        if begun is None:
            self.announce("", "")
            begun = begin(game, self.header, self.transcript, self.secret)
        assert begun is not None
        state, line = begun
        self.write(line)
        self.history = History(state)

    def write(self, *lines: SaveLine) -> None:
        self.lines += taken_in(self.transcript, *lines)

    def announce(self, side: str, do: str) -> None:
        """Announce a roll, and let everybody give his link."""
        self.write(announcement(self.transcript, side, do))
        for seat in self.transcript.lacks():
            self.write(self.link(seat))

    def link(self, seat: str) -> SaveLine:
        """The next link of a seat."""
        pending = self.transcript.pending
        assert pending is not None
        value = self.chains[seat].link(self.transcript.used(seat) + 1)
        return SaveLine("link", "", seat, roll=pending.number, value=value.hex())

    def do(self, action: str) -> None:
        """Do something, with dice if it throws any."""
        state = self.history.state
        announced = self.transcript.pending is not None
        if self.terms.has_links and not announced and throws(state, action):
            self.announce(state.side_to_act or "", action)
        self.write(perform(self.history, self.transcript, action, self.secret))

    def play(self, random: Random, actions: int = 100_000) -> Together:
        """Play at random, to the end or so far; the secret is told then."""
        while actions and not self.history.state.is_over:
            self.do(str(self.history.state.sample_action(random)))
            actions -= 1
        if self.history.state.is_over and self.terms.kind in ("joint", "sealed"):
            self.write(SaveLine("key", "", key=KEY))
        return self

    def saved(self, path: Path) -> Path:
        """The record in a file."""
        path.write_bytes(b"".join(self.lines))
        return path
