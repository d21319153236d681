"""Decisions in the text mode: what can be chosen, where a unit can go, and why not.

Everything comes from what the game offers, so that whatever sections bring is listed and explained.
First why not, then what is left to do, then where a unit can go, and last all legal actions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from hexwar.cli.terminal import table, wrapped
from hexwar.cli.text.kinds import TOLD, able, step_to
from hexwar.cli.text.visibility import ASSUMED, Seen
from hexwar.engine import Action, Reach, Violation
from hexwar.engine.action import Choice
from hexwar.engine.notation import verbs
from hexwar.rules.language.wording import either, number, several
from hexwar.rules.movement.rules import other_ways
from hexwar.rules.state import State
from hexwar.rules.units.section import Units

MOST_PATHS = 40
"""Hexes in reach that are listed one by one, with their paths."""

MOST_NUMBERED = 20
"""Choices are offered by number if there are no more than this."""

NOT_NOW = "sequence.order"
"""The reason of a refusal that only says that something else is to be chosen."""


def refusal(violation: Violation) -> str:
    """Why something is not allowed, and where to read the rule."""
    if not violation.rule:
        how = violation.message.startswith("Write: ")
        return f"No{'.' if how else ':'} {violation.message}"
    return f"No, rule {violation.rule}: {violation.message}"


def in_another_way(state: State, notation: str) -> str:
    """What to type for a move that is refused in one way of moving and legal in another; else
    empty.
    """
    try:
        ways = other_ways(state, Action.parse(notation))
    except ValueError:
        return ""
    return f"Possible is: {either(map(str, ways))}." if ways else ""


def left_to_do(seen: Seen) -> Iterator[str]:
    """What can be chosen, but for choices that are offered by number."""
    decision = seen.state.decision
    tell = TOLD.get(decision.kind) if decision is not None else None
    if tell is not None:
        yield from tell(seen)
    elif not numbered(seen.state):
        yield from able(seen)


def numbered(state: State) -> tuple[Choice, ...]:
    """The choices that are offered by number: few, and not told in another way."""
    decision = state.decision
    if decision is None or decision.kind in TOLD:
        return ()
    choices = tuple(state.choices())
    return choices if len(choices) <= MOST_NUMBERED else ()


def line(action: Action, label: str) -> str:
    """What is typed for an action, and what it does where that says more: ``move A 0703`` needs no
    ``A moves to 0703``.
    """
    typed, words_told = str(action).casefold().split(), label.casefold().split()
    words_in_action = [
        action.verb if word == f"{action.verb}s" else word for word in words_told if word != "to"
    ]
    return (
        str(action)
        if words_told == typed or sorted(words_in_action) == sorted(typed)
        else f"{action}: {label}"
    )


def reach(seen: Seen, unit: str) -> list[str]:
    """Where a unit can move to now, at what cost, and what stops it there, as far as is known.

    A unit that can go almost anywhere has its hexes by cost, without the paths. Of an enemy, what
    it could reach in a move of its own, and its zone of control.
    """
    hexes = seen.known.reach(unit)
    side = seen.known.resolved[Units].counters[unit].side
    if not hexes:
        if offered := seen.known.choices((unit,)):
            return [wrapped(each, "  ", "") for each in grouped(offered)]
        enemy = seen.state.side_to_act not in (None, side)
        if enemy and (position := seen.seen).position(unit) is not None:
            able = [number for number, units in position.threats(side).items() if unit in units]
            lines = [wrapped(f"{unit} could move to: {' '.join(able) or 'nowhere'}", "  ", "")]
            if zone := position.zone(unit):
                lines.append(wrapped(f"{unit} controls: {' '.join(zone)}", "  ", ""))
            return lines
        return [f"{unit} cannot move now.{_why_not(seen, unit)}"]
    lines = _reach_by_cost(unit, hexes) if len(hexes) > MOST_PATHS else _reach_by_path(unit, hexes)
    return [*lines, ASSUMED] if seen.assumes else lines


def _why_not(seen: Seen, unit: str) -> str:
    """Why a unit can move nowhere, if the reason is the same for each hex around it."""
    board = seen.known.resolved.map
    start = seen.position(unit)
    goals = board.neighbors(start) if start else board.numbers[:1]
    if seen.is_secret(unit):
        return ""
    reasons = {seen.known.explain(step_to(unit, goal)) for goal in goals}
    (reason, *further_reasons) = reasons or {None}
    if reason is None or further_reasons:
        return ""
    return f" {reason.message}{f' [{reason.rule}]' if reason.rule else ''}"


def _reach_by_path(unit: str, hexes: Mapping[str, Reach]) -> list[str]:
    """A line a hex: cost, what is left, whether the move ends there, and the path."""
    rows = [["hex", "MP", "left", "stops", "path"]]
    for hex_, reach in hexes.items():
        # The rule that ends the move, or in a game without citations that it ends.
        end = reach.stops
        stops = "" if end is None else f"[{end.rule}]" if end.rule else "yes"
        rows.append([hex_, number(reach.cost), number(reach.left), stops, "-".join(reach.path)])
    return [f"{unit} can move to (stops: what ends its move there):", *table(rows)]


def _reach_by_cost(unit: str, hexes: Mapping[str, Reach]) -> list[str]:
    """A line a cost, with the hexes that are reached for it."""
    by_cost: dict[Fraction, list[str]] = {}
    for hex_, reach in hexes.items():
        mark = "*" if reach.stops else ""
        by_cost.setdefault(reach.cost, []).append(f"{hex_}{mark}")
    rows = (f"{number(cost)} MP: {' '.join(by_cost[cost])}" for cost in sorted(by_cost))
    lines = [wrapped(line, "    ", "  ") for line in rows]
    stopping = ["  * Its move ends there."] if any(r.stops for r in hexes.values()) else []
    return [f"{unit} can move to (legal {unit} HEX tells the path):", *lines, *stopping]


def way(seen: Seen, unit: str, goal: str) -> str:
    """The path of a unit to a hex, its cost, and what stops it there; or why it cannot go.

    As far as is known.
    """
    state = seen.known
    reach = state.reach(unit).get(goal)
    if reach is None:
        # How a unit can go to a hex that no free move leads to; or why it cannot.
        refused: list[Violation] = []
        for word, verb in state.frame.registry.verbs.items():
            if verb.points_at != "goal":
                continue
            action = Action(word, (unit,), (goal,))
            violation = state.explain(action)
            if violation is None:
                return f"{unit} can go to {goal}: {action}."
            refused.append(violation)
        # That something else is to be chosen first does not tell about the way.
        refused.sort(key=lambda violation: violation.reason == NOT_NOW)
        return refusal(refused[0])
    steps = f"{unit} to {goal}: {number(reach.cost)} MP, {number(reach.left)} left, by "
    ends = f" {reach.stops.message}" if reach.stops else ""
    ends += f" [{reach.stops.rule}]" if reach.stops and reach.stops.rule else ""
    assumed = f" {ASSUMED}" if seen.assumes else ""
    return f"{steps}{'-'.join(reach.path)}.{ends}{assumed}"


def legal(seen: Seen, verb: str = "") -> Iterator[str]:
    """The legal actions; those that differ only in their last hex share a line.

    In a movement phase as far as is known, else by the rules and all units.
    """
    choices = seen.known.choices()
    choices_wanted = (choice for choice in choices if verb in ("", choice.action.verb))
    yield from grouped(choices_wanted, in_short=not verb)
    if seen.assumes:
        yield ASSUMED


MOST_GOALS = 60
"""Hexes to go to that are listed for all units together; of more each unit has a number."""


def grouped(choices: Iterable[Choice], *, in_short: bool = False) -> Iterator[str]:
    """Choices line by line; where units can go, with all hexes in one; ``in_short``: with how many
    there are, where nobody would read them all.
    """
    goals: dict[tuple[str, str], list[str]] = {}
    for choice in choices:
        action = choice.action
        if verbs()[action.verb].points_at == "goal":
            start = f"{action.verb} {'+'.join(action.units)}"
            goals.setdefault((start, action.name), []).append("-".join(action.hexes))
        else:
            goals[line(action, choice.label), ""] = []
    if not goals:
        yield "There is no such action now."
    is_long = in_short and sum(map(len, goals.values())) > MOST_GOALS
    for (start, name), hexes in goals.items():
        counted = f"HEX {name}".rstrip() + f": {several(len(hexes), 'hex')}"
        hexes_told = counted if is_long and hexes else f"{' '.join(hexes)} {name}"
        yield f"{start} {hexes_told}".rstrip()
    if is_long:
        yield "Where a unit can go: legal UNIT. All of a kind: legal VERB, such as legal move."
