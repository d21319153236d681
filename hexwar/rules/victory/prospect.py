"""What of the lines of victory is foreseen by whoever plays for them: the computer players.

Packages say under ``foreseen`` which of their conditions are reckoned ahead as a chance, and under
``sought`` which lead units somewhere without that.
"""

from __future__ import annotations

from hexwar.definition.model import Condition, ResolvedGame
from hexwar.definition.packages import words_of
from hexwar.rules.language.selector import could_fit
from hexwar.rules.language.selectors import is_at
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.section import Units

LOSSES = ("eliminated", "steps_lost", "lost")
"""The conditions that count what a side has lost."""


def go_for_enemies(game: ResolvedGame) -> bool:
    """Whether units act one at a time or fight by fire alone: computer players lead them against
    the enemy then, whatever else is asked of them.
    """
    return any(phase.kind == "activation" for phase in game[SequenceOfPlay].phases) or (
        game.has("fire") and not game.has("combat")
    )


def held_by(game: ResolvedGame, condition: Condition) -> tuple[str, list[str]] | None:
    """Whose units a condition wants where: a side's id, and the numbers of the hexes.

    None where it says no place, or units of several sides would do.
    """
    given, of = condition.arguments, condition.arguments.get("of")
    sides, at = {given.get("side")}, None
    if of is not None:
        # Those who could ever fit: which units they are now is for play to say.
        counters, at = game[Units].counters.values(), of.at
        sides = {unit.side for unit in counters if could_fit(of, unit)}
    numbers = set(game.map.region(str(given["region"])) if "region" in given else ())
    if at is not None:
        there = {number for number in game.map if is_at(at, game.map, number)}
        numbers = numbers & there if numbers else there
    if len(sides) != 1 or not numbers:
        return None
    return str(*sides), sorted(numbers)


def loser(game: ResolvedGame, condition: Condition) -> str | None:
    """Whose losses a condition counts: a side's id; ``None`` if it counts no losses, or those of
    several sides.
    """
    if condition.kind not in LOSSES:
        return None
    if "side" in condition.arguments:
        return str(condition.arguments["side"])
    counters = game[Units].counters.values()
    sides = {unit.side for unit in counters if could_fit(condition.arguments["of"], unit)}
    return sides.pop() if len(sides) == 1 else None


def unforeseen(game: ResolvedGame, condition: Condition) -> list[str]:
    """The words of a condition of which nothing is expected, each once; none if any of it is
    foreseen or sought.
    """
    # A turn comes by itself, whatever anybody does for it.
    leaves = [part for part in condition.parts() if not part.of and part.kind != "turn"]
    if any(_is_foreseen(game, leaf) for leaf in leaves):
        return []
    return [*dict.fromkeys(leaf.kind for leaf in leaves)]


def _is_foreseen(game: ResolvedGame, leaf: Condition, through: tuple[str, ...] = ()) -> bool:
    """``through`` are the effects whose conditions led there."""
    if leaf.kind == "effect":
        from hexwar.rules.effects.section import Effects  # where a condition asks for one

        name = str(leaf.arguments["effect"])
        brings = game[Effects].effects[name].condition
        # An effect that leads back to itself brings nothing that its other conditions do not.
        if brings is None or name in through:
            return False
        parts = [part for part in brings.parts() if not part.of and part.kind != "turn"]
        return any(_is_foreseen(game, part, (*through, name)) for part in parts)
    if leaf.kind == "points":
        return any(_is_worked_for(game, leaf, side) for side in ("side", "over"))
    if leaf.kind in words_of("sought"):
        return True
    if leaf.kind not in words_of("foreseen"):
        return False
    if leaf.kind in LOSSES:
        return loser(game, leaf) is not None
    if "region" in leaf.arguments or "of" in leaf.arguments:
        return held_by(game, leaf) is not None
    return True


def _is_worked_for(game: ResolvedGame, leaf: Condition, key: str) -> bool:
    """Whether a side of a condition about points scores for anything that is foreseen."""
    from hexwar.rules.points.section import Points  # where a condition asks for them

    asked = [
        asked
        for award in game[Points].awards.values()
        if award.side == leaf.arguments.get(key) and award.scored != "at_the_end"
        for asked in (award.counted, award.condition)
    ]
    return any(
        _is_foreseen(game, part)
        for condition in asked
        if condition is not None
        for part in condition.parts()
        if not part.of and part.kind != "points"
    )
