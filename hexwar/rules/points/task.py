"""When victory points are scored, and the measure ``points``.

Points are a measure like any other, so that conditions and counts can ask for them. What computer
players expect of them is foreseen award by award: what its count will be, how likely its condition
is to hold, and how often it is scored until the end.
"""

from __future__ import annotations

from collections.abc import Mapping

from hexwar.definition.grammar import does
from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Measure, how_many, side_of, so_many, who
from hexwar.rules.language.foresight import Ahead, Chance, Foresee, Foreseen, Foresight, Prospect
from hexwar.rules.points.rules import SCORED, PointsRules
from hexwar.rules.points.section import Award, Points
from hexwar.rules.units.rules import Forces


def _points(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    side = side_of(condition, frame)
    if condition.arguments.get("over") is None:
        return lambda state: state.rules[PointsRules].of(state, side)
    other = side_of(condition, frame, "over")

    def ahead(state: Position) -> int:
        points = state.rules[PointsRules]
        return points.of(state, side) - points.of(state, other)

    return ahead


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """What a side will have scored, less what the other will have."""
    given, awards = asked.arguments, foresight.frame.resolved[Points].awards.values()
    parts: list[Foresee] = []
    for place, award in enumerate(awards):
        sign = (award.side == given["side"]) - (award.side == given.get("over"))
        if sign:
            parts.append(_scored(sign * award.each, award, place, foresight))

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        points = variance = 0.0
        for part in parts:
            more, scatter = part(state, ahead)
            points += more
            variance += scatter
        return points, variance

    return Prospect(foresee)


def _scored(each: int, award: Award, place: int, foresight: Foresight) -> Foresee:
    """What an award will have brought, at so many points each."""
    count: Foresee = (
        foresight.prospect(award.counted).foresee
        if award.counted is not None
        else lambda state, ahead: (1.0, 0.0)
    )
    holds: Chance = (
        foresight.chance(award.condition)
        if award.condition is not None
        else lambda state, ahead: 1.0
    )
    turns = foresight.frame.turns if award.scored == "every_turn" else 0

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        many, scatter = count(state, ahead)
        chance = holds(state, ahead)
        often = turns * ahead.left if turns else 1.0
        points = each * often * many * chance
        # A condition that holds with some chance, times a count that scatters: the variance of the
        # product of the two.
        variance = (each * often) ** 2 * chance * (scatter + many**2 * (1 - chance))
        # What has been scored already is certain.
        if turns and (scored := state.memory[SCORED].points):
            points += scored[place] if each > 0 else -scored[place]
        return points, variance

    return foresee


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    given, has = condition.arguments, does(who(condition, names), "has")
    over, many = given.get("over"), how_many(condition, names)
    if over is not None and _asks_who_leads(condition, names):
        than = "no fewer" if given.get("at_least") == 0 else "more"
        return f"{has} {than} points than {names.get(str(over), over)}"
    than = "" if over is None else f" more than {names.get(str(over), 'the other')}"
    return f"{has} {so_many(many, 'point')}{than}"


def _asks_who_leads(condition: Condition, names: Mapping[str, str]) -> bool:
    """Whether it counts who has more points than another side, and not by how many."""
    given = condition.arguments
    level = given.get("at_least") == 0 and "at_most" not in given
    return level or how_many(condition, names) == "at least 1"


def _standing(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    """What the points are made of."""
    given, points = condition.arguments, state.rules[PointsRules]
    ids, over = state.frame.side_ids, given.get("over")
    side = ids.index(str(given["side"]))
    if over is not None:
        less = points.of(state, ids.index(str(over)))
        both = f"{who(condition, names)} {points.of(state, side)}, {names[str(over)]} {less}"
        lead = "" if _asks_who_leads(condition, names) else f"{points.of(state, side) - less}: "
        return f"now {lead}{both}"
    parts = [f"{award.title} {number}" for award, number in points.parts(state, side) if number]
    return f"now {points.of(state, side)}" + (f": {', '.join(parts)}" if parts else "")


def _one(condition: Condition, names: Mapping[str, str]) -> str:
    over = condition.arguments.get("over")
    beyond = f" beyond those of {names[str(over)]}" if over else ""
    return f"point of {who(condition, names)}{beyond}"


def _of_all(state: Position) -> dict[str, int]:
    points = state.rules.find(PointsRules)
    return points.all(state) if points else {}


SLOTS = (SCORED,)
HOOKS = {"turn_ends": (PointsRules, PointsRules.turn_ends)}
MEASURES = {"points": _points}
PROSPECTS = {"points": _prospect}
WORDINGS = {"points": _in_words}
STANDINGS = {"points": _standing}
COUNTED = {"points": _one}
ANSWERS = {"points": _of_all}
