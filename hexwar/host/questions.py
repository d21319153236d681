"""What a side can choose, as a message: asked here, or in a process where it takes long.

All tables share one thread, so a question that takes long would keep all of them waiting. Which do
so depends on the game and on the kind of decision; it is measured, as nothing declares it. To ask
every question in a process was too slow: sending the position there costs more than most answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Any, NamedTuple

from hexwar.engine import Violation
from hexwar.host.computers import PROCESSES, ThinkingProcesses
from hexwar.players.thinking_process import ApartError, EndedError, Mind
from hexwar.rules.state import State

Plain = dict[str, Any]

MOST_CHOICES = 500
"""Choices of one answer; a client that wants fewer picks units first."""

DEAR = 0.005
"""Seconds of processor time above which a question is asked in a process; sending one costs 2
ms.
"""

DEAR_IN_A_ROW = 3
"""After so many questions of a kind the next is asked in a process."""


def refusal(violation: Violation | None) -> Plain | None:
    """Why something is not possible, with the number of the rule."""
    return None if violation is None else {"why": violation.message, "rule": violation.rule}


def choices_in(seen: State, picked: Sequence[str], at: str) -> Plain:
    """What can be chosen with units picked, at a hex pointed at, in what a side sees."""
    offered = seen.choices(picked, at)
    plain = [
        {
            "do": str(choice.action),
            "label": choice.label,
            "units": list(choice.units),
            "hexes": list(choice.hexes),
            "why": refusal(choice.why_not),
        }
        for choice in offered[:MOST_CHOICES]
    ]
    return {"choices": plain, "more": len(offered) > MOST_CHOICES}


class Answered(NamedTuple):
    """An answer, and the seconds of a processor that it took."""

    answer: Plain
    seconds: float


@dataclass(frozen=True, slots=True)
class WhatToChoose:
    """The question in a process of its own: it gets what the side sees, and nothing else."""

    seen: State
    picked: tuple[str, ...]
    at: str

    def answer(self, mind: Mind) -> Answered:
        """What can be chosen."""
        begun = thread_time()
        return Answered(choices_in(self.seen, self.picked, self.at), thread_time() - begun)


class QuestionKind(NamedTuple):
    """What the time that a question takes depends on: the digest of the game, the kind of decision,
    whether units are picked.
    """

    digest: str
    decision: str
    picks: bool


class DearQuestion(NamedTuple):
    """A question for a process: the side that asks, the table and its version, and the key that its
    answer is kept under.
    """

    table: str
    seat: str
    version: int
    key: tuple[Any, ...]
    question: WhatToChoose
    kind: QuestionKind = QuestionKind("", "", False)


class AnsweringProcesses(ThinkingProcesses):
    """Processes that answer questions, whichever is free."""

    def __init__(self) -> None:
        super().__init__()
        self._busy = [0] * PROCESSES

    async def to(self, question: WhatToChoose) -> Answered | None:
        """The answer; ``None`` if no process gives one."""
        # The process with the shortest queue: unlike computer players, answers need no history.
        place = self._busy.index(min(self._busy))
        self._busy[place] += 1
        try:
            return await self.ask(place, question)
        except (ApartError, EndedError):
            return None
        finally:
            self._busy[place] -= 1
