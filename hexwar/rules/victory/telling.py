"""Which side wins when, and how it stands, in the words that players read.

Each line of the victory is a sentence of its own (:class:`Goal`), with how far it is where a
position is known. Lines that ask for the same count between other bounds are one table to a reader:
12 or more, 8 to 11, otherwise. They are put together only where nothing is lost: the same moment,
no goal of their own, nothing but the bounds different (:func:`lines_in_scales`). At the end, what
each side scores for, and what a single hex counts for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from re import sub
from typing import Any, NamedTuple

from hexwar.definition.grammar import does, in_prose, opening
from hexwar.definition.model import Condition, ResolvedGame
from hexwar.engine.notation import brought
from hexwar.engine.state import Position
from hexwar.rules.escort import Escort
from hexwar.rules.language.conditions import (
    Conditions,
    amount,
    as_it_stands,
    how_it_stands,
    in_a_sentence,
)
from hexwar.rules.language.section import Selector, could_fit
from hexwar.rules.language.wording import called, either, every, several, titles
from hexwar.rules.points import Award, Points, PointsRules
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units
from hexwar.rules.victory.section import Victory, VictoryLine

FEWEST = 3
"""Numbers that are told as a table; fewer lines are read as sentences."""

_OF_UNITS = frozenset({"exited", "contacted", "escorted"})
"""The counts of units, each of which counts but once."""

_BOUNDS = ("at_least", "at_most")
"""What a condition says of how many it asks for."""


class VictoryScale(NamedTuple):
    """Lines that ask for the same count between other bounds.

    ``asked``: what they count, without bounds. ``rows``: the bounds in words, and their lines.
    """

    asked: Condition
    rows: tuple[tuple[str, VictoryLine], ...]

    @property
    def lines(self) -> list[VictoryLine]:
        """The lines in their order."""
        return [line for _, line in self.rows]


def lines_in_scales(lines: Sequence[VictoryLine]) -> Iterator[VictoryLine | VictoryScale]:
    """The lines in their order, those that belong together as one.

    Lines of one moment that follow each other; a line that always holds may be their last.
    """
    unread = list(lines)
    while unread:
        count, first = _lines_of_scale(unread), unread[0].condition
        numbers = sum(line.condition is not None for line in unread[:count])
        if numbers < FEWEST or first is None:
            yield unread.pop(0)
            continue
        group, unread = unread[:count], unread[count:]
        rows = tuple((_row(line.condition, first), line) for line in group)
        yield VictoryScale(replace(first, arguments=_what_is_counted(first)), rows)


def _lines_of_scale(lines: Sequence[VictoryLine]) -> int:
    """How many of the lines, from the first, are one scale."""
    first = lines[0]
    if first.condition is None or not _scalable(first):
        return 1
    for count, line in enumerate(lines):
        if line.when != first.when or line.goal:
            return count
        if line.condition is None:
            return count + 1
        if not _scalable(line) or not _count_the_same(line.condition, first.condition):
            return count
    return len(lines)


def _scalable(line: VictoryLine) -> bool:
    """Whether a line counts one thing between bounds, and may be a row of a scale."""
    condition = line.condition
    if (
        condition is None
        or condition.of
        or line.goal
        or {"share", "more_than"} & condition.arguments.keys()
    ):
        return False
    return condition.kind == "points" or any(bound in condition.arguments for bound in _BOUNDS)


def _count_the_same(first: Condition, other: Condition) -> bool:
    """Whether two conditions count the same, be it from the other side."""
    given, counted = dict(_what_is_counted(first)), _what_is_counted(other)
    if first.kind != other.kind or given == counted:
        return first.kind == other.kind
    # Blue over Red is a row of the table of Red over Blue, with its sign turned.
    if given.get("over") is not None:
        given["side"], given["over"] = given["over"], given["side"]
    return given == counted


def _what_is_counted(asked: Condition) -> Mapping[str, Any]:
    """What a condition counts, without its bounds."""
    return {name: value for name, value in asked.arguments.items() if name not in _BOUNDS}


def _row(asked: Condition | None, first: Condition) -> str:
    """The bounds of a line, as the first line counts."""
    if asked is None:
        return "otherwise"
    low, high = (asked.arguments.get(bound) for bound in _BOUNDS)
    if low is high is None:
        # A condition without bounds asks for one at least.
        low = 1
    if _what_is_counted(asked) != _what_is_counted(first):
        # Counted from the other side: at least 5 is at most -5.
        low, high = (None if high is None else -high), (None if low is None else -low)
    if low == high:
        return str(low)
    if low is not None and high is not None:
        return f"{low} to {high}"
    return f"{low} or more" if high is None else f"{high} or less"


_MOMENTS = {
    "end_of_game": "at the end of the game",
    "end_of_turn": "at the end of {}",
    "end_of_phase": "at the end of any phase{}",
}
"""When a line is looked at, in words; in the braces stand the turns."""


class Goal(NamedTuple):
    """One line of the victory, or several that differ in a number.

    ``sentence``: which side wins, when and for what, as the author says it or put together.
    ``needs``: the condition in words, in a position with what it counts; empty where the line
    always holds. ``now``: how far it is, for a sentence that does not say it itself. ``rows``: of
    several lines, the number and the side that wins by it.
    """

    sentence: str
    needs: str
    now: str
    rule: str
    rows: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.sentence

    @property
    def told(self) -> str:
        """The sentence, and how far it is."""
        return f"{self.sentence.removesuffix('.')} ({self.now})." if self.now else self.sentence

    @property
    def details(self) -> str:
        """What the sentence leaves open, as a sentence."""
        if self.now or not self.needs or self.needs in self.sentence:
            return ""
        return f"{self.needs[:1].upper()}{self.needs[1:]}."


def goals(game: ResolvedGame) -> list[Goal]:
    """The lines of the victory in order: the first that holds when its moment comes decides."""
    names, wordings = titles(game), brought(game.packages).wordings
    say = partial(in_a_sentence, names=names, wordings=wordings)
    return list(_goals(game, names, say, lambda asked: ""))


def goals_now(state: Position) -> list[Goal]:
    """The lines of the victory in order, with what their conditions count in a position."""
    names = titles(state.resolved)

    def count(asked: Condition) -> str:
        """How far it is, with how much is wanted: ``now 3 of 18``."""
        if asked.of:
            return ""
        progress = how_it_stands(asked, state, names)
        least = asked.arguments.get("at_least", 1)
        if least == 1 or "at_most" in asked.arguments or "over" in asked.arguments:
            return progress
        return sub(r"^now (-?\d+)", rf"now \1 of {least}", progress)

    say = partial(as_it_stands, state=state, names=names)
    goals: list[Goal] = []
    before: list[list[str]] = []
    for goal in _goals(state.resolved, names, say, count):
        # What several sides have come to is told with the first that asks for it, not again of
        # another side in another order.
        numbers = sorted(goal.now.removeprefix("now ").split(", "))
        again = len(numbers) > 1 and numbers in before
        before.append(numbers)
        goals.append(goal._replace(now="", needs="") if again else goal)
    return goals


def standing(state: Position) -> str:
    """Which side would win if the game ended now, in a sentence."""
    if state.is_over:
        return f"{state.verdict}."
    game, conditions = state.resolved, state.rules[Conditions]
    points = state.rules.find(PointsRules)
    at_end = points.as_if_over(state) if points else state
    ends = [line for line in game[Victory].lines if line.when == "end_of_game"]
    holding = next((line for line in ends if conditions.test(line.condition)(at_end)), None)
    parts = [part for line in ends if line.condition for part in line.condition.parts()]
    is_pointless = points is not None and not any(points.all(at_end).values())
    by_points = any(part.kind == "points" for part in parts)
    # A side that would win at nothing to nothing has won nothing, least of all at the start.
    if is_pointless and by_points and holding is not None and holding.winner != "draw":
        return "Nobody has a point yet."
    who = "nobody wins" if holding is None else _winner_in_words(holding, game[Sides].names)
    # In the first turn that is no news of how it goes, only whom the end would find ahead.
    return f"{'If nothing changes' if state.turn <= 1 else 'As it stands'}, {who}."


def score(state: Position) -> str:
    """The points of all sides in a sentence; empty in a game without points."""
    points = state.rules.find(PointsRules)
    return points.final(state) if points else ""


def _goals(
    game: ResolvedGame,
    names: Mapping[str, str],
    words: Callable[[Condition], str],
    count: Callable[[Condition], str],
) -> Iterator[Goal]:
    """Each line, or several that are a scale, in words; ``words`` and ``count`` say a condition and
    how far it is.
    """
    # A goal waits for the line behind it, which may say the same of the other side.
    before: VictoryLine | None = None
    goal: Goal | None = None
    for lines in lines_in_scales(game[Victory].lines):
        line = None if isinstance(lines, VictoryScale) else lines
        if goal and before and line and _mirrors(line, before):
            # What holds for both sides alike is told once.
            named = names[before.winner or ""] in goal.sentence
            likewise = f" {opening(names[line.winner or ''])} likewise." if named else ""
            yield goal._replace(sentence=goal.sentence + likewise)
            before = goal = None
            continue
        if goal is not None:
            yield goal
        before = line
        if isinstance(lines, VictoryScale):
            goal = _scale(lines, names, count)
        else:
            goal = _goal(lines, names, words, count)
    if goal is not None:
        yield goal


def _mirrors(line: VictoryLine, before: VictoryLine) -> bool:
    """Whether a line says of the other side what the line before it says of one, and has no goal of
    its own.
    """
    condition, first = line.condition, before.condition
    sides = {before.winner: line.winner, line.winner: before.winner}
    if line.goal or line.when != before.when or line.level != before.level:
        return False
    if condition is None or first is None or None in sides or "draw" in sides or len(sides) < 2:
        return False
    return condition == _of_other(first, sides)


def _of_other(asked: Condition, sides: Mapping[str | None, str | None]) -> Condition:
    """A condition with two sides in each other's place."""
    turned = {
        name: sides.get(value, value) if isinstance(value, str) else value
        for name, value in asked.arguments.items()
    }
    return replace(asked, arguments=turned, of=tuple(_of_other(part, sides) for part in asked.of))


