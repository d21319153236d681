"""What is proved of section ``sides``: every side has units, a phase, a way to win, and an enemy.

Ids must not be words that the language keeps for some side (``own``, ``enemy``, ``initiative``),
and the side proposed to beginners must be one that a person plays.
"""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.rules.sequence.section import Phase, SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.rules import groups_of
from hexwar.rules.units.section import Units
from hexwar.rules.victory.section import Victory

WORDS = frozenset(
    {"own", "enemy", "any", "all", "draw", "initiative", "others", "second", "third", "fourth"}
)
"""What selectors, phases and lines of victory say in place of a side."""


@of_each_game
def every_side_can_play(subject: Subject, findings: Findings) -> None:
    """Every side has units, a phase and a way to win."""
    game = subject.game
    in_play = {*game.scenario.setup}
    in_play |= {unit for group in groups_of(game) for unit in group.units}
    for side in game[Sides].all:
        if not any(
            unit in in_play and counter.side == side.id
            for unit, counter in game[Units].counters.items()
        ):
            scenario = subject.root.mapping("scenarios").mapping(subject.game.scenario.id)
            entry = scenario.entries.get("setup")
            place = (entry.key if entry else scenario).place()
            message = f"side {side.id} has no units in scenario {game.scenario.id}"
            findings.add("HW506", place, message, help="set some of its counters up")
        if side.neutral:
            continue
        phases = game[SequenceOfPlay].phases
        if not any(_acts_in(phase, side.id) for phase in phases):
            place = subject.key("sequence", "phases").place()
            message = f"side {side.id} has no phase: it could never act"
            findings.add("HW507", place, message, help=f"add a phase with `side: {side.id}`")
        won = {rule.winner or "" for rule in game[Victory].lines} & {*game[Sides].by_id}
        if not any(game[Sides].allied(side.id, winner) for winner in won):
            place = subject.key("victory").place()
            message = f"side {side.id} has no way to win"
            findings.add("HW508", place, message, help=f"add a line with `winner: {side.id}`")


def _acts_in(phase: Phase, side: str) -> bool:
    """Whether a side may act in a phase: it is its own, the game says whose, or all write in it."""
    if phase.decided or phase.side:
        return bool(phase.decided) or phase.side == side
    from hexwar.rules.plots.section import WRITING, PlotPhases  # where phases are nobody's

    return phase.kind == WRITING and phase[PlotPhases].is_written_by(side)


@of_each_game
def no_side_is_called_by_a_word(subject: Subject, findings: Findings) -> None:
    """No side has for its id a word that stands for some side, or for none."""
    for side in subject.game[Sides].all:
        if side.id in WORDS:
            place = subject.key("sides", side.id).place()
            message = f"{side.id} is a word for a side, and cannot be the id of one"
            hint = f"give the side another id, such as {side.id}_side; its `name` is free"
            findings.add("HW661", place, message, help=hint)


@of_each_game
def one_side_is_for_beginners(subject: Subject, findings: Findings) -> None:
    """At most one side is proposed to beginners, and it is one that somebody plays."""
    sides = subject.game[Sides]
    for side in sides.all:
        if side.beginner and side != sides.for_beginners:
            why = "nobody plays it" if side.neutral else f"{sides.for_beginners.id} is before it"
            place = subject.node("sides", side.id, "beginner").place()
            message = f"side {side.id} is for beginners, but {why}"
            findings.add("HW656", place, message, help="leave it out of all sides but one")


@of_each_game
def allies_have_an_enemy(subject: Subject, findings: Findings) -> None:
    """Nobody is his own ally, and everybody has an enemy."""
    sides = subject.game[Sides]
    for side in sides.all:
        wrong = ""
        if side.id in side.allies:
            wrong = "is its own ally"
        elif side.allies and all(sides.allied(side.id, other.id) for other in sides.all):
            wrong = "has no enemy"
        if wrong:
            place = subject.node("sides", side.id, "allies").place()
            hint = "leave it out; nations under one player are traits of one side"
            findings.add("HW655", place, f"side {side.id} {wrong}", help=hint)
