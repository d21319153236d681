"""How much of a game is left, and how often each side moves in it.

Every phase counts as long as any other. Of the turn under way and of whole turns to come it is
added up by side in how many phases it moves, and in how many it acts at all; a phase run for one
activation after the other counts by the activations that are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.engine.frame import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.foresight import Ahead
from hexwar.rules.sequence.moved import ACTIVE
from hexwar.rules.sequence.section import ACTIVATED, ROUND, Phase, SequenceOfPlay

if TYPE_CHECKING:
    from hexwar.rules.cup.rules import RoundRules

MOVING = frozenset({"movement", "activation"})
"""The kinds of phase in which units go somewhere."""

FIGHTING = frozenset({"combat", "fire", "activation"})
"""The kinds of phase in which units are attacked."""

Part = tuple[float, ...]
"""By side, which part of a phase it has, 0 to 1; empty where the phase is over."""

Parts = tuple[Part, ...]
"""By phase of a turn."""


class Clock:
    """The time of one game: every phase of a turn takes as long as any other."""

    __slots__ = ("_frame", "_in_turn", "_known", "_phases", "_rounds", "_usual")

    def __init__(self, frame: Frame, rounds: RoundRules | None) -> None:
        self._frame, self._rounds = frame, rounds
        self._phases = frame.resolved[SequenceOfPlay].phases
        self._usual: Parts = tuple(map(self._whose, self._phases))
        self._in_turn = sum(map(any, self._usual))
        self._known: dict[tuple[int, Parts, int, Parts], Ahead] = {}

    def until(self, state: Position, turn: int) -> Ahead:
        """The time from now to the end of a turn."""
        rest = self._rest_of_turn(state)
        return self._ahead((state.turn, rest, turn, rest))

    def to_end_of_phase(self, state: Position) -> Ahead:
        """The time from now to the end of the phase under way."""
        rest, now = self._rest_of_turn(state), state.phase_index
        this = tuple(self._under_way(state) if i == now else () for i in range(len(rest)))
        return self._ahead((state.turn, rest, state.turn, this))

    def _ahead(self, key: tuple[int, Parts, int, Parts]) -> Ahead:
        ahead = self._known.get(key)
        if ahead is None:
            ahead = self._known[key] = self._reckoned(*key)
        return ahead

    def _whose(self, phase: Phase) -> Part:
        """A phase to come: of one whose side is found in play any may have its part, and where
        units are activated for other phases nothing else is done.
        """
        frame = self._frame
        share = 1 / len(frame.played) if phase.decided not in ("", ACTIVATED) else 1.0
        return tuple(
            share * (phase.kind != ROUND and side in frame.played and phase.side in ("", name))
            for side, name in enumerate(frame.side_ids)
        )

    def _rest_of_turn(self, state: Position) -> Parts:
        """What is to come of the phases of the turn under way."""
        parts: Parts | None = state.near.get(self)
        if parts is None:
            now = self._phases[state.phase_index]
            inside = now.id if now.kind == ROUND else now.within
            parts = state.near[self] = tuple(
                self._of_activations(state, place, self._rounds)
                if self._rounds and inside and phase.within == inside
                else self._of_phase(state, place)
                for place, phase in enumerate(self._phases)
            )
        return parts

    def _of_phase(self, state: Position, place: int) -> Part:
        if place == state.phase_index:
            return self._under_way(state)
        return self._usual[place] if place > state.phase_index else ()

    def _under_way(self, state: Position) -> Part:
        """The phase under way, of which it is known whose it is."""
        whose, usual = state.phase_side, self._usual[state.phase_index]
        if whose == NOBODY:
            return usual
        return tuple(float(side == whose and part > 0) for side, part in enumerate(usual))

    def _of_activations(self, state: Position, place: int, rounds: RoundRules) -> Part:
        """A phase that is run for one activation after the other, the present one among them."""
        # The activation under way is still to have this phase, if it does not lie behind.
        acts = state.memory[ACTIVE].side if place >= state.phase_index else None
        begun = self._phases[state.phase_index].kind != ROUND
        return tuple(
            # The activations to come, and the one under way where this phase of it is not over.
            usual * min(1.0, rest + part * (begun and acts in (side, NOBODY)))
            for side, (usual, (rest, part)) in enumerate(
                zip(self._usual[place], rounds.left(state, place), strict=True)
            )
        )

    def _reckoned(self, now: int, rest: Parts, until: int, to_come: Parts) -> Ahead:
        whole, turns = until - now, self._frame.turns
        # Turns are counted from 1, and of this one the `rest` is still to come.
        gone = (now - self._share(rest)) / turns
        if whole < 0:
            nothing = (0.0,) * len(self._frame.side_ids)
            return Ahead(0.0, gone, nothing, nothing, until, NOBODY, NOBODY)
        moves, acts = (
            tuple(
                sum([part[side] for part in self._of(kinds, to_come)])
                + whole * sum([part[side] for part in self._of(kinds, self._usual)])
                for side in range(len(self._frame.side_ids))
            )
            for kinds in (MOVING, MOVING | FIGHTING)
        )
        later = self._usual if whole else ()
        fights = [*self._of(FIGHTING, to_come), *self._of(FIGHTING, later)]
        goes = [*self._of(MOVING, to_come), *self._of(MOVING, later)]
        left = (whole + self._share(to_come)) / turns
        return Ahead(left, gone, moves, acts, until, _alone(fights[:1]), _alone(goes[-1:]))

    def _share(self, parts: Parts) -> float:
        """How much of a turn some parts of its phases are."""
        pairs = zip(parts, self._usual, strict=True)
        return sum(sum(part) / sum(usual) for part, usual in pairs if any(part)) / self._in_turn

    def _of(self, kinds: frozenset[str], parts: Parts) -> list[Part]:
        """The parts of phases of some kinds, without those of which nothing is left."""
        pairs = zip(self._phases, parts, strict=False)
        return [part for phase, part in pairs if phase.kind in kinds and any(part)]


def _alone(one: list[Part]) -> int:
    """The only side that has any of a part."""
    sides = [side for part in one for side, share in enumerate(part) if share]
    return sides[0] if len(sides) == 1 else NOBODY