def _goal(
    line: VictoryLine,
    names: Mapping[str, str],
    words: Callable[[Condition], str],
    count: Callable[[Condition], str],
) -> Goal:
    """One line as a sentence."""
    who = _winner_in_words(line, names)
    if line.condition is None:
        sentence = line.goal or f"Otherwise {who} {_moment(line.when)}."
        return Goal(sentence, "", "", line.cite)
    when, rest = _time_and_rest(line)
    needs = words(rest) if rest is not None else ""
    if line.goal:
        return Goal(line.goal, needs, count(rest) if rest is not None else "", line.cite)
    if line.because and rest is not None and rest.of:
        # A condition of several parts reads less well than what the author says of it.
        return Goal(f"{opening(who)} {when}: {line.because}", needs, "", line.cite)
    condition = f" if {needs}" if needs else ""
    return Goal(f"{opening(who)} {when}{condition}.", needs, "", line.cite)


def _scale(
    scale: VictoryScale, names: Mapping[str, str], count: Callable[[Condition], str]
) -> Goal:
    """Several lines that differ in a number, as one sentence and a row for each."""
    rows = tuple((bound, _winner_in_words(line, names)) for bound, line in scale.rows)
    when, first = _moment(scale.lines[0].when), scale.lines[0].condition
    cites = list(dict.fromkeys(line.cite for line in scale.lines if line.cite))
    sentence = f"{opening(when)} {amount(scale.asked, names)} decides."
    progress = count(first) if first else ""
    return Goal(sentence, "", progress, cites[0] if len(cites) == 1 else "", rows)


