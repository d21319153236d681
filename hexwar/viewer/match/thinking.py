"""Computer players and hints are thought out in a process of their own: the window goes on.

A :class:`Thought` is one question, asked of the process from a thread that waits for the answer.
:class:`Thinker` has at most one under way: it starts one for a position, is asked in every frame
whether it is there, and drops it when the position has gone. A player that is told to move now
answers with its best so far; one that does not is given up after a while. A process and no thread
does the thinking: in Python a thread that thinks would take half of every frame. Below: hints.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Generic, TypeVar

from hexwar.engine import Action
from hexwar.players import Player, PlayerError, called, choice_of
from hexwar.players.advice import Advice
from hexwar.players.thinking_process import (
    ApartError,
    EndedError,
    Inquiry,
    Mind,
    ThinkingProcess,
    WhatToAdvise,
    WhatToDo,
)
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
from hexwar.viewer.match.match import Match
from hexwar.viewer.program.background import BackgroundWork

T = TypeVar("T")

_SOON = 0.5  # seconds of thought that need not be announced
_DEAF = 10.0  # seconds after which a player told to move counts as not listening


@dataclass(frozen=True, slots=True)
class _WhatTheyDo:
    """What a player of one's own chooses: that very object is asked, so it is asked here."""

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
        self._given_up = False
        self._replaced = 0

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

    def start(self, name: str, own: Player | None, state: State, version: int) -> None:
        """Let the player by that name, or one of one's own, think about what its side sees of
        ``state``; ``version`` names the position.
        """
        if self._thought is not None and self._about is not None and self._about[0] == version:
            return
        # Drawn here and sent along, so that the process has no chance of its own.
        side, seed = state.side_to_act or "", self.random.getrandbits(64)
        self._name, self._about, self._given_up = name, (version, state), False
        seen = seen_apart(state, side)
        if own is not None:
            self._thought = Thought(None, _WhatTheyDo(own, seen, seed))
        else:
            self._thought = Thought(self.process, WhatToDo(side, name, seen, seed))

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
        before, self._replaced = self._replaced, self.process.replaced
        if before == self._replaced:
            return ""
        return "The process in which the computer thinks has ended; another one goes on."

    def end(self) -> None:
        """No more thinking: the process ends."""
        self.forget()
        self.process.end()


def seen_apart(state: State, side: str) -> State:
    """What a side sees, to be thought about while the game goes on."""
    seen = state.seen_by(side).clone()
    # The original and the copy share their caches; each thread needs some of its own.
    seen.forget_computed()
    return seen


def enemies_known(state: State) -> frozenset[str]:
    """The units of others on the map that the side to act knows of."""
    side = state.side_to_act or ""
    seen, counters = state.seen_by(side), state.resolved[Units].counters
    return frozenset(
        unit for unit in counters if counters[unit].side != side and seen.position(unit)
    )


# A hint: what the computer would do in place of the side to act, thought out aside.
#
# It is asked for, thought out in the process of the computer players, and shown as a plan. As long
# as the player does what the plan says its first step falls away; anything else makes it void. What
# has been said about a position is kept for when it is asked again there.


class Hints:
    """At most one hint. It is about what the side to act sees, and stays as long as that side does
    what it says; anything else that happens makes it void.
    """

    def __init__(self, match: Match, thinker: Thinker) -> None:
        self._match, self._thinker = match, thinker
        self._thought: Thought[Advice] | None = None
        self._advice: Advice | None = None
        self._done = 0  # of the plan's actions
        self._about = (-1, 0)  # the position, and how many actions led to it
        self._last: tuple[tuple[int, int], Advice, int] | None = None
        self._hurried = False
        self._known: frozenset[str] = frozenset()

    @property
    def busy(self) -> bool:
        """Whether one is being thought out."""
        return self._thought is not None

    @property
    def advice(self) -> Advice | None:
        """The hint that is to be read."""
        return self._advice

    @property
    def plan(self) -> tuple[Action, ...]:
        """What of the hint is still to be done."""
        return self._advice.actions[self._done :] if self._advice is not None else ()

    def ask(self) -> None:
        """Think one out for the side to act; a person has to have the choice. A position that has
        had one gets the same again, unless that was hurried: a second thought might come to
        something else.
        """
        self.dismiss()
        match = self._match
        self._about = match.version, len(match.entries)
        self._known = enemies_known(match.state)
        # A level with a clock would advise another plan the second time, which makes one doubt
        # both.
        if self._last is not None and self._last[0] == self._about:
            _, self._advice, self._done = self._last
            return
        self._hurried = False
        seed = self._thinker.random.getrandbits(64)
        seen = seen_apart(match.state, match.state.side_to_act or "")
        self._thought = Thought(self._thinker.process, WhatToAdvise(seen, seed))

    def hurry(self) -> None:
        """Have it now, with the best that was found."""
        if self._thought is not None:
            self._thought.hurry()
            self._hurried = True

    def dismiss(self) -> bool:
        """Show none, and think of none; whether there was one."""
        was = self.busy or self._advice is not None
        if self._advice is not None and not self._hurried:
            self._last = self._about, self._advice, self._done
        self.hurry()  # what comes next need not wait for it
        self._thought, self._advice, self._done = None, None, 0
        return was

    def tick(self) -> bool:
        """Take a hint that has been thought out, and drop one that is void. Returns whether
        anything has changed.

        Raises what was raised in thinking.
        """
        if not (self.busy or self._advice is not None):
            return False
        if self._match.version != self._about[0]:
            return self._follow()
        thought = self._thought
        if thought is None or not thought.is_over():
            return False
        self._thought = None
        self._advice = thought.result()
        return True

    def _follow(self) -> bool:
        """Something was done: go on with the plan if that was its next action."""
        match, plan = self._match, self.plan
        entries = match.entries
        as_told = len(entries) == self._about[1] + 1 and plan and entries[-1].action == plan[0]
        if not as_told or len(plan) == 1 or not match.human_to_act:
            return self.dismiss()
        if self._overtaken(plan[1]):
            self.ask()
            return True
        self._done += 1
        self._about = match.version, len(entries)
        self._known = enemies_known(match.state)
        return True

    def _overtaken(self, following: Action) -> bool:
        """Whether the position turns out to differ from the one that the plan was made for: enemies
        are seen that it knew nothing of, or the step that follows can no longer be done.
        """
        state = self._match.state
        if enemies_known(state) - self._known:
            return True
        return state.seen_by(state.side_to_act or "").explain(following) is not None
