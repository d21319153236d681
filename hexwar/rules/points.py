"""Section ``points``: victory points, counted when somebody asks or scored turn by turn.

An award that counts as it stands is never kept: it is reckoned from the position whenever somebody
asks. What is scored every turn, or at the end, is added up in the memory and stays, whatever
happens later. Conditions of the victory compare the points of sides.

In this order: what the section may say, what each side has scored, what is foreseen of it, the
words for it, what ``check`` proves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    RuleNumber,
    SideName,
    between,
    key,
    needs,
    says,
)
from hexwar.definition.grammar import does, in_prose, opening
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.notation import brought
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.rules.language.checks import most_of
from hexwar.rules.language.conditions import (
    Ahead,
    Chance,
    Conditions,
    Foresee,
    Foreseen,
    Foresight,
    Measure,
    Prospect,
    counted,
    how_many,
    in_a_sentence,
    side_of,
    so_many,
    who,
)
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Bounds, Count, If
from hexwar.rules.language.wording import titles
from hexwar.rules.units.rules import Forces
from hexwar.rules.victory.section import Victory

# What section ``points`` may say.


VILLAGES = {"side": "red", "each": 5, "for": {"controlled": {"region": "towns", "side": "red"}}}


class Award(Form, example={"title": "Villages", **VILLAGES}):
    """One thing that a side scores for."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Villages")] = ""
    side: Annotated[SideName, says("The side that scores.", "red")]
    each: Annotated[
        int,
        between(1, 1000),
        says("Points for each of what `for` counts, or once if it is left out.", 5),
    ]
    counted: Annotated[Count | None, EACH, key("for")] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition under which it scores; always if left out.", {"turn": {"at_least": 2}}),
    ] = None
    scored: Annotated[
        Literal["as_it_stands", "every_turn", "at_the_end"],
        says(
            "as_it_stands counts what is true at the moment when somebody asks; every_turn scores "
            "again at the end of each turn, for good; at_the_end scores once, when the game is "
            "over: a line of victory for the end of the game counts it, others do not.",
            "every_turn",
        ),
    ] = "as_it_stands"
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""


class Points(Form, whole="awards", example={"villages": VILLAGES}):
    """Victory points: what they are scored for. Lines of victory compare them."""

    awards: Annotated[Mapping[str, Award], NOT_EMPTY] = {}


class PointsOf(Form, example={"side": "red", "over": "blue"}):
    """How many victory points a side has, see the section points."""

    side: Annotated[SideName, says("The side that has them.", "red")]
    over: Annotated[
        SideName | None, says("Counts only how many more than this side it has.", "blue")
    ] = None


class PointsAre(PointsOf, Bounds, example={"side": "red", "over": "blue", "at_least": 10}):
    """How many victory points a side has, see the section points; at least one if no number is
    given.
    """


class PointsCounts(Form, one_of=True, needs=needs("points", idle=True)):
    """What the section adds to counts."""

    points: PointsOf


class PointsConditions(Form, one_of=True, needs=needs("points", idle=True)):
    """What the section adds to conditions."""

    points: PointsAre


# What each side has scored, and what it is made of.


class Scored(NamedTuple):
    """By award, in the order of the section: what has been scored for good so far."""

    points: tuple[int, ...] = ()


SCORED = Slot("points", Scored(), lasts="game")


class PointsRules:
    """What each side scores for, compiled."""

    def __init__(self, section: Points | None, forces: Forces, conditions: Conditions) -> None:
        self._names = forces.side_names
        self._side_ids = forces.side_ids
        self._awards = tuple(
            (
                award,
                forces.side_ids.index(award.side),
                (lambda state: 1) if award.counted is None else conditions.measure(award.counted),
                conditions.test(award.condition),
            )
            for award in (section or Points()).awards.values()
        )

    def of(self, state: Position, side: int) -> int:
        """The victory points of a side now."""
        return sum(points for _, points in self.parts(state, side))

    def parts(self, state: Position, side: int) -> Iterator[tuple[Award, int]]:
        """What a side scores for, and what it has brought until now."""
        scored = state.memory[SCORED].points
        for index, (award, whose, count, holds) in enumerate(self._awards):
            if whose != side:
                continue
            if award.scored != "as_it_stands":
                yield award, scored[index] if scored else 0
            else:
                yield award, award.each * count(state) if holds(state) else 0

    def all(self, state: Position) -> dict[str, int]:
        """The victory points of every side; empty in a game without any."""
        if not self._awards:
            return {}
        return {name: self.of(state, side) for side, name in enumerate(self._side_ids)}

    def concerned_at(self, moment: str) -> bool:
        """Whether anything is scored every turn."""
        return any(award.scored == "every_turn" for award, _, _, _ in self._awards)

    def turn_ends(self, state: Position) -> None:
        """Score what is scored every turn."""
        self._score(state, "every_turn")

    def game_ends(self, state: Position) -> None:
        """Score what is scored at the end; to be called once, when nothing else follows."""
        self._score(state, "at_the_end")

    def as_if_over(self, state: Position) -> Position:
        """The position with what is scored once it is over; the same where nothing is."""
        if state.is_over or all(award.scored != "at_the_end" for award, *_ in self._awards):
            return state
        twin = state.clone()
        twin.events = None
        self.game_ends(twin)
        return twin

    def _score(self, state: Position, when: str) -> None:
        """Score the awards that are scored at a moment, and say so."""
        so_far = list(state.memory[SCORED].points) or [0] * len(self._awards)
        for index, (award, side, count, holds) in enumerate(self._awards):
            scored = award.each * count(state) if award.scored == when else 0
            if not scored or not holds(state):
                continue
            so_far[index] += scored
            state.remember(SCORED, Scored(tuple(so_far)))
            if state.events is not None:
                text = f"{opening(self._names[side], 'scores')} {scored}: {award.title}."
                state.tell("points", award.cite, text, side=award.side, points=scored)

    def final(self, state: Position) -> str:
        """The points of all sides as a sentence, or nothing."""
        if not self._awards:
            return ""
        each = (f"{name} {self.of(state, side)}" for side, name in enumerate(self._names))
        return f"Victory points: {', '.join(each)}."


