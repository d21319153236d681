"""A hint: what the computer would do in place of the side to act, shown as a plan.

It is asked for, and thought out in the process of the computer players. As long as the player does
what the plan says, its first step falls away; anything else makes the hint void. A hint is kept
with its position, for when it is asked for there again.
"""

from __future__ import annotations

from hexwar.engine import Action
from hexwar.players.advice import Advice
from hexwar.players.thinking_process import WhatToAdvise
from hexwar.rules.state import State
from hexwar.rules.units.section import Units
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
        self._about = (-1, 0)  # the version of the position, and how many actions led to it
        self._last: tuple[tuple[int, int], Advice, int] | None = None
        """The hint shown last: what it was about, itself, and how many of its actions were done."""
        self._hurried = False
        self._known: frozenset[str] = frozenset()
        """The enemies that were known when the plan was made, or went on."""

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
        position = seen_apart(match.state, match.state.side_to_act or "")
        self._thought = Thought(self._thinker.process, WhatToAdvise(position, seed))

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
        by_plan = len(entries) == self._about[1] + 1 and plan and entries[-1].action == plan[0]
        if not by_plan or len(plan) == 1 or not match.human_to_act:
            return self.dismiss()
        # The position may differ from what the plan was made for: enemies are seen that it knew
        # nothing of, or its next step can no longer be done.
        state, enemies = match.state, enemies_known(match.state)
        refusal = state.seen_by(state.side_to_act or "").explain(plan[1])
        if enemies - self._known or refusal is not None:
            self.ask()
            return True
        self._done += 1
        self._about, self._known = (match.version, len(entries)), enemies
        return True


def enemies_known(state: State) -> frozenset[str]:
    """The units of others on the map that the side to act knows of."""
    side = state.side_to_act or ""
    known_state, counters = state.seen_by(side), state.resolved[Units].counters
    return frozenset(
        unit for unit in counters if counters[unit].side != side and known_state.position(unit)
    )