def _time_and_rest(line: VictoryLine) -> tuple[str, Condition | None]:
    """When a line is looked at, and the rest of its condition: a turn in it belongs to the time."""
    condition, timed = line.condition, _turn_asked(line)
    if line.when == "end_of_game" or timed is None or condition is None:
        return _moment(line.when), condition
    untimed = [part for part in _parts_together(condition) if part is not timed]
    when = _moment(line.when, timed)
    if not untimed:
        return when, None
    return when, untimed[0] if len(untimed) == 1 else replace(condition, of=tuple(untimed))


def _turn_asked(line: VictoryLine) -> Condition | None:
    """The part of a line's condition that asks for a turn by its number."""
    turns = (part for part in _parts_together(line.condition) if part.kind == "turn")
    return next((part for part in turns if "called" not in part.arguments), None)


def _parts_together(asked: Condition | None) -> Sequence[Condition]:
    """The parts of a condition that have to hold together; one of no parts is its only one."""
    return asked.of if asked and asked.kind == "all" else [asked] if asked else []


def _moment(when: str, turn: Condition | None = None) -> str:
    """When a line is looked at: ``at the end of turn 8``."""
    low = turn.arguments.get("at_least") if turn else None
    high = turn.arguments.get("at_most") if turn else None
    if low is not None and low == high:
        exactly = {"end_of_turn": f"turn {low}", "end_of_phase": f" of turn {low}"}
        return _MOMENTS[when].format(exactly.get(when, ""))
    since = f" from turn {low} on" if low is not None else ""
    until = f" until turn {high}" if high is not None else ""
    any_turn = "any turn" if when == "end_of_turn" else ""
    return _MOMENTS[when].format(f"{any_turn}{since}{until}")


