"""What is proved of section ``points``: that something decides by them, and not they themselves."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import Condition
from hexwar.definition.tree import MappingNode
from hexwar.rules.language.checks import most_of
from hexwar.rules.points.section import Points
from hexwar.rules.victory.section import Victory


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