_SCORED = {
    "as_it_stands": "",
    "every_turn": ", again at the end of every turn",
    "at_the_end": ", when the game is over",
}


def scoring(game: ResolvedGame) -> Iterator[str]:
    """A sentence for each thing that victory points are scored for, with its title and rule."""
    names, wordings = titles(game), brought(game.packages).wordings
    for award in game[Points].awards.values():
        each = f" for each {counted(award.counted, names)}" if award.counted else ""
        asked = award.condition
        when = f", if {in_a_sentence(asked, names, wordings)}" if asked else ""
        again = _SCORED[award.scored]
        cited = f" (rule {award.cite})" if award.cite else ""
        scores = f"{opening(names[award.side], 'scores')} {award.each}{each}{when}{again}"
        yield f"{award.title}: {scores}.{cited}"


# When victory points are scored, and the measure ``points``.
#
# Points are a measure like any other, so that conditions and counts can ask for them. What computer
# players expect of them is foreseen award by award: what its count will be, how likely its
# condition is to hold, and how often it is scored until the end.


def _points(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many points a side has, or how many more than another."""
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
            parts.append(_points_foreseen(sign * award.each, award, place, foresight))

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        points = variance = 0.0
        for part in parts:
            more, scatter = part(state, ahead)
            points += more
            variance += scatter
        return points, variance

    return Prospect(foresee)


def _points_foreseen(each: int, award: Award, place: int, foresight: Foresight) -> Foresee:
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
    """How many points a side has, or how many more than another."""
    given, has = condition.arguments, does(who(condition, names), "has")
    over, many = given.get("over"), how_many(condition, names)
    if over is not None and _asks_who_leads(condition, names):
        than = "no fewer" if given.get("at_least") == 0 else "more"
        return f"{has} {than} points than {in_prose(names.get(str(over), str(over)))}"
    than = "" if over is None else f" more than {in_prose(names.get(str(over), 'the other'))}"
    return f"{has} {so_many(many, 'point')}{than}"


def _asks_who_leads(condition: Condition, names: Mapping[str, str]) -> bool:
    """Whether it counts which side has more points than another, and not by how many."""
    given = condition.arguments
    level = given.get("at_least") == 0 and "at_most" not in given
    return level or how_many(condition, names) == "at least 1"


def _points_made_of(condition: Condition, state: Position, names: Mapping[str, str]) -> str:
    """What the points are made of."""
    given, points = condition.arguments, state.rules[PointsRules]
    ids, over = state.frame.side_ids, given.get("over")
    side = ids.index(str(given["side"]))
    if over is not None:
        less = points.of(state, ids.index(str(over)))
        standing = f"{who(condition, names)} {points.of(state, side)}, {names[str(over)]} {less}"
        lead = "" if _asks_who_leads(condition, names) else f"{points.of(state, side) - less}: "
        return f"now {lead}{standing}"
    parts = [f"{award.title} {number}" for award, number in points.parts(state, side) if number]
    return f"now {points.of(state, side)}" + (f": {', '.join(parts)}" if parts else "")


def _point_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    over = condition.arguments.get("over")
    beyond = f" beyond those of {in_prose(names[str(over)])}" if over else ""
    return f"point of {in_prose(who(condition, names))}{beyond}"


def _of_all(state: Position) -> dict[str, int]:
    points = state.rules.find(PointsRules)
    return points.all(state) if points else {}


SLOTS = (SCORED,)
HOOKS = {"turn_ends": (PointsRules, PointsRules.turn_ends)}
MEASURES = {"points": _points}
PROSPECTS = {"points": _prospect}
WORDINGS = {"points": _in_words}
STANDINGS = {"points": _points_made_of}
COUNTED = {"points": _point_in_words}
ANSWERS = {"points": _of_all}


# What is proved of section ``points``: that something decides by them, and not they themselves.


@of_each_game
def points_do_not_count_themselves(subject: Subject, findings: Findings) -> None:
    """No points are scored under a condition about points; and victory asks about some."""
    game, awards = subject.game, subject.game[Points].awards
    for award in awards.values():
        for asking, asked in (("if", award.condition), ("for", award.counted)):
            if _asks_about_points(asked):
                place = subject.node("points", award.id, asking).place()
                message = f"what {award.id} scores would depend on points, and so on itself"
                findings.add("HW417", place, message, help="ask about hexes, losses or turns")
    lines = [rule.condition for rule in game[Victory].lines]
    if awards and not any(map(_asks_about_points, lines)):
        hint = "add a line such as {winner: red, if: {points: {side: red, over: blue}}}"
        message = "points are scored, and no line of victory asks about them"
        findings.add("HW418", subject.key("points").place(), message, help=hint)


def _asks_about_points(condition: Condition | None) -> bool:
    return condition is not None and any(part.kind == "points" for part in condition.parts())


@most_of("points")
def most_points(subject: Subject, leaf: MappingNode) -> tuple[int | None, str]:
    """The most points that a condition can count: any number, or none."""
    side = leaf.text("side")
    if leaf.text("over") == side:
        return 0, f"{side} has no more points than itself"
    scores = any(award.side == side for award in subject.game[Points].awards.values())
    return (None, "") if scores else (0, f"{side} scores no points")