def last_turns(state: Position) -> str:
    """The turns at whose end the game may be over, in words: the last, and before it those in
    which a line is asked that names its turn, as far as they are still to come: ``8 or 9``.
    """
    game = state.resolved
    last, ends = game[SequenceOfPlay].turns, set[int]()
    if not state.is_over:
        for line in game[Victory].lines:
            condition = _turn_asked(line)
            low, high = (condition.arguments.get(bound) if condition else None for bound in _BOUNDS)
            if line.when != "end_of_game" and low is not None and low == high:
                ends.add(low)
    return either([*(str(turn) for turn in sorted(ends) if state.turn <= turn < last), str(last)])


def _winner_in_words(line: VictoryLine, names: Mapping[str, str]) -> str:
    """The side that wins by a line, as a clause: ``Red wins (Decisive)``."""
    who = does(names[line.winner], "wins") if line.winner else "it is a draw"
    return f"{who} ({line.level})" if line.level else who


# -- what is scored for ---------------------------------------------------------------------------


def scores_told(game: ResolvedGame) -> Iterator[str]:
    """What sides score for, in one line where it is the same for several: a list of titles, which
    keep their capitals in it.
    """
    names, scorers = game[Sides].names, dict[str, list[str]]()
    for side, awards in awards_by_side(game).items():
        scorers.setdefault(awards, []).append(side)
    for awards, sides in scorers.items():
        if len(sides) == 1:
            yield f"Points of {in_prose(names[sides[0]])}: {awards}."
        elif len(sides) == len(game[Sides].played):
            yield f"Points of each side: {awards}."
        else:
            several_sides = every(in_prose(names[side]) for side in sides)
            yield f"Points of {several_sides}: {awards}."


def awards_by_side(game: ResolvedGame) -> dict[str, str]:
    """By side, for what it gets how many points."""
    phrases: dict[str, list[str]] = {}
    for award in game[Points].awards.values():
        each = " each" if award.counted is not None and not _once(game, award.counted) else ""
        phrases.setdefault(award.side, []).append(f"{award.title} ({award.each}{each})")
    return {side: "; ".join(awards) for side, awards in phrases.items()}


def _once(game: ResolvedGame, counted: Condition) -> bool:
    """Whether what is counted can be there but once, as it singles out one unit."""
    if counted.kind not in _OF_UNITS:
        return False
    selector = counted.arguments.get("of")
    if selector is None and (escort := game.section(Escort)) is not None:
        selector = escort.units
    fitting = (could_fit(selector, unit) for unit in game[Units].counters.values())
    return isinstance(selector, Selector) and sum(fitting) == 1


# -- what a hex is worth ---------------------------------------------------------------------------

_HELD = ("occupied", "controlled")


def worth(game: ResolvedGame, number: str) -> list[str]:
    """What a hex counts for, a sentence without its stop each: points, and the victory itself."""
    names = titles(game)
    # What is worth the same to several sides is told once: with the sides that it is worth it to.
    alike: dict[tuple[object, ...], list[Award]] = {}
    for award in game[Points].awards.values():
        if any(
            _asks_itself(game, part, number)
            for asked in (award.counted, award.condition)
            if asked is not None
            for part in asked.parts()
        ):
            written = award.each, award.scored, award.title, award.cite
            alike.setdefault(written, []).append(award)
    sentences = []
    for first, *others in alike.values():
        sides = dict.fromkeys(in_prose(names[award.side]) for award in (first, *others))
        whose = every(sides)
        if 1 < len(sides) == len(game[Sides].names):
            whose = "either side" if len(sides) == 2 else "every side"
        sentences.append(_award(first, whose))
    for line in game[Victory].lines:
        if line.condition:
            for part in line.condition.parts():
                if _asks_itself(game, part, number):
                    region = str(part.arguments["region"])
                    count, title = len(game.map.region(region)), called(names, "region", region)
                    hexes = f"{count} hexes of {title}"
                    if (each := names.get(f"hexes of {region}")) is not None:
                        hexes = title if title.startswith("the ") else f"the {each} {title}"
                    which = f": one of {hexes}" if count > 1 else ""
                    sentences.append(f"Counts for the victory{which}{_rule(line.cite)}")
    return list(dict.fromkeys(sentences))


def _award(award: Award, sides: str) -> str:
    """What points are for, whose and how many: ``Worth 2 victory points to Red: ...``."""
    points = several(award.each, "victory point")
    again = " at the end of every turn" if award.scored == "every_turn" else ""
    return f"Worth {points} to {sides}{again}: {award.title}{_rule(award.cite)}"


def _asks_itself(game: ResolvedGame, part: Condition, number: str) -> bool:
    """Whether a condition itself asks which side holds a hex, not only a part of it."""
    return part.kind in _HELD and number in game.map.region(str(part.arguments["region"]))


def _rule(cite: str) -> str:
    return f" (rule {cite})" if cite else ""
