"""Computer players think in a process of their own, so that the window goes on.

A :class:`Thought` is one question, asked of the process from a thread that waits for the answer.
:class:`Thinker` has at most one under way: it starts one for a position, is asked in every frame
whether the answer is there, and drops it when the position has gone. A player that is told to move
now answers with its best so far; one that does not is given up after a while. A process and no
thread does the thinking: in Python a thread that thinks would take half of every frame.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Generic, TypeVar

from hexwar.engine import Action
from hexwar.players import Player, PlayerError, called, choice_of
from hexwar.players.thinking_process import (
    ApartError,
    EndedError,
    Inquiry,
    Mind,
    ThinkingProcess,
    WhatToDo,
)
from hexwar.rules.state import State
from hexwar.viewer.program.background import BackgroundWork

T = TypeVar("T")

_SOON = 0.5  # seconds of thought that need not be announced
_DEAF = 10.0  # seconds after which a player told to move counts as not listening


@dataclass(frozen=True, slots=True)
class _WhatOwnDoes:
    """What a player of one's own chooses: it is an object of this process, so it is asked here."""

    player: Player
    seen: State
    seed: int

    def answer(self, mind: Mind) -> Action:
        """Its choice."""
        return choice_of(self.player, self.seen, Random(self.seed))


class Thought(Generic[T]):
    """A question that is thought about from now on: in ``process``, or without one in a thread, as
    where no process can be begun.
    """

    def __init__(self, process: ThinkingProcess | None, question: Inquiry[T]) -> None:
        self._question = question
        self._asking = process.ask(question) if process is not None else None
        self._begun = monotonic()
        self._hurried: float | None = None
        self._work = BackgroundWork(lambda _: self._think())

    @property
    def seconds(self) -> float:
        """How long it has been thought about."""
        return monotonic() - self._begun

    @property
    def is_long(self) -> bool:
        """Whether it takes so long that people want to be told."""
        return self.seconds >= _SOON and not self.is_over()

    @property
    def is_deaf(self) -> bool:
        """Whether it goes on although an answer was wanted a while ago."""
        return self._hurried is not None and monotonic() - self._hurried >= _DEAF

    def hurry(self) -> None:
        """Want the answer now: the best that has been found. Not everybody can be hurried."""
        if self._hurried is None:
            self._hurried = monotonic()
            if self._asking is not None:
                self._asking.hurry()

    def is_over(self) -> bool:
        """Whether there is an answer, or will be none."""
        return self._work.is_over()

    def result(self) -> T:
        """The answer; raises what was raised over it."""
        return self._work.result()

    def _think(self) -> T:
        # Where the process has broken down the same question is answered here, in the thread.
        if self._asking is not None:
            with suppress(ApartError):
                return self._asking.answer()
        return self._question.answer(Mind(lambda: self._hurried is not None))


class Thinker:
    """What computer players think: at most one thought at a time, in one process for a game.

    A thought about a position that has gone is dropped. ``random`` is what players draw from; it
    has nothing to do with the game's dice.
    """

    def __init__(self, random: Random | None = None) -> None:
        self.random = random or Random()
        self.process = ThinkingProcess()
        self._thought: Thought[Action] | None = None
        self._name = ""
        self._about: tuple[int, State] | None = None
        """The version of the position that is thought about, and the position."""
        self._given_up = False
        self._replaced = 0
        """How often the process had been replaced when that was told last."""

    @property
    def thought(self) -> Thought[Action] | None:
        """What is under way, or waits to be taken."""
        return self._thought

    @property
    def busy(self) -> bool:
        """Whether a thought is under way or waits to be taken."""
        return self._thought is not None

    def prepare(self) -> None:
        """Have the process ready when it is needed."""
        with suppress(ApartError, EndedError):
            self.process.begin()

    def start(self, name: str, player: Player | None, state: State, version: int) -> None:
        """Let the player by that name, or one of one's own, think about what its side sees of
        ``state``; ``version`` names the position.
        """
        if self._thought is not None and self._about is not None and self._about[0] == version:
            return
        # Drawn here and sent along, so that the process has no chance of its own.
        side, seed = state.side_to_act or "", self.random.getrandbits(64)
        self._name, self._about, self._given_up = name, (version, state), False
        position = seen_apart(state, side)
        if player is not None:
            self._thought = Thought(None, _WhatOwnDoes(player, position, seed))
        else:
            self._thought = Thought(self.process, WhatToDo(side, name, position, seed))

    def take(self, version: int) -> Action | None:
        """The thought about this position once it is there; raises what the player raised, and
        :class:`PlayerError` when it was given up.
        """
        thought, about = self._thought, self._about
        if self._given_up:
            self.forget()
            raise PlayerError(f"{called(self._name)} did not move when told to")
        if thought is None or about is None or not thought.is_over():
            return None
        self._thought = None
        if about[0] != version:
            return None
        action = thought.result()
        # What the side does not see may forbid it.
        return action if about[1].explain(action) is None else about[1].sample_action(self.random)

    def hurry(self) -> None:
        """Have the player move now; one that was told so and has not heard is given up."""
        if self._thought is not None:
            self._given_up = self._thought.is_deaf
            self._thought.hurry()

    def forget(self) -> None:
        """Drop whatever is being thought."""
        if self._thought is not None:
            self._thought.hurry()  # what comes next need not wait for it
        self._thought, self._given_up = None, False

    def news(self) -> str:
        """What there is to tell of the process since this was asked last; empty for nothing."""
        was_replaced, self._replaced = self._replaced, self.process.replaced
        if was_replaced == self._replaced:
            return ""
        return "The process in which the computer thinks has ended; another one goes on."

    def end(self) -> None:
        """No more thinking: the process ends."""
        self.forget()
        self.process.end()


def seen_apart(state: State, side: str) -> State:
    """What a side sees, to be thought about while the game goes on."""
    position = state.seen_by(side).clone()
    # The original and the copy share their caches; each thread needs some of its own.
    position.forget_computed()
    return position
