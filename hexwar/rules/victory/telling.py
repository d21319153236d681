"""Who wins when, and how it stands, in the words that players read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hexwar.definition.grammar import does
from hexwar.definition.model import ResolvedGame
from hexwar.engine.state import State
from hexwar.rules.compiled import registry
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.telling import as_it_stands, in_a_sentence
from hexwar.rules.language.titles import titles
from hexwar.rules.points.rules import PointsRules
from hexwar.rules.sides.section import Sides
from hexwar.rules.victory.section import Line, Victory

_MOMENTS = {
    "end_of_game": "at the end of the game",
    "end_of_turn": "at the end of any turn",
    "end_of_phase": "at the end of any phase",
}


class Goal(NamedTuple):
    """One line of the victory: who wins, when it is looked at, why, and under which condition.

    ``needs`` is empty where the line always holds; ``because`` where the author wrote nothing.
    ``compound``: the condition has parts, and reads less well than the author's sentence.
    """

    who: str
    when: str
    because: str
    needs: str
    rule: str
    compound: bool

    def __str__(self) -> str:
        why = self.because or (f"{self.needs}." if self.needs else "otherwise.")
        return f"{self.who[:1].upper()}{self.who[1:]} {self.when}: {why[:1].upper()}{why[1:]}"


def goals(game: ResolvedGame) -> list[Goal]:
    """The lines of the victory in order: the first that holds when its moment comes decides."""
    names, wordings = titles(game), registry().wordings
    return [
        _goal(
            line,
            names,
            in_a_sentence(line.condition, names, wordings) if line.condition else "",
        )
        for line in game[Victory].lines
    ]


def goals_now(state: State) -> list[Goal]:
    """The same, with what the conditions count in a position."""
    game = state.resolved
    names = titles(game)
    return [
        _goal(line, names, as_it_stands(line.condition, state, names) if line.condition else "")
        for line in game[Victory].lines
    ]


def standing(state: State) -> str:
    """Who would win if the game ended now, in a sentence."""
    if state.is_over:
        return f"{state.verdict}."
    game, conditions = state.resolved, state.rules[Conditions]
    ends = (line for line in game[Victory].lines if line.when == "end_of_game")
    holding = next((line for line in ends if conditions.test(line.condition)(state)), None)
    who = "nobody wins" if holding is None else _who(holding, game[Sides].names)
    return f"As it stands, {who}."


def score(state: State) -> str:
    """The points of all sides in a sentence; empty in a game without points."""
    return state.rules[PointsRules].final(state)


def _goal(line: Line, names: Mapping[str, str], needs: str) -> Goal:
    compound = line.condition is not None and bool(line.condition.of)
    when = _MOMENTS[line.when]
    return Goal(_who(line, names), when, line.because, needs, line.cite, compound)


def _who(line: Line, names: Mapping[str, str]) -> str:
    who = does(names[line.winner], "wins") if line.winner else "it is a draw"
    return f"{who} ({line.level})" if line.level else who
