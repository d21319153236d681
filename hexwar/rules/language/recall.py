"""What has been so: ``ever``, and at the ends of turns ``in_a_row``.

What is asked for is kept of every game and of no more; where nothing is asked for, nothing is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.notation import brought
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions, Measure, Test
from hexwar.rules.language.telling import in_a_sentence
from hexwar.rules.language.wording import several
from hexwar.rules.scopes.overlays import Games
from hexwar.rules.units.rules import Forces


class Recalled(NamedTuple):
    """In the order of what is asked for: whether it has ever been so (0 or 1), and at the ends of
    how many turns in a row, the last ones, it was so. Empty until something was.
    """

    ever: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()


RECALLED = Slot("recalled", Recalled(), lasts="game")


class RecallRules:
    """What conditions of the game ask of the past."""

    __slots__ = ("_ever", "_turns")

    def __init__(self, games: Games, conditions: Conditions) -> None:
        asked = [condition for game in games for condition in game.conditions()]
        self._ever = _tests("ever", asked, conditions)
        self._turns = _tests("in_a_row", asked, conditions)

    def concerned_at(self, moment: str) -> bool:
        """Whether anything is asked for at this moment."""
        return bool(self._turns if moment == "turn_ends" else self._ever)

    def review(self, state: Position) -> None:
        """Take note of what is so now. Called when the game begins and when a phase ends."""
        before = state.memory[RECALLED]
        kept = before.ever or (0,) * len(self._ever)
        now = tuple(
            int(was or holds(state)) for was, holds in zip(kept, self._ever.values(), strict=True)
        )
        if now != kept:
            state.remember(RECALLED, before._replace(ever=now))

    def turn_ends(self, state: Position) -> None:
        """Count the turns at whose end it was so."""
        before = state.memory[RECALLED]
        kept = before.turns or (0,) * len(self._turns)
        now = tuple(
            was + 1 if holds(state) else 0
            for was, holds in zip(kept, self._turns.values(), strict=True)
        )
        state.remember(RECALLED, before._replace(turns=now))

    def ever(self, state: Position, asked: str) -> int:
        """Whether it has ever been so, as far as was taken note of."""
        # Nothing is noted until something has been so: then there are no pairs.
        return dict(zip(self._ever, state.memory[RECALLED].ever, strict=False)).get(asked, 0)

    def in_a_row(self, state: Position, asked: str) -> int:
        """At the ends of how many turns in a row it was so."""
        return dict(zip(self._turns, state.memory[RECALLED].turns, strict=False)).get(asked, 0)


def _tests(kind: str, asked: list[Condition], conditions: Conditions) -> dict[str, Test]:
    """The tests of what is asked for, by what is said of it."""
    inner = [condition.of[0] for condition in asked if condition.kind == kind]
    # By what is written of it: what is asked for in several places is kept once.
    return {repr(condition): conditions.test(condition) for condition in inner}


def _ever(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    (inner,) = condition.of
    holds, asked = Conditions(frame, forces).test(inner), repr(inner)
    return lambda state: int(holds(state) or state.rules[RecallRules].ever(state, asked))


def _in_a_row(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    asked, turns = repr(condition.of[0]), int(condition.arguments["turns"])
    return lambda state: int(state.rules[RecallRules].in_a_row(state, asked) >= turns)


def _inner_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return in_a_sentence(condition.of[0], names, brought().wordings)


def _ever_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"at any time so far {_inner_in_words(condition, names)}"


def _in_a_row_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    turns = several(int(condition.arguments["turns"]), "turn")
    return f"at the end of {turns} in a row {_inner_in_words(condition, names)}"


def _row_now(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    turns = state.rules[RecallRules].in_a_row(state, repr(condition.of[0]))
    return f"now at the end of {several(turns, 'turn')}"


SLOTS = (RECALLED,)
HOOKS = {
    "turns_begin": (RecallRules, RecallRules.review),
    "phase_closed": (RecallRules, RecallRules.review),
    "turn_ends": (RecallRules, RecallRules.turn_ends),
}
MEASURES = {"ever": _ever, "in_a_row": _in_a_row}
STANDINGS = {"in_a_row": _row_now}
WORDINGS = {"ever": _ever_in_words, "in_a_row": _in_a_row_in_words}
