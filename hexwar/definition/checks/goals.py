"""Lines of victory and phases that are of use, and conditions that can come true."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings, Place
from hexwar.definition.model import Reinforcement
from hexwar.definition.tree import MappingNode, Node, SequenceNode


@of_each_game
def victory_lines_are_reached(subject: Subject, findings: Findings) -> None:
    """No line of `victory` stands after one that always decides at the same moment."""
    decided: set[str] = set()
    for index, rule in enumerate(subject.game.victory):
        if rule.when in decided:
            place = subject.node("victory", index).place()
            message = "this line is never reached: a line above it always decides"
            findings.add("HW509", place, message, help="put it above the line without `if`")
        if rule.condition is None:
            decided.add(rule.when)


@of_each_game
def phases_are_distinct(subject: Subject, findings: Findings) -> None:
    """No two phases with one id."""
    first: dict[str, int] = {}
    for index, phase in enumerate(subject.game.sequence.phases):
        node = subject.node("sequence", "phases", index, "id")
        if phase.id in first:
            related = [subject.node("sequence", "phases", first[phase.id], "id").place("the first")]
            message = f"two phases have the id {phase.id}"
            findings.add("HW306", node.place(), message, related=related)
        first.setdefault(phase.id, index)


@of_each_game
def reinforcements_can_enter(subject: Subject, findings: Findings) -> None:
    """A group enters in a movement phase of its side, with counters of its side."""
    for group in subject.game.reinforcements.values():
        named = [phase for phase in subject.game.sequence.phases if phase.id == group.phase]
        # Two phases of one name are a finding of their own: one that suits is enough here.
        suits = any(phase.kind == "movement" and phase.side == group.side for phase in named)
        phase = named[0] if named and not suits else None
        if phase is not None:
            place = subject.node("reinforcements", group.id, "phase").place()
            whose = "is not a movement phase" if phase.side == group.side else "is the enemy's"
            message = f"{group.id} cannot enter in {group.phase}, which {whose}"
            findings.add("HW510", place, message, help=_own_phases(subject, group))
        for index, unit in enumerate(group.units):
            place = subject.node("reinforcements", group.id, "units", index).place()
            known = subject.game.units.get(unit)
            if known is not None and known.side != group.side:
                message = f"{unit} is of side {known.side}, not of {group.side}"
                findings.add("HW511", place, message)
            elif unit in subject.game.scenario.setup:
                message = f"{unit} is a reinforcement and is set up at the start as well"
                related = [subject.setup(unit).place("set up here")]
                findings.add("HW511", place, message, related=related)


def _own_phases(subject: Subject, group: Reinforcement) -> str:
    phases = subject.game.sequence.phases
    own = [p.id for p in phases if p.side == group.side and p.kind == "movement"]
    return f"its movement phases: {', '.join(own)}" if own else "its side has no movement phase"


@of_all_games
def conditions_can_hold(subjects: Sequence[Subject], findings: Findings) -> None:
    """No condition asks for more turns, hexes, units, steps or points than there are.

    One that cannot hold in a short scenario may hold in a longer one: it must in some.
    """
    never: dict[Place, str] = {}
    sometimes: set[Place] = set()
    for subject in subjects:
        for holder in _holders(subject):
            for kind, leaf in _leaves(holder.get("if")):
                why = _why_never(subject, kind, leaf)
                if why:
                    never.setdefault(leaf.place(), why)
                else:
                    sometimes.add(leaf.place())
    for place, why in never.items():
        if place not in sometimes:
            findings.add("HW512", place, f"this can never hold: {why}")


def _holders(subject: Subject) -> Iterator[MappingNode]:
    """What may have an `if`."""
    tree = subject.tree
    for name in ("reinforcements", "points"):
        yield from (holder for _, holder in tree.mapping(name).children())
    yield from (holder for _, holder in tree.mapping("combat").mapping("modifiers").children())
    for lines in (tree.get("victory"), tree.mapping("sequence").get("phases")):
        if isinstance(lines, SequenceNode):
            yield from lines.mappings()


def _why_never(subject: Subject, kind: str, leaf: MappingNode) -> str:
    """Why a part of a condition never holds; empty if it may."""
    low, high = leaf.integer("at_least"), leaf.integer("at_most")
    if low is not None and high is not None and low > high:
        return f"at least {low} and at most {high} exclude each other"
    most, counted = _most(subject, kind, leaf)
    least = 1 if low is None and high is None else low or 0
    return f"{counted}, and it asks for {least}" if most is not None and least > most else ""


Most = Callable[[Subject, MappingNode], tuple[int | None, str]]

_most_of: dict[str, Most] = {}


def most_of(kind: str) -> Callable[[Most], Most]:
    """Ask this for the most that a kind of condition can count, and why; ``None``: any number."""

    def keep(most: Most) -> Most:
        _most_of[kind] = most
        return most

    return keep


def _leaves(condition: Node | None) -> Iterator[tuple[str, MappingNode]]:
    if not isinstance(condition, MappingNode):
        return
    for kind, entry in condition.entries.items():
        if isinstance(entry.value, SequenceNode):
            for part in entry.value.items:
                yield from _leaves(part)
        elif kind == "not":
            yield from _leaves(entry.value)
        elif isinstance(entry.value, MappingNode):
            yield kind, entry.value


def _most(subject: Subject, kind: str, leaf: MappingNode) -> tuple[int | None, str]:
    """The most that a condition's count can be, and why."""
    game = subject.game
    if kind in _most_of:
        return _most_of[kind](subject, leaf)
    if kind == "turn":
        return game.sequence.turns, f"the game has {game.sequence.turns} turns"
    side = leaf.text("by") or leaf.text("side")
    trait = leaf.mapping("only").text("trait")
    own = [
        u for u in game.units.values() if u.side == side and (trait in u.type.traits or not trait)
    ]
    units, such = len(own), f" of {trait}" if trait else ""
    if kind == "eliminated":
        return units, f"{side} has {units} units{such}"
    if kind == "steps_lost":
        steps = sum(len(unit.steps) for unit in own)
        return steps, f"{side} has {steps} steps{such}"
    region = leaf.text("region")
    if region not in game.map.regions:
        return None, ""
    hexes = len(game.map.region(region))
    if units < hexes and kind == "occupied":
        return units, f"{side} has {units} units"
    return hexes, f"region {region} has {hexes} hexes"
