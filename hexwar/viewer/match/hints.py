"""A hint: what the computer would do in the place of whoever is to act, thought out aside.

It is asked for, thought out in the process of the computer players, and shown as a plan. As long as
the player does what the plan says its first step falls away; anything else makes it void. What has
been said about a position is kept for when it is asked again there.
"""

from __future__ import annotations

from hexwar.engine import Action
from hexwar.players.advice import Advice
from hexwar.players.thinking_process import WhatToAdvise
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.thinking import Thinker, Thought, seen_apart


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
        """Think one out for the side to act; a person has to have the choice. About a position
        that has had one the same is said again, unless it was hurried: thought out anew it might
        be another.
        """
        self.dismiss()
        match = self._match
        self._about = match.version, len(match.entries)
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
        """Take what has been thought out, and leave what is void; whether anything has changed.

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
        self._done += 1
        self._about = match.version, len(entries)
        return True
