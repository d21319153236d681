"""What is proved of section ``victory``: that its lines are reached, and can be played for.

No line stands behind one that always decides. And computer players must foresee some condition by
which each side wins, or hinders the other from winning: else they would play for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.definition.checks import Subject, of_all_games, of_each_game
from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.model import ResolvedGame
from hexwar.rules.language.wording import every
from hexwar.rules.sides.section import Sides
from hexwar.rules.victory.rules import go_for_enemies, unforeseen
from hexwar.rules.victory.section import Victory, VictoryLine


@of_each_game
def victory_lines_are_reached(subject: Subject, findings: Findings) -> None:
    """No line of `victory` stands after one that always decides at the same moment."""
    decided: set[str] = set()
    for index, rule in enumerate(subject.game[Victory].lines):
        if rule.when in decided:
            place = subject.node("victory", index).place()
            message = "this line is never reached: a line above it always decides"
            findings.add("HW509", place, message, help="put it above the line without `if`")
        if rule.condition is None:
            decided.add(rule.when)


@of_all_games
def computer_players_see_a_goal(subjects: Sequence[Subject], findings: Findings) -> None:
    """A side that wins by conditions has one that computer players foresee, or hinders another's.

    An option may take away what scores points: it is enough that a goal is seen in one game.
    """
    blind: dict[Span, str] = {}
    seeing: set[Span] = set()
    for subject in subjects:
        for side in [] if go_for_enemies(subject.game) else subject.game[Sides].all:
            lines = subject.game[Victory].lines
            asking = [
                i for i, line in enumerate(lines) if line.winner == side.id and _asks_more(line)
            ]
            if asking:
                place = subject.node("victory", asking[0], "if").place()
                words = _unforeseen_by(side.id, subject.game)
                message = (
                    f"the computer player sees no goal for {side.name}: of what its lines of "
                    f"victory ask about ({every(words)}) nothing is foreseen"
                )
                seeing |= set() if words else {place}
                blind |= {place: message} if words else {}
    hint = (
        "score points for hexes, units eliminated or steps lost, before the end already, and "
        "compare points in a last line; or ask about those themselves"
    )
    for place, message in blind.items():
        if place not in seeing:
            findings.add("HW518", place, message, help=hint)


def _unforeseen_by(side: str, game: ResolvedGame) -> list[str]:
    """The words of the conditions by which a side wins; none if any that it can bring about or
    hinder is foreseen.
    """
    lines = game[Victory].lines
    own = [line for line in lines if line.winner == side]
    # A side that wins unless another does need only hinder it: the goals of others count then.
    hinders = any(not _asks_more(line) for line in own)  # it wins where no other does
    unexpected: list[str] = []
    for line in lines:
        if line.condition is not None and _asks_more(line) and (hinders or line.winner == side):
            words = unforeseen(game, line.condition)
            if not words:
                return []
            unexpected += words if line.winner == side else []
    return [*dict.fromkeys(unexpected)]


def _asks_more(line: VictoryLine) -> bool:
    """Whether a line holds by anything but the turn."""
    return line.condition is not None and any(
        not part.of and part.kind != "turn" for part in line.condition.parts()
    )
